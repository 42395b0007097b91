"""JSON Schemas of the files in data/, for editors: `python -m knowledge.schema_export [--check]`.

Written to data/schema from the nouns, with the liberties of the YAML dialect added: a bare number
is text there, `support: "2.0"` is short for `{added: "2.0"}`, and a file may hold only `moved_to`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from knowledge.loader import FAMILIES
from knowledge.paths import data_dir
from knowledge.schema.base import Moved

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schemas() -> dict[str, dict[str, Any]]:
    """The schema of each kind of file, by file name ("framework.json")."""
    return {f"{_file_name(model.__name__)}.json": _schema(model) for model in FAMILIES.values()}


def export(folder: Path, *, check: bool = False) -> tuple[str, ...]:
    """Write the schemas into `folder`, or with `check` only compare; names of those that differ."""
    different = []
    for name, schema in schemas().items():
        text = json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
        file = folder / name
        if file.is_file() and file.read_text(encoding="utf-8") == text:
            continue
        different.append(name)
        if not check:
            folder.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    return tuple(different)


def main(arguments: list[str]) -> int:
    """The command: exit status 1 when --check finds schemas that are out of date."""
    check = "--check" in arguments
    different = export(data_dir() / "schema", check=check)
    for name in different:
        sys.stderr.write(f"data/schema/{name} {'is out of date' if check else 'written'}\n")
    return 1 if check and different else 0


def _file_name(noun: str) -> str:
    special = {
        "EnvironmentSpec": "environment",
        "CompatibilityTable": "compatibility",
        "OperatorRegistry": "operators",
    }
    return special.get(noun, noun.lower())


def _schema(model: type[Any]) -> dict[str, Any]:
    schema = model.model_json_schema()
    definitions = schema.pop("$defs", {})
    if "Support" in definitions:
        definitions["Support"] = {
            "description": "true, false, a version, or the full form.",
            "anyOf": [{"type": ["boolean", "string"]}, definitions["Support"]],
        }
    whole = {"anyOf": [schema, Moved.model_json_schema()], "$defs": definitions}
    return {"$schema": _DIALECT, "title": model.__name__, **_relaxed(whole)}


def _relaxed(node: Any) -> Any:
    """`node` with numbers admitted where text is expected: the dialect reads 2.10 as text."""
    if isinstance(node, list):
        return [_relaxed(item) for item in node]
    if not isinstance(node, dict):
        return node
    result = {key: _relaxed(value) for key, value in node.items()}
    if not {"enum", "const", "pattern", "format"} & node.keys():
        if node.get("type") == "string":
            result["type"] = ["string", "number"]
        elif node.get("type") == ["boolean", "string"]:
            result["type"] = ["boolean", "string", "number"]
    return result


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
