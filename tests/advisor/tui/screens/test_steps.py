from __future__ import annotations

from pathlib import Path
from typing import Any

from textual.widgets import Button, Input, OptionList, Select

from advisor.tui.screens.prompt import Prompt
from advisor.tui.widgets.command_line import CommandLine
from advisor.tui.widgets.matrix import Matrix
from advisor.tui.widgets.prose import Prose
from advisor.tui.widgets.slider import Slider
from advisor.tui.widgets.tick import Tick
from advisor.usecases.session import Step, Weighing
from knowledge.schema.probing import Precision
from tests.advisor.tui.made_up import desk
from tests.advisor.tui.stage import (
    LARGE,
    SMALL,
    application,
    eventually,
    opened,
    pressed,
    settled,
    shown,
)
from tests.advisor.tui.stage import desk as real_desk


def marked(app: Any, name: str) -> None:
    """Put the cursor of the vocabulary on an entry."""
    vocabulary = app.screen.query_one("#vocabulary", OptionList)
    vocabulary.highlighted = vocabulary.get_option_index(name)


async def test_the_search_finds_in_both_languages_and_the_preview_follows(tmp_path: Path) -> None:
    app = application(desk(tmp_path))
    async with app.run_test(size=LARGE) as pilot:
        await opened(pilot, "scenario")
        await pressed(pilot, "slash")
        app.screen.query_one("#search", Input).value = "学术"
        await eventually(pilot, lambda: app.session.scenario == "research")
        await eventually(pilot, lambda: "--scenario research" in shown(app))
        app.screen.query_one("#search", Input).value = "zzzz"
        await eventually(pilot, lambda: "No scenario speaks of “zzzz”" in shown(app))


async def test_a_requirement_is_added_tried_and_taken_away(tmp_path: Path) -> None:
    app = application(desk(tmp_path))
    async with app.run_test(size=LARGE) as pilot:
        await opened(pilot, "constraints")
        marked(app, "term:alive")
        await eventually(pilot, lambda: "With it, 5 stacks would be left." in shown(app))
        await pressed(pilot, "enter")
        assert app.session.require == ("alive",)
        await eventually(pilot, lambda: "5 of 8 stacks are left" in shown(app))
        assert "--require alive" in shown(app)
        marked(app, "chosen:require:alive")
        await pressed(pilot, "d")
        assert not app.session.require


async def test_a_value_is_asked_for_and_a_wrong_one_explained(tmp_path: Path) -> None:
    app = application(desk(tmp_path))
    async with app.run_test(size=LARGE) as pilot:
        await opened(pilot, "constraints")
        marked(app, "term:latency")
        await pressed(pilot, "enter")
        assert isinstance(app.screen, Prompt)
        app.screen.query_one(Input).value = "quickly"
        await pressed(pilot, "enter")
        await eventually(pilot, lambda: "→" in shown(app))
        assert not app.session.require
        await pressed(pilot, "enter")
        app.screen.query_one(Input).value = "5ms"
        await pressed(pilot, "enter")
        assert app.session.require == ("latency=5ms",)


async def test_a_wrong_model_is_explained_with_the_next_step(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.onnx"
    wrong.write_bytes(b"no model at all")
    app = application(desk(tmp_path))
    async with app.run_test(size=LARGE) as pilot:
        await opened(pilot, "workload")
        app.screen.query_one("#model", Input).value = str(wrong)
        app.screen.query_one("#inspect", Button).press()
        await settled(pilot)
        problem = app.screen.query_one("#problem").told  # type: ignore[attr-defined]
        assert "is not an ONNX model, or is damaged → give an .onnx file" in problem
        assert app.session.model == wrong


async def test_a_device_is_aimed_at_and_this_machine_again(tmp_path: Path) -> None:
    app = application(desk(tmp_path))
    async with app.run_test(size=LARGE) as pilot:
        await opened(pilot, "hardware")
        await pressed(pilot, "down", "enter")
        assert app.session.require == ("device=board-a",)
        assert "[x] Board A" in shown(app)
        assert "--require device=board-a" in app.screen.query_one(CommandLine).command
        await eventually(pilot, lambda: "! The scenario is meant for" in shown(app))
        await pressed(pilot, "down", "enter")  # no framework speaks of this one
        assert app.session.require == ("device=board-a",)
        assert "No framework's support for this device is on record" in shown(app)
        await pressed(pilot, "up", "up", "enter")
        assert not app.session.require
        # another workload in place of the scenario's, and the scenario's again
        app.action_go("workload")
        await settled(pilot)
        await pressed(pilot, "down", "enter")
        assert app.session.workload == "large-net"
        assert "--workload large-net" in shown(app)
        await pressed(pilot, "enter")
        assert app.session.workload is None


async def test_the_precision_is_chosen_said_and_kept(tmp_path: Path) -> None:
    at = real_desk(tmp_path)
    app = application(at)
    async with app.run_test(size=LARGE) as pilot:
        await opened(pilot, "workload")
        assert "--precision" not in app.screen.query_one(CommandLine).command
        app.screen.query_one("#in-int8", Tick).toggle()
        await settled(pilot)
        assert "--precision fp32 --precision int8" in app.screen.query_one(CommandLine).command
        app.screen.query_one("#in-fp32", Tick).toggle()
        await settled(pilot)
        app.screen.query_one("#in-int8", Tick).toggle()
        await settled(pilot)
        assert "Stacks are compared in one precision at least" in shown(app)
        assert app.session.precisions == (Precision.INT8,)
        app.action_go("hardware")
        await settled(pilot)
        app.action_go("workload")
        await settled(pilot)
        ticked = [one for one in Precision if app.screen.query_one(f"#in-{one}", Tick).value]
        assert ticked == [Precision.INT8]
        await eventually(pilot, lambda: at.sessions().sessions[0].step is Step.WORKLOAD)
        assert at.sessions().sessions[0].precisions == (Precision.INT8,)
        # the scenario's own is no choice
        app.screen.query_one("#in-fp32", Tick).toggle()
        await settled(pilot)
        app.screen.query_one("#in-int8", Tick).toggle()
        await settled(pilot)
        assert not app.session.precisions
        assert "--precision" not in app.screen.query_one(CommandLine).command


async def test_what_is_described_is_compared_in_its_precision(tmp_path: Path) -> None:
    app = application(real_desk(tmp_path))
    async with app.run_test(size=LARGE) as pilot:
        await opened(pilot, "workload")
        app.screen.query_one("#job", Select).value = "classify"
        await settled(pilot)
        app.screen.query_one("#precision", Select).value = "int8"
        await settled(pilot)
        app.screen.query_one("#say-size", Input).value = "224"
        take = app.screen.query_one("#take", Button)
        await eventually(pilot, lambda: take.display)
        take.press()
        await settled(pilot)
        assert app.session.precisions == (Precision.INT8,)
        assert "--precision int8" in app.screen.query_one(CommandLine).command
        assert app.screen.query_one("#in-int8", Tick).value
        assert not app.screen.query_one("#in-fp32", Tick).value


async def test_pairs_show_how_well_they_fit_and_which_fits_least(tmp_path: Path) -> None:
    app = application(desk(tmp_path))
    async with app.run_test(size=LARGE) as pilot:
        await opened(pilot, "scenario")
        said = {
            "latency:throughput": "9",
            "latency:memory": "0.111111111111",
            "throughput:memory": "9",
        }
        app.change(weighing=Weighing.PAIRWISE, answers={Weighing.PAIRWISE: said})
        app.action_go("priorities")
        await settled(pilot)
        await eventually(pilot, lambda: "Fits least" in shown(app))
        told = app.screen.query_one("#told").told  # type: ignore[attr-defined]
        assert "the answers contradict each other" in told
        assert app.session.weight_file is None
        app.screen.query_one("#revise", Button).press()
        await settled(pilot)
        assert len(app.session.answers[Weighing.PAIRWISE]) == 2
        # what is left fits, so it counts, and the command says where it is
        await eventually(pilot, lambda: app.session.weight_file is not None)
        assert "--weights" in app.screen.query_one(CommandLine).command


async def test_the_scale_answers_the_question_that_is_asked(tmp_path: Path) -> None:
    app = application(desk(tmp_path))
    async with app.run_test(size=LARGE) as pilot:
        await opened(pilot, "scenario")
        app.change(weighing=Weighing.PAIRWISE)
        app.action_go("priorities")
        await eventually(pilot, lambda: bool(app.screen.query("#answer")))
        await settled(pilot)
        await pressed(pilot, "left", "left", "enter")
        assert app.session.answers[Weighing.PAIRWISE] == {"latency:throughput": "3"}
        await eventually(pilot, lambda: "1 of 21 questions answered" in shown(app))
        await pressed(pilot, "u")
        assert app.session.answers[Weighing.PAIRWISE] == {}


async def test_weights_that_are_tried_rank_again_and_show_their_command(tmp_path: Path) -> None:
    app = application(desk(tmp_path))
    async with app.run_test(size=SMALL) as pilot:
        await opened(pilot, "result")
        assert "There is no answer yet" in shown(app)
        app.change(run="r-20261130-4f1c9a")
        app.action_go("result")
        await eventually(pilot, lambda: app.answer is not None)
        await settled(pilot)
        await pressed(pilot, "f6", "f6", "f6")
        await settled(pilot)
        assert "▲ 8" in shown(app)
        app.screen.query_one("#what-latency", Slider).focus()
        await pressed(pilot, "right")
        command = app.screen.query_one(CommandLine).command
        assert "--replay r-20261130-4f1c9a" in command
        assert "--weight latency=31" in command
        await pressed(pilot, "k")
        assert app.session.weights["latency"] == 31.0
        assert app.session.what_if == {}


async def test_a_cell_leads_to_its_evidence(tmp_path: Path) -> None:
    app = application(desk(tmp_path))
    async with app.run_test(size=LARGE) as pilot:
        await opened(pilot, "scenario")
        app.change(run="r-20261130-4f1c9a")
        app.action_go("result")
        await eventually(pilot, lambda: app.answer is not None)
        await settled(pilot)
        await pressed(pilot, "f6", "f6")
        await eventually(pilot, lambda: app.screen.query_one(Matrix).row_count > 0)
        app.screen.query_one(Matrix).focus()
        await pressed(pilot, "right")
        assert app.answer is not None
        label = app.answer.ranking[0].label
        shown_cell = app.screen.query_one("#cell", Prose)
        await eventually(pilot, lambda: shown_cell.told.startswith(f"{label} – Latency"))
        assert "•" in shown_cell.told


async def test_what_is_exported_is_named_by_its_path(tmp_path: Path) -> None:
    app = application(desk(tmp_path))
    async with app.run_test(size=LARGE) as pilot:
        await opened(pilot, "scenario")
        app.change(run="r-20261130-4f1c9a", folder=tmp_path / "out")
        app.action_go("export")
        await eventually(pilot, lambda: app.answer is not None)
        for name in ("html", "pdf"):
            app.screen.query_one(f"#as-{name}").value = False  # type: ignore[attr-defined]
        app.screen.query_one("#as-json").value = True  # type: ignore[attr-defined]
        await settled(pilot)
        assert "--format json --out" in app.screen.query_one(CommandLine).command
        app.screen.query_one("#write", Button).press()
        await settled(pilot)
        (file,) = (tmp_path / "out").iterdir()
        assert str(file) in app.screen.query_one("#written").told  # type: ignore[attr-defined]


async def test_the_palette_goes_to_any_step(tmp_path: Path) -> None:
    app = application(desk(tmp_path))
    async with app.run_test(size=LARGE) as pilot:
        await opened(pilot, "scenario")
        commands = {c.title: c.callback for c in app.get_system_commands(app.screen)}
        commands["5 Priorities"]()
        await settled(pilot)
        assert app.session.step is Step.PRIORITIES
