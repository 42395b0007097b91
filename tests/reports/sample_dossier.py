"""What the knowledge base adds to the sample: plans, ages, traps and what articles say."""

from __future__ import annotations

from datetime import date
from typing import Any

from knowledge.schema.base import LocalText
from knowledge.schema.compatibility import Verdict
from knowledge.schema.dossier import (
    Age,
    Dossier,
    Heard,
    HeardClaim,
    HeardRating,
    Move,
    Part,
    Plan,
    Reference,
    Rule,
    Standing,
    Trap,
)
from knowledge.schema.framework import Lifecycle
from knowledge.schema.probing import Estimate
from knowledge.schema.trial import Verdict as Judgement
from tests.reports import sample

TODAY = date(2026, 11, 30)


def dossier(said: str = "plain", **changes: Any) -> Dossier:
    """The sample; `said` stands wherever a fact has free text, keywords replace fields."""
    answer = sample.recommendation()
    words = LocalText(en=f"What is said: {said}", zh=f"所述：{said}")
    where = Reference(title=f"A page {said}", address="https://example.org/page", locator=said)
    rule = Rule(
        verdict=Verdict.YES,
        title=words,
        says=((LocalText(en="Python", zh="Python"), ">=3.10,<3.15"),),
        reference=where,
    )
    refused = rule.model_copy(
        update={"verdict": Verdict.NO, "note": words, "action": words, "title": words}
    )
    first = answer.ranking[:2]
    base = Dossier(
        knowledge=answer.digests.knowledge,
        today=TODAY,
        heard=Heard(
            ratings=(
                _rating(5.0, words),
                _rating(3.4, words),
                _rating(1.0, words),
            ),
            claims=(
                HeardClaim(
                    id="s1-001",
                    about=("PyTorch",),
                    text=words,
                    verdict=Judgement.NEVER_RELEASED,
                    finding=words,
                    reference=where,
                ),
                HeardClaim(
                    id="s1-002",
                    about=("PyTorch",),
                    text=words,
                    verdict=Judgement.UNVERIFIABLE,
                    finding=words,
                ),
            ),
            more=3,
        ),
        plans=(
            Plan(
                alternative=first[0].id,
                label=first[0].label,
                steps=("torch.export", said),
                note=words,
                parts=(
                    _part("train", ("torch==2.13.0", "onnx"), Verdict.YES, (rule,), ("onnx",)),
                    _part("run", (), Verdict.UNKNOWN, (), ()),
                ),
                commands=("uv venv env-torch", f"uv pip install '{said}'"),
                image=("FROM python:3.12-slim", "USER app"),
            ),
            Plan(
                alternative=first[1].id,
                label=first[1].label,
                parts=(_part("whole", ("torch==2.13.0",), Verdict.NO, (refused,), ()),),
                commands=("uv venv env-torch",),
            ),
        ),
        move=Move(
            origin=f"TensorFlow {said}",
            keeps=("ONNX Runtime",),
            drops=("TensorFlow",),
            brings=("PyTorch",),
            route=("tf2onnx", "ONNX"),
            rewrite=True,
            advice=words,
            gains=((words, 0.031), (words, -0.012)),
            ranked=True,
        ),
        ages=tuple(
            Age(
                key=item.key,
                read=item.read or TODAY,
                until=date(2027, 5, 1) if item.stale_since is None else item.stale_since,
                sources=1 + number % 2,
            )
            for number, item in enumerate(answer.evidence)
            if item.source
        ),
        traps=tuple(Trap(framework="PyTorch", text=words, reference=where) for _ in range(6)),
        standings=(
            Standing(
                framework="PyTorch",
                used_by=(first[0].label,),
                lifecycle=Lifecycle.ACTIVE,
                evidence="lifecycle:pytorch",
                released="2026-10-28",
            ),
            Standing(
                framework="Caffe",
                used_by=(first[1].label,),
                lifecycle=Lifecycle.DEAD,
                successor="PyTorch",
                evidence="lifecycle:caffe",
            ),
        ),
    )
    return base.model_copy(update=changes)


def _rating(said: float, words: LocalText) -> HeardRating:
    return HeardRating(
        claim="s0-044",
        article=words,
        framework="PyTorch",
        criterion=words,
        said=said,
        ours=Estimate(point=3.2, low=3.0, high=3.3),
        coverage=0.9,
        why=(words,) if abs(said - 3.2) >= 1 else (),
    )


def _part(
    purpose: Any,
    packages: tuple[str, ...],
    verdict: Verdict,
    rules: tuple[Rule, ...],
    loose: tuple[str, ...],
) -> Part:
    return Part(
        purpose=purpose,
        framework="PyTorch",
        package="pkg:pypi/torch@2.13.0",
        packages=packages,
        loose=loose,
        python="3.12",
        measured="2.12.0",
        verdict=verdict,
        rules=rules,
        silent=() if rules else (LocalText(en="processor architecture", zh="处理器架构"),),
        command="advisor kb compat pytorch=2.13.0 python=3.12",
    )
