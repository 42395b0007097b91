from __future__ import annotations

from textual.app import App, ComposeResult

from advisor.tui.widgets.slider import Slider


class Page(App[None]):
    def __init__(self) -> None:
        super().__init__()
        self.heard: list[float] = []

    def compose(self) -> ComposeResult:
        yield Slider(30.5)

    def on_slider_changed(self, event: Slider.Changed) -> None:
        self.heard.append(event.value)


async def test_keys_and_the_mouse_move_it_within_its_bounds() -> None:
    app = Page()
    async with app.run_test(size=(60, 5)) as pilot:
        slider = app.query_one(Slider)
        slider.focus()
        await pilot.press("right", "shift+right", "left", "end", "right", "home", "left")
        assert app.heard == [31.0, 41.0, 40.0, 100.0, 0.0]
        width = slider.size.width - 13
        await pilot.click(Slider, offset=(width - 1, 0))
        assert slider.value == 100.0
        assert "100" in str(slider.render())
