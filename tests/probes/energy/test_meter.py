"""Energy counters over recorded folders and a stand-in for NVIDIA's library."""

from types import SimpleNamespace

import pytest

from probes.energy import nvml, rapl
from probes.energy.counter import Absent, Counter
from probes.energy.meter import Meter


def zone(root, name, uj, kind="package-0", limit=262143328850):
    """A folder as powercap has it (the range is of an i7-8550U)."""
    folder = root / name
    folder.mkdir(parents=True)
    (folder / "name").write_text(f"{kind}\n")
    (folder / "energy_uj").write_text(f"{uj}\n")
    (folder / "max_energy_range_uj").write_text(f"{limit}\n")
    return folder / "energy_uj"


def test_packages_and_their_memory_are_summed_and_parts_are_not(tmp_path):
    package = zone(tmp_path, "intel-rapl:0", 1_000_000)
    core = zone(tmp_path, "intel-rapl:0:0", 500_000, kind="core")
    dram = zone(tmp_path, "intel-rapl:0:1", 0, kind="dram")
    meter = Meter([rapl.find(tmp_path)])
    mark = meter.mark()
    for file, value in ((package, 3_500_000), (core, 2_000_000), (dram, 250_000)):
        file.write_text(str(value))
    assert meter.since(mark) == pytest.approx(2.75)
    assert meter.sources == ("RAPL",)
    assert meter.why == ""


def test_a_counter_that_wraps_is_unwrapped(tmp_path):
    file = zone(tmp_path, "intel-rapl:0", 900, limit=1000)
    meter = Meter([rapl.find(tmp_path)])
    mark = meter.mark()
    file.write_text("100")
    assert meter.since(mark) == pytest.approx(200e-6)


def test_a_machine_without_counters_says_so(tmp_path):
    assert "virtual" in rapl.find(tmp_path).why
    assert "virtual" in rapl.find(tmp_path / "nothing").why
    meter = Meter([rapl.find(tmp_path), Absent("NVML: no device")])
    assert meter.mark() is None
    assert meter.since(None) is None
    assert meter.why.endswith("; NVML: no device")


def test_counters_for_root_alone_say_so(tmp_path, monkeypatch):
    zone(tmp_path, "intel-rapl:0", 1)

    def refuse(zones):
        raise PermissionError

    monkeypatch.setattr(rapl, "_read", refuse)
    assert "only root" in rapl.find(tmp_path).why


def test_a_counter_that_goes_away_costs_nothing(tmp_path):
    file = zone(tmp_path, "intel-rapl:0", 1)
    meter = Meter([rapl.find(tmp_path)])
    mark = meter.mark()
    file.unlink()
    assert meter.since(mark) is None


class Nvml(SimpleNamespace):
    NVMLError = RuntimeError


def library(readings, count=2):
    return Nvml(
        nvmlInit=lambda: None,
        nvmlDeviceGetCount=lambda: count,
        nvmlDeviceGetHandleByIndex=lambda n: n,
        nvmlDeviceGetTotalEnergyConsumption=lambda device: next(readings),
    )


def test_all_devices_of_nvidia_are_summed_in_joules():
    counter = nvml.find(library(iter([0, 0, 1000, 2000, 4000, 2500])))
    assert isinstance(counter, Counter)
    meter = Meter([counter])
    assert meter.since(meter.mark()) == pytest.approx(3.5)


def test_why_nvml_says_nothing():
    def fail(device):
        raise RuntimeError("Not Supported")

    old = library(iter([]))
    old.nvmlDeviceGetTotalEnergyConsumption = fail
    assert nvml.find(old).why == "NVML: Not Supported"
    assert nvml.find(library(iter([]), count=0)).why == "NVML: no device"
