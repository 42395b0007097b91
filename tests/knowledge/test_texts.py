import math
import re
import subprocess
import sys
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.errors import KnownError
from knowledge.schema.decision import Basis
from knowledge.schema.evidence import Grade
from knowledge.schema.framework import Lifecycle
from knowledge.schema.probing import Status
from knowledge.texts import Texts, languages

EN, ZH = Texts("en"), Texts("zh")


def test_the_locales_have_the_same_keys():
    assert EN.keys() == ZH.keys()


@pytest.mark.parametrize("key", EN.keys())
def test_the_locales_have_the_same_placeholders(key):
    assert EN.placeholders(key) == ZH.placeholders(key)
    assert all(re.fullmatch(r"[a-z_]+", name) for name in EN.placeholders(key))


def test_every_status_basis_grade_and_lifecycle_has_its_word():
    wanted = [
        ("status", Status),
        ("basis", [*Basis, "partial"]),
        ("grade", Grade),
        ("lifecycle", Lifecycle),
    ]
    for texts in (EN, ZH):
        for namespace, terms in wanted:
            assert texts.keys(f"{namespace}.") == tuple(sorted(f"{namespace}.{t}" for t in terms))


def test_unknown_keys_and_missing_placeholders_are_bugs():
    with pytest.raises(KeyError):
        EN.t("status.fine")
    with pytest.raises(KeyError):
        EN.t("support.since")


def test_an_unknown_language_is_a_known_error():
    with pytest.raises(KnownError, match="unknown language 'de'"):
        Texts("de")
    assert set(languages()) >= {"en", "zh"}


@pytest.mark.parametrize(
    ("value", "digits", "shown"),
    [
        (0.0, 3, "0"),
        (-0.0, 3, "0"),
        (999.6, 3, "1,000"),
        (123456.7, 3, "123,457"),
        (0.00012345, 2, "0.00012"),
        (3.2e-9, 3, "3.20e-09"),
        (-1.005, 2, "-1"),
        (50.25, 3, "50.2"),
        (math.inf, 3, "∞"),
    ],
)
def test_numbers(value, digits, shown):
    assert EN.number(value, digits) == shown


@given(st.floats(1e-6, 1e9), st.integers(1, 6))
def test_a_number_reads_back_within_its_digits(value, digits):
    shown = float(EN.number(value, digits).replace(",", ""))
    assert math.isclose(shown, value, rel_tol=0.5000001 * 10 ** (1 - digits))


@given(st.floats(1e-9, 1e6))
def test_a_duration_reads_back_and_never_starts_with_nothing(seconds):
    number, unit = EN.duration(seconds).split(" ")
    size = {"ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1, "min": 60, "h": 3600}[unit]
    shown = float(number.replace(",", ""))
    assert math.isclose(shown * size, seconds, rel_tol=0.005001)
    assert shown >= 1 or seconds < 1e-9


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (0, "0 s"),
        (0.0034, "3.4 ms"),
        (0.9999, "1 s"),
        (59.99, "1 min"),
        (7200, "2 h"),
        (-2, "-2 s"),
    ],
)
def test_durations(seconds, shown):
    assert EN.duration(seconds) == shown


def test_chinese_forms():
    assert ZH.duration(0.0034) == "3.4 毫秒"
    assert ZH.percent(0.1234, 1) == "12.3%"
    assert ZH.date(date(2026, 10, 1)) == "2026年10月1日"
    assert ZH.t("support.since", version="2.0") == "自 2.0 起支持"


def test_quantities_keep_words_as_they_are():
    assert EN.quantity("≤2.10", "version") == "≤2.10"
    assert EN.quantity(2048.0, "GB/s") == "2,048 GB/s"


def test_texts_alone_do_not_import_babel():
    code = (
        "import sys; from knowledge.texts import Texts; Texts('zh').t('status.ok')\n"
        "print('babel' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
