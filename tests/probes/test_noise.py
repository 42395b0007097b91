"""The machine's noise, from loops that are real once and else made up."""

import itertools

from probes.contention import Mark
from probes.noise import listen, noise_of


class Silent:
    def mark(self, pid):
        return Mark({}, 0.0, 0.0)

    def since(self, mark, pid):
        return 0.25


def test_a_machine_that_repeats_itself_is_quiet():
    found = listen(run=lambda repeats, limit_s: [0.01] * repeats, watch=Silent())
    assert (found.within, found.between) == (0.0, 0.0)
    assert (found.processes, found.repeats, found.foreign_cpu) == (3, 10, 0.25)


def test_processes_that_differ_are_told_apart_from_repeats_that_do():
    speeds = itertools.cycle([0.010, 0.012, 0.010])
    between = listen(run=lambda repeats, limit_s: [next(speeds)] * repeats, watch=Silent())
    assert (between.within, between.between) == (0.0, 0.2)
    within = noise_of([[1.0, 1.2, 1.0, 1.2, 1.1]] * 2)
    assert within.between == 0.0
    assert within.within > 0.1


def test_processes_that_do_not_answer_are_left_out():
    answers = iter([[], [0.01, 0.01], []])
    assert listen(run=lambda repeats, limit_s: next(answers), watch=Silent()).processes == 1
    assert listen(run=lambda repeats, limit_s: [], watch=Silent()) is None


def test_the_real_loop_answers():
    found = listen(processes=1, repeats=3)
    assert (found.processes, found.repeats, found.between) == (1, 3, 0.0)


def test_on_a_busy_machine_it_listens_no_longer_than_it_may():
    now = [0.0]

    def slow(repeats, limit_s):
        now[0] += min(4.0, limit_s)
        return [0.4] * repeats

    found = listen(6.0, run=slow, watch=Silent(), clock=lambda: now[0])
    assert found.processes == 2
    assert now[0] == 6.0
