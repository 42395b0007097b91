from __future__ import annotations

from textual.app import App, ComposeResult

from advisor.tui.widgets.prose import Prose


class Page(App[None]):
    def compose(self) -> ComposeResult:
        yield Prose("首选方案，其次 [b]no markup[/b]\n  indented text that is long")


async def test_chinese_breaks_between_characters_and_indents_stay() -> None:
    app = Page()
    async with app.run_test(size=(12, 20)):
        prose = app.query_one(Prose)
        assert str(prose.render()).split("\n") == [
            "首选方案，其",
            "次 [b]no",
            "markup[/b]",
            "  indented",
            "  text that",
            "  is long",
        ]
        assert prose.size.height == 6
