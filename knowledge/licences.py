"""Licences: what kind an SPDX expression is, and whether it meets what somebody allows.

Pure. A licence this table does not know is of no known kind: neither let pass nor refused.
"""

from __future__ import annotations

import re
from enum import StrEnum

from knowledge.errors import KnownError
from knowledge.nearest import did_you_mean


class Kind(StrEnum):
    """What a licence asks of those who pass the work on, the least first."""

    PERMISSIVE = "permissive"
    WEAK = "weak-copyleft"
    """Changes to the work itself stay open; what links to it need not be."""
    STRONG = "copyleft"
    PROPRIETARY = "proprietary"
    """Not an open-source licence: SPDX has no name for it (LicenseRef-...)."""


_PERMISSIVE = """0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BSD-3-Clause-Clear BSL-1.0 CC0-1.0 ISC
    MIT MIT-0 MulanPSL-1.0 MulanPSL-2.0 NCSA PSF-2.0 Python-2.0 UPL-1.0 Unlicense Zlib"""
_WEAK = "CDDL-1.0 EPL-1.0 EPL-2.0 EUPL-1.2 LGPL-2.0 LGPL-2.1 LGPL-3.0 MPL-1.1 MPL-2.0 MulanPubL-2.0"
_STRONG = "AGPL-3.0 GPL-2.0 GPL-3.0 OSL-3.0"
_PROPRIETARY = "BUSL-1.1 Elastic-2.0 SSPL-1.0"
_KINDS = {
    Kind.PERMISSIVE: _PERMISSIVE,
    Kind.WEAK: _WEAK,
    Kind.STRONG: _STRONG,
    Kind.PROPRIETARY: _PROPRIETARY,
}
KIND_OF = {name: kind for kind, names in _KINDS.items() for name in names.split()}
WORDS = {
    "permissive": frozenset({Kind.PERMISSIVE}),
    "no-copyleft": frozenset({Kind.PERMISSIVE, Kind.PROPRIETARY}),
    "open-source": frozenset({Kind.PERMISSIVE, Kind.WEAK, Kind.STRONG}),
}
"""What can be asked for by a word: the kinds that pass."""


def kind(name: str) -> Kind | None:
    """The kind of one SPDX licence, an exception left aside; None where it is not known.

    >>> kind("GPL-3.0-or-later").value, kind("LicenseRef-RKNN-SDK").value, kind("Beerware")
    ('copyleft', 'proprietary', None)
    """
    if name.startswith("LicenseRef-"):
        return Kind.PROPRIETARY
    return KIND_OF.get(_base(name))


def checked(text: str) -> str:
    """`text` as a value that `lets_pass` takes: a word, or names, each with "-" before it to deny.

    >>> checked("mit, apache-2.0"), checked("-gpl-3.0")
    ('MIT,Apache-2.0', '-GPL-3.0')

    Raises:
        KnownError: a licence that is not known, or names to allow and names to deny together.
    """
    if text in WORDS:
        return text
    known = {name.lower(): name for name in KIND_OF}
    found = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        denied, name = part.startswith("-"), part.removeprefix("-")
        suffix = re.search(r"-(only|or-later)$", name.lower())
        base = name[: suffix.start()] if suffix else name
        if base.lower() not in known and not base.startswith("LicenseRef-"):
            hint = did_you_mean(base, [*WORDS, *KIND_OF])
            raise KnownError(f"unknown licence {name!r}", hint=hint)
        full = known.get(base.lower(), base) + (suffix.group(0) if suffix else "")
        found.append(("-" if denied else "") + full)
    if len({name.startswith("-") for name in found}) != 1:
        raise KnownError(
            f"licence {text!r} says neither what may be nor what may not",
            hint="names to allow (MIT,Apache-2.0), names to deny (-GPL-3.0,-AGPL-3.0), "
            f"or one of {', '.join(WORDS)}",
        )
    return ",".join(found)


def named(text: str) -> str:
    """A licence expression in SPDX's own spelling.

    >>> named("gpl-3.0-only"), named("MIT or apache-2.0")
    ('GPL-3.0-only', 'MIT OR Apache-2.0')

    Raises:
        KnownError: it is none.
    """
    from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression

    try:
        return str(canonicalize_license_expression(text))
    except InvalidLicenseExpression:
        hint = did_you_mean(text, KIND_OF)
        raise KnownError(f"{text!r} is no SPDX licence expression", hint=hint) from None


def lets_pass(value: str, expression: str) -> bool | None:
    """Whether a licence `expression` meets `value` (see `checked`); None where that is not known.

    Of alternatives (OR) one will do, of licences together (AND) each counts.

    >>> lets_pass("permissive", "Apache-2.0 WITH LLVM-exception")
    True
    >>> lets_pass("no-copyleft", "MIT AND GPL-3.0-only"), lets_pass("permissive", "GPL-3.0 OR MIT")
    (False, True)
    >>> lets_pass("-GPL-3.0", "GPL-3.0-only"), lets_pass("MIT", "Beerware")
    (False, False)
    >>> lets_pass("permissive", "Beerware") is None
    True
    """
    plain = re.sub(r"[()]", " ", expression)
    choices = [
        _all(_one(value, a) for a in re.split(r"\s+AND\s+", part.strip()))
        for part in re.split(r"\s+OR\s+", plain)
    ]
    if True in choices:
        return True
    return None if None in choices else False


def _all(answers: object) -> bool | None:
    found = list(answers)  # type: ignore[call-overload]
    if False in found:
        return False
    return None if None in found else True


def _one(value: str, name: str) -> bool | None:
    name = name.strip()
    if value in WORDS:
        of = kind(name)
        return None if of is None else of in WORDS[value]
    listed = value.split(",")
    denied = listed[0].startswith("-")
    names = {item.removeprefix("-") for item in listed}
    plain = name.partition(" WITH ")[0]
    return (plain in names or _base(plain) in names) != denied


def _base(name: str) -> str:
    """The name without an exception, a "+" and what says which later versions do."""
    plain = name.partition(" WITH ")[0].strip().removesuffix("+")
    return re.sub(r"-(only|or-later)$", "", plain)
