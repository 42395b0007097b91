import pytest

from probes.budget import Budget


def test_it_runs_down_and_can_be_overrun():
    now = [100.0]
    budget = Budget(5, lambda: now[0])
    assert budget.left() == 5
    now[0] = 107.0
    assert budget.left() == -2


def test_what_was_begun_may_pass_its_end_a_little():
    now = [0.0]
    assert Budget(20, lambda: now[0]).most() == pytest.approx(20.5)
    assert Budget(5, lambda: now[0]).most() == 5
    assert Budget(45, lambda: now[0]).most() == 48
    assert Budget(200, lambda: now[0]).most() == 210


def test_what_was_spent_before_counts_too():
    assert Budget(5, lambda: 0.0, spent=4.0).left() == 1
