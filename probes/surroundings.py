"""The environment variables a worker is given: few, so that the user's shell changes no result."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

KEPT = frozenset(
    {"PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR"}
    | {"CC", "CXX", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"}
)
"""Needed to find compilers and libraries, and to write text. Proxies are not (a worker needs no
network), nor OMP_NUM_THREADS and its kin (threads are the adapter's to set)."""

QUIET = {"TF_CPP_MIN_LOG_LEVEL": "2", "GLOG_v": "3"}
"""TensorFlow and MindSpore log errors only: the last line of stderr becomes a message."""


def worker_environ(environ: Mapping[str, str], compiled: Path) -> dict[str, str]:
    """What a worker sees of `environ`, plus the folder for what its framework compiles.

    >>> seen = worker_environ({"PATH": "/bin", "OMP_NUM_THREADS": "1"}, Path("/cache"))
    >>> seen["PATH"], "OMP_NUM_THREADS" in seen
    ('/bin', False)
    """
    return {
        **{name: value for name, value in environ.items() if name in KEPT},
        **QUIET,
        "TORCHINDUCTOR_CACHE_DIR": str(compiled / "torchinductor"),
        "TRITON_CACHE_DIR": str(compiled / "triton"),
        "ADVISOR_COMPILED": str(compiled),
    }
