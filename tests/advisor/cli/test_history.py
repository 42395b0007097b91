"""Earlier answers on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from advisor.__main__ import run


@pytest.mark.parametrize(("language", "said"), [("en", "Nothing is kept yet"), ("zh", "尚无")])
def test_an_empty_history_says_so_beside_the_result(
    language: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert run(["history", "list", "--lang", language]) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
