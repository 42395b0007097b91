from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest

from advisor.usecases.asking.targets import aim, toggled
from advisor.usecases.session import Session, begin
from advisor.usecases.whatif import asked, asked_devices, chips
from knowledge.errors import KnownError
from knowledge.schema.host import Host
from tests.advisor.fakes import HOST, FakeWiring, fake_wiring


@dataclass(frozen=True)
class WithCard(FakeWiring):
    """A machine with a graphics card."""

    @cached_property
    def host(self) -> Host:
        return HOST.model_copy(update={"accelerators": ("NVIDIA H200",)})


def wanting(wiring: FakeWiring, *require: str) -> Session:
    return begin(wiring, "edge-cv").model_copy(update={"require": require})


def test_the_scenario_alone_is_about_this_machine(tmp_path: Path) -> None:
    wiring = fake_wiring(tmp_path)
    found = aim(wiring, wanting(wiring))
    assert found.here
    assert found.chips == ()
    assert found.target == wiring.catalog.scenario("edge-cv").target


@pytest.mark.parametrize("chip", ["raspberry-pi-5", "nvidia-h200", "x86-64-avx2"])
def test_times_of_this_machine_do_not_count_for_a_device_it_is_not(
    tmp_path: Path, chip: str
) -> None:
    """Even of its own kind: another x86 processor is another machine."""
    wiring = fake_wiring(tmp_path)
    found = aim(wiring, wanting(wiring, f"device={chip}"))
    assert not found.here
    assert found.chips == (chip,)
    assert found.target is not None
    assert found.target.en == wiring.catalog.devices[chip].title


def test_a_card_that_is_here_is_known_by_its_name_and_no_other_is(tmp_path: Path) -> None:
    wiring = WithCard(cache_dir=tmp_path, state_dir=tmp_path)
    assert aim(wiring, wanting(wiring, "device=nvidia-h200")).here
    assert not aim(wiring, wanting(wiring, "device=nvidia-h100-sxm")).here
    both = wanting(wiring, "device=nvidia-h200", "device=nvidia-h20")
    assert not aim(wiring, both).here
    assert aim(wiring, both).same == ("nvidia-h200",)


def test_devices_take_the_place_of_the_kinds_the_scenario_is_meant_for(tmp_path: Path) -> None:
    catalog = fake_wiring(tmp_path).catalog
    own = asked(catalog, "edge-cv", (), ())
    assert asked_devices(own, HOST) == {"device.x86", "device.arm64"}
    aimed = asked(catalog, "edge-cv", ("device=nvidia-t4",), ())
    assert chips(aimed) == ("nvidia-t4",)
    assert asked_devices(aimed, HOST) == frozenset()
    kind = asked(catalog, "edge-cv", ("device=nvidia",), ())
    assert asked_devices(kind, HOST) == {"device.x86", "device.arm64"}


def test_a_device_no_framework_speaks_of_cannot_be_decided_for(tmp_path: Path) -> None:
    wiring = fake_wiring(tmp_path)
    with pytest.raises(KnownError, match="no framework's support for Hailo-8") as refused:
        aim(wiring, wanting(wiring, "device=hailo-8"))
    assert refused.value.hint == "its facts: advisor kb show hailo-8"


def test_taking_a_device_twice_leaves_it() -> None:
    require = toggled(toggled(("offline",), "a"), "b")
    assert require == ("offline", "device=a", "device=b")
    assert toggled(require, "a") == ("offline", "device=b")
