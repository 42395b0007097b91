"""What makes a folder a finished environment."""

from __future__ import annotations

from pathlib import Path

import pytest

from knowledge.schema.environment import Environment, Origin
from probes.environments import manifest
from tests.probes.environments import made


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    """The folder of a finished environment of `made.spec()`."""
    place = manifest.folder("tiny", tmp_path)
    made.virtualenv(place, tiny="1.0")
    mark(place)
    return place


def mark(place: Path, **fields: object) -> None:
    values: dict[str, object] = {
        "spec": "tiny",
        "requirements": ("tiny==1.0",),
        "torch_backend": None,
        "python": "/usr/bin/python3",
        "python_version": made.here(),
        "uv": "0",
        "packages": {"tiny": "1.0"},
    }
    manifest.write(manifest.Manifest.model_validate(values | fields), place)


def test_a_finished_environment(finished: Path, tmp_path: Path) -> None:
    found = manifest.check(made.spec(), tmp_path, {})
    assert isinstance(found, Environment)
    assert (found.id, found.version, found.origin) == (
        "provisioned:tiny",
        "1.0",
        Origin.PROVISIONED,
    )
    assert Path(found.python) == finished / "bin/python"


def test_reasons_against_it(finished: Path, tmp_path: Path) -> None:
    def reason(**fields: object) -> Environment | str:
        return manifest.check(made.spec(**fields), tmp_path, {})

    assert reason(id="other") == "is not there yet"
    assert reason(requirements=("tiny==2.0",)) == "was made for other versions"
    assert reason(torch_backend="cpu") == "was made for other versions"
    made.distribution(finished, "tiny", "1.1")
    (made.site(finished) / "tiny-1.0.dist-info/METADATA").unlink()
    assert reason() == "holds tiny 1.1 instead of ==1.0"
    mark(finished, requirements=("tiny==1.1", "more==2"))
    assert reason(requirements=("tiny==1.1", "more==2")) == "lacks more"
    (finished / "bin/python").unlink()
    mark(finished)
    assert reason() == "has an interpreter that no longer runs"


@pytest.mark.parametrize("text", [None, "", "{", "{}", '{"format": 1}'])
def test_a_missing_or_torn_marker_means_unfinished(
    finished: Path, tmp_path: Path, text: str | None
) -> None:
    marker = finished / manifest.MARKER
    marker.unlink()
    if text is not None:
        marker.write_text(text)
    assert manifest.check(made.spec(), tmp_path, {}) == "was left unfinished"


def test_a_marker_of_another_format_means_unfinished(finished: Path, tmp_path: Path) -> None:
    mark(finished, format=2)
    assert manifest.check(made.spec(), tmp_path, {}) == "was left unfinished"


def test_a_local_version_meets_its_pin() -> None:
    spec = made.spec(requirements=("Tiny==1.0",))
    assert manifest.differing(spec, {"tiny": "1.0+cpu"}) is None
