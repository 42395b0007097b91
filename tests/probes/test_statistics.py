import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.schema.probing import Estimate, Sample
from probes.statistics import (
    CONTENDED_SD,
    LEAST_ROUNDS,
    calibrate,
    estimate,
    ratio,
    settled,
    steady,
    tied,
    used,
)

seconds = st.floats(1e-6, 100)
processes = st.dictionaries(
    st.integers(0, 3), st.lists(seconds, min_size=1, max_size=6), min_size=1, max_size=4
)


def rng():
    return np.random.default_rng(7)


def sample(process, number, per_call, *, foreign=0.0, contended=False):
    return Sample(
        process=process,
        round=number,
        loops=2,
        seconds=2 * per_call,
        foreign_cpu=foreign,
        contended=contended,
    )


@given(seconds)
def test_a_calibrated_sample_is_long_enough_but_not_longer_than_it_must(per_call):
    loops = calibrate(per_call, target_s=0.12, calls=3, longest_s=1.5)
    assert loops >= 1
    if loops * per_call < 0.12 * (1 - 1e-9):
        pytest.fail("shorter than the target")
    assert loops == 1 or loops * per_call <= max(1.5, 0.12 + per_call)


def test_a_zero_reading_does_not_divide():
    assert calibrate(0.0) > 1


def test_steady_looks_at_the_end_only():
    assert steady([30.0, 1.2, 1.0, 1.0, 1.05])
    assert not steady([1.0, 1.0, 1.0, 1.3])
    assert not steady([])


def test_drift_and_scatter_are_not_settled():
    assert settled({0: [1.0, 1.02, 0.99, 1.01, 1.0]})
    assert not settled({0: [1.5, 1.4, 1.2, 1.1, 1.0]})
    assert not settled({0: [1.0, 3.0, 0.3, 1.0, 4.0]})
    assert settled({0: [1.0, 5.0]}), "too few to tell"


def test_one_odd_process_of_three_does_not_unsettle():
    calm, odd = [1.0, 1.0, 1.0, 1.0], [2.0, 2.0, 1.0, 1.0]
    assert settled({0: calm, 1: calm, 2: odd})
    assert not settled({0: calm, 1: odd, 2: odd})


def test_quiet_samples_are_used_and_disturbed_ones_not():
    quiet = [sample(0, n, 1.0) for n in range(4)]
    loud = [sample(0, n, 9.0, foreign=1.0, contended=True) for n in range(4)]
    assert used(loud + quiet) == {0: quiet}


def test_a_process_with_too_few_quiet_samples_is_left_out_while_another_has_enough():
    good = [sample(0, n, 1.0) for n in range(LEAST_ROUNDS)]
    poor = [sample(1, 0, 1.0)] + [sample(1, n, 9.0, contended=True) for n in range(1, 5)]
    assert used(good + poor) == {0: good}


def test_where_all_are_disturbed_the_least_disturbed_are_used():
    loads = [0.9, 0.2, 0.7, 0.3, 0.8]
    samples = [sample(0, n, 1.0, foreign=f, contended=True) for n, f in enumerate(loads)]
    assert [s.foreign_cpu for s in used(samples)[0]] == [0.2, 0.3, 0.7]
    assert used([]) == {}


@given(processes)
def test_the_point_is_the_median_of_medians_and_inside(by_process):
    found = estimate(by_process, rng(), draws=50)
    medians = [np.median(np.log(values)) for values in by_process.values()]
    assert found.point == pytest.approx(math.exp(np.median(medians)))
    assert found.low < found.point < found.high


@given(processes, st.sampled_from([1e-3, 60.0]))
def test_units_do_not_matter(by_process, factor):
    plain = estimate(by_process, rng(), draws=50)
    scaled = {p: [v * factor for v in values] for p, values in by_process.items()}
    other = estimate(scaled, rng(), draws=50)
    for a, b in zip(plain.model_dump().values(), other.model_dump().values(), strict=True):
        assert b == pytest.approx(a * factor, rel=1e-6)


@given(processes)
def test_the_same_seed_gives_the_same_interval(by_process):
    assert estimate(by_process, rng(), draws=50) == estimate(by_process, rng(), draws=50)


def test_one_process_leaves_more_doubt_than_three():
    one = estimate({0: [1.0] * 5}, rng())
    three = estimate({p: [1.0] * 5 for p in range(3)}, rng())
    assert one.high > three.high > 1.1


def test_a_deviating_process_lies_inside_the_interval():
    found = estimate({0: [1.0] * 5, 1: [1.02] * 5, 2: [1.5] * 5}, rng())
    assert found.point == pytest.approx(1.02)
    assert found.high >= 1.5 * (1 - 1e-9)


def test_contention_widens():
    quiet = estimate({0: [1.0] * 5}, rng())
    loud = estimate({0: [1.0] * 5}, rng(), prior_sd=CONTENDED_SD)
    assert loud.high > quiet.high > 1
    assert loud.low < quiet.low < 1


def test_the_worst_scatter_still_gives_an_interval_one_can_read():
    found = estimate({0: [0.01, 1.0, 50.0]}, rng(), prior_sd=CONTENDED_SD)
    assert found.low >= 0.01 * (1 - 1e-9)
    assert found.high <= 50 * (1 + 1e-9)


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize("spread", [0.05, 0.10])
def test_a_repeat_falls_inside_in_nine_of_ten_cases(count, spread):
    """The promise of the interval, on processes that differ as they were seen to differ."""
    source = np.random.default_rng(20261130)

    def run():
        return {
            p: np.exp(source.normal(0, spread) + source.normal(0, 0.03, 5)) for p in range(count)
        }

    hits = 0
    for _ in range(300):
        first = estimate(run(), source, draws=100)
        repeat = np.median([np.median(values) for values in run().values()])
        hits += first.low <= repeat <= first.high
    assert hits >= 270


def test_the_interval_is_not_so_wide_that_it_says_nothing():
    found = estimate({p: [1.0, 1.01, 0.99, 1.0, 1.02] for p in range(3)}, rng())
    assert found.high < 1.15


def test_the_ratio_cancels_drift_that_hits_both():
    drift = [1.0, 1.5, 3.0, 2.0]
    a = [sample(p, n, 2.0 * d) for p in range(3) for n, d in enumerate(drift)]
    b = [sample(p, n, 1.0 * d) for p in range(3) for n, d in enumerate(drift)]
    found = ratio(a, b, rng())
    assert found.point == pytest.approx(2.0)
    assert found.low > 1.5
    assert found.high < 2.6
    assert not tied(found)


def test_the_ratio_turned_round_is_its_inverse():
    a = [sample(p, n, 1.0 + 0.1 * n) for p in range(2) for n in range(4)]
    b = [sample(p, n, 1.3) for p in range(2) for n in range(4)]
    there, back = ratio(a, b, rng()), ratio(b, a, rng())
    assert there.point == pytest.approx(1 / back.point)
    assert there.low == pytest.approx(1 / back.high, rel=0.05)


def test_without_a_common_round_there_is_no_ratio():
    with pytest.raises(ValueError, match="no round"):
        ratio([sample(0, 0, 1.0)], [sample(0, 1, 1.0)], rng())


def test_equal_stacks_are_tied():
    a = [sample(p, n, 1.0) for p in range(3) for n in range(5)]
    assert tied(ratio(a, a, rng()))
    assert tied(Estimate(point=1.04, low=1.03, high=1.05))
    assert not tied(Estimate(point=0.5, low=0.4, high=0.6))
