"""Every rule speaks of its recorded case and is silent of the other; all keep to the form."""

from __future__ import annotations

import pytest

from knowledge.schema.machine import Severity
from knowledge.schema.probing import Estimate, Precision
from probes.diagnosis import contended_cores, device_fallback, retracing
from probes.diagnosis.known import SUBNORMAL
from probes.diagnosis.rules import diagnose, rules
from tests.probes.diagnosis.cases import (
    CASES,
    PARALLEL,
    QUIET,
    SPUN,
    host,
    known,
    result,
    samples,
)


def test_every_rule_has_its_cases():
    assert set(CASES) == set(rules())


@pytest.mark.parametrize("rule", sorted(CASES))
def test_it_speaks_where_it_must_and_nowhere_else(rule):
    positive, negative = CASES[rule]
    assert rules()[rule].diagnose(negative) is None
    found = rules()[rule].diagnose(positive)
    assert found.id == rule
    assert found.title == rules()[rule].TITLE


@pytest.mark.parametrize("rule", sorted(CASES))
def test_its_words_are_whole_in_both_languages(rule):
    found = rules()[rule].diagnose(CASES[rule][0])
    for text in (found.title, *found.evidence, found.remedy):
        assert text.en
        assert any("\u4e00" <= letter <= "\u9fff" for letter in text.zh)
        assert "{" not in text.en + text.zh
        assert "\n" not in text.en + text.zh


@pytest.mark.parametrize("rule", sorted(CASES))
def test_it_says_nothing_of_a_result_of_which_nothing_is_known(rule):
    bare = result(latency=None, samples=(), work=None, report={})
    assert rules()[rule].diagnose(known(bare, roofline=None)) is None


def test_a_clean_result_has_no_finding():
    assert diagnose(known(result(0.05))) == ()


def test_the_most_severe_comes_first_and_the_last_resort_only_alone():
    found = diagnose(known(result(1.0, samples=SPUN, report={SUBNORMAL: "0.5"})))
    assert [each.severity for each in found] == [Severity.SERIOUS, Severity.WARNING]
    assert [each.id for each in diagnose(known(result(1.0)))] == ["far-from-roofline"]


def test_spinning_is_told_apart_from_sharing_by_its_ratio():
    spun = known(result(samples=QUIET + SPUN[:1], report={"torch.parallel": PARALLEL}))
    found = contended_cores.diagnose(spun)
    assert found.severity is Severity.NOTE, "quiet samples are behind the number"
    assert "28.9 times" in found.evidence[1].en
    assert "OMP_WAIT_POLICY is not set" in found.evidence[2].en
    shared = known(result(samples=QUIET + samples([0.18], contended=True)))
    assert contended_cores.diagnose(shared) is None


def test_what_a_framework_wrote_is_evidence():
    said = {"stderr": "WARNING: 5 out of 5 calls triggered tf.function retracing."}
    assert "triggered" in retracing.diagnose(known(result(report=said))).evidence[0].en
    said = {"stderr": "UserWarning: no kernel, falling back to CPU"}
    assert device_fallback.diagnose(known(result(report=said))).severity is Severity.SERIOUS


def test_an_accelerator_the_framework_does_not_see_is_noted():
    here = host(accelerators=("NVIDIA H200",))
    there = known(result(report={"torch.devices": "cpu"}), host=here)
    assert device_fallback.diagnose(there).severity is Severity.NOTE


def test_int8_that_is_faster_all_the_same_is_not_complained_of():
    rule = rules()["int8-without-vnni"]
    faster = Estimate(point=1.8, low=1.5, high=2.1)
    unclear = Estimate(point=1.1, low=0.9, high=1.3)
    assert rule.diagnose(known(result(precision=Precision.INT8, gain=faster))) is None
    assert rule.diagnose(known(result(precision=Precision.INT8, gain=unclear))) is not None
    noisy = Estimate(point=1.9, low=0.6, high=6.0)
    assert rule.diagnose(known(result(precision=Precision.INT8, gain=noisy))) is None


def test_a_precision_rule_takes_the_gain_of_paired_rounds_before_two_times():
    gain = Estimate(point=0.1, low=0.08, high=0.12)
    found = rules()["emulated-bf16"].diagnose(
        known(result(0.2, precision=Precision.BF16, gain=gain), result(0.1))
    )
    assert "10 times as long" in found.evidence[1].en


def test_what_never_ran_has_no_speed_to_explain():
    for name in ("emulated-bf16", "int8-without-vnni"):
        precision = Precision.BF16 if "bf16" in name else Precision.INT8
        assert rules()[name].diagnose(known(result(precision=precision, latency=None))) is None
