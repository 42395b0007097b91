"""The texts of `advisor kb`: in every language, for every member of the sets they speak of."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from advisor.usecases.knowledge.comparing import Aspect, Change
from advisor.usecases.knowledge.entry import _FIELDS, Standing
from advisor.usecases.knowledge.families import families
from advisor.usecases.knowledge.stated import Kind
from knowledge.schema.compatibility import Verdict
from knowledge.schema.device import DeviceKind
from knowledge.schema.evidence import Source
from knowledge.schema.framework import Lifecycle, Role
from knowledge.schema.system import SystemKind, SystemState
from knowledge.texts import Texts, languages
from tests.conftest import own_facts

SETS = {
    "kb.state": (*SystemState, *Lifecycle),
    "kb.short": (*SystemState, *Lifecycle),
    "kb.word": (*Role, *SystemKind, *DeviceKind, *get_args(Source.model_fields["kind"].annotation)),
    "kb.works": tuple(Verdict),
    "kb.diff": (*Change, *Aspect),
    "kb.show": tuple(Standing),
}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("prefix", SETS)
def test_every_member_of_a_set_has_its_word(prefix: str, language: str) -> None:
    texts = Texts(language)
    missing = [value for value in SETS[prefix] if f"{prefix}.{value}" not in texts.keys(prefix)]
    assert missing == []


def test_every_kind_of_statement_has_its_heading() -> None:
    texts = Texts("en")
    assert {f"kb.section.{kind}" for kind in Kind} <= set(texts.keys("kb.section."))


def test_every_field_that_names_an_entry_has_its_word() -> None:
    fields = {
        field
        for single, several, items in _FIELDS.values()
        for field in (*single, *several, *(name for name, _ in items))
    }
    assert set(Texts("en").keys("kb.link.")) == {f"kb.link.{field}" for field in fields}


def test_every_family_has_its_name() -> None:
    texts = Texts("en")
    assert {f"kb.family.{name}" for name in families(own_facts())} <= set(texts.keys("kb.family."))


def test_chinese_texts_are_chinese() -> None:
    texts = Texts("zh")
    for key in texts.keys("kb."):
        text = texts.t(key, **dict.fromkeys(texts.placeholders(key), "x"))
        assert not re.search(r"[\u4e00-\u9fff][,;:?!]", text), key
