"""JAX operator by operator against jit: the gradient of a physical simulation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._frameworks import jax_with
from ._remarks import Remarked
from ._waves import jax_gradient, size_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """Which way the launch of a wave must change; a call gives that gradient."""
    call = jax_gradient(jax_with(threads), compiled=variant == "jit")
    return Remarked(call, size_of(call()))
