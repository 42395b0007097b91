"""A small world of its own for snapshots, so that no fact of the knowledge base is in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from advisor.tui.desk import Desk
from advisor.usecases.asking.outlook import Outlook, RuledOut
from advisor.usecases.asking.readiness import Home, Readiness
from advisor.usecases.asking.reranking import Moved, Reranked
from advisor.usecases.asking.targets import Aim
from advisor.usecases.session import Session, Sessions, Step
from knowledge.catalog import Catalog, GradeTable
from knowledge.schema.base import LocalText
from knowledge.schema.criterion import Criterion
from knowledge.schema.device import Device, DeviceKind
from knowledge.schema.history import Summary
from knowledge.schema.scenario import (
    Preference,
    Requirement,
    RequirementKind,
    Scenario,
    Scope,
    WorkloadUse,
)
from tests.advisor.fakes import HOST, NOW, FakeWiring
from tests.advisor.tui.stage import standing_in
from tests.reports import sample

LINUX = LocalText(en="The runtime has Linux packages", zh="运行时有 Linux 安装包")
TARGET = LocalText(en="Boards that compute on the CPU", zh="以 CPU 计算的开发板")
USES = {"latency": ("small-net", 1), "throughput": ("small-net", 8), "memory": ("small-net", 1)}


def catalog() -> Catalog:
    """Two scenarios over the criteria of the sample answer, and two devices."""
    views = sample.matrix().criteria
    preferences = tuple(
        Preference(
            criterion=view.id,
            weight=float(round(100 * view.weight)),
            anchors=view.anchors,
            measure=WorkloadUse(workload=USES[view.id][0], batch=USES[view.id][1])
            if view.id in USES
            else None,
        )
        for view in views
    )
    alive = Requirement(id="linux", title=LINUX, kind=RequirementKind.LIFECYCLE)
    edge = Scenario(
        id="edge-cv",
        title=LocalText(en="Edge computer vision", zh="边缘计算机视觉"),
        summary=LocalText(
            en="A small network answers single images on a board, as fast as it can.",
            zh="小型网络在开发板上逐张处理图像，越快越好；训练与部署可以不同。",
        ),
        scope=Scope.DEPLOY,
        target=TARGET,
        requirements=(alive,),
        preferences=preferences,
    )
    research = edge.model_copy(
        update={"id": "research", "title": LocalText(en="Research", zh="学术研究")}
    )
    criteria = {
        view.id: Criterion.model_construct(
            **{name: getattr(view, name) for name in ("id", "title", "about", "unit", "measured")}
        )
        for view in views
    }
    return Catalog(
        grades=GradeTable(sd={}, stale_factor=2.0),
        scenarios={"edge-cv": edge, "research": research},
        criteria=criteria,
        devices={
            name: Device(
                id=name,
                title=title,
                summary=LocalText(en=f"{title}, a board.", zh=f"{title}，一种开发板。"),
                vendor="Maker",
                kind=DeviceKind.CPU,
                counts_as="device.arm64" if name == "board-a" else None,
            )
            for name, title in (("board-a", "Board A"), ("board-b", "Board B"))
        },
    )


@dataclass(frozen=True)
class MadeUpWiring(FakeWiring):
    """Loads the small world."""

    def load(self, folders: Sequence[Path]) -> Catalog:
        return catalog()


def outlook(session: Session, **more: Any) -> Outlook:
    """Fewer stacks for each requirement."""
    left = 6 - len(session.require) - len(more.get("require", ()))
    labels = tuple(f"Stack {number}" for number in range(1, 9))
    return Outlook(
        total=8,
        kept=labels[:left],
        ruled_out=(RuledOut(requirement="linux", title=LINUX, labels=labels[left:], alone=1),),
        unverified=2,
    )


def readiness(session: Session) -> Readiness:
    """One environment that is there, one that is not."""
    homes = (
        Home(spec="torch", title="PyTorch", stacks=("pytorch/eager",), present=True, version="2.9"),
        Home(
            spec="openvino", title="OpenVINO", stacks=("openvino/cpu",), present=False, megabytes=90
        ),
    )
    return Readiness(here=True, homes=homes, tasks=4, runnable=2, known=1, seconds=75.0)


def rerank(answer: Any, session: Session, weights: dict[str, float]) -> Reranked:
    """The answer the other way round, as far as places go."""
    ranking = answer.ranking
    return Reranked(
        shares={view.id: view.weight for view in answer.matrix.criteria},
        ranking=tuple(
            Moved(ranked=one, place=place, was=len(ranking) + 1 - place)
            for place, one in enumerate(reversed(ranking), start=1)
        ),
    )


def begun(**changes: Any) -> Session:
    """A session of the small world."""
    session = Session(id="20261130-120000-abcdef", created=NOW, changed=NOW, scenario="edge-cv")
    return session.model_copy(update={"folder": Path("/reports"), **changes})


def desk(folder: Path, **fakes: Callable[..., Any]) -> Desk:
    """Use cases over the small world; some put in place of by name."""
    wiring = MadeUpWiring(cache_dir=folder / "cache", state_dir=folder / "state")
    kept = Sessions(sessions=(begun(step=Step.PRIORITIES),), damaged=("broken.json",))
    past = Summary(
        id="r1", created=NOW, scenario="research", host="bench", winner="PyTorch → ONNX Runtime"
    )
    made = standing_in(
        Desk(wiring),
        begin=lambda scenario: begun(),
        sessions=lambda: kept,
        history=lambda: (past,),
        save=lambda session: session,
        aim=lambda session: Aim(host=HOST, here=not session.require, target=TARGET),
        workloads=lambda: {
            "large-net": LocalText(en="A large network", zh="大型网络"),
            "small-net": LocalText(en="A small network", zh="小型网络"),
        },
        outlook=outlook,
        readiness=readiness,
        recommend=lambda request, progress, stop: sample.recommendation(),
        recall=lambda run: sample.recommendation(),
        rerank=rerank,
        retried=lambda answer, session, weights: answer,
    )
    return standing_in(made, **fakes)
