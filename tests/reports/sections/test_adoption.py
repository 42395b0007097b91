"""Plans say what is installed, whether it goes together, and what is not known."""

from __future__ import annotations

import pytest

from knowledge.schema.report import Callout, Code, Definitions, Paragraph, Table
from knowledge.texts import Texts
from reports.sections import adoption
from tests.reports import sample
from tests.reports.sample_dossier import dossier

ANSWER = sample.recommendation()
EN = Texts("en")


def test_without_a_dossier_there_is_nothing_to_say() -> None:
    assert adoption.build(ANSWER, EN) == ()
    assert adoption.build(ANSWER, EN, dossier(plans=())) == ()


def test_a_plan_has_pins_verdicts_and_rules_to_follow() -> None:
    blocks = adoption.build(ANSWER, EN, dossier())
    tables = [block for block in blocks if isinstance(block, Table)]
    assert len(tables) == 3  # two plans, and what the move gains
    fits = [row[4] for row in tables[0].rows]
    assert [cell.text for cell in fits] == ["yes", "not known"]
    assert fits[1].sub == "nothing is recorded on: processor architecture"
    anchors = {i.anchor for b in blocks if isinstance(b, Definitions) for i in b.items}
    assert set(fits[0].evidence) <= anchors
    assert len(anchors) == 2


def test_commands_keep_their_lines() -> None:
    codes = [b.script for b in adoption.build(ANSWER, EN, dossier()) if isinstance(b, Code)]
    assert "uv venv env-torch\nuv pip install 'plain'" in codes
    assert "FROM python:3.12-slim\nUSER app" in codes
    assert "advisor kb compat pytorch=2.13.0 python=3.12" in codes


def test_a_no_is_a_warning_and_says_what_to_do() -> None:
    blocks = adoption.build(ANSWER, EN, dossier())
    warnings = [b.text for b in blocks if isinstance(b, Callout) and b.tone == "warning"]
    assert warnings == ["PyTorch does not go together with this: What is said: plain."]


def test_versions_that_differ_from_those_measured_are_told() -> None:
    said = [b.text for b in adoption.build(ANSWER, EN, dossier()) if isinstance(b, Paragraph)]
    assert any("Measured here was PyTorch 2.12.0" in text for text in said)
    assert any("Without a pinned version here: onnx." in text for text in said)


def test_another_knowledge_base_is_told() -> None:
    blocks = adoption.build(ANSWER, EN, dossier(knowledge="0" * 16))
    assert any(isinstance(b, Callout) and "has changed" in b.text for b in blocks)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_move_has_numbered_steps(language: str) -> None:
    blocks = adoption.build(ANSWER, Texts(language), dossier())
    said = [b.text for b in blocks if isinstance(b, Paragraph)]
    numbers = [text.partition(".")[0] for text in said if text[:1].isdigit()]
    assert numbers == ["1", "2", "3", "4", "5", "6", "7"]


def test_other_hardware_is_told() -> None:
    away = sample.recommendation(elsewhere=True, target=ANSWER.scenario_title)
    blocks = adoption.build(away, EN, dossier())
    assert any(isinstance(b, Callout) and "not known here" in b.text for b in blocks)


def test_a_stack_without_a_plan_is_told() -> None:
    blocks = adoption.build(ANSWER, EN, dossier(plans=(), gone=("Caffe",)))
    assert any(
        isinstance(b, Callout) and "everything that Caffe is made of" in b.text for b in blocks
    )
