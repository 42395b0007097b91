import pytest

from knowledge.lint.run import lint
from knowledge.loader import load
from tests.knowledge.files import ONE, changed, write
from tests.knowledge.lint.test_evidence_rules import PYTORCH, ROUTE, TODAY, findings


def test_two_facts_of_one_quantity_need_qualifiers(tmp_path):
    fact = ONE[PYTORCH].split("  - quantity: operators")[1].replace("device: cpu", "")
    folder = changed(tmp_path, PYTORCH, "facts:\n", f"facts:\n  - quantity: operators{fact}")
    assert findings(folder, "ambiguous-fact").keys() == {"fact:pytorch:operators"}


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        (PYTORCH, "torch@2.10", "torch@2.13", "latest release is said to be 2.10"),
        ("environments/torch.yaml", "torch==2.10", "torch>=2.10", "does not pin torch"),
        (
            "environments/torch.yaml",
            "torch==2.10",
            "torch==2.11",
            "but environments/torch pins 2.11",
        ),
    ],
)
def test_versions_agree(tmp_path, name, old, new, message):
    found = findings(changed(tmp_path, name, old, new), "version-mismatch")
    assert any(message in text for text in found["frameworks/pytorch"])


def test_an_environment_of_another_framework_need_not_pin_this_one(tmp_path):
    folder = changed(
        tmp_path, "environments/torch.yaml", "framework: pytorch", "framework: onnxruntime"
    )
    assert findings(folder, "version-mismatch") == {}


def test_routes_end_in_a_runtime(tmp_path):
    folder = changed(tmp_path, ROUTE, "source: pytorch", "source: onnxruntime")
    (message,) = findings(folder, "route-ends")["routes/pytorch-onnxruntime"]
    assert "has not the role train" in message


def test_a_term_that_is_asked_for_is_answered_by_someone(tmp_path):
    folder = changed(tmp_path, "scenarios/edge-cv.yaml", "capability: export", "capability: import")
    assert findings(folder, "unanswered-term").keys() == {"scenarios/edge-cv"}
    criterion = "criteria/operator-coverage.yaml"
    folder = changed(tmp_path / "b", criterion, "capability: export", "capability: import")
    assert findings(folder, "unanswered-term").keys() == {"criteria/operator-coverage"}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("zh: 默认动态图。", "zh: Eager.", "summary: is not in Chinese"),
        ("zh: 默认动态图。", "zh: ' '", "summary: is empty in one language"),
        ("en: Eager by default.", "en: 默认动态图。", "summary: holds Chinese in its English"),
        ("en: eager, zh", "en: '', zh", "modes[0].title: is empty"),
    ],
)
def test_every_text_is_in_both_languages(tmp_path, old, new, message):
    found = findings(changed(tmp_path, PYTORCH, old, new), "untranslated")
    assert any(message in text for text in found["frameworks/pytorch"])


def test_a_name_may_be_the_same_in_both_languages(tmp_path):
    folder = changed(tmp_path, PYTORCH, "zh: 动态图}", "zh: eager}")
    assert findings(folder, "untranslated") == {}


def test_the_entries_of_an_overlay_may_be_short(tmp_path):
    base = write(tmp_path / "base", ONE)
    over = write(tmp_path / "over", {PYTORCH: ONE[PYTORCH]})
    found = lint(load([base, over]), TODAY)
    assert [f.subject for f in found if f.rule == "thin-entry"] == ["frameworks/onnxruntime"]
