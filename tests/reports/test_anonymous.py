"""Nothing says whose machine it was."""

from __future__ import annotations

import pytest

from knowledge.schema.decision import Recommendation
from knowledge.texts import Texts
from reports.anonymous import anonymous, without_paths
from reports.build import build
from reports.formats import csv, html, json, markdown
from tests.reports import sample

HOST, HOME = "buildbox-17", "/home/ada.lovelace"


def made() -> Recommendation:
    base = sample.recommendation()
    note = f"kept in {HOME}/.cache/advisor on {HOST}"
    measured = tuple(
        m.model_copy(update={"notes": (note,), "environment": f"{HOME}/envs/torch/bin/python"})
        for m in base.measurements
    )
    return base.model_copy(
        update={
            "host": base.host.model_copy(update={"hostname": HOST}),
            "command": f"advisor recommend --scenario edge-cv --knowledge '{HOME}/our facts' "
            f"--python {HOME}/envs/torch/bin/python --seed 3",
            "overlays": ("our facts",),
            "measurements": measured,
        }
    )


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_format_names_the_host_the_user_or_a_path(language: str) -> None:
    clean = anonymous(made())
    report = build(clean, Texts(language))
    for text in (
        html.render(report),
        markdown.render(report),
        json.render(clean),
        csv.render(clean, "measurements"),
        csv.render(clean, "matrix"),
    ):
        for secret in (HOST, HOME, "ada.lovelace", "our facts"):
            assert secret not in text


def test_what_the_machine_is_and_what_was_asked_stays() -> None:
    clean = anonymous(made())
    base = sample.recommendation()
    assert clean.host.cpu == base.host.cpu
    assert clean.ranking == base.ranking
    assert clean.command == (
        "advisor recommend --scenario edge-cv --knowledge PATH --python PATH --seed 3"
    )
    assert {e.address for e in clean.evidence} == {e.address for e in base.evidence}


@pytest.mark.parametrize(
    "text",
    [
        "https://github.com/pytorch/pytorch/blob/main/README.md",
        "pkg:pypi/torch@2.13.0",
        "items/s",
        "docs/source/guide.md, heading 2",
        "and/or",
    ],
)
def test_what_only_looks_like_a_path_stays(text: str) -> None:
    assert without_paths(text) == text
