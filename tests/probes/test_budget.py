from probes.budget import Budget


def test_it_runs_down_and_can_be_overrun():
    now = [100.0]
    budget = Budget(5, lambda: now[0])
    assert budget.left() == 5
    now[0] = 107.0
    assert budget.left() == -2


def test_what_a_hang_took_is_given_back():
    now = [0.0]
    budget = Budget(5, lambda: now[0])
    now[0] = 4.0
    budget.refund(3.0)
    assert budget.left() == 4
    assert budget.seconds == 5
