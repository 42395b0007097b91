from __future__ import annotations

from pathlib import Path

from advisor.usecases.asking.exporting import export
from advisor.usecases.report import Format, written
from knowledge.texts import Texts
from tests.reports.sample import recommendation

EN = Texts("en")


def test_every_format_is_written_as_the_command_line_writes_it(tmp_path: Path) -> None:
    answer = recommendation()
    forms = [Format.HTML, Format.MARKDOWN, Format.JSON, Format.CSV]
    made = export(answer, EN, forms, tmp_path / "new")
    assert [one.format for one in made] == forms
    for one in made:
        assert one.problem is None
        mark = b"\xef\xbb\xbf" if one.format is Format.CSV else b""
        content = written(answer, EN, one.format)
        assert one.path.read_bytes() == mark + (
            content if isinstance(content, bytes) else content.encode()
        )


def test_a_folder_that_cannot_be_is_explained_for_each(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    made = export(recommendation(), EN, [Format.JSON, Format.SHORT], tmp_path / "file")
    assert all(one.problem is not None and one.problem[1] for one in made)
