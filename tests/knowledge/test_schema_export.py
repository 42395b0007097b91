import json

import pytest

from knowledge.loader import FAMILIES
from knowledge.paths import data_dir
from knowledge.schema_export import export, schemas


def test_the_schemas_in_the_repository_are_up_to_date():
    assert export(data_dir() / "schema", check=True) == ()


def test_checking_writes_nothing_and_writing_settles_it(tmp_path):
    assert export(tmp_path, check=True) == tuple(schemas())
    assert not list(tmp_path.iterdir())
    assert export(tmp_path) == tuple(schemas())
    assert export(tmp_path, check=True) == export(tmp_path) == ()
    (tmp_path / "route.json").write_text("{}")
    assert export(tmp_path, check=True) == ("route.json",)


def test_there_is_one_schema_per_family():
    assert len(schemas()) == len(FAMILIES)


@pytest.mark.parametrize("name", schemas())
def test_every_reference_inside_a_schema_leads_somewhere(name):
    schema = schemas()[name]
    text = json.dumps(schema)
    for definition in {part.split('"')[0] for part in text.split('"#/$defs/')[1:]}:
        assert definition in schema["$defs"]


def test_the_liberties_of_the_dialect_are_in_the_schema():
    definitions = schemas()["framework.json"]["$defs"]
    assert definitions["Support"]["anyOf"][0]["type"] == ["boolean", "string", "number"]
    assert definitions["Fact"]["properties"]["unit"]["type"] == ["string", "number"]
    assert "pattern" in definitions["Claim"]["properties"]["capability"]
