"""Commands: present, absent, failing, hanging."""

from __future__ import annotations

import sys
from pathlib import Path

from probes.host import system


def test_output_of_a_command() -> None:
    assert system.run_command([sys.executable, "-c", "print('GPU')"]) == "GPU\n"


def test_commands_run_in_the_c_locale() -> None:
    code = "import os; print(os.environ['LC_ALL'])"
    assert system.run_command([sys.executable, "-c", code]) == "C\n"


def test_an_absent_command_is_not_an_error() -> None:
    assert system.run_command(["no-such-vendor-tool", "-L"]) is None


def test_a_failing_command_says_nothing() -> None:
    code = "print('NVIDIA-SMI has failed'); raise SystemExit(9)"
    assert system.run_command([sys.executable, "-c", code]) is None


def test_a_hanging_command_is_given_up() -> None:
    code = "import time; time.sleep(60)"
    assert system.run_command([sys.executable, "-c", code], timeout_s=0.3) is None


def test_a_recording_runs_no_commands(tmp_path: Path) -> None:
    recording = system.here(tmp_path)
    assert recording.run(["uname"]) is None
    assert recording.affinity is None


def test_files(tmp_path: Path) -> None:
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc/model").write_bytes(b"Board\0")
    (tmp_path / "proc/driver").symlink_to("../../bus/drivers/intel_vpu")
    view = system.here(tmp_path)
    assert view.text("/proc/model") == "Board"
    assert view.text("/proc/missing") is None
    assert view.listing("/proc") == ("driver", "model")
    assert view.listing("/nowhere") == ()
    assert view.link("/proc/driver") == "intel_vpu"
    assert view.link("/proc/model") is None
