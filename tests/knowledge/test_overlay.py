import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.errors import KnownError
from knowledge.overlay import FOLDERS, gather
from tests.knowledge.files import write

names = st.builds("{}/{}.yaml".format, st.sampled_from(FOLDERS), st.sampled_from("abcd"))
layers = st.lists(st.dictionaries(names, st.text("xyz", max_size=3)), min_size=1, max_size=4)


@given(layers=layers)
def test_the_last_folder_that_has_a_file_provides_it(layers, tmp_path_factory):
    root = tmp_path_factory.mktemp("layers")
    folders = []
    for number, files in enumerate(layers):
        (root / str(number)).mkdir()
        folders.append(write(root / str(number), files))
    expected = {}
    for files in layers:
        expected.update(files)
    gathered = gather(folders)
    assert not gathered.problems
    assert {f"{f.key}.yaml": f.content.decode() for f in gathered.files} == expected
    upper = {name.removesuffix(".yaml") for files in layers[1:] for name in files}
    assert {f.key for f in gathered.files if f.overlaid} == upper


def test_the_digest_follows_names_and_contents_only(tmp_path):
    one = write(tmp_path / "one", {"devices/a.yaml": "x", "README.md": "hello"})
    same = write(tmp_path / "two", {"devices/a.yaml": "x"})
    moved = write(tmp_path / "three", {"devices/b.yaml": "x"})
    longer = write(tmp_path / "four", {"devices/a.yaml": "xx"})
    digests = [gather([folder]).digest for folder in (one, same, moved, longer)]
    assert digests[0] == digests[1]
    assert len(set(digests)) == 3
    assert len(digests[0]) == 16


def test_an_overlay_that_changes_nothing_still_gives_the_same_digest(tmp_path):
    base = write(tmp_path / "base", {"devices/a.yaml": "x"})
    over = write(tmp_path / "over", {"devices/a.yaml": "x"})
    assert gather([base]).digest == gather([base, over]).digest


@pytest.mark.parametrize(
    ("name", "message", "tip"),
    [
        ("framework/x.yaml", "framework/ is never read", "did you mean frameworks?"),
        ("frameworks/x.yml", "end in .yaml", "rename it to x.yaml"),
        ("stuff.yaml", "never read", "facts stand in folders"),
        ("frameworks/nested/x.yaml", "inside folders", "move it up"),
    ],
)
def test_files_that_would_be_overlooked_are_told(tmp_path, name, message, tip):
    (problem,) = gather([write(tmp_path, {name: "a: 1"})]).problems
    assert message in problem.message
    assert tip in problem.tip


def test_locales_schemas_and_hidden_files_are_no_facts(tmp_path):
    files = {
        "locales/en.yaml": "a: b",
        "schema/x.yaml": "",
        ".git/x.yaml": "",
        "devices/.a.yaml": "",
    }
    gathered = gather([write(tmp_path, files)])
    assert gathered.files == gathered.problems == ()


def test_exceptions_of_all_folders_count(tmp_path):
    base = write(tmp_path / "base", {"lint-exceptions.yaml": "one"})
    over = write(tmp_path / "over", {"lint-exceptions.yaml": "two"})
    assert [f.content for f in gather([base, over]).files] == [b"one", b"two"]


def test_a_folder_that_is_not_there_is_a_known_error(tmp_path):
    with pytest.raises(KnownError, match="no knowledge folder"):
        gather([tmp_path / "nowhere"])
