"""A fake converter that works: the weight of one MatMul goes into weight.npy."""


class Tool:
    versions = {"fake": "1.0"}

    def __init__(self, alter):
        self._alter = alter

    def convert(self, case, folder):
        import numpy as np

        with (case.model.parent / "converted").open("a") as calls:
            calls.write("x")
        weight = next(iter(case.weights.values()))
        np.save(folder / "weight.npy", self._alter(weight))
        return {"delegated": 0.75, "notes": ("a fake made this",)}


def open(alter=lambda weight: weight):
    return Tool(alter)
