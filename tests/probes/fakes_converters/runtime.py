"""A fake runtime, an adapter: it runs what good.py writes, and never sees the case's weights."""

MODES = ("run",)


class Program:
    def __init__(self, weight):
        self._weight = weight

    def place(self, arrays):
        return arrays

    def __call__(self, inputs):
        return [inputs[0] @ self._weight]

    def fetch(self, native):
        return native


class Stack:
    version = "1.0"
    notes = ()

    def build(self, case):
        import numpy as np

        if case.weights:
            raise ValueError("the weights were read for nothing")
        return Program(np.load(case.artefact / "weight.npy"))


def open(mode, threads):
    return Stack()
