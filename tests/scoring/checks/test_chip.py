"""What the chips that are asked for say of a number format, and of the parts they have."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from knowledge.schema.device import Device
from knowledge.schema.framework import Mode
from knowledge.schema.probing import Precision
from scoring.enumerate import stacks
from scoring.screen import screen
from tests.scoring import build

GPU, NPU, ARM, BF16 = "device.gpu", "device.npu", "device.arm64", "dtype.bf16"
PARTLY = {"added": True, "partial": True}
ASKED = build.require("capability", id="precision", part="runtime", capability=BF16)
KEY = ("claim:chip:dtype.bf16",)


def device(*claims: Any, kind: str = "gpu", counts_as: str = GPU) -> Device:
    return Device(
        id="chip",
        title="Chip",
        summary=build.text("chip"),
        vendor="Maker",
        kind=kind,
        counts_as=counts_as,
        claims=claims,
    )


def verdict(
    chip: Device,
    *,
    on: tuple[str, ...] = (GPU,),
    asked: Any = ASKED,
    precision: Precision = Precision.FP32,
    names_chip: bool = True,
) -> tuple[str, str, tuple[str, ...]]:
    """Whether the one stack is kept; by which requirement not plainly so, and its evidence."""
    mode = Mode(id="only", title=build.text("only"), adapter="alpha", devices=on)
    claims = [build.claim(name) for name in (GPU, NPU, ARM, BF16)]
    catalog = build.catalog(build.framework("alpha", *claims, modes=(mode,)))
    terms = dict.fromkeys((GPU, NPU, ARM, BF16), catalog.capabilities["cap.a"])
    catalog = replace(
        catalog, capabilities={**catalog.capabilities, **terms}, devices={"chip": chip}
    )
    value = {"value": "chip"} if names_chip else {}
    aimed = build.require("device", capability=chip.counts_as, **value)
    wanted = (aimed,) if asked is None else (aimed, asked)
    scenario = build.scenario(build.prefer("reach"), requirements=wanted)
    scenario = scenario.model_copy(update={"precisions": (precision,)})
    found = screen(catalog, scenario, stacks(catalog, scenario, "x"), (), {}, today=build.TODAY)
    for word, rows in (("excluded", found.excluded), ("unverified", found.unverified)):
        for row in rows:
            return word, row.requirement, row.evidence
    return "kept", "", ()


@pytest.mark.parametrize(
    ("support", "kind", "expected"),
    [
        (False, "gpu", ("excluded", "precision", KEY)),
        (False, "npu", ("excluded", "precision", KEY)),
        (False, "cpu", ("unverified", "precision", KEY)),
        (PARTLY, "gpu", ("unverified", "precision", KEY)),
        (True, "gpu", ("kept", "", ())),
    ],
)
def test_native_arithmetic_is_asked_of_the_chip_too(
    support: Any, kind: str, expected: tuple[str, str, tuple[str, ...]]
) -> None:
    assert verdict(device(build.claim(BF16, support), kind=kind)) == expected


def test_what_is_not_said_of_the_chip_is_not_known() -> None:
    assert verdict(device()) == ("unverified", "precision", ())


def test_a_kind_of_device_asks_no_chip() -> None:
    assert verdict(device(build.claim(BF16, False)), names_chip=False)[0] == "kept"


def test_a_chip_without_the_arithmetic_may_still_emulate_what_is_compared() -> None:
    chip = device(build.claim(BF16, False))
    bf16 = Precision.BF16
    assert verdict(chip, asked=None, precision=bf16) == ("unverified", "precision", KEY)
    yes = device(build.claim(BF16))
    assert verdict(yes, asked=None, precision=bf16)[0] == "kept"


def test_a_board_is_also_its_processor_cores() -> None:
    npu = device(kind="npu", counts_as=NPU)
    board = device(build.claim(ARM), kind="npu", counts_as=NPU)
    some = device(build.claim(ARM, PARTLY), kind="npu", counts_as=NPU)
    assert (npu.kinds, board.kinds, some.kinds) == ((NPU,), (NPU, ARM), (NPU,))
    assert verdict(npu, on=(ARM,), asked=None)[:2] == ("excluded", "device")
    assert verdict(board, on=(ARM,), asked=None)[0] == "kept"
    assert verdict(board, on=(NPU,), asked=None)[0] == "kept"
    assert verdict(board, on=(GPU,), asked=None)[:2] == ("excluded", "device")


def test_what_is_said_of_the_npu_settles_nothing_for_the_cores_beside_it() -> None:
    board = device(build.claim(ARM), build.claim(BF16, False), kind="npu", counts_as=NPU)
    assert verdict(board, on=(NPU,)) == ("excluded", "precision", KEY)
    assert verdict(board, on=(ARM,)) == ("unverified", "precision", KEY)
