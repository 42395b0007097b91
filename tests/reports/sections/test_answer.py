"""The answer says who leads, how surely, with whom it ties, what is ruled out, what to do next."""

from __future__ import annotations

from typing import Any

import pytest

from knowledge.schema.base import LocalText
from knowledge.schema.decision import Recommendation
from knowledge.schema.report import Callout, Paragraph
from knowledge.texts import Texts
from reports.sections import answer
from tests.reports import sample


def said(recommendation: Recommendation, language: str = "en") -> list[str]:
    blocks = answer.build(recommendation, Texts(language))
    return [block.text for block in blocks if isinstance(block, Callout | Paragraph)]


def with_top_tied(others: int) -> Recommendation:
    leader, *rest = sample.ranking()
    tied = tuple(ranked.id for ranked in rest[:others])
    return sample.recommendation(ranking=(leader.model_copy(update={"tied_with": tied}), *rest))


def test_a_clear_leader_is_named_with_its_share() -> None:
    first, *_ = said(sample.clear_winner())
    assert first.startswith("PyTorch → ONNX Runtime (cpu) leads. It takes first place in 97%")
    assert "0.80 (0.77–0.84)" in first


def test_a_tie_is_called_a_tie() -> None:
    first, second, *_ = said(sample.recommendation())
    assert first.startswith("There is no single winner")
    assert "PyTorch → OpenVINO (cpu) are tied" in first
    assert "only 45%" in first
    assert second == (
        "The stack that takes first place most often is PyTorch → OpenVINO (cpu), "
        "in 47% of the draws."
    )


@pytest.mark.parametrize(
    ("others", "piece"),
    [(2, "PyTorch → OpenVINO (cpu), and TensorFlow"), (6, "7 stacks are tied at the top")],
)
def test_many_ties_are_named_or_counted(others: int, piece: str) -> None:
    assert piece in said(with_top_tied(others))[0]


def test_a_tie_further_down_is_no_tie_at_the_top() -> None:
    text = said(sample.clear_winner())[0]
    assert "tied" not in text


def test_the_only_stack_left() -> None:
    leader = sample.ranking()[0].model_copy(update={"tied_with": ()})
    first = said(sample.recommendation(ranking=(leader,)))[0]
    assert first.startswith("PyTorch → ONNX Runtime (cpu) is the only stack")


def test_nothing_feasible_says_which_requirement_ruled_out_what() -> None:
    recommendation = sample.nothing_feasible()
    first = answer.build(recommendation, Texts("en"))[1]
    assert isinstance(first, Callout)
    assert first.tone == "warning"
    assert "“It gives the right result here” rules out 2 stacks: " in said(recommendation)[1]
    assert "MindSpore (graph) and TensorFlow (xla)" in said(recommendation)[1]
    assert said(recommendation, "zh")[1].startswith("因“在本机运行且结果正确”被排除的技术栈有 2 个")


def test_nothing_to_compare() -> None:
    recommendation = sample.nothing_feasible().model_copy(update={"excluded": ()})
    assert said(recommendation)[0].startswith("No stack was compared")


def excluded(*indices: int) -> tuple[Any, ...]:
    return tuple(sample.recommendation().excluded[index] for index in indices)


@pytest.mark.parametrize(
    ("indices", "sentence"),
    [
        ((), "No stack is ruled out."),
        (
            (0,),
            "One of 9 stacks is ruled out: MindSpore (graph) misses the requirement "
            "“It gives the right result here”.",
        ),
        (
            (0, 2),
            "2 of 10 stacks are ruled out; they miss the requirement "
            "“It gives the right result here”.",
        ),
    ],
)
def test_what_is_ruled_out(indices: tuple[int, ...], sentence: str) -> None:
    assert sentence in said(sample.recommendation(excluded=excluded(*indices)))


def test_the_next_measurement_or_that_none_helps() -> None:
    assert any("openvino/cpu" in text and "38 s" in text for text in said(sample.recommendation()))
    settled = said(sample.recommendation(next_measurement=None))
    assert "No measurement that can be made here is expected to change the choice." in settled


def test_without_any_measured_cell_there_is_a_warning() -> None:
    matrix = sample.matrix()
    rubric = tuple(b for b in matrix.beliefs if b.basis.value != "measured")
    recommendation = sample.recommendation(matrix=matrix.model_copy(update={"beliefs": rubric}))
    assert any(
        text.startswith("Of the stacks that are ranked, nothing") for text in said(recommendation)
    )
    alone = recommendation.model_copy(update={"measurements": ()})
    assert any(text.startswith("Nothing was measured") for text in said(alone))
    assert not any(text.startswith("Nothing was") for text in said(sample.recommendation()))


def test_stale_evidence_is_counted() -> None:
    assert any(
        text.startswith("2 pieces of evidence are past") for text in said(sample.recommendation())
    )


def test_facts_of_ones_own_are_told() -> None:
    blocks = answer.build(sample.recommendation(overlays=("ours",)), Texts("en"))
    assert any("ours" in b.text for b in blocks if isinstance(b, Callout))


def test_a_first_place_that_is_not_verified_says_of_what() -> None:
    """Found by eye: with --require domestic the first was a stack nobody said that of."""
    answer_ = sample.recommendation()
    leader, second, *_ = answer_.ranking
    open_ = answer_.unverified[0].model_copy(update={"alternative": second.id})
    assert not any(
        "is not settled" in line for line in said(sample.recommendation(unverified=(open_,)))
    )
    first = open_.model_copy(update={"alternative": leader.id})
    told = said(sample.recommendation(unverified=(open_, first)))
    (line,) = (line for line in told if "is not settled" in line)
    assert line.startswith(f"{leader.label}, the first, is among them")
    assert f"“{first.title.en}”" in line


def test_times_of_another_system_are_called_so() -> None:
    asked = sample.recommendation(other_system=LocalText(en="Windows", zh="Windows"))
    assert any("You ask for Windows, and times are known of" in line for line in said(asked))
    assert any("您要求 Windows" in line for line in said(asked, "zh"))
