"""pip's configuration: which files, and what overrides what."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from probes.environments import pip_settings


def conf(folder: Path, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "pip.conf"
    file.write_text(text)
    return file


def test_levels_override_each_other(tmp_path: Path) -> None:
    environ = {"HOME": str(tmp_path / "home"), "XDG_CONFIG_DIRS": str(tmp_path / "xdg")}
    texts = "[global]\nindex-url = https://{0}/simple\n{0} = 1\n"
    conf(tmp_path / "xdg/pip", texts.format("global"))
    conf(tmp_path / "home/.pip", texts.format("legacy"))
    assert read(environ, tmp_path)["index-url"] == "https://legacy/simple"
    conf(tmp_path / "home/.config/pip", texts.format("user"))
    assert read(environ, tmp_path)["index-url"] == "https://user/simple"
    conf(tmp_path / "prefix", texts.format("site"))
    assert read(environ, tmp_path)["index-url"] == "https://site/simple"
    chosen = conf(tmp_path / "chosen", texts.format("chosen"))
    values = read(environ | {"PIP_CONFIG_FILE": str(chosen)}, tmp_path)
    assert values["index-url"] == "https://chosen/simple"
    # The chosen file stands in for the user's, the others stay.
    assert {"global", "site", "chosen"} <= set(values)
    assert not {"user", "legacy"} & set(values)
    values = read(environ | {"PIP_INDEX_URL": "https://variable/simple"}, tmp_path)
    assert values["index-url"] == "https://variable/simple"


def read(environ: dict[str, str], tmp_path: Path) -> dict[str, str]:
    return dict(pip_settings.read(environ, tmp_path / "prefix").values)


def test_the_null_device_turns_files_off(tmp_path: Path) -> None:
    environ = {"HOME": str(tmp_path), "PIP_CONFIG_FILE": os.devnull}
    assert pip_settings.config_files(environ, tmp_path) == ()


def test_places_of_other_systems(tmp_path: Path) -> None:
    environ = {"HOME": "/Users/me"}
    mac = pip_settings.config_files(environ, Path("/p"), platform="darwin")
    assert mac[0] == Path("/Library/Application Support/pip/pip.conf")
    assert Path("/Users/me/.config/pip/pip.conf") in mac
    windows = pip_settings.config_files(environ, Path("/p"), platform="win32")
    assert all(file.name == "pip.ini" for file in windows)


def test_install_overrides_global_and_empty_values_do_not_count() -> None:
    text = (
        "[install]\nfind-links = /a\n  /b\n[global]\nfind_links = /c\npre = true\n[list]\nx = 1\n"
    )
    settings = pip_settings.merge([text], {"PIP_FIND_LINKS": "", "PIP_PRE": "0", "OTHER": "1"})
    assert settings.words("find-links") == ("/a", "/b")
    assert settings.flag("pre") is False
    assert settings.text("x") == ""


@pytest.mark.parametrize("word", ["1", "Yes", "true", "on"])
def test_words_for_yes(word: str) -> None:
    assert pip_settings.merge([], {"PIP_NO_INDEX": word}).flag("no-index")


def test_a_broken_file_is_said_and_skipped(tmp_path: Path) -> None:
    environ = {"HOME": str(tmp_path), "XDG_CONFIG_DIRS": str(tmp_path / "none")}
    conf(tmp_path / ".config/pip", "index-url = without a section\n")
    settings = pip_settings.read(environ, tmp_path)
    assert "index-url" not in settings.values
    assert len(settings.notes) == 1


def test_percent_signs_are_plain(tmp_path: Path) -> None:
    settings = pip_settings.merge(["[global]\nindex-url = https://u:%40@h/simple\n"], {})
    assert settings.text("index-url") == "https://u:%40@h/simple"
