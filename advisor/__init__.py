"""advisor: decide which deep-learning stack to use, by evidence.

The front ends (cli, tui), the use cases they call, and the one place where everything is wired.
From Python, `advisor.recommend` asks what the command of that name asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from knowledge.schema.decision import Recommendation

__version__ = "0.1.0"
__all__ = ["__version__", "recommend"]


def recommend(
    scenario: str,
    *,
    weights: Mapping[str, float] | None = None,
    require: Iterable[str] = (),
    exclude: Iterable[str] = (),
    veto: Iterable[str] = (),
    pin: Iterable[str] = (),
    measure: bool = False,
    budget_s: float = 150.0,
    provision: bool = False,
    seed: int = 0,
    replay: str | None = None,
    knowledge: Iterable[str | Path] = (),
    pythons: Iterable[str | Path] = (),
    history: str | Path | None = None,
) -> Recommendation:
    """Rank the stacks of a scenario by evidence, and keep the answer in the history.

    Args:
        scenario: id of what is to be decided; `advisor kb list scenarios` lists them.
        weights: criterion -> weight in place of the scenario's, on the same scale.
        require: what every stack must meet besides, as NAME or NAME=VALUE; the help of
            `advisor recommend` lists the names.
        exclude: frameworks, runtimes, routes and stacks to rule out, by id.
        veto: the worst amounts with which a stack may still be chosen, as CRITERION=AMOUNT.
        pin: what is to be taken for granted, as SUBJECT:TERM=VALUE.
        measure: whether to measure what can be measured on this machine, which takes minutes.
        budget_s: seconds that measuring may take.
        provision: whether to make the environments that are missing first.
        seed: of every random draw; the same question with the same seed has the same answer.
        replay: id of an earlier answer, by whose measurements, machine and day to decide.
        knowledge: folders of your own facts, laid over advisor's in order.
        pythons: interpreters to look for frameworks in.
        history: the folder with the history; the user's own where it is None.

    Raises:
        knowledge.errors.KnownError: something that was named is not known; its `hint` helps.

    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> answer = recommend("edge-cv", require=["os=android"], exclude=["mnn"], history=folder)
    >>> first = answer.ranking[0]
    >>> abs(sum(first.contributions.values()) - first.expected.point) < 1e-9
    True
    >>> any("mnn" in ranked.id for ranked in answer.ranking)
    False
    >>> {e.reason.en for e in answer.excluded if e.requirement == "without.mnn"}
    {'You ruled out MNN.'}

    What is pinned is shown as assumed, and is no evidence:

    >>> what_if = recommend("edge-cv", pin=["onnxruntime/cpu:latency=4ms"], history=folder)
    >>> [one.statement.en for one in what_if.assumptions]
    ['onnxruntime/cpu takes 4 ms a call on mobilenet-v3-small, batch 1.']
    >>> {b.basis.value for b in what_if.matrix.beliefs if b.assumed}
    {'assumed'}

    An answer can be had again, to the last bit:

    >>> again = recommend("edge-cv", pin=["onnxruntime/cpu:latency=4ms"], history=folder,
    ...                   replay=what_if.id)
    >>> again.ranking == what_if.ranking and again.command == what_if.command
    True
    """
    from dataclasses import replace
    from pathlib import Path

    from advisor.usecases.recommend import Request
    from advisor.usecases.recommend import recommend as answer
    from advisor.wiring import Wiring

    request = Request(
        scenario=scenario,
        weights=dict(weights or {}),
        budget_s=budget_s,
        measure=measure and replay is None,
        provision=provision,
        seed=seed,
        require=tuple(require),
        exclude=tuple(exclude),
        veto=tuple(veto),
        pin=tuple(pin),
        replay=replay,
        pythons=tuple(Path(python) for python in pythons),
        overlays=tuple(Path(folder) for folder in knowledge),
    )
    wiring = Wiring(overlays=request.overlays, pythons=request.pythons)
    return answer(request, wiring if history is None else replace(wiring, state_dir=Path(history)))
