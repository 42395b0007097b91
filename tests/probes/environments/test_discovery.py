"""Finding environments that hold a framework."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from knowledge.errors import KnownError
from knowledge.schema.environment import Origin
from probes.environments import discover, interpreters, preferred, provision
from tests.probes.environments import made
from tests.probes.environments.made import FakeUv

SPECS = (made.spec(), made.spec(id="other", distribution="other-cpu", module="other"))


def test_all_origins_in_order_of_preference(tmp_path: Path) -> None:
    given = made.virtualenv(tmp_path / "given", tiny="3.0", other="1.0")
    active = made.virtualenv(tmp_path / "active", tiny="2.0")
    conda = tmp_path / "miniconda3/envs/ml"
    made.virtualenv(conda, tiny="1.5")
    (conda / "conda-meta").mkdir()
    system = made.virtualenv(tmp_path / "system", tiny="1.7")
    environ = made.environ(tmp_path, VIRTUAL_ENV=str(tmp_path / "active"), PATH=str(system.parent))
    provision(SPECS[0], tmp_path, print, environ, uv=FakeUv(), free_bytes=lambda _: 1 << 40)
    found = discover(SPECS, [given], tmp_path, environ)
    assert [(e.origin, e.spec, e.version) for e in found] == [
        (Origin.GIVEN, "tiny", "3.0"),
        (Origin.GIVEN, "other", "1.0"),
        (Origin.PROVISIONED, "tiny", "1.0"),
        (Origin.VIRTUALENV, "tiny", "2.0"),
        (Origin.SYSTEM, "tiny", "1.7"),
        (Origin.CONDA, "tiny", "1.5"),
    ]
    assert len({e.id for e in found}) == len(found)
    assert found[3].python == str(active)
    assert {spec: e.version for spec, e in preferred(found).items()} == {
        "tiny": "3.0",
        "other": "1.0",
    }


def test_this_interpreter_is_looked_into(tmp_path: Path) -> None:
    spec = made.spec(distribution="pydantic", module="pydantic")
    found = discover([spec], [], tmp_path, made.environ(tmp_path))
    assert [e.origin for e in found] == [Origin.CURRENT]
    assert found[0].id == "current:tiny"


def test_one_interpreter_reached_in_several_ways_counts_once(tmp_path: Path) -> None:
    python = made.virtualenv(tmp_path / "v", tiny="1.0")
    environ = made.environ(tmp_path, VIRTUAL_ENV=str(tmp_path / "v"), PATH=str(python.parent))
    found = discover(SPECS, [tmp_path / "v", python], tmp_path, environ)
    assert [e.origin for e in found] == [Origin.GIVEN]


def test_frameworks_under_another_distributions_name(tmp_path: Path) -> None:
    python = made.virtualenv(tmp_path / "v")
    made.distribution(tmp_path / "v", "other-gpu", "2.21.0", modules=["other"])
    found = discover(SPECS, [python], tmp_path, made.environ(tmp_path))
    assert [(e.spec, e.version) for e in found] == [("other", "2.21.0")]


def test_a_framework_without_what_must_be_beside_it_does_not_count(tmp_path: Path) -> None:
    python = made.virtualenv(tmp_path / "v", tiny="1.0", back_end="2.0")
    specs = [
        made.spec(id="on-this", beside=("Back.End",)),
        made.spec(id="on-that", beside=("back-end", "another")),
    ]
    found = discover(specs, [python], tmp_path, made.environ(tmp_path))
    assert [(e.spec, e.version) for e in found] == [("on-this", "1.0")]


def test_a_stale_provisioned_one_is_not_offered(tmp_path: Path) -> None:
    environ = made.environ(tmp_path)
    provision(SPECS[0], tmp_path, print, environ, uv=FakeUv(), free_bytes=lambda _: 1 << 40)
    newer = made.spec(requirements=("tiny==2.0",))
    assert discover([newer], [], tmp_path, environ) == ()


def test_a_relative_path_given_by_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made.virtualenv(tmp_path / "v", tiny="1.0")
    monkeypatch.chdir(tmp_path)
    found = discover(SPECS, [Path("v")], tmp_path / "cache", made.environ(tmp_path))
    assert found[0].python == str(tmp_path / "v/bin/python")


@pytest.mark.parametrize("name", ["nowhere", "file", "folder"])
def test_a_given_path_without_python_is_bad_input(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    with pytest.raises(KnownError, match="no Python answers") as caught:
        discover(SPECS, [tmp_path / name], tmp_path, made.environ(tmp_path))
    assert caught.value.hint


def test_a_given_python_that_is_too_old_is_bad_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = interpreters._ask

    def old(path: Path, environ: dict[str, str]) -> dict[str, object] | None:
        report = ask(path, environ)
        return report and report | {"version": "3.8.18"}

    monkeypatch.setattr(interpreters, "_ask", old)
    with pytest.raises(KnownError, match=r"3\.8\.18"):
        discover(SPECS, [Path(sys.executable)], tmp_path, dict(os.environ))


def test_broken_interpreters_on_the_way_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    broken = tmp_path / "bin/python3"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    environ = made.environ(tmp_path, PATH=str(broken.parent), VIRTUAL_ENV=str(tmp_path / "gone"))
    assert discover(SPECS, [], tmp_path, environ) == ()
