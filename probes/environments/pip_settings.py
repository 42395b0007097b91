"""The user's pip settings: configuration files and PIP_* variables, merged as pip merges them.

pip's rules (docs: topics/configuration): files are read from global over user and site to
PIP_CONFIG_FILE, later ones override key by key; of the sections, [install] overrides [global];
environment variables override all files; empty values do not count.
"""

from __future__ import annotations

import configparser
import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from probes.environments import places

ALIASES = {"default-timeout": "timeout", "pypi-url": "index-url"}
TRUE = frozenset({"y", "yes", "t", "true", "on", "1"})


@dataclass(frozen=True)
class PipSettings:
    """Options of `pip install` by long name, as text; `notes` say which files were unreadable."""

    values: Mapping[str, str]
    notes: tuple[str, ...] = ()

    def text(self, option: str) -> str:
        """Value of an option; empty when it is not set."""
        return self.values.get(option, "")

    def words(self, option: str) -> tuple[str, ...]:
        """Value of an option that may be given several times: words, in order."""
        return tuple(self.text(option).split())

    def flag(self, option: str) -> bool:
        """Whether a switch is on, by pip's words for yes."""
        return self.text(option).strip().lower() in TRUE


def read(environ: Mapping[str, str], prefix: Path = Path(sys.prefix)) -> PipSettings:
    """Read what `pip config list` would show for `pip install`.

    Args:
        environ: environment variables.
        prefix: prefix of the interpreter whose site-wide pip.conf counts.
    """
    texts: list[str] = []
    notes: list[str] = []
    for file in config_files(environ, prefix):
        try:
            texts.append(file.read_text("utf-8"))
        except FileNotFoundError:
            continue
        except (OSError, UnicodeDecodeError) as error:
            notes.append(f"pip's configuration {file} was not read: {error}")
    merged = merge(texts, environ)
    return PipSettings(merged.values, (*notes, *merged.notes))


def config_files(
    environ: Mapping[str, str], prefix: Path, platform: str = sys.platform
) -> tuple[Path, ...]:
    """Pip's configuration files, the ones that override others last.

    PIP_CONFIG_FILE set to the null device turns all files off; set to a file, it stands in for the
    user's.
    """
    chosen = environ.get("PIP_CONFIG_FILE", "")
    if chosen == os.devnull:
        return ()
    name = "pip.ini" if platform == "win32" else "pip.conf"
    user = () if chosen and Path(chosen).exists() else _user_folders(environ, platform)
    files = [folder / name for folder in (*_global_folders(environ, platform), *user, prefix)]
    return (*files, Path(chosen)) if chosen else tuple(files)


def _global_folders(environ: Mapping[str, str], platform: str) -> tuple[Path, ...]:
    if platform == "win32":
        return (Path(environ.get("PROGRAMDATA", "C:/ProgramData")) / "pip",)
    if platform == "darwin":
        return (Path("/Library/Application Support/pip"),)
    folders = environ.get("XDG_CONFIG_DIRS") or "/etc/xdg"
    return (*(Path(folder) / "pip" for folder in folders.split(":") if folder), Path("/etc"))


def _user_folders(environ: Mapping[str, str], platform: str) -> tuple[Path, ...]:
    """The legacy folder first: the newer one overrides it."""
    home = places.home(environ)
    if platform == "win32":
        return home / "pip", Path(environ.get("APPDATA") or home / "AppData/Roaming") / "pip"
    config = Path(environ.get("XDG_CONFIG_HOME") or home / ".config") / "pip"
    mac = home / "Library/Application Support/pip"
    return home / ".pip", mac if platform == "darwin" and mac.is_dir() else config


def merge(texts: Iterable[str], environ: Mapping[str, str]) -> PipSettings:
    r"""Merge configuration texts and PIP_* variables.

    >>> merge(["[global]\ntimeout = 5\n[install]\nno_index = yes\n"], {"PIP_TIMEOUT": "9"}).values
    {'timeout': '9', 'no-index': 'yes'}
    """
    sections: dict[str, dict[str, str]] = {"global": {}, "install": {}}
    notes: list[str] = []
    for text in texts:
        parser = configparser.RawConfigParser()
        try:
            parser.read_string(text)
        except configparser.Error as error:
            notes.append(f"a pip configuration was not read: {' '.join(str(error).split())}")
            continue
        for section, values in sections.items():
            if parser.has_section(section):
                values.update({option_name(key): value for key, value in parser.items(section)})
    variables = {
        option_name(name.removeprefix("PIP_")): value
        for name, value in environ.items()
        if name.startswith("PIP_") and name != "PIP_CONFIG_FILE"
    }
    merged: dict[str, str] = {}
    for layer in (*sections.values(), variables):
        merged.update({key: value for key, value in layer.items() if value})
    return PipSettings(merged, tuple(notes))


def option_name(key: str) -> str:
    """A key as the long option it stands for.

    >>> option_name("EXTRA_INDEX_URL"), option_name("default-timeout")
    ('extra-index-url', 'timeout')
    """
    name = key.lower().replace("_", "-").removeprefix("--")
    return ALIASES.get(name, name)
