"""Running a table of operators, here in plain numpy."""

import numpy as np
import pytest

from probes.worker.case import Unsupported, read
from probes.worker.walk import Arithmetic, check, method, walk
from probes.workloads.case import write_case
from tests.probes.worker.graphs import GRAPHS


class Table(Arithmetic):
    def sigmoid(self, node, x):
        return 1 / (1 + np.exp(-x))

    def mat_mul(self, node, a, b):
        return (a @ b,)


def case_of(name, tmp_path):
    files = write_case(GRAPHS[name](), tmp_path / "case", seed=1)
    return read(files.directory), files


@pytest.mark.parametrize("name", ["arithmetic", "matmul"])
def test_a_table_computes_the_reference(tmp_path, name):
    case, files = case_of(name, tmp_path)
    check(case, Table())
    with np.load(files.reference) as right:
        for index, inputs in enumerate(case.sets):
            outputs = walk(case, Table(), case.weights, inputs)
            for value, output in zip(case.outputs, outputs, strict=True):
                np.testing.assert_allclose(output, right[f"{index}.{value.name}"], rtol=1e-5)


def test_an_absent_input_is_none(tmp_path):
    case, _ = case_of("clip", tmp_path)
    seen = []

    class Recording:
        def clip(self, node, x, low=None, high=None):
            seen.append((low is None, high is None))
            return x

    walk(case, Recording(), case.weights, case.sets[0])
    assert seen == [(False, False), (False, True), (True, False)]


def test_check_names_what_the_table_lacks(tmp_path):
    with pytest.raises(Unsupported) as raised:
        check(case_of("residual_block", tmp_path)[0], Table())
    assert "GlobalAveragePool" in raised.value.operators
    assert "Mul" not in raised.value.operators


def test_an_operator_of_another_domain_has_no_method():
    assert not hasattr(Table(), method("my.domain.MatMul"))
