"""What is asked before a run."""

from knowledge.schema.machine import Bandwidth, Noise, Peak
from probes.calibration import calibrate
from probes.roofline import Ceilings
from tests.probes.staged import NOW, host

NOISE = Noise(within=0.01, between=0.02, processes=3, repeats=10)
REACHED = Ceilings(
    peak=Peak(flops_s=9e9, by="NumPy"),
    bandwidths=(Bandwidth(threads=2, kernel="copy", bytes_s=8e9),),
)


class Watch:
    def mark(self, pid):
        return None

    def since(self, mark, pid):
        return 0.4


def asked(reached=REACHED, noise=NOISE, **options):
    seen = []

    def reach(threads, cache, limit_s):
        seen.append((threads, cache))
        return reached

    ticks = iter([10.0, 11.0, 13.5])
    found = calibrate(
        host(),
        lambda: NOW,
        clock=lambda: next(ticks),
        listen=lambda limit_s: noise,
        reach=reach,
        watch=Watch(),
        **options,
    )
    return found, seen


def test_noise_ceilings_and_how_long_it_took():
    found, seen = asked()
    assert seen == [(2, 0)]
    assert (found.noise, found.seconds) == (NOISE, 3.5)
    assert found.baseline.peak == REACHED.peak
    assert (found.baseline.host, found.baseline.threads) == ("host", 2)
    assert found.baseline.foreign_cpu == 0.4
    assert not found.baseline.quiet


def test_noise_alone():
    found, seen = asked(ceilings=False)
    assert seen == []
    assert found.baseline is None
    assert found.noise == NOISE


def test_ceilings_may_wait_for_a_quiet_time():
    loud = NOISE.model_copy(update={"foreign_cpu": 1.0})
    assert asked(unless_loud=True)[0].baseline is not None
    assert asked(noise=loud)[0].baseline is not None
    assert asked(noise=loud, unless_loud=True)[0].baseline is None


def test_ceilings_that_could_not_be_measured_are_none():
    assert asked(reached=None)[0].baseline is None


def test_what_listening_took_is_not_there_for_the_ceilings():
    found, seen = asked(limit_s=1.0)
    assert seen == []
    assert found.baseline is None
    assert asked(limit_s=1.1)[0].baseline is not None
