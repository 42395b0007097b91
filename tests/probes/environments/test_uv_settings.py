"""Every setting of pip that uv has a counterpart for."""

from __future__ import annotations

from pathlib import Path

import pytest

from probes.environments.pip_settings import PipSettings
from probes.environments.uv_settings import UvSettings, translate


def uv(tmp_path: Path, environ: dict[str, str] | None = None, **options: str) -> UvSettings:
    values = {name.replace("_", "-"): value for name, value in options.items()}
    return translate(PipSettings(values), environ or {}, ["torch==2.13.0"], tmp_path)


def test_nothing_set_changes_nothing(tmp_path: Path) -> None:
    assert uv(tmp_path) == UvSettings()


def test_indexes_are_merged_as_pip_merges_them(tmp_path: Path) -> None:
    found = uv(tmp_path, index_url="https://u:p@a/simple", extra_index_url="https://b/s\nfile:///c")
    assert found.environment == {
        "UV_DEFAULT_INDEX": "https://u:p@a/simple",
        "UV_INDEX": "https://b/s file:///c",
        "UV_INDEX_STRATEGY": "unsafe-best-match",
    }
    # Addresses may carry passwords: never on the command line.
    assert found.arguments == []
    assert found.honoured == ["index-url", "extra-index-url"]


def test_an_index_in_a_folder(tmp_path: Path) -> None:
    found = uv(tmp_path, index_url="simple index")
    assert found.environment["UV_DEFAULT_INDEX"] == f"{tmp_path.as_uri()}/simple%20index"


@pytest.mark.parametrize("name", ["UV_DEFAULT_INDEX", "UV_INDEX", "UV_EXTRA_INDEX_URL"])
def test_uvs_own_indexes_win(tmp_path: Path, name: str) -> None:
    found = uv(tmp_path, {name: "https://mine"}, index_url="https://a", extra_index_url="https://b")
    assert found.environment == {}


def test_no_index_leaves_find_links_only(tmp_path: Path) -> None:
    found = uv(tmp_path, no_index="true", index_url="https://a", find_links=str(tmp_path))
    assert found.arguments == ["--no-index"]
    assert found.environment == {"UV_FIND_LINKS": tmp_path.as_uri()}


def test_find_links_of_all_kinds(tmp_path: Path) -> None:
    for name in ("rel", "a,b", "home/w"):
        (tmp_path / name).mkdir(parents=True)
    found = uv(
        tmp_path,
        {"HOME": str(tmp_path / "home")},
        find_links=f"rel {tmp_path}/a,b ~/w https://h/w.html file://{tmp_path}/rel /gone",
    )
    base = tmp_path.as_uri()
    assert found.environment["UV_FIND_LINKS"].split(",") == [
        f"{base}/rel",
        f"{base}/a%2Cb",
        f"{base}/home/w",
        "https://h/w.html",
        f"file://{tmp_path}/rel",
    ]
    assert found.notes == ["pip's find-links place /gone does not exist"]
    assert uv(tmp_path, {"UV_FIND_LINKS": "x"}, find_links="rel").environment == {}


def test_certificates(tmp_path: Path) -> None:
    (tmp_path / "ca.pem").touch()
    assert uv(tmp_path, cert="ca.pem").environment == {"SSL_CERT_FILE": str(tmp_path / "ca.pem")}
    assert uv(tmp_path, cert=str(tmp_path)).environment == {"SSL_CERT_DIR": str(tmp_path)}
    requests = {"REQUESTS_CA_BUNDLE": str(tmp_path / "ca.pem")}
    assert uv(tmp_path, requests).environment == {"SSL_CERT_FILE": str(tmp_path / "ca.pem")}
    assert uv(tmp_path, {"SSL_CERT_FILE": "/mine"}, cert="ca.pem").environment == {}
    client = uv(tmp_path, client_cert="me.pem").environment
    assert client == {"SSL_CLIENT_CERT": str(tmp_path / "me.pem")}


def test_proxy_hosts_and_patience(tmp_path: Path) -> None:
    assert uv(tmp_path, proxy="u:p@proxy:3128").environment == dict.fromkeys(
        ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"), "http://u:p@proxy:3128"
    )
    assert uv(tmp_path, proxy="https://proxy").environment["ALL_PROXY"] == "https://proxy"
    hosts = uv(tmp_path, trusted_host="a b:8443").environment
    assert hosts == {"UV_INSECURE_HOST": "a b:8443"}
    assert uv(tmp_path, timeout="15.5", retries="2").environment == {
        "UV_HTTP_TIMEOUT": "15",
        "UV_HTTP_RETRIES": "2",
    }
    assert uv(tmp_path, timeout="soon").environment == {}
    assert uv(tmp_path, {"UV_HTTP_TIMEOUT": "9"}, timeout="15").environment == {}


def test_choice_of_files(tmp_path: Path) -> None:
    found = uv(tmp_path, pre="yes", only_binary=":all:", no_binary="a,b")
    assert found.arguments == [
        *("--prerelease", "allow"),
        *("--only-binary", ":all:"),
        *("--no-binary", "a"),
        *("--no-binary", "b"),
    ]
    keyring = uv(tmp_path, keyring_provider="subprocess").environment
    assert keyring == {"UV_KEYRING_PROVIDER": "subprocess"}


def test_constraints_pass_only_where_they_leave_room(tmp_path: Path) -> None:
    (tmp_path / "fine.txt").write_text("torch<=2.14.1\n")
    (tmp_path / "tight.txt").write_text("torch<2\n")
    found = uv(tmp_path, constraint="fine.txt tight.txt gone.txt https://h/c.txt")
    assert found.arguments == ["--constraints", str(tmp_path / "fine.txt")]
    assert [note.partition(": ")[2] for note in found.notes[:1]] == ["torch<2 rules out 2.13.0"]
    assert len(found.notes) == 3


def test_what_has_no_counterpart_is_said(tmp_path: Path) -> None:
    assert uv(tmp_path, require_hashes="1").notes == ["pip's require-hashes is not applied"]
