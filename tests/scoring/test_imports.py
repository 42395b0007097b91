"""What a clean interpreter has loaded after importing all of scoring."""

from __future__ import annotations

import json
import pkgutil
import subprocess
import sys

import scoring

SCRIPT = """
import importlib, json, sys
for name in sys.argv[1:]:
    importlib.import_module(name)
print(json.dumps(sorted(sys.modules)))
"""


def test_scoring_needs_numpy_and_no_reader_store_or_heavier_library() -> None:
    modules = [f"scoring.{module.name}" for module in pkgutil.iter_modules(scoring.__path__)]
    assert "scoring.simulate" in modules
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *modules], capture_output=True, text=True, check=True
    )
    loaded = set(json.loads(done.stdout))
    assert "numpy" in loaded
    heavy = {"scipy", "sklearn", "sqlmodel", "sqlalchemy", "pandas", "textual", "babel", "onnx"}
    assert not heavy & loaded
    assert not {"knowledge.loader", "knowledge.store", "probes", "reports", "advisor"} & loaded
