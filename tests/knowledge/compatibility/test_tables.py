from __future__ import annotations

from typing import Any

from knowledge.compatibility.answer import answer
from knowledge.compatibility.tables import tables
from knowledge.schema.compatibility import Verdict
from knowledge.schema.device import Device
from knowledge.schema.framework import Framework
from tests.knowledge.compatibility.world import AXES, CITED, NOTE, catalog


def framework(**more: Any) -> Framework:
    return Framework.model_validate(
        {
            "id": "mindspore",
            "title": "MindSpore",
            "summary": NOTE,
            "roles": ["train"],
            "lifecycle": "active",
            "package": "pkg:pypi/mindspore@2.10.0",
            "modes": [{"id": "cpu", "title": NOTE}],
            "claims": [],
            **more,
        }
    )


def fact(quantity: str, value: object, **more: Any) -> dict[str, Any]:
    return {"quantity": quantity, "value": value, "unit": "x", "evidence": [CITED], **more}


def test_releases_that_never_were_are_ruled_out() -> None:
    never = {"version": "4.0", "note": NOTE, "evidence": [CITED]}
    of = catalog(frameworks={"mindspore": framework(never_released=[never])})
    found = answer(of, ["mindspore=4.0"])
    assert found.verdict is Verdict.NO
    assert found.decided[0].table == "never-released-mindspore"
    assert answer(of, ["mindspore=4.1"]).verdict is Verdict.UNKNOWN


def test_the_python_range_of_the_described_release_is_a_closed_table() -> None:
    facts = [
        fact("python.range", ">=3.10,<3.13"),
        fact("python.range", ">=3.7,<3.10", qualifiers={"version": "2.0"}),
    ]
    of = catalog(frameworks={"mindspore": framework(facts=facts)})
    assert answer(of, ["mindspore=2.10", "python=3.12"]).verdict is Verdict.YES
    assert answer(of, ["mindspore=2.10", "python=3.13"]).verdict is Verdict.NO
    assert answer(of, ["mindspore=2.0", "python=3.9"]).verdict is Verdict.YES
    assert answer(of, ["mindspore=2.5", "python=3.9"]).verdict is Verdict.UNKNOWN


def claim(capability: str, support: object, **more: object) -> dict[str, object]:
    return {"capability": capability, "support": support, "evidence": [CITED], **more}


def test_systems_of_the_described_release_are_answered_from_its_claims() -> None:
    claims = [
        claim("os.linux", True),
        claim("os.windows", {"added": True, "partial": True}, note=NOTE),
        claim("device.amd", False),
        claim("device.nvidia", True),
        claim("device.windows-nvidia", False, note=NOTE),
    ]
    of = catalog(frameworks={"mindspore": framework(claims=claims)})

    def verdict(*terms: str) -> Verdict:
        return answer(of, ["mindspore", *terms]).verdict

    assert verdict("os=linux") is Verdict.YES
    assert verdict("os=windows") is Verdict.UNKNOWN
    assert verdict("os=wsl2") is Verdict.UNKNOWN
    assert verdict("accelerator=amd") is Verdict.NO
    assert verdict("os=windows", "accelerator=nvidia") is Verdict.NO
    # which GPUs of a maker, a claim does not say
    assert verdict("accelerator=nvidia") is Verdict.UNKNOWN
    no = answer(of, ["mindspore", "accelerator=amd"]).decided[0]
    assert (no.table, no.evidence) == ("platforms-mindspore", (CITED,))
    assert answer(of, ["mindspore=1.0", "accelerator=amd"]).verdict is Verdict.UNKNOWN


def test_a_device_brings_its_compute_capability() -> None:
    given = {
        "id": "nvidia-x1",
        "title": "NVIDIA X1",
        "summary": NOTE,
        "vendor": "NVIDIA",
        "kind": "gpu",
        "facts": [fact("compute-capability", "7.7")],
    }
    of = catalog(devices={"nvidia-x1": Device.model_validate(given)})
    with_axis = type(of)(grades=of.grades, devices=of.devices, axes=AXES)
    found = answer(with_axis, ["chip=x1"])
    assert found.values["compute-capability"] == "7.7"
    assert [one.id for one in tables(with_axis)] == ["capability-nvidia-x1"]
