"""Conversions: a case becomes the artefact that a runtime reads, in a process of its own.

What comes out is kept in the user's cache under a name made of the case, the converter's
environment and the code of the worker, so that nothing kept is ever stale. A failure is a Trouble.
"""

from __future__ import annotations

import functools
import hashlib
import json
import shutil
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from pydantic import ValidationError

from knowledge.schema.base import Noun
from knowledge.schema.environment import Environment
from knowledge.schema.probing import Conversion, Status
from probes.compiled import folder_of
from probes.protocol import Converted, Trouble
from probes.surroundings import worker_environ
from probes.workloads.inputs import draw

if TYPE_CHECKING:
    from collections.abc import Mapping

    from probes.interruption import Stop
    from probes.launcher import Worker
    from probes.run import Launch
    from probes.settings import Deadlines
    from probes.workloads.case import CaseFiles

WORKER = Path(__file__).parent / "worker"
RECORD = "conversion.json"
CALIBRATION_SEED = 1_000_003
"""No seed that cases are usually made with: calibrating on what is measured would flatter."""
FILES = "files"
LEAST_S = 0.1
"""Seconds that a conversion gets at least."""


@dataclass(frozen=True)
class Converter:
    """What makes the artefacts of a stack."""

    name: str
    """File stem under worker/converters, or (with a slash) the path of a file."""
    environment: Environment | None
    """What holds its tools; None where this machine has nothing that does."""
    routes: tuple[str, ...] = ()
    spec: str = ""
    """The entry in data/environments of what holds its tools."""
    calibration_sets: int = 0
    """Inputs it is given to quantise by; 0 where it does not quantise."""


class Artefact(Noun):
    """A converted case, and how it came about."""

    folder: Path
    conversion: Conversion
    notes: tuple[str, ...] = ()


class NotConverted(Trouble):
    """No artefact came out."""

    conversion: Conversion


def kept(converter: Converter, case: CaseFiles, cache_dir: Path) -> Artefact | None:
    """The artefact that an earlier conversion left; what cannot be read there is made anew."""
    place = _place(converter, case, cache_dir)
    if not place.is_dir():
        return None
    try:
        found = Artefact.model_validate_json((place / RECORD).read_bytes())
    except (OSError, ValidationError):
        shutil.rmtree(place, ignore_errors=True)
        return None
    # The routes are the catalog's to say, and it may say more of them by now.
    conversion = found.conversion.model_copy(update={"routes": converter.routes, "reused": True})
    return found.model_copy(update={"folder": place / FILES, "conversion": conversion})


def begin(
    converter: Converter,
    case: CaseFiles,
    *,
    launch: Launch,
    environ: Mapping[str, str],
    cache_dir: Path,
    stop: Stop,
) -> Order | Trouble:
    """Start the converter's process; `Order.go` then does the work.

    Apart, because on Linux workers die with the thread that started them.
    """
    if converter.environment is None:
        message = f"no environment on this machine holds the converter {converter.name}"
        if converter.spec:
            message += f"; advisor env create {converter.spec}"
        return Trouble(status=Status.UNAVAILABLE, message=message)
    place = _place(converter, case, cache_dir)
    compiled = folder_of(cache_dir, f"converters/{Path(converter.name).stem}")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        compiled.mkdir(parents=True, exist_ok=True)
        folder = Path(tempfile.mkdtemp(prefix=".making-", dir=place.parent))
    except OSError as error:
        return _not_kept(error)
    worker = launch(
        Path(converter.environment.python),
        folder=folder,
        environ=worker_environ(environ, compiled),
        stop=stop,
    )
    if isinstance(worker, Trouble):
        shutil.rmtree(folder, ignore_errors=True)
        return worker
    return Order(converter, case, worker, folder, place)


@dataclass(frozen=True)
class Order:
    """One conversion under way."""

    converter: Converter
    case: CaseFiles
    worker: Worker
    folder: Path
    place: Path
    """Where the artefact will lie."""

    def go(self, deadlines: Deadlines, limit_s: float) -> Artefact | Trouble:
        """Convert within the deadline, keep what came out, and end the process."""
        began = time.monotonic()
        try:
            hello = self.worker.greet(min(deadlines.start, limit_s))
            if isinstance(hello, Trouble):
                return hello
            left = max(LEAST_S, limit_s - (time.monotonic() - began))
            return self._convert(min(deadlines.convert, left))
        except OSError as error:
            return _not_kept(error)
        finally:
            self.worker.kill()
            shutil.rmtree(self.folder, ignore_errors=True)

    def _convert(self, limit_s: float) -> Artefact | Trouble:
        files = self.folder / "made" / FILES
        files.mkdir(parents=True)
        converter = self.converter
        request = {
            "type": "convert",
            "converter": converter.name,
            "directory": str(self.case.directory),
            "artefact": str(files),
            "scratch": str(self.folder),
        }
        if converter.calibration_sets:
            request["calibration"] = str(self._calibration())
        reply = self.worker.ask(request, Converted, limit_s)
        if isinstance(reply, Trouble):
            return self._refused(reply)
        size = sum(file.stat().st_size for file in files.rglob("*") if file.is_file())
        if not size:
            return self._refused(Trouble(status=Status.FAILED, message="it wrote nothing"))
        conversion = self._conversion(reply.versions).model_copy(
            update={
                "seconds": reply.seconds,
                "size_bytes": size,
                "delegated": reply.delegated,
            }
        )
        made = Artefact(folder=files, conversion=conversion, notes=reply.notes)
        (files.parent / RECORD).write_text(made.model_dump_json(), encoding="utf-8")
        _move(files.parent, self.place)
        _forget_others(self.place)
        return made.model_copy(update={"folder": self.place / FILES})

    def _calibration(self) -> Path:
        """A file with seeded inputs, drawn as those of the case but not among them."""
        plan = json.loads((self.case.directory / "plan.json").read_text(encoding="utf-8"))
        drawn = draw(plan, CALIBRATION_SEED, self.converter.calibration_sets)
        named = {
            f"{i}.{name}": array for i, each in enumerate(drawn) for name, array in each.items()
        }
        path = self.folder / "calibration.npz"
        # mypy: a name could be "allow_pickle"; ONNX names of tensors are not.
        np.savez(path, **named)  # type: ignore[arg-type]
        return path

    def _refused(self, trouble: Trouble) -> NotConverted:
        conversion = self._conversion({}).model_copy(update={"unconverted": trouble.operators})
        name = Path(self.converter.name).stem
        told = {**trouble.model_dump(), "message": f"not converted by {name}: {trouble.message}"}
        return NotConverted(**told, conversion=conversion)

    def _conversion(self, versions: Mapping[str, str]) -> Conversion:
        environment = self.converter.environment
        return Conversion(
            converter=Path(self.converter.name).stem,
            routes=self.converter.routes,
            environment=environment and environment.id,
            versions=dict(versions),
        )


def _place(converter: Converter, case: CaseFiles, cache_dir: Path) -> Path:
    """Where the artefact lies: named by the case, and by the digest of all else it is made from."""
    environment = converter.environment
    recipe: list[object] = [
        _code(converter.name),
        environment and [environment.python_version, sorted(environment.packages.items())],
    ]
    if converter.calibration_sets:
        recipe.append([CALIBRATION_SEED, converter.calibration_sets])
    digest = hashlib.sha256(json.dumps(recipe).encode()).hexdigest()[:16]
    # A quantised artefact stands beside the plain one of the same converter: neither is outdated.
    kind = f"{Path(converter.name).stem}{'-quantised' if converter.calibration_sets else ''}"
    return cache_dir / "artefacts" / f"{kind}-{case.digest}-{digest}"


@functools.cache
def _code(name: str) -> str:
    """Digest of the code that converts: the converter, and what it may use of the worker."""
    given = [Path(name)] if "/" in name else [WORKER / "converters" / f"{name}.py"]
    shared = sorted([*WORKER.glob("*.py"), *(WORKER / "adapters").glob("*.py")])
    content = hashlib.sha256()
    for file in given + shared:
        if file.is_file():
            content.update(file.name.encode() + b"\0" + file.read_bytes())
    return content.hexdigest()


def _move(made: Path, place: Path) -> None:
    """Put a finished artefact in its place; another process may have been faster, with the same."""
    try:
        made.replace(place)
    except OSError:
        if not place.is_dir():
            raise


def _forget_others(place: Path) -> None:
    """Remove what other versions made of the same case: artefacts may be as big as their models."""
    family = place.name.rpartition("-")[0]
    for other in place.parent.glob(f"{family}-*"):
        if other != place:
            shutil.rmtree(other, ignore_errors=True)


def _not_kept(error: OSError) -> Trouble:
    message = f"the artefact cannot be kept: {error.strerror or error}"
    return Trouble(status=Status.FAILED, message=message)
