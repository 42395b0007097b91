"""Every vendor module: the shared contract, and the cases recordings do not show."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from probes.host import accelerators
from probes.host.accelerators import apple, ascend
from probes.host.system import System, here


@pytest.mark.parametrize("vendor", accelerators.vendors())
def test_a_machine_without_devices_has_none(vendor: str, tmp_path: Path) -> None:
    module = importlib.import_module(f"probes.host.accelerators.{vendor}")
    assert module.names(here(tmp_path)) == ()
    assert module.__doc__


def test_ascend_nodes_without_the_tool_are_counted(tmp_path: Path) -> None:
    (tmp_path / "dev").mkdir()
    for node in ("davinci0", "davinci1", "davinci_manager"):
        (tmp_path / "dev" / node).touch()
    assert ascend.names(here(tmp_path)) == ("Ascend NPU", "Ascend NPU")


def test_ascend_mapping_with_physical_ids_and_noise() -> None:
    text = (
        "\tNPU ID  Chip ID  Chip Logic ID  Chip Phy-ID  Chip Name\n"
        "\t0  0  0  0  Ascend910\n\t0  1  1  1  Ascend910\n\t0  2  -  -  Mcu\n"
    )
    assert ascend.parse_mapping(text) == ("Ascend 910", "Ascend 910")
    assert ascend.parse_mapping("dcmi model initialized failed") == ()
    assert ascend.parse_table("dcmi model initialized failed") == ()


def test_a_virtual_mac_has_no_neural_engine(tmp_path: Path) -> None:
    mac = System(tmp_path, "Darwin", "24", "aarch64", "h", lambda _argv: "Apple M2 (Virtual)\n")
    assert apple.names(mac) == ()
