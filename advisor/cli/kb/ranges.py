"""Version ranges as people say them: "2.9 up to, but not including, 2.16"."""

from __future__ import annotations

from packaging.version import InvalidVersion, Version

from knowledge.texts import Texts

_SIGNS = (("==", "is"), (">=", "from"), ("<=", "to"), ("!=", "not"), (">", "over"), ("<", "under"))


def spoken(text: str, texts: Texts) -> str:
    """A value or range of a rule in words; several joined by " | " are alternatives.

    >>> spoken(">=2.9,<2.16", Texts("en")), spoken(">=525", Texts("en")), spoken("2.6", Texts("en"))
    ('2.9 to below 2.16', '525 or later', '2.6')
    >>> spoken("<8.9", Texts("zh")), spoken(">=5.0,<10 | >=12", Texts("en"))
    ('低于 8.9', '5.0 to below 10 or 12 or later')
    >>> spoken(">=5.0,<10 | >=9.0,<12", Texts("en"))
    '5.0 to below 12'
    """
    parts = [dict(map(_sign, part.split(","))) for part in text.split(" | ")]
    return texts.t("kb.range.or").join(_one(part, texts) for part in _merged(parts))


def _merged(parts: list[dict[str, str]]) -> list[dict[str, str]]:
    """Ranges between two bounds that overlap, as one; everything else as it is."""
    merged: list[dict[str, str]] = []
    for part in parts:
        last = merged[-1] if merged else {}
        if set(part) == set(last) == {"from", "under"} and _overlap(last, part):
            low = min(last["from"], part["from"], key=Version)
            merged[-1] = {"from": low, "under": max(last["under"], part["under"], key=Version)}
        elif part not in merged:
            merged.append(part)
    return merged


def _overlap(one: dict[str, str], other: dict[str, str]) -> bool:
    try:
        return Version(one["from"]) <= Version(other["under"]) and Version(
            other["from"]
        ) <= Version(one["under"])
    except InvalidVersion:
        return False


def _one(parts: dict[str, str], texts: Texts) -> str:
    if set(parts) == {"from", "under"}:
        return texts.t("kb.range.between", low=parts["from"], high=parts["under"])
    if set(parts) == {"from", "to"}:
        return texts.t("kb.range.through", low=parts["from"], high=parts["to"])
    if parts == {"over": "0"}:
        return texts.t("kb.range.any")
    told = (texts.t(f"kb.range.{sign}", value=value) for sign, value in parts.items())
    return texts.t("statement.join").join(told)


def _sign(text: str) -> tuple[str, str]:
    text = text.strip()
    for sign, name in _SIGNS:
        if text.startswith(sign):
            return name, text.removeprefix(sign).strip()
    return "is", text
