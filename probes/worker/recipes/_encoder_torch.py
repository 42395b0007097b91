"""The encoder in PyTorch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._encoder import EPSILON, RATE, Sizes, batch, weights

if TYPE_CHECKING:
    from collections.abc import Callable


def module(sizes: Sizes) -> Any:
    """The encoder as a module: inputs [batch, positions, width] to logits."""
    import torch
    from torch import nn
    from torch.nn import functional

    class Encoder(nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.weights = nn.ParameterDict(
                {name: torch.from_numpy(array) for name, array in weights(sizes).items()}
            )

        def forward(self, x: Any) -> Any:
            w = self.weights
            for layer in range(sizes.layers):
                x = x + self.attention(self.norm(x, f"{layer}/norm1"), layer)
                h = functional.relu(self.dense(self.norm(x, f"{layer}/norm2"), f"{layer}/up"))
                x = x + self.dense(h, f"{layer}/down")
            return x.mean(1) @ w["classes"]

        def attention(self, x: Any, layer: int) -> Any:
            parts = self.dense(x, f"{layer}/qkv").chunk(3, -1)
            shape = (x.shape[0], *sizes.split[1:])
            q, k, v = (part.reshape(shape).transpose(1, 2) for part in parts)
            scores = q @ k.transpose(-1, -2) * shape[-1] ** -0.5
            mixed = (scores.softmax(-1) @ v).transpose(1, 2).reshape(x.shape)
            return self.dense(mixed, f"{layer}/out")

        def dense(self, x: Any, name: str) -> Any:
            return x @ self.weights[name] + self.weights[f"{name}_bias"]

        def norm(self, x: Any, name: str) -> Any:
            scale, shift = self.weights[name], self.weights[f"{name}_bias"]
            return functional.layer_norm(x, (sizes.width,), scale, shift, EPSILON)

    return Encoder()


def forward(sizes: Sizes, threads: int, *, compiled: bool = False) -> Callable[[], Any]:
    """Inference, eager or by torch.compile: a call gives the logits on the host."""
    import torch

    torch.set_num_threads(threads)
    model, x = module(sizes), torch.from_numpy(batch(sizes)[0])
    run = torch.compile(model) if compiled else model

    def call() -> Any:
        with torch.inference_mode():
            return run(x).numpy()

    return call


def training(sizes: Sizes, threads: int, *, mode: str = "eager") -> Callable[[], float]:
    """A step of gradient descent, which gives its loss; mode is eager, compile or bf16."""
    import torch

    torch.set_num_threads(threads)
    plain = module(sizes)
    model = torch.compile(plain) if mode == "compile" else plain
    optimizer = torch.optim.SGD(plain.parameters(), lr=RATE)
    x, labels = (torch.from_numpy(array) for array in batch(sizes))
    labels = labels.long()

    def step() -> float:
        optimizer.zero_grad()
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=mode == "bf16"):
            loss = torch.nn.functional.cross_entropy(model(x), labels)
        loss.backward()
        optimizer.step()
        return float(loss.detach())

    return step
