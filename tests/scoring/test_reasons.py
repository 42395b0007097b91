from __future__ import annotations

import pytest

from knowledge.schema.base import LocalText
from knowledge.schema.probing import Status
from scoring import reasons
from tests.scoring import build

ALPHA = build.framework("alpha")
ROUTE = build.route("alpha", "gamma", {"added": True, "partial": True}, note=build.text("Slow."))
BROKEN = build.measurement("alpha/eager", status=Status.CRASHED, message="killed by SIGKILL")
TITLE = LocalText(en="Dynamic shapes", zh="动态形状")

EVERY = [
    reasons.lacks(ALPHA, TITLE, build.claim("cap.a", False)),
    reasons.lacks(ALPHA, TITLE, build.claim("cap.a", {"added": "1", "removed": "2.0"})),
    reasons.partly(ALPHA, TITLE, LocalText(en="Only in graphs.", zh="仅限图模式。")),
    reasons.not_known(ALPHA, TITLE),
    reasons.discontinued(ALPHA, None),
    reasons.discontinued(ALPHA, "Beta"),
    reasons.no_route(ROUTE),
    reasons.cannot_carry(ROUTE, ["Erf", "Gelu"]),
    reasons.might_not_carry(ROUTE, ["Erf"]),
    reasons.route_unsettled(ROUTE),
    reasons.route_partial(ROUTE),
    reasons.operators_not_listed("net"),
    reasons.not_run("Alpha (eager)", build.NET, None),
    reasons.run_in_part("Alpha (eager)", build.NET, build.NET, None),
    reasons.no_probe("Alpha (eager)"),
    reasons.worth_measuring("Alpha (eager)", build.NET, measured=True),
    reasons.worth_measuring("Alpha (eager)", build.NET, measured=False),
    *(
        reasons.ended_badly("Alpha (eager)", build.measurement("alpha/eager", status=status))
        for status in (Status.FAILED, Status.CRASHED, Status.TIMEOUT)
    ),
]


@pytest.mark.parametrize("reason", EVERY, ids=lambda reason: reason.en[:40])
def test_a_reason_is_a_whole_sentence_in_both_languages(reason: LocalText) -> None:
    assert reason.en[0].isupper() or reason.en.startswith("net")
    assert reason.en.endswith(".")
    assert reason.zh.endswith(("。", "."))
    assert any("一" <= letter <= "鿿" for letter in reason.zh)
    assert "  " not in reason.en
    assert "None" not in reason.en + reason.zh


def test_a_removed_capability_says_when() -> None:
    assert "version 2.0" in EVERY[1].en
    assert "2.0" in EVERY[1].zh


def test_the_measurement_s_own_message_is_kept() -> None:
    said = reasons.ended_badly("Alpha (eager)", BROKEN)
    assert said.en == "Alpha (eager) crashed here on net, batch 1: killed by SIGKILL"
    assert said.zh == "Alpha (eager) 在本机崩溃（net，批量 1）：killed by SIGKILL"
