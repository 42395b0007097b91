"""The real uv, offline, over indexes and folders of tiny wheels."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from knowledge.schema.environment import Environment, EnvironmentSpec
from probes.environments import Unavailable, provision
from tests.probes.environments import made


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    """pip settings of a machine with an index of its own and no network."""
    wheels = tmp_path / "files"
    helper = made.wheel(wheels, "helper", "2.0")
    old = made.wheel(wheels, "helper", "1.0")
    tiny = made.wheel(wheels, "tiny", "1.0", requires=["helper>=1.0"])
    (tmp_path / "links").mkdir()
    # The first index knows nothing of tiny, the second an older helper, the third is not there.
    extra = (made.index(tmp_path / "extra", tiny, old), (tmp_path / "gone").as_uri())
    return made.environ(
        tmp_path,
        UV_CACHE_DIR=str(tmp_path / "uv"),
        UV_OFFLINE="1",
        PIP_INDEX_URL=made.index(tmp_path / "own", helper),
        PIP_EXTRA_INDEX_URL=" ".join(extra),
        PIP_FIND_LINKS=f"{(tmp_path / 'links').as_uri()} {tmp_path / 'missing'}",
    )


def make(
    tmp_path: Path, environ: dict[str, str], spec: EnvironmentSpec
) -> tuple[Environment | Unavailable, list[str]]:
    said: list[str] = []
    return provision(spec, tmp_path / "cache", said.append, environ), said


def test_indexes_without_a_folder_for_a_package_do_not_break_it(
    tmp_path: Path, environ: dict[str, str]
) -> None:
    found, said = make(tmp_path, environ, made.spec())
    assert isinstance(found, Environment), (found, said)
    # As with pip, the best version of all places is taken, not the first index's.
    assert found.packages == {"tiny": "1.0", "helper": "2.0"}
    assert any("missing does not exist" in line for line in said)
    place = made.site(Path(found.python).parent.parent)
    assert list(place.glob("__pycache__/tiny.*.pyc"))
    code = "import tiny; print(tiny.__version__)"
    done = subprocess.run([found.python, "-I", "-c", code], capture_output=True, check=True)
    assert done.stdout.decode().strip() == "1.0"


def test_constraints_are_applied_where_they_leave_room(
    tmp_path: Path, environ: dict[str, str]
) -> None:
    (tmp_path / "fine.txt").write_text("helper<2\n")
    (tmp_path / "tight.txt").write_text("tiny>1\n")
    environ["PIP_CONSTRAINT"] = f"{tmp_path}/fine.txt {tmp_path}/tight.txt"
    found, said = make(tmp_path, environ, made.spec())
    assert isinstance(found, Environment), (found, said)
    assert found.packages["helper"] == "1.0"
    assert any("tight.txt is not applied: tiny>1 rules out 1.0" in line for line in said)


def test_a_build_for_a_back_end_is_found_among_the_users_wheels(
    tmp_path: Path, environ: dict[str, str]
) -> None:
    made.wheel(tmp_path / "links", "tiny", "1.0+cpu")
    found, said = make(tmp_path, environ, made.spec(torch_backend="cpu"))
    assert isinstance(found, Environment), (found, said)
    assert found.version == "1.0+cpu"


def test_a_version_nobody_has(tmp_path: Path, environ: dict[str, str]) -> None:
    outcome, _ = make(tmp_path, environ, made.spec(requirements=("tiny==9.9",)))
    assert isinstance(outcome, Unavailable)
    assert "pinned versions" in outcome.hint
    assert any("tiny==9.9" in line for line in outcome.lines)


def test_a_project_file_above_the_cache_is_not_obeyed(
    tmp_path: Path, environ: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / "pyproject.toml").write_text('[tool.uv]\nindex-url = "file:///nowhere"\n')
    monkeypatch.chdir(project)
    found, said = make(tmp_path, environ, made.spec())
    assert isinstance(found, Environment), (found, said)
