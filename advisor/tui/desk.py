"""Everything the screens may ask of the use cases, each with what it needs of the real world.

Screens call these in threads; tests put another desk in its place. Nothing heavy is imported
before it is asked for, so that the first screen is there at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from advisor.usecases import session as use
from advisor.usecases.session import Session, Sessions

if TYPE_CHECKING:
    from advisor.usecases.asking.describing import Resemblance
    from advisor.usecases.asking.exporting import Exported
    from advisor.usecases.asking.inspecting import Inspection
    from advisor.usecases.asking.outlook import Outlook
    from advisor.usecases.asking.profiles import Profiles
    from advisor.usecases.asking.race import Race
    from advisor.usecases.asking.readiness import Readiness
    from advisor.usecases.asking.reranking import Reranked
    from advisor.usecases.asking.targets import Aim
    from advisor.usecases.asking.weighing import Weighed
    from advisor.usecases.environments import Provisioned
    from advisor.usecases.recommend import Request
    from advisor.usecases.report import Format
    from advisor.wiring import Narrate, Wiring
    from knowledge.catalog import Catalog
    from knowledge.schema.base import LocalText
    from knowledge.schema.decision import Recommendation
    from knowledge.schema.history import Summary
    from knowledge.texts import Texts
    from scoring.elicitation.interview import Question

HISTORY = 50


@dataclass(frozen=True)
class Desk:
    """The use cases over one wiring."""

    wiring: Wiring

    def now(self) -> datetime:
        """The current time."""
        return self.wiring.now()

    @property
    def log(self) -> Path:
        """Where tracebacks go."""
        return self.wiring.state_dir / "tui.log"

    def request(self, session: Session) -> Request:
        """The question of a session, with the user's own facts and interpreters."""
        sources = {"overlays": self.wiring.overlays, "pythons": self.wiring.pythons}
        return session.request().model_copy(update=sources)

    def catalog(self) -> Catalog:
        """The facts; the first call loads them."""
        return self.wiring.catalog

    def sessions(self) -> Sessions:
        """Sessions that are kept."""
        return use.sessions(self.wiring)

    def begin(self, scenario: str) -> Session:
        """A new session."""
        return use.begin(self.wiring, scenario)

    def save(self, session: Session) -> Session:
        """Keep a session."""
        return use.save(self.wiring, session)

    def discard(self, name: str) -> None:
        """Forget a session."""
        use.discard(self.wiring, name)

    def history(self) -> tuple[Summary, ...]:
        """Earlier answers."""
        from advisor.usecases.history import history

        return history(self.wiring, HISTORY)

    def recall(self, run: str) -> Recommendation:
        """An earlier answer."""
        from advisor.usecases.history import recall

        return recall(self.wiring, run)

    def reopened(self, run: str) -> tuple[Session, Recommendation]:
        """A session around an earlier answer."""
        answer = self.recall(run)
        return use.of_answer(self.wiring, answer), answer

    def aim(self, session: Session) -> Aim:
        """What hardware the session's question is decided for."""
        from advisor.usecases.asking.targets import aim

        return aim(self.wiring, session)

    def workloads(self) -> dict[str, LocalText]:
        """The built-in workloads."""
        from advisor.usecases.asking.inspecting import workloads

        return workloads()

    def inspect(self, path: Path, shapes: str) -> Inspection:
        """What is in a model of the user."""
        from advisor.usecases.asking.inspecting import inspect_model

        return inspect_model(path, shapes)

    def resembling(self, words: dict[str, str]) -> Resemblance:
        """The built-in workload that is near to a description."""
        from advisor.usecases.asking.describing import described, resembling

        return resembling(described(words))

    def outlook(
        self, session: Session, *, require: Sequence[str] = (), exclude: Sequence[str] = ()
    ) -> Outlook:
        """What the session's requirements leave, with further ones if given."""
        from advisor.usecases.asking.outlook import outlook

        wanted = {
            "require": (*session.require, *require),
            "exclude": (*session.exclude, *exclude),
        }
        request = session.request().model_copy(update=wanted)
        return outlook(self.wiring, session.scenario, request=request)

    def shares(self, session: Session) -> dict[str, float]:
        """The weights of the sliders as shares of 1."""
        from advisor.usecases.asking.reranking import shares

        return shares(self.wiring.catalog.scenario(session.scenario), session.weights)

    def question(self, session: Session) -> Question | None:
        """The next question of the session's method."""
        from advisor.usecases.asking.weighing import question

        return question(self.wiring, session)

    def weigh(self, session: Session) -> Weighed:
        """What the session's answers amount to."""
        from advisor.usecases.asking.weighing import weigh

        return weigh(self.wiring, session)

    def colleague(self, session: Session, path: Path) -> str:
        """Whose weights a file holds."""
        from advisor.usecases.asking.weighing import colleague

        return colleague(self.wiring, session, path)

    def profiles(self, session: Session) -> Profiles | None:
        """Whose weights count, and where they disagree."""
        from advisor.usecases.asking.profiles import profiles

        return profiles(self.wiring, session)

    def own_profile(self, session: Session) -> Path:
        """The session's sliders as one person's weights file."""
        from advisor.usecases.asking.profiles import own_profile

        return own_profile(self.wiring, session)

    def readiness(self, session: Session) -> Readiness:
        """What measuring would take."""
        from advisor.usecases.asking.readiness import readiness

        return readiness(self.wiring, session)

    def provision(
        self, spec: str, progress: Narrate, stop: Callable[[], bool]
    ) -> tuple[Provisioned, ...]:
        """Make one environment."""
        from advisor.usecases.environments import create_environments

        return create_environments(self.wiring, (spec,), progress, stop)

    def race(self, session: Session) -> Race:
        """Whether measuring can still change who is first."""
        from advisor.usecases.asking.race import race

        return race(self.wiring, session)

    def recommend(
        self, request: Request, progress: Narrate, stop: Callable[[], bool]
    ) -> Recommendation:
        """The answer."""
        from advisor.usecases.recommend import recommend

        return recommend(request, self.wiring, progress, stop)

    def rerank(
        self, answer: Recommendation, session: Session, weights: Mapping[str, float]
    ) -> Reranked:
        """The answer under other weights."""
        from advisor.usecases.asking.reranking import rerank

        return rerank(answer, self.wiring.catalog.scenario(session.scenario), weights)

    def retried(
        self, answer: Recommendation, session: Session, weights: Mapping[str, float]
    ) -> Recommendation:
        """The answer as it would be under other weights."""
        from advisor.usecases.asking.reranking import retried

        return retried(answer, self.wiring.catalog.scenario(session.scenario), weights)

    def export(
        self,
        answer: Recommendation,
        texts: Texts,
        formats: Sequence[Format],
        folder: Path,
        *,
        anonymize: bool,
    ) -> tuple[Exported, ...]:
        """Write the answer."""
        from advisor.usecases.asking.exporting import export

        return export(answer, texts, formats, folder, anonymize=anonymize)
