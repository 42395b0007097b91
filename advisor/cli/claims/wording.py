"""Words that several of the `advisor claims` commands say."""

from __future__ import annotations

from knowledge.schema.trial import ArticleClaim, Verdict
from knowledge.texts import Texts

VAGUE = (None, "any", "unspecified", "undisclosed", "unstated")
"""What articles say of the hardware where they do not say."""


def hardware_word(claim: ArticleClaim, texts: Texts) -> str:
    """The hardware that a claim is about; where the article is vague, what a test would need."""
    if claim.hardware in VAGUE:
        return texts.t(f"needs.{claim.needs}")
    return texts.word(claim.hardware or "")


def verdict_word(verdict: Verdict, texts: Texts) -> str:
    """The verdict in the reader's language, with the value that `--verdict` takes.

    >>> verdict_word(Verdict.PARTLY, Texts("en")), verdict_word(Verdict.PARTLY, Texts("zh"))
    ('partly', '部分属实（partly）')
    """
    word = texts.t(f"verdict.{verdict}")
    if word == verdict.value:
        return word
    return texts.t("statement.qualified", statement=word, qualifiers=verdict.value)
