"""The base of every noun: frozen, and closed to fields it does not name."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, StringConstraints

Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9._-]*$")]
"""A name that is also a file name: lower case, digits, dot, dash, underscore."""


class Noun(BaseModel):
    """A value that is loaded, stored or sent; equal by content, never changed in place."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class LocalText(Noun):
    """One text in every language of the product.

    >>> LocalText(en="eager", zh="动态图").in_language("zh")
    '动态图'
    """

    en: str
    zh: str

    def in_language(self, language: str) -> str:
        """The text in `language` ("en" or "zh"); English for any other."""
        return self.zh if language == "zh" else self.en


class Moved(Noun):
    """What a file holds once its entry has another id: old references keep working."""

    id: Id
    moved_to: Id
