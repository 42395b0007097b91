from __future__ import annotations

from datetime import date

import pytest

from knowledge.coverage import coverage, judge, names, summary, used_share
from knowledge.schema.base import LocalText
from knowledge.schema.evidence import Citation, Grade
from knowledge.schema.operators import (
    Backend,
    CaseCounts,
    CaseResults,
    Counted,
    Equivalents,
    OperatorRegistry,
    OperatorSet,
    Registry,
    Standing,
)

TABLE = (
    Equivalents(onnx=("Gelu",), pytorch=("gelu",), jax=("nn.gelu",), mindspore=()),
    Equivalents(onnx=("Pad",), pytorch=("pad", "reflection_pad1d"), jax=("pad",)),
    Equivalents(onnx=("ScatterElements",), pytorch=("scatter",), jax=()),
    Equivalents(onnx=(), pytorch=("rsqrt",), jax=("rsqrt",)),
)
SET = OperatorSet(
    id="onnx",
    version="28",
    namespace="onnx",
    operators={"Gelu": 4, "Pad": 2, "ScatterElements": 1, "Swish": 1},
)


def registry(framework: str, *kernels: str, namespace: str = "", **more: object) -> Registry:
    backend = Backend(kernels=kernels, composed=("nn.gelu",))
    return Registry.model_validate(
        {
            "framework": framework,
            "version": "1.0+cpu",
            "namespace": namespace or framework,
            "backends": {"cpu": backend},
            **more,
        }
    )


def standings(of: Registry, cases: CaseResults | None = None) -> dict[str, str]:
    judged = judge(SET, of, "cpu", TABLE, cases)
    return {one.operator: one.standing.value for one in judged}


def test_what_is_reviewed_and_not_registered_is_missing_and_what_is_not_reviewed_unknown() -> None:
    assert standings(registry("jax", "pad")) == {
        "Gelu": "covered",  # by a function that is composed
        "Pad": "covered",
        "ScatterElements": "missing",  # reviewed: there is none
        "Swish": "unknown",  # no row
    }
    assert standings(registry("jax"))["Pad"] == "missing"


def test_a_column_that_is_left_out_says_nothing() -> None:
    assert standings(registry("mindspore")) == {
        "Gelu": "missing",
        "Pad": "unknown",
        "ScatterElements": "unknown",
        "Swish": "unknown",
    }


def test_any_name_of_several_will_do() -> None:
    judged = judge(SET, registry("pytorch", "reflection_pad1d"), "cpu", TABLE)
    assert {one.operator: one.by for one in judged}["Pad"] == ("reflection_pad1d",)
    assert names(TABLE, "rsqrt", "pytorch", "onnx") == ()


def test_a_registry_of_onnx_names_needs_no_table() -> None:
    found = judge(SET, registry("onnxruntime", "Swish", namespace="onnx"), "cpu", ())
    assert [one.operator for one in found if one.standing is Standing.COVERED] == ["Swish"]


def cases(**operators: CaseCounts) -> CaseResults:
    return CaseResults(
        framework="openvino", version="1.0", device="cpu", onnx="1.23", operators=operators
    )


def test_cases_speak_for_a_runtime_whose_registry_has_names_of_its_own() -> None:
    results = cases(
        Gelu=CaseCounts(passed=1, wrong=3),
        Pad=CaseCounts(unsupported=2),
        Swish=CaseCounts(unsupported=1, failed=1),
    )
    assert standings(registry("openvino", "Gelu_7"), results) == {
        "Gelu": "covered",
        "Pad": "missing",
        "ScatterElements": "unknown",  # no case
        "Swish": "unknown",  # not only refused
    }


def test_cases_of_another_back_end_do_not_count() -> None:
    elsewhere = cases(Gelu=CaseCounts(passed=1)).model_copy(update={"device": "gpu"})
    assert standings(registry("openvino"), elsewhere)["Gelu"] == "unknown"


def test_a_registered_operator_stays_covered_where_its_newest_version_is_refused() -> None:
    found = registry("onnxruntime", "Pad", namespace="onnx")
    assert standings(found, cases(Pad=CaseCounts(unsupported=2)))["Pad"] == "covered"


def test_counts_and_uses_add_up() -> None:
    judged = judge(SET, registry("jax", "pad"), "cpu", TABLE)
    counted = coverage(SET, "cpu", judged)
    assert (counted.covered, counted.missing, counted.unknown, counted.size) == (2, 1, 1, 4)
    assert used_share(judged) == (pytest.approx(6 / 8), pytest.approx(7 / 8))


def test_a_summary_keeps_texts_and_sources_and_renews_numbers_and_days() -> None:
    old, new = date(2026, 1, 1), date(2026, 11, 30)
    cited = Citation(source="s", locator="l", read=old, grade=Grade.DOCUMENTED)
    earlier = OperatorRegistry(
        id="jax",
        package="pkg:pypi/jax@0.9",
        version="0.9",
        read=old,
        counted=LocalText(en="Primitives.", zh="原语。"),
        backends=(Counted(device="cpu", kernels=1),),
        evidence=(cited,),
        set_evidence=(cited.model_copy(update={"source": "t"}),),
    )
    found = summary(earlier, registry("jax", "pad", "add"), (SET,), TABLE, None, new)
    assert (found.version, found.package, found.read) == ("1.0", "pkg:pypi/jax@1.0", new)
    assert found.backends == (Counted(device="cpu", kernels=2, composed=1),)
    assert found.evidence == (cited.model_copy(update={"read": new}),)
    assert found.counted == earlier.counted
    count, share = found.facts()
    assert [c.source for c in count.evidence] == ["s"]
    assert [c.source for c in share.evidence] == ["s", "t"]
    assert {c.read for c in share.evidence} == {new}
    assert (count.value, count.qualifiers) == (2, {"device": "cpu", "version": "1.0"})
    assert (share.value, share.upper, share.unit) == (50.0, 75.0, "%")
    assert share.qualifiers == {"device": "cpu", "set": "onnx", "version": "1.0"}
