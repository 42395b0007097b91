"""Environments for the peers, made once in the user's cache: `python -m tests.peers.environments`.

Each is made from a file of pinned versions in requirements/; another file makes another folder.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import platformdirs

ROOT = Path(__file__).parents[2]
NAMES = ("mcda", "skc")
"""pymcdm, pysensmcda and AHPy; scikit-criteria, which needs another pandas."""
SCRIPT = Path(__file__).with_name("reference.py")


def python(name: str) -> Path:
    """The interpreter of the environment `name`, which is made where it is missing."""
    from uv import find_uv_bin

    pins = ROOT / "requirements" / f"bench-{name}.txt"
    digest = hashlib.sha256(pins.read_bytes()).hexdigest()[:12]
    folder = platformdirs.user_cache_path("advisor") / "peers" / f"{name}-{digest}"
    folder.mkdir(parents=True, exist_ok=True)
    found, done = folder / "venv" / "bin" / "python", folder / "done"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            uv = find_uv_bin()
            make = [uv, "venv", "-q", "--clear", "--python", sys.executable, str(folder / "venv")]
            subprocess.run(make, check=True)
            install = [uv, "pip", "install", "-q", "--python", str(found), "-r", str(pins)]
            subprocess.run(install, check=True)
            done.touch()
    return found


def ask(name: str, *requests: tuple[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """What the libraries in the environment `name` answer to tasks of reference.py, in order."""
    done = subprocess.run(
        [str(python(name)), "-W", "ignore", str(SCRIPT)],
        input=json.dumps(requests),
        capture_output=True,
        text=True,
        timeout=3600,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{name}: {done.stderr[-2000:]}")
    answers: list[dict[str, Any]] = json.loads(done.stdout)
    return answers


if __name__ == "__main__":
    for each in NAMES:
        sys.stdout.write(f"{each}: {python(each)}\n")
