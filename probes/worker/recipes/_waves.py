"""A wave on a ring (the sine-Gordon equation in finite differences), launched to hit a target.

The miss is the mean square distance of the last state from the target; recipes ask for its
gradient by the launch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

POINTS, STEPS = 4096, 100


def launched() -> tuple[Any, Any]:
    """Two smooth float32 arrays [points]: the launch and the target."""
    import numpy as np

    place = np.linspace(0, 2 * np.pi, POINTS, endpoint=False)
    start, target = np.exp(-((place - 3) ** 2)), np.exp(-((place - 4) ** 2))
    return start.astype(np.float32), target.astype(np.float32)


def jax_gradient(jax: Any, *, compiled: bool) -> Callable[[], Any]:
    """The gradient in JAX, operator by operator or as one compiled loop; a numpy array."""
    import numpy as np

    start, target = (jax.numpy.asarray(array) for array in launched())

    def advance(state: Any, _: None) -> Any:
        before, now = state
        bent = jax.numpy.roll(now, 1) + jax.numpy.roll(now, -1) - 2 * now
        return (now, 2 * now - before + 0.2 * bent - 0.01 * jax.numpy.sin(now)), None

    def miss(start: Any) -> Any:
        state = (start, start)
        if compiled:
            state, _ = jax.lax.scan(advance, state, None, STEPS)
        else:
            for _ in range(STEPS):
                state, _ = advance(state, None)
        return ((state[1] - target) ** 2).mean()

    gradient = jax.grad(miss)
    run = jax.jit(gradient) if compiled else gradient
    return lambda: np.asarray(run(start))


def torch_gradient(threads: int) -> Callable[[], Any]:
    """The gradient in PyTorch, eager; a numpy array."""
    import torch

    torch.set_num_threads(threads)
    start, target = (torch.from_numpy(array) for array in launched())
    start.requires_grad_()

    def call() -> Any:
        before = now = start
        for _ in range(STEPS):
            bent = now.roll(1) + now.roll(-1) - 2 * now
            before, now = now, 2 * now - before + 0.2 * bent - 0.01 * torch.sin(now)
        return torch.autograd.grad(((now - target) ** 2).mean(), start)[0].numpy()

    return call


def size_of(gradient: Any) -> str:
    """A remark by which two variants show that they compute the same."""
    return f"size of the gradient: {float((gradient**2).sum() ** 0.5):.3g}"
