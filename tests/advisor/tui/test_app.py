from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Button, DataTable, Input, Label, RichLog, Select, Static

from advisor.tui.app import AdvisorApp
from advisor.tui.form import FormScreen
from advisor.tui.result import ResultScreen
from advisor.tui.run import RunScreen
from advisor.usecases.recommend import Request, recommend
from knowledge.errors import KnownError
from knowledge.texts import Texts
from tests.advisor.fakes import FakeWiring, fake_wiring

SMALL, LARGE = (80, 24), (120, 40)


def application(wiring: FakeWiring, language: str = "en") -> AdvisorApp:
    """The app on the real use case over a fake wiring."""

    def ask(request: Request, progress: Any, stop: Callable[[], bool]) -> Any:
        return recommend(request, wiring, progress, stop)

    return AdvisorApp(wiring.catalog, ask, language)


async def until(app: AdvisorApp, pilot: Any, screen: type) -> None:
    """Wait until `screen` is shown."""
    for _ in range(200):
        await pilot.pause(0.05)
        if isinstance(app.screen, screen) and app.screen.children:
            await pilot.pause()
            return
    raise AssertionError(f"{app.screen} is shown, not {screen.__name__}")


async def eventually(pilot: Any, condition: Callable[[], bool]) -> None:
    """Wait until `condition` holds."""
    for _ in range(200):
        if condition():
            return
        await pilot.pause(0.05)
    raise AssertionError("the condition never held")


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("language", ["en", "zh"])
async def test_from_the_form_to_a_result(
    tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    app = application(fake_wiring(tmp_path), language)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        app.screen.query_one("#start", Button).press()
        await until(app, pilot, ResultScreen)
        tables = list(app.screen.query(DataTable))
        assert tables
        assert tables[0].row_count > 3
        await pilot.press("escape")
        assert isinstance(app.screen, FormScreen)


async def test_the_answer_is_the_command_line_answer(tmp_path: Path) -> None:
    wiring = fake_wiring(tmp_path)
    app = application(wiring)
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        app.screen.query_one("#start", Button).press()
        await until(app, pilot, ResultScreen)
    shown = wiring.store.recommendation("latest")
    direct = recommend(Request(scenario=shown.scenario), fake_wiring(tmp_path / "direct"))
    assert shown.ranking == direct.ranking


async def test_another_scenario_has_its_own_priorities(tmp_path: Path) -> None:
    app = application(fake_wiring(tmp_path))
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        app.screen.query_one("#scenario", Select).value = "research"
        wanted = {p.criterion for p in app.catalog.scenario("research").preferences}

        def names() -> set[str | None]:
            return {field.name for field in app.screen.query("#priorities Input").results(Input)}

        await eventually(pilot, lambda: names() == wanted)
        assert app.request.scenario == "research"


async def test_an_unusable_input_is_explained_and_nothing_starts(tmp_path: Path) -> None:
    app = application(fake_wiring(tmp_path))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        app.screen.query_one("#budget", Input).value = "-5"
        app.screen.query_one("#start", Button).press()
        await pilot.pause()
        assert isinstance(app.screen, FormScreen)
        assert str(app.screen.query_one("#problem", Static).render())


async def test_switching_the_language_keeps_the_answers(tmp_path: Path) -> None:
    app = application(fake_wiring(tmp_path))
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        app.screen.query_one("#budget", Input).value = "33"
        await pilot.press("f2")

        def title() -> str:
            return "".join(str(label.render()) for label in list(app.screen.query(Label))[:1])

        await eventually(pilot, lambda: title() == Texts("zh").t("tui.form.title"))
        assert app.screen.query_one("#budget", Input).value == "33"


async def test_a_refusal_is_shown_and_leads_back(tmp_path: Path) -> None:
    def refuse(request: Request, progress: Any, stop: Any) -> Any:
        raise KnownError("no luck today", hint="try tomorrow")

    app = AdvisorApp(fake_wiring(tmp_path).catalog, refuse, "en")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        app.screen.query_one("#start", Button).press()
        await until(app, pilot, RunScreen)

        def said() -> str:
            return "\n".join(line.text for line in app.screen.query_one(RichLog).lines)

        await eventually(pilot, lambda: "try tomorrow" in said())
        assert "no luck today" in said()
        await pilot.press("escape")
        assert isinstance(app.screen, FormScreen)


async def test_leaving_tells_what_works_to_stop(tmp_path: Path) -> None:
    def ask(request: Request, progress: Any, stop: Callable[[], bool]) -> Any:
        app.leaving.wait(60)
        raise KnownError("stopped", hint="")

    app = AdvisorApp(fake_wiring(tmp_path).catalog, ask, "en")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        app.screen.query_one("#start", Button).press()
        await until(app, pilot, RunScreen)
        await pilot.press("f10")
    assert app.leaving.is_set()


async def test_escape_ends_the_measuring_and_still_decides(tmp_path: Path) -> None:
    wiring = fake_wiring(tmp_path)

    def ask(request: Request, progress: Any, stop: Callable[[], bool]) -> Any:
        import time

        while not stop():
            time.sleep(0.01)
        return recommend(request, wiring, progress, stop)

    app = AdvisorApp(wiring.catalog, ask, "en")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        app.screen.query_one("#start", Button).press()
        await until(app, pilot, RunScreen)
        await pilot.press("escape")
        await until(app, pilot, ResultScreen)
