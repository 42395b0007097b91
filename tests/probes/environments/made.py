"""Things tests of environments make: virtual environments, distributions, wheels, a fake uv."""

from __future__ import annotations

import base64
import hashlib
import sys
import venv
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from knowledge.schema.environment import EnvironmentSpec
from probes.environments import places
from probes.environments.uv_tool import Ended


def spec(**fields: object) -> EnvironmentSpec:
    """A specification of a tiny framework."""
    values: dict[str, object] = {
        "id": "tiny",
        "title": "Tiny",
        "framework": "tiny",
        "distribution": "tiny",
        "module": "tiny",
        "python": ">=3.9",
        "requirements": ("tiny==1.0",),
        "approximate_mb": 1,
    }
    return EnvironmentSpec.model_validate(values | fields)


def environ(home: Path, **variables: str) -> dict[str, str]:
    """Variables that show nothing of the developer's own settings."""
    isolated = {"HOME": str(home), "PATH": "", "PIP_CONFIG_FILE": "/dev/null"}
    return isolated | variables


def virtualenv(place: Path, **packages: str) -> Path:
    """A virtual environment that lists distributions; returns its interpreter."""
    venv.EnvBuilder(with_pip=False, symlinks=True).create(place)
    for name, version in packages.items():
        distribution(place, name.replace("_", "-"), version)
    return places.python_in(place)


def site(place: Path) -> Path:
    return next(place.glob("lib/python*/site-packages"))


def distribution(place: Path, name: str, version: str, modules: Sequence[str] = ()) -> None:
    """Metadata of an installed distribution, and nothing else of it."""
    info = site(place) / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir()
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n\nVersion: not this\n"
    (info / "METADATA").write_text(metadata, "utf-8")
    if modules:
        (info / "top_level.txt").write_text("\n".join(modules) + "\n", "utf-8")


def wheel(folder: Path, name: str, version: str, requires: Sequence[str] = ()) -> Path:
    """A wheel with one module."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{name}-{version}-py3-none-any.whl"
    info = f"{name}-{version}.dist-info"
    needs = "".join(f"Requires-Dist: {need}\n" for need in requires)
    members = {
        f"{name}.py": f"__version__ = {version!r}\n",
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{needs}",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{path},{_digest(text)},{len(text)}\n" for path, text in members.items())
    with zipfile.ZipFile(file, "w") as archive:
        for path, text in members.items():
            archive.writestr(path, text)
        archive.writestr(f"{info}/RECORD", f"{record}{info}/RECORD,,\n")
    return file


def _digest(text: str) -> str:
    raw = hashlib.sha256(text.encode()).digest()
    return "sha256=" + base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def index(folder: Path, *wheels: Path) -> str:
    """A simple index of some wheels; returns its address. Other projects have no folder in it."""
    folder.mkdir(parents=True, exist_ok=True)
    for file in wheels:
        project = folder / file.name.split("-")[0]
        project.mkdir(exist_ok=True)
        link = f'<a href="{file.absolute().as_uri()}">{file.name}</a>'
        (project / "index.html").write_text(f"<!DOCTYPE html><html>{link}</html>", "utf-8")
    return folder.absolute().as_uri()


class FakeUv:
    """Plays uv: makes the environment, lists what is asked for as installed, or fails."""

    def __init__(self, fail: Mapping[str, Ended] | None = None, installs: str = "") -> None:
        self.calls: list[list[str]] = []
        self.environs: list[dict[str, str]] = []
        self.kept_open: list[tuple[int, ...]] = []
        self.fail = dict(fail or {})
        self.installs = installs

    def __call__(
        self,
        arguments: Sequence[str],
        *,
        folder: Path,
        environ: Mapping[str, str],
        narrate: Callable[[str], None],
        timeout_s: float,
        keep_open: Sequence[int] = (),
    ) -> Ended:
        self.calls.append(list(arguments))
        self.environs.append(dict(environ))
        self.kept_open.append(tuple(keep_open))
        step = "dry-run" if "--dry-run" in arguments else arguments[0]
        if step in self.fail:
            return self.fail[step]
        if step == "venv":
            virtualenv(Path(arguments[-1]))
        elif step == "pip":
            place = Path(arguments[arguments.index("--python") + 1]).parent.parent
            for text in arguments:
                name, pinned, version = text.partition("==")
                if pinned:
                    distribution(place, name, self.installs or version)
        narrate(f"{step} done")
        return Ended(0, ())

    def steps(self) -> list[str]:
        return ["dry-run" if "--dry-run" in call else call[0] for call in self.calls]


def here() -> str:
    """The running interpreter's version."""
    return ".".join(map(str, sys.version_info[:3]))
