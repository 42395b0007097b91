"""A fake framework that trains one dense layer by numpy, rightly or wrongly as its mode says."""

from ..lifting import lift
from ..training import of, parameters

MODES = ("right", "no-bias", "wrong-rate", "ascends", "diverges", "infers")
TRAINS = ("right", "no-bias", "wrong-rate", "ascends", "diverges")


class Step:
    def __init__(self, case, mode):
        node = case.nodes[0]
        assert node.op == "Linear", node
        self._names = node.inputs[1:3]
        assert sorted(self._names) == sorted(parameters(case))
        self._weight, self._bias = (case.weights[name].copy() for name in self._names)
        self._rate, self._mode = of(case).rate, mode

    def place(self, arrays):
        return arrays

    def __call__(self, inputs):
        import numpy as np

        x, target = inputs
        y = x @ self._weight.T + self._bias
        share = np.exp(y - y.max(-1, keepdims=True))
        share /= share.sum(-1, keepdims=True)
        rows = np.arange(len(target))
        loss = -np.log(share[rows, target]).mean()
        share[rows, target] -= 1
        share /= len(target)
        rate = self._rate * {"wrong-rate": 1.05, "ascends": -1.0}.get(self._mode, 1.0)
        self._weight = self._weight - rate * (share.T @ x)
        if self._mode != "no-bias":
            self._bias = self._bias - rate * share.sum(0)
        return loss * (np.inf if self._mode == "diverges" else 1)

    def fetch(self, native):
        import numpy as np

        return [np.asarray(native, np.float32)]

    def weights(self):
        return {self._names[0]: self._weight, self._names[1]: self._bias}


class Stack:
    version = "1.0"
    notes = ()

    def __init__(self, mode):
        self._mode = mode

    def arrange(self, case):
        return lift(case, {"Linear"})

    def train(self, case):
        return Step(self.arrange(case), self._mode)


def open(mode, threads):
    return Stack(mode)
