import subprocess
import sys

import pytest

from knowledge.findings import KnowledgeError
from knowledge.loader import load
from knowledge.schema.evidence import Grade
from tests.knowledge.files import ONE, changed, write
from tests.knowledge.mistakes import MISTAKES, PYTORCH


def errors(folder, *more):
    """The lines of the error that loading `folder` raises, without the folder's own path."""
    with pytest.raises(KnowledgeError) as caught:
        load([folder, *more])
    return [str(finding).replace(f"{folder}/", "") for finding in caught.value.findings]


def test_a_valid_folder_loads_completely(tmp_path):
    catalog = load([write(tmp_path, ONE)])
    assert list(catalog.frameworks) == ["onnxruntime", "pytorch"]
    assert list(catalog.sources) == ["torch-docs", "torch-package"]
    assert catalog.grades.sd[Grade.PUBLISHED] == 0.15
    assert catalog.overlaid == frozenset()
    assert catalog.scenario("edge-cv").preferences[0].weight == 30


def test_only_numeric_quantities_become_numbers(tmp_path):
    facts = load([write(tmp_path, ONE)]).frameworks["pytorch"].facts
    assert [fact.value for fact in facts] == ["2.10", 512.0]


@pytest.mark.parametrize(("name", "old", "new", "expected"), MISTAKES)
def test_each_mistake_is_told_where_it_stands(tmp_path, name, old, new, expected):
    lines = errors(changed(tmp_path, name, old, new))
    assert any(expected in line for line in lines), lines
    assert all(line.startswith(f"{name}:") for line in lines), lines


def test_all_mistakes_of_all_files_come_at_once(tmp_path):
    folder = write(
        tmp_path,
        {
            **ONE,
            PYTORCH: ONE[PYTORCH].replace("roles: [train, infer]", "roles: [tram]"),
            "sources/torch.yaml": ONE["sources/torch.yaml"].replace("kind: docs", "kind: x"),
            "frameworks/onnxruntime.yaml": "id: [\n",
            "devices/gpu.yml": "",
        },
    )
    files = [line.split(":")[0] for line in errors(folder)]
    assert files == sorted(files)
    assert set(files) == {
        "devices/gpu.yml",
        "frameworks/onnxruntime.yaml",
        PYTORCH,
        "sources/torch.yaml",
    }


def test_an_invalid_entry_does_not_make_references_to_it_unknown(tmp_path):
    lines = errors(changed(tmp_path, "sources/torch.yaml", "kind: docs", "kind: x"))
    assert len(lines) == 1
    lines = errors(changed(tmp_path / "b", PYTORCH, "lifecycle: active", "lifecycle: x"))
    assert len(lines) == 1


def test_ids_of_sources_are_checked(tmp_path):
    lines = errors(changed(tmp_path, "sources/torch.yaml", "torch-package:", "Torch Package:"))
    assert any("torch.yaml:6: Torch Package: 'Torch Package' is no id" in line for line in lines)


def test_a_vocabulary_that_cannot_be_parsed_does_not_hide_behind_unknown_terms(tmp_path):
    lines = errors(
        changed(tmp_path, "vocabulary/capabilities.yaml", "export.onnx:", "export.onnx: [")
    )
    assert len(lines) == 1


def test_a_source_may_stand_in_one_file_only(tmp_path):
    twin = {"sources/z.yaml": ONE["sources/torch.yaml"].split("torch-package")[0]}
    (line,) = errors(write(tmp_path, {**ONE, **twin}))
    assert line.startswith("sources/z.yaml:1: torch-docs: the source 'torch-docs' is there already")
    assert "sources/torch.yaml:1" in line


def test_statements_are_not_repeated(tmp_path):
    claim = ONE[PYTORCH].split("claims:\n")[1].split("facts:")[0]
    (line,) = errors(changed(tmp_path, PYTORCH, "facts:", claim + "facts:"))
    assert ":15: claims[1]: a second claim on export.onnx" in line


def test_text_that_is_not_utf8_is_told_with_its_line(tmp_path):
    folder = write(tmp_path, ONE)
    (folder / PYTORCH).write_bytes(b"id: pytorch\ntitle: \xff\n")
    assert f"{PYTORCH}:2: this is not UTF-8 text" in errors(folder)


@pytest.mark.parametrize("text", ["", "- a\n", "hello\n"])
def test_a_file_that_holds_no_mapping_is_told(tmp_path, text):
    lines = errors(write(tmp_path, {**ONE, PYTORCH: text}))
    assert f"{PYTORCH}:1: a file holds one mapping, of keys to values" in lines


def test_an_overlay_replaces_and_adds_and_shows_as_such(tmp_path):
    base = write(tmp_path / "base", ONE)
    over = write(
        tmp_path / "over",
        {
            PYTORCH: ONE[PYTORCH].replace("title: PyTorch", "title: Ours"),
            "sources/ours.yaml": (
                "ours: {title: O, url: https://x.example, publisher: O, kind: docs}\n"
            ),
        },
    )
    catalog = load([base, over])
    assert catalog.framework("pytorch").title == "Ours"
    assert "ours" in catalog.sources
    assert catalog.overlaid == {"frameworks/pytorch", "sources/ours"}
    assert catalog.digest != load([base]).digest


def test_an_overlay_error_names_the_overlay_file(tmp_path):
    base = write(tmp_path / "base", ONE)
    over = write(tmp_path / "over", {PYTORCH: "id: pytorch\n"})
    assert all(str(over) in line for line in errors(base, over))


def test_old_ids_lead_to_new_ones(tmp_path):
    moved = {"frameworks/torch.yaml": "id: torch\nmoved_to: pytorch\n"}
    catalog = load([write(tmp_path, {**ONE, **moved})])
    assert "torch" not in catalog.frameworks
    assert catalog.framework("torch").id == "pytorch"


def test_a_pointer_to_nowhere_is_told(tmp_path):
    moved = {"frameworks/torch.yaml": "id: torch\nmoved_to: pytorhc\n"}
    (line,) = errors(write(tmp_path, {**ONE, **moved}))
    assert line.startswith("frameworks/torch.yaml:2: moved_to: unknown framework 'pytorhc'")
    assert line.endswith("(tip: did you mean pytorch?)")


def test_exceptions_are_read_and_checked(tmp_path):
    listed = "- {rule: unused-source, subject: sources/x, reason: cited by our overlay}\n"
    catalog = load([write(tmp_path, {**ONE, "lint-exceptions.yaml": listed})])
    assert catalog.exceptions == {"unused-source sources/x": "cited by our overlay"}
    (line,) = errors(write(tmp_path, {"lint-exceptions.yaml": "- {rule: a, subject: b}\n"}))
    assert (
        line
        == "lint-exceptions.yaml:1: [0]: reason is missing (tip: add it; LintException needs it)"
    )


def test_loading_imports_nothing_heavy():
    code = (
        "import sys; from knowledge.loader import load; import knowledge.evidence\n"
        "heavy = {'sqlmodel', 'sqlalchemy', 'jinja2', 'numpy', 'textual', 'babel', 'rapidfuzz'}\n"
        "print(*heavy & sys.modules.keys())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
