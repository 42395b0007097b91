"""What the documents say is there, and what is there stands in the documents."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from advisor.__main__ import run
from advisor.cli.main import COMMANDS, advisor

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def commands() -> list[tuple[str, ...]]:
    """Every command and subcommand as words."""
    found: list[tuple[str, ...]] = []
    context = click.Context(advisor)
    for name in COMMANDS:
        command = advisor.get_command(context, name)
        assert command is not None
        found.append((name,))
        if isinstance(command, click.Group):
            found += [(name, sub) for sub in command.list_commands(context)]
    return found


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_every_command_has_help_and_stands_in_the_readme(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*words, "--help"]) == 0
    text = capsys.readouterr().out
    assert len(re.sub(r"\s+", " ", text)) > 60
    assert f"advisor {' '.join(words)}" in README


@pytest.mark.parametrize("file", sorted(ROOT.glob("*.md")), ids=lambda file: file.name)
def test_links_inside_the_documents_lead_somewhere(file: Path) -> None:
    for target in re.findall(r"\]\((?!https?://)([^)#]+)", file.read_text(encoding="utf-8")):
        assert (ROOT / target).exists(), target


def test_the_readme_opens_with_the_two_commands() -> None:
    first = README.split("```")[1]
    assert "make demo" in first
    assert "make test" in first


def test_the_locks_hold_hashes_and_no_address() -> None:
    for lock in (ROOT / "requirements").glob("*.lock"):
        text = lock.read_text(encoding="utf-8")
        assert "://" not in text
        pins = re.findall(r"^[a-z][^\n]*==", text, re.MULTILINE)
        assert len(pins) > 20
        assert text.count("--hash=sha256:") >= len(pins)


def test_tests_mirror_the_packages() -> None:
    """A test folder or file names something that exists in the package it stands for."""
    for package in ("advisor", "knowledge", "probes", "scoring", "reports"):
        for folder in (p for p in (ROOT / "tests" / package).rglob("*") if p.is_dir()):
            if folder.name.startswith(("__", "fakes", "recordings")):
                continue
            below = folder.relative_to(ROOT / "tests")
            known = (ROOT / below).is_dir() or (ROOT / below).with_suffix(".py").is_file()
            assert known or any(f.suffix != ".py" for f in folder.iterdir()), below
