"""Translate pip settings into uv's: uv reads neither pip's files nor its variables.

Addresses go into environment variables, not arguments: they may carry passwords, and arguments are
visible to every user of the machine. What the user set for uv itself (UV_*) stays and wins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote, urlsplit

from probes.environments import places
from probes.environments.constraints import contradiction
from probes.environments.pip_settings import PipSettings

INDEX_VARIABLES = ("UV_DEFAULT_INDEX", "UV_INDEX", "UV_INDEX_URL", "UV_EXTRA_INDEX_URL")
UNTRANSLATED = ("require-hashes", "build-constraint", "no-deps")
"""Settings that would change the result, and have no counterpart in a pinned environment."""


@dataclass
class UvSettings:
    """What to add to uv's environment variables and arguments, and what to tell the user."""

    environment: dict[str, str] = field(default_factory=dict)
    arguments: list[str] = field(default_factory=list)
    honoured: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def translate(
    settings: PipSettings,
    environ: Mapping[str, str],
    requirements: Iterable[str],
    folder: Path,
) -> UvSettings:
    """Map every setting of pip that uv has a counterpart for.

    Args:
        settings: pip's settings, merged.
        environ: environment variables, whose UV_* win.
        requirements: pinned requirements, which constraint files must not contradict.
        folder: what relative paths are relative to (the working folder, as for pip).
    """
    uv = UvSettings(notes=list(settings.notes))
    for step in (_indexes, _find_links, _network, _choice):
        step(uv, settings, environ, folder)
    _constraints(uv, settings, list(requirements), folder)
    uv.notes += [f"pip's {name} is not applied" for name in UNTRANSLATED if settings.text(name)]
    return uv


def _indexes(
    uv: UvSettings, settings: PipSettings, environ: Mapping[str, str], folder: Path
) -> None:
    if settings.flag("no-index"):
        uv.arguments.append("--no-index")
        uv.honoured.append("no-index")
        return
    if any(environ.get(name) for name in INDEX_VARIABLES):
        return
    if settings.text("index-url"):
        uv.environment["UV_DEFAULT_INDEX"] = _address(settings.text("index-url"), folder, environ)
        uv.honoured.append("index-url")
    extra = [_address(url, folder, environ) for url in settings.words("extra-index-url")]
    if extra:
        uv.environment["UV_INDEX"] = " ".join(extra)
        # pip takes the best version of all indexes; uv by default stops at the first that has any.
        uv.environment["UV_INDEX_STRATEGY"] = environ.get("UV_INDEX_STRATEGY", "unsafe-best-match")
        uv.honoured.append("extra-index-url")


def _find_links(
    uv: UvSettings, settings: PipSettings, environ: Mapping[str, str], folder: Path
) -> None:
    if environ.get("UV_FIND_LINKS"):
        return
    found = []
    for place in settings.words("find-links"):
        local = _local(place, folder, environ)
        if local is not None and not local.exists():
            # pip passes over a missing place with a warning; uv gives up.
            uv.notes.append(f"pip's find-links place {place} does not exist")
            continue
        found.append(_address(place, folder, environ).replace(",", "%2C"))
    if found:
        uv.environment["UV_FIND_LINKS"] = ",".join(found)
        uv.honoured.append("find-links")


def _network(
    uv: UvSettings, settings: PipSettings, environ: Mapping[str, str], folder: Path
) -> None:
    values = dict(_network_values(settings, environ, folder))
    uv.environment.update({name: value for name, (_, value) in values.items()})
    uv.honoured += dict.fromkeys(option for option, _ in values.values())


def _network_values(
    settings: PipSettings, environ: Mapping[str, str], folder: Path
) -> Iterator[tuple[str, tuple[str, str]]]:
    """Variables with the pip option they come from and their value."""
    bundle = settings.text("cert")
    bundle = bundle or environ.get("REQUESTS_CA_BUNDLE", "") or environ.get("CURL_CA_BUNDLE", "")
    if bundle and not environ.get("SSL_CERT_FILE"):
        place = folder / Path(bundle)
        yield ("SSL_CERT_DIR" if place.is_dir() else "SSL_CERT_FILE"), ("cert", str(place))
    if settings.text("client-cert"):
        yield "SSL_CLIENT_CERT", ("client-cert", str(folder / settings.text("client-cert")))
    if settings.text("proxy"):
        proxy = settings.text("proxy")
        proxy = proxy if "://" in proxy else f"http://{proxy}"
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
            yield name, ("proxy", proxy)
    if settings.words("trusted-host") and not environ.get("UV_INSECURE_HOST"):
        yield "UV_INSECURE_HOST", ("trusted-host", " ".join(settings.words("trusted-host")))
    for option, variable in (("timeout", "UV_HTTP_TIMEOUT"), ("retries", "UV_HTTP_RETRIES")):
        number = settings.text(option).partition(".")[0]
        if number.isdigit() and not environ.get(variable):
            yield variable, (option, number)
    if settings.text("keyring-provider") == "subprocess":
        yield "UV_KEYRING_PROVIDER", ("keyring-provider", "subprocess")


def _choice(
    uv: UvSettings, settings: PipSettings, environ: Mapping[str, str], folder: Path
) -> None:
    """Which files of a distribution may be chosen."""
    del environ, folder
    if settings.flag("pre"):
        uv.arguments += ["--prerelease", "allow"]
        uv.honoured.append("pre")
    for option in ("only-binary", "no-binary"):
        names = settings.text(option).replace(",", " ").split()
        for name in names:
            uv.arguments += [f"--{option}", name]
        uv.honoured += [option] if names else []


def _constraints(
    uv: UvSettings, settings: PipSettings, requirements: list[str], folder: Path
) -> None:
    """Pass on constraint files that leave room for the pins; say which ones do not."""
    for name in settings.words("constraint"):
        if _is_remote(name):
            uv.notes.append(f"pip's constraint {name} is not applied: only local files are")
            continue
        file = _local(name, folder, {}) or folder / name
        try:
            problem = contradiction(file.read_text("utf-8"), requirements)
        except (OSError, UnicodeDecodeError) as error:
            problem = str(error)
        if problem:
            uv.notes.append(f"pip's constraint {name} is not applied: {problem}")
        else:
            uv.arguments += ["--constraints", str(file)]
            uv.honoured.append("constraint")


def _is_remote(place: str) -> bool:
    return "://" in place and not place.startswith("file:")


def _local(place: str, folder: Path, environ: Mapping[str, str]) -> Path | None:
    """Path of a place on this machine; None for an address elsewhere."""
    if place.startswith("file:"):
        return Path(unquote(urlsplit(place).path))
    if _is_remote(place):
        return None
    if place.startswith("~/"):
        return places.home(environ) / place[2:]
    return folder / place


def _address(place: str, folder: Path, environ: Mapping[str, str]) -> str:
    """A place as an address: uv splits plain paths at commas and blanks."""
    if "://" in place or place.startswith("file:"):
        return place
    return (_local(place, folder, environ) or folder / place).absolute().as_uri()
