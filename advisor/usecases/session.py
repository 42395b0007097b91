"""A session of the questionnaire: what was chosen so far, kept in the state folder at each step.

A session is frozen; a change makes another one, which replaces the file whole or not at all, so
that a process killed at any moment leaves the last step behind.
"""

from __future__ import annotations

import os
import secrets
import shlex
import tempfile
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import ValidationError

from knowledge.errors import KnownError
from knowledge.schema.base import Noun
from knowledge.schema.probing import Precision
from knowledge.schema.stakes import Certainty

if TYPE_CHECKING:
    from advisor.usecases.recommend import Request
    from advisor.wiring import Wiring
    from knowledge.schema.decision import Recommendation

KEPT = 40
"""Sessions kept; the oldest give way."""


class Step(StrEnum):
    """Where in the questionnaire somebody is."""

    SCENARIO = "scenario"
    WORKLOAD = "workload"
    HARDWARE = "hardware"
    CONSTRAINTS = "constraints"
    PRIORITIES = "priorities"
    PROBING = "probing"
    RESULT = "result"
    EXPORT = "export"


class Weighing(StrEnum):
    """How priorities are given."""

    SLIDERS = "sliders"
    PAIRWISE = "ahp"
    SWING = "swing"


class Session(Noun):
    """Everything that was chosen, from the scenario to the answer."""

    format: Literal["advisor.session/1"] = "advisor.session/1"
    id: str
    created: datetime
    changed: datetime
    step: Step = Step.SCENARIO
    scenario: str
    model: Path | None = None
    """A model of the user that was looked at."""
    shapes: str = ""
    """Sizes of its inputs, as typed."""
    by_model: bool = False
    """Whether that model is measured in place of the scenario's workloads."""
    workload: str | None = None
    """A built-in workload that is measured in place of the scenario's."""
    described: dict[str, str] = {}
    """A workload as it was described, by which one near to it was looked for."""
    precisions: tuple[Precision, ...] = ()
    """What stacks are compared in, in place of the scenario's own."""
    target: str | None = None
    """A device of the catalogue that was looked at."""
    require: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    pin: tuple[str, ...] = ()
    veto: tuple[str, ...] = ()
    """The worst amounts of an earlier question; they are not asked for here."""
    weighing: Weighing = Weighing.SLIDERS
    weights: dict[str, float] = {}
    """Criterion -> weight where a slider was moved, on the scale of the scenario's own."""
    answers: dict[Weighing, dict[str, str]] = {}
    """What was answered to the questions of a method."""
    certainty: Certainty = Certainty.FAIR
    forced: bool = False
    """Whether judgements that contradict each other are to count all the same."""
    weight_file: Path | None = None
    """Where the weights are that the answers amount to; None while they amount to none."""
    people: tuple[Path, ...] = ()
    """Weights files of others who decide."""
    among: bool = False
    """Whether the sliders count as one more person's weights beside theirs."""
    budget_s: float = 150.0
    measure: bool = True
    provision: bool = False
    early: bool = False
    """Whether measuring stops once nothing left to measure can change the first place."""
    seed: int = 0
    run: str | None = None
    """The answer; what was chosen may have changed since."""
    asked: str | None = None
    """The command line it answers."""
    what_if: dict[str, float] = {}
    """Weights tried on the answer."""
    folder: Path | None = None
    """Where the answer was last written to."""

    @property
    def stale(self) -> bool:
        """Whether something was chosen anew after the answer was made."""
        return self.asked is not None and self.asked != self.request().command()

    def request(self) -> Request:
        """The question as it stands, weights from the method that was chosen."""
        from advisor.usecases.recommend import Request

        sliding = self.weighing is Weighing.SLIDERS
        mine = not sliding or (self.among and bool(self.people))
        own = (self.weight_file,) if mine and self.weight_file is not None else ()
        files = (*own, *self.people)
        by_model = self.by_model and self.model is not None
        return Request(
            scenario=self.scenario,
            # as many digits as the command line shows, so that running that is the same question
            weights={} if files else {k: float(f"{v:g}") for k, v in self._slid().items()},
            weight_files=files,
            budget_s=self.budget_s,
            measure=self.measure,
            provision=self.provision and self.measure,
            seed=self.seed,
            require=self.require,
            exclude=self.exclude,
            pin=self.pin,
            veto=self.veto,
            precisions=self.precisions,
            workload=None if by_model else self.workload,
            model=self.model if by_model else None,
            shapes=tuple(self.shapes.split()) if by_model else (),
        )

    def _slid(self) -> dict[str, float]:
        return self.weights if self.weighing is Weighing.SLIDERS else {}

    def of_scenario(self, scenario: str) -> Session:
        """The session on another scenario: its criteria differ, so weights, answers, vetoes go."""
        if scenario == self.scenario:
            return self
        gone: dict[str, object] = {
            "weights": {},
            "answers": {},
            "weight_file": None,
            "people": (),
            "among": False,
            "what_if": {},
            "veto": (),
        }
        return self.model_copy(update={"scenario": scenario, "forced": False, **gone})


class Sessions(Noun):
    """What the state folder holds."""

    sessions: tuple[Session, ...] = ()
    """The one changed last first."""
    damaged: tuple[str, ...] = ()
    """Files that cannot be read."""


def begin(wiring: Wiring, scenario: str) -> Session:
    """A new session about `scenario`; it is not kept before it is saved."""
    now = wiring.now()
    name = f"{now:%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"
    return Session(id=name, created=now, changed=now, scenario=scenario)


def save(wiring: Wiring, session: Session) -> Session:
    """Keep `session`, stamped with the time.

    Raises:
        KnownError: the state folder cannot be written, or the disk is full.
    """
    stamped = session.model_copy(update={"changed": wiring.now()})
    written(_file(wiring, session.id), stamped.model_dump_json(indent=1).encode())
    _prune(wiring)
    return stamped


def sessions(wiring: Wiring) -> Sessions:
    """Every session that is kept."""
    found, damaged = [], []
    for file in sorted(_folder(wiring).glob("*.json")):
        try:
            found.append(Session.model_validate_json(file.read_bytes()))
        except (OSError, ValidationError):
            damaged.append(file.name)
    found.sort(key=lambda session: (session.changed, session.id), reverse=True)
    return Sessions(sessions=tuple(found), damaged=tuple(damaged))


def discard(wiring: Wiring, name: str) -> None:
    """Forget a session; its answer stays in the history."""
    for file in (_file(wiring, name), weights_path(wiring, name)):
        file.unlink(missing_ok=True)


def weights_path(wiring: Wiring, name: str) -> Path:
    """Where the weights that a session's answers amount to are written."""
    return _folder(wiring) / f"{name}.weights.yaml"


def of_answer(wiring: Wiring, answer: Recommendation) -> Session:
    """A session that shows an earlier answer and from which it can be asked anew.

    What had been chosen is read from the answer's own command line.
    """
    words = shlex.split(answer.command)
    given: dict[str, list[str]] = {}
    for option, value in zip(words, [*words[1:], ""], strict=True):
        given.setdefault(option, []).append(value)
    weights = dict(pair.split("=", 1) for pair in given.get("--weight", ()))
    begun = begin(wiring, answer.scenario)
    session = begun.model_copy(
        update={
            "step": Step.RESULT,
            "require": tuple(given.get("--require", ())),
            "exclude": tuple(given.get("--exclude", ())),
            "pin": tuple(given.get("--pin", ())),
            "veto": tuple(given.get("--veto", ())),
            "precisions": tuple(map(Precision, given.get("--precision", ()))),
            "weights": {name: float(value) for name, value in weights.items()},
            "workload": next(iter(given.get("--workload", ())), None),
            "model": next((Path(file) for file in given.get("--model", ())), None),
            "by_model": "--model" in given,
            "shapes": " ".join(given.get("--input-shape", ())),
            "people": tuple(Path(file) for file in given.get("--weights", ())),
            "seed": answer.seed,
            "run": answer.id,
        }
    )
    return session.model_copy(update={"asked": session.request().command()})


def written(path: Path, content: bytes) -> None:
    """Put `content` at `path`, whole or not at all.

    Raises:
        KnownError: the folder cannot be written, or the disk is full.
    """
    draft = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(draft).replace(path)
    except OSError as error:
        if draft:
            Path(draft).unlink(missing_ok=True)
        raise KnownError(
            f"{path} could not be written: {error.strerror}",
            hint="make room, or choose a place you may write to",
        ) from error


def _folder(wiring: Wiring) -> Path:
    return wiring.state_dir / "sessions"


def _file(wiring: Wiring, name: str) -> Path:
    return _folder(wiring) / f"{name}.json"


def _prune(wiring: Wiring) -> None:
    """Forget all but the sessions written last."""
    for file in sorted(_folder(wiring).glob("*.json"), reverse=True)[KEPT:]:
        discard(wiring, file.stem)
