from pathlib import Path

from probes.surroundings import worker_environ

SHELL = {
    "PATH": "/usr/bin",
    "HOME": "/home/u",
    "LANG": "zh_CN.UTF-8",
    "https_proxy": "http://proxy",
    "OMP_NUM_THREADS": "7",
    "PYTHONPATH": "/elsewhere",
    "TF_ENABLE_ONEDNN_OPTS": "0",
    "TORCHINDUCTOR_CACHE_DIR": "/mine",
}


def test_only_what_is_needed_is_passed_on():
    seen = worker_environ(SHELL, Path("/cache"))
    assert {name: seen[name] for name in ("PATH", "HOME", "LANG")} == {
        name: SHELL[name] for name in ("PATH", "HOME", "LANG")
    }
    hidden = {"https_proxy", "OMP_NUM_THREADS", "PYTHONPATH", "TF_ENABLE_ONEDNN_OPTS"}
    assert not hidden & set(seen)


def test_what_is_compiled_is_kept_in_the_folder_given():
    seen = worker_environ(SHELL, Path("/cache"))
    assert seen["TORCHINDUCTOR_CACHE_DIR"].startswith("/cache/")
