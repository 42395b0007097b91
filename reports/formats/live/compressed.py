"""Text that the page carries compressed; its script opens it (carried.js)."""

from __future__ import annotations

import base64
import zlib


def compressed(text: str) -> str:
    """`text` as raw deflate in base64, which no parser can take for markup.

    >>> zlib.decompress(base64.b64decode(compressed("a <b>")), -zlib.MAX_WBITS).decode()
    'a <b>'
    """
    squeezed = zlib.compress(text.encode(), 9, -zlib.MAX_WBITS)
    return base64.b64encode(squeezed).decode("ascii")
