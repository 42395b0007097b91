"""The steps that make one environment: interpreter, room, virtual environment, packages, marker."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from knowledge.schema.environment import Environment, EnvironmentSpec
from probes.environments import manifest, pip_settings, places, uv_settings, uv_tool
from probes.environments.interpreters import Interpreter, choose, inspect
from probes.environments.outcome import Unavailable, hint_for

Narrate = Callable[[str], None]

INSTALL_TIMEOUT_S = 3600.0
"""A slow line needs half an hour for the largest environment; uv gives up on dead ones itself."""

SPARE_MB = 300
"""Room left for uv's temporary files and everybody else."""


@dataclass(frozen=True)
class Build:
    """One making of one environment, with all that its steps share."""

    spec: EnvironmentSpec
    cache_dir: Path
    narrate: Narrate
    environ: Mapping[str, str]
    uv: uv_tool.Uv
    lock: int
    """Descriptor of the lock, which uv inherits."""

    @property
    def place(self) -> Path:
        """The folder that becomes the environment."""
        return manifest.folder(self.spec.id, self.cache_dir)

    def make(self, free_bytes: Callable[[Path], int]) -> Environment | Unavailable:
        """All steps; what was built so far is deleted when one fails."""
        python, seen = choose(self.spec.python, self.cache_dir, self.environ)
        if python is None:
            return self._unavailable(
                f"no Python {self.spec.python} on this machine for {self.spec.title}",
                "install one (a system package, pyenv or `uv python install`); "
                f"found: {', '.join(seen) or 'none'}",
            )
        if self.place.exists():
            delete(self.place)
        short = self._shortage(free_bytes)
        if short is not None:
            return short
        outcome = self._install(python)
        if isinstance(outcome, Unavailable) and self.place.exists():
            delete(self.place)
        return outcome

    def _shortage(self, free_bytes: Callable[[Path], int]) -> Unavailable | None:
        """Refuse before uv fills the disk: here, and in uv's cache where that is another one."""
        needed = (self.spec.approximate_mb * 11 // 10 + SPARE_MB) << 20
        for folder in (self.place.parent, places.uv_cache(self.environ)):
            free = free_bytes(folder)
            if free < needed:
                return self._unavailable(
                    f"not enough room for {self.spec.title}: "
                    f"{needed >> 20} MB needed in {folder}, {free >> 20} MB free",
                    "make room, or choose another place with XDG_CACHE_HOME (and UV_CACHE_DIR)",
                )
        return None

    def _install(self, python: Interpreter) -> Environment | Unavailable:
        """Virtual environment, packages, check, marker."""
        settings = uv_settings.translate(
            pip_settings.read(self.environ), self.environ, self.spec.requirements, Path.cwd()
        )
        self._tell(settings, python)
        base = uv_tool.environment(self.environ, settings.environment)
        made = self._uv(
            ["venv", "--no-project", "--python", python.path, str(self.place)],
            # Packages come next, with the user's indexes; the bare environment needs none.
            uv_tool.environment(self.environ, {}),
        )
        if not made.ok:
            return self._failed("make a virtual environment", made)
        requirements, backend = self._torch(settings, base)
        done = self._uv(
            [*self._command(settings), "--compile-bytecode", *backend, *requirements], base
        )
        if not done.ok:
            return self._failed("install its packages", done)
        return self._finish(python)

    def _command(self, settings: uv_settings.UvSettings) -> list[str]:
        interpreter = str(places.python_in(self.place))
        return ["pip", "install", "--python", interpreter, *settings.arguments]

    def _torch(
        self, settings: uv_settings.UvSettings, base: Mapping[str, str]
    ) -> tuple[list[str], list[str]]:
        """Requirements and arguments that give PyTorch's build for the wanted back end.

        On Linux the plain wheel of an index is a CUDA build of several GB. Builds for one back end
        carry it as a local version (2.13.0+cpu). Where the user's own indexes and folders offer
        that build, it is pinned and they alone are asked; otherwise uv is told the back end and
        takes PyTorch's own index for it.
        """
        requirements = list(self.spec.requirements)
        backend = self.spec.torch_backend
        if backend is None:
            return requirements, []
        local = [_with_local(text, "torch", backend) for text in requirements]
        tried = self._uv([*self._command(settings), "--dry-run", *local], base, narrate=_silent)
        if tried.ok:
            self.narrate(f"{self.spec.title}: the configured places offer a {backend} build")
            return local, []
        self.narrate(f"{self.spec.title}: taking the {backend} build from PyTorch's own index")
        return requirements, ["--torch-backend", backend]

    def _finish(self, python: Interpreter) -> Environment | Unavailable:
        """Believe nothing but what the new interpreter itself lists."""
        found = inspect(places.python_in(self.place), self.cache_dir, self.environ)
        if found is None:
            return self._unavailable(f"the new environment of {self.spec.title} does not run")
        problem = manifest.differing(self.spec, found.packages)
        if problem:
            return self._unavailable(f"the new environment of {self.spec.title} {problem}")
        manifest.write(
            manifest.Manifest(
                spec=self.spec.id,
                requirements=self.spec.requirements,
                torch_backend=self.spec.torch_backend,
                python=python.path,
                python_version=found.version,
                uv=metadata.version("uv"),
                packages=found.packages,
            ),
            self.place,
        )
        return manifest.provisioned(self.spec, found)

    def _uv(
        self, arguments: list[str], environ: Mapping[str, str], narrate: Narrate | None = None
    ) -> uv_tool.Ended:
        prefix = self.spec.title
        return self.uv(
            arguments,
            folder=self.place.parent,
            environ=environ,
            narrate=narrate or (lambda line: self.narrate(f"{prefix}: {line}")),
            timeout_s=INSTALL_TIMEOUT_S,
            keep_open=(self.lock,),
        )

    def _tell(self, settings: uv_settings.UvSettings, python: Interpreter) -> None:
        honoured = ", ".join(dict.fromkeys(settings.honoured)) or "none set"
        self.narrate(
            f"{self.spec.title}: Python {python.version}, pip settings honoured: {honoured}"
        )
        for note in settings.notes:
            self.narrate(f"{self.spec.title}: {uv_tool.redact(note)}")

    def _failed(self, step: str, ended: uv_tool.Ended) -> Unavailable:
        message = f"uv could not {step} for {self.spec.title}"
        if ended.status is None:
            message += f" within {INSTALL_TIMEOUT_S:.0f} s"
        return self._unavailable(message, hint_for("\n".join(ended.lines)), ended.lines)

    def _unavailable(
        self, message: str, hint: str = "", lines: tuple[str, ...] = ()
    ) -> Unavailable:
        return Unavailable(spec=self.spec.id, message=message, hint=hint, lines=lines)


def delete(place: Path) -> None:
    """Remove a folder, marker first: a removal cut short leaves an unfinished environment."""
    (place / manifest.MARKER).unlink(missing_ok=True)
    shutil.rmtree(place)


def _with_local(requirement: str, distribution: str, label: str) -> str:
    """A pin of one distribution with a local version label; others as they are.

    >>> _with_local("torch==2.13.0", "torch", "cpu"), _with_local("numpy==2.4.6", "torch", "cpu")
    ('torch==2.13.0+cpu', 'numpy==2.4.6')
    """
    parsed = Requirement(requirement)
    if canonicalize_name(parsed.name) != canonicalize_name(distribution):
        return requirement
    return f"{requirement}+{label}"


def _silent(_line: str) -> None:
    """For questions whose answer is not news."""
