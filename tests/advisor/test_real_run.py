"""The main job on the real frameworks: one short run, its JSON, and both documents from it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.frameworks

# torch.compile and XLA may be skipped: a short budget does not reach what compiles for a minute.
SURE = {
    "pytorch/eager",
    "tensorflow/function",
    "jax/jit",
    "mindspore/graph",
    "onnxruntime/cpu",
    "openvino/cpu",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("real")


def command(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run advisor with a state folder of its own and the user's own environments."""
    return subprocess.run(
        [sys.executable, "-m", "advisor", *arguments],
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
        env={**os.environ, "XDG_STATE_HOME": str(folder)},
    )


@pytest.fixture(scope="module")
def answer(folder: Path) -> dict[str, Any]:
    done = command(folder, "recommend", "--scenario", "edge-cv", "--budget", "60", "--json")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_every_framework_gives_a_right_result_or_says_why_not(answer: dict[str, Any]) -> None:
    rows = {(m["stack"], m["batch"]): m for m in answer["measurements"]}
    assert {stack for stack, _ in rows} >= SURE
    for stack in SURE:
        row = rows[stack, 1]
        assert row["status"] == "ok", row
        assert 0 < row["low_s"] <= row["median_s"] <= row["high_s"]
    for row in rows.values():
        # Other environments than the six may be missing, and are made by hand.
        assert row["status"] in ("ok", "skipped", "unavailable"), row


def test_the_ranking_rests_on_what_was_measured(answer: dict[str, Any]) -> None:
    measured = [c for c in answer["matrix"]["cells"] if c["grade"] == "measured-here"]
    # On a busy machine the budget ends before the larger batch, which throughput needs.
    assert {c["criterion"] for c in measured} >= {"latency", "memory"}
    for row in answer["ranking"]:
        assert sum(row["rank_acceptability"]) == pytest.approx(1)
    assert {"MindSpore", "JAX"} <= {row["label"].split()[0] for row in answer["ranking"]}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_both_documents_come_from_the_store(
    answer: dict[str, Any], folder: Path, language: str
) -> None:
    html, pdf = folder / f"{language}.html", folder / f"{language}.pdf"
    arguments = ("history", "show", "latest", "--lang", language)
    done = command(folder, *arguments, "--html", str(html), "--pdf", str(pdf))
    assert done.returncode == 0, done.stderr
    assert f'lang="{language}' in html.read_text(encoding="utf-8")
    assert pdf.read_bytes().startswith(b"%PDF-")
    assert "ONNX Runtime" in done.stdout


def test_a_probe_by_hand_is_kept_and_used(answer: dict[str, Any], folder: Path) -> None:
    arguments = ("--stack", "onnxruntime/cpu", "--workload", "matmul", "--budget", "15", "--json")
    done = command(folder, "probe", "run", *arguments)
    assert done.returncode == 0, done.stderr
    (row,) = json.loads(done.stdout)
    assert row["status"] == "ok"
    assert row["parity"]["passed"]
