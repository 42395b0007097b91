from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from advisor.tui import trouble

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def raised() -> ZeroDivisionError:
    try:
        raise ZeroDivisionError("deep inside")
    except ZeroDivisionError as error:
        return error


def test_tracebacks_pile_up_in_the_log_and_the_user_is_told_where(tmp_path: Path) -> None:
    log = tmp_path / "state" / "tui.log"
    text, hint = trouble.keep(raised(), log, NOW)
    trouble.keep(raised(), log, NOW)
    assert text == "this is a bug in advisor: ZeroDivisionError"
    assert str(log) in hint
    assert log.read_text().count("Traceback") == 2
    assert log.read_text().startswith("2026-11-30 12:00:00")


def test_a_log_that_has_grown_is_begun_anew(tmp_path: Path) -> None:
    log = tmp_path / "tui.log"
    log.write_text("x" * (trouble.MOST_BYTES + 1))
    trouble.keep(raised(), log, NOW)
    assert "x" * 100 not in log.read_text()


def test_without_a_log_the_user_is_told_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    text, hint = trouble.keep(raised(), tmp_path / "file" / "tui.log", NOW)
    assert "ZeroDivisionError" in text
    assert hint
