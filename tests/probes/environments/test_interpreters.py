"""Asking interpreters, remembering, and choosing one."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from probes.environments import interpreters
from probes.environments.interpreters import Interpreter, inspect
from tests.probes.environments import made


def script(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def never(*_args: Any) -> None:
    raise AssertionError("the interpreter was started again")


def test_this_interpreter(tmp_path: Path) -> None:
    found = inspect(Path(sys.executable), tmp_path, os.environ)
    assert found is not None
    assert found.version == made.here()
    assert found.packages["pydantic"]
    assert found.satisfies(">=3.11")


@pytest.mark.parametrize(
    "text", ["exit 3", "echo hello", "echo '[1]'", "echo '{\"inspector\": 99}'", ""]
)
def test_something_else_is_no_interpreter(tmp_path: Path, text: str) -> None:
    assert inspect(script(tmp_path / "python", text), tmp_path, {}) is None


def test_a_missing_or_unrunnable_file_is_no_interpreter(tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("x")
    assert inspect(tmp_path / "nothing", tmp_path, {}) is None
    assert inspect(tmp_path / "plain", tmp_path, {}) is None
    assert inspect(tmp_path, tmp_path, {}) is None


def test_a_hanging_interpreter_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreters, "INSPECTION_TIMEOUT_S", 0.2)
    assert inspect(script(tmp_path / "python", "exec sleep 60"), tmp_path, {}) is None


def test_noise_before_the_answer_is_skipped(tmp_path: Path) -> None:
    python = made.virtualenv(tmp_path / "v", tiny="1.0")
    (made.site(tmp_path / "v") / "noise.pth").write_text("import sys; print('hello')\n")
    found = inspect(python, tmp_path, {})
    assert found is not None
    assert found.packages == {"tiny": "1.0"}


def test_variables_that_bend_imports_do_not_reach_it(tmp_path: Path) -> None:
    python = made.virtualenv(tmp_path / "v")
    elsewhere = tmp_path / "w"
    made.virtualenv(elsewhere, tiny="1.0")
    found = inspect(python, tmp_path, {"PYTHONPATH": str(made.site(elsewhere))})
    assert found is not None
    assert found.packages == {}


def test_answers_are_remembered_until_packages_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = made.virtualenv(tmp_path / "v", tiny="1.0")
    first = inspect(python, tmp_path, {})
    with monkeypatch.context() as patch:
        patch.setattr(interpreters, "_ask", never)
        assert inspect(python, tmp_path, {}) == first
    made.distribution(tmp_path / "v", "other", "2.0")
    changed = inspect(python, tmp_path, {})
    assert changed is not None
    assert changed.packages == {"tiny": "1.0", "other": "2.0"}


def test_a_removed_interpreter_is_not_remembered(tmp_path: Path) -> None:
    python = made.virtualenv(tmp_path / "v")
    assert inspect(python, tmp_path, {}) is not None
    python.unlink()
    assert inspect(python, tmp_path, {}) is None


@pytest.mark.parametrize("content", ["", "{", "[]", '{"format": 0, "entries": {}}'])
def test_a_torn_cache_costs_only_time(tmp_path: Path, content: str) -> None:
    python = made.virtualenv(tmp_path / "v")
    (tmp_path / interpreters.CACHE_FILE).write_text(content)
    assert inspect(python, tmp_path, {}) is not None


def test_an_unwritable_cache_costs_only_time(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert inspect(Path(sys.executable), tmp_path / "file", os.environ) is not None


def test_a_shim_is_asked_every_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shim = script(tmp_path / "shims/python", f'exec "{sys.executable}" "$@"')
    found = inspect(shim, tmp_path, os.environ)
    assert found is not None
    assert Path(found.path) != shim
    monkeypatch.setattr(interpreters, "_ask", never)
    with pytest.raises(AssertionError):
        inspect(shim, tmp_path, os.environ)


def fake(version: str, prefix: str = "/p", **fields: Any) -> Interpreter:
    values = {
        "path": f"/{version}/python",
        "version": version,
        "final": True,
        "implementation": "cpython",
        "free_threaded": False,
        "bits": 64,
        "machine": "x86_64",
        "prefix": prefix,
        "base_prefix": prefix,
    }
    return Interpreter.model_validate(values | fields)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> list[Interpreter]:
    """The interpreters of an imaginary machine, the running one first; fill it."""
    present: list[Interpreter] = []

    def candidates(_environ: Mapping[str, str]) -> Iterator[Path]:
        return (Path(str(number)) for number in range(len(present)))

    monkeypatch.setattr(interpreters, "candidates", candidates)
    monkeypatch.setattr(interpreters, "inspect", lambda path, *_: present[int(str(path))])
    return present


def test_the_running_interpreter_is_preferred(machine: list[Interpreter], tmp_path: Path) -> None:
    machine += [fake("3.11.7"), fake("3.13.0")]
    chosen, _ = interpreters.choose(">=3.10", tmp_path, {})
    assert chosen == machine[0]


def test_otherwise_the_newest_that_fits(machine: list[Interpreter], tmp_path: Path) -> None:
    machine += [fake("3.13.0"), fake("3.9.18"), fake("3.10.2"), fake("3.12.1")]
    chosen, seen = interpreters.choose(">=3.9,<3.13", tmp_path, {})
    assert chosen == machine[3]
    assert seen == ("3.13.0", "3.9.18", "3.10.2", "3.12.1")


def test_conda_serves_only_where_nothing_else_does(
    machine: list[Interpreter], tmp_path: Path
) -> None:
    (tmp_path / "conda-meta").mkdir()
    machine += [fake("3.13.0"), fake("3.12.1", prefix=str(tmp_path)), fake("3.10.2")]
    chosen, _ = interpreters.choose("<3.13", tmp_path, {})
    assert chosen == machine[2]


@pytest.mark.parametrize(
    "odd",
    [{"free_threaded": True}, {"implementation": "pypy"}, {"bits": 32}, {"final": False}],
)
def test_interpreters_without_wheels_are_passed_over(
    machine: list[Interpreter], tmp_path: Path, odd: dict[str, Any]
) -> None:
    machine += [fake("3.12.1", **odd)]
    assert interpreters.choose(">=3.9", tmp_path, {}) == (None, ())


def test_candidates_start_with_the_running_one_and_do_not_repeat(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/python3").symlink_to(sys.executable)
    other = script(tmp_path / "bin/python3.12", "exit 0")
    script(tmp_path / "bin/python3-config", "exit 0")
    found = list(interpreters.candidates({"PATH": str(tmp_path / "bin"), "HOME": str(tmp_path)}))
    assert found[0] == Path(sys.executable)
    assert [path for path in found if tmp_path in path.parents] == [other]
