from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner

from advisor.cli.tui import command
from advisor.tui.serve import HOST, PAGE, serve
from knowledge.errors import KnownError


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What a stand-in for textual-serve was asked to serve."""
    asked: list[Any] = []

    class Server:
        def __init__(self, command: str, **settings: object) -> None:
            asked.append((command, settings))

        def serve(self) -> None:
            asked.append("serving")

    package, module = ModuleType("textual_serve"), ModuleType("textual_serve.server")
    module.Server = Server  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "textual_serve", package)
    monkeypatch.setitem(sys.modules, "textual_serve.server", module)
    return asked


def test_it_serves_the_same_command_on_the_loopback_with_a_warning(served: list[Any]) -> None:
    words = ["--serve", "--port", "8123", "--lang", "zh", "--scenario", "edge-cv"]
    done = CliRunner().invoke(command, words, standalone_mode=False)
    assert done.exception is None
    assert "没有登录" in done.stderr
    assert "127.0.0.1:8123" in done.stderr
    (line, settings), said = served
    assert line.endswith("-m advisor tui --lang zh --scenario edge-cv")
    assert settings["host"] == HOST == "127.0.0.1"
    assert (Path(settings["templates_path"]) / "app_index.html").is_file()
    assert said == "serving"


def test_what_is_missing_is_said_before_the_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "textual_serve.server", None)
    warned: list[int] = []
    with pytest.raises(KnownError, match="needs textual-serve") as refused:
        serve([], 8000, lambda: warned.append(1))
    assert "advisor-dl[serve]" in refused.value.hint
    assert not warned


class Fetched(HTMLParser):
    """Collects what a page makes a browser fetch, and its policy."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.policy = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.found += [value for name in ("src", "href", "srcset") if (value := given.get(name))]
        if given.get("http-equiv") == "Content-Security-Policy":
            self.policy = given["content"] or ""


def test_the_page_asks_no_other_host_for_anything() -> None:
    from jinja2 import Environment, FileSystemLoader

    page = Environment(loader=FileSystemLoader(PAGE), autoescape=True).get_template(
        "app_index.html"
    )
    socket = "ws://127.0.0.1:8123/ws"
    text = page.render(app_websocket_url=socket, font_size=16, application={"name": "advisor"})
    reader = Fetched()
    reader.feed(text)
    wanted = [*reader.found, *re.findall(r"url\(\"([^\"]*)\"\)", text)]
    assert len(wanted) >= 6
    assert all(one.startswith(("static/", "./", "data:")) for one in wanted)
    assert re.findall(r"\b\w+://[^\s\"';]+", text) == [socket, socket]
    assert "default-src 'none'" in reader.policy
    assert f"connect-src 'self' {socket}" in reader.policy


def test_the_files_that_the_page_names_come_with_textual_serve() -> None:
    server = pytest.importorskip("textual_serve.server")
    static = Path(server.__file__).parent / "static"
    text = (PAGE / "app_index.html").read_text(encoding="utf-8")
    named = re.findall(r"static/([\w./-]+)", text)
    assert named
    assert [name for name in named if not (static / name).is_file()] == []
