import os
import signal
import threading

import pytest

from probes.interruption import never, orderly_end


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_that_would_kill_becomes_an_exit(number):
    inherited = signal.signal(number, signal.SIG_DFL)  # under nohup SIGHUP arrives as ignored
    try:
        with pytest.raises(SystemExit) as exit_, orderly_end():
            os.kill(os.getpid(), number)
            threading.Event().wait(5)
        assert exit_.value.code == 128 + number
        assert signal.getsignal(number) is signal.SIG_DFL
    finally:
        signal.signal(number, inherited)


def test_a_signal_that_is_ignored_stays_ignored():
    inherited = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with orderly_end():
            os.kill(os.getpid(), signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, inherited)


def test_a_handler_of_somebody_else_is_left_alone():
    seen = []
    before = signal.signal(signal.SIGTERM, lambda number, frame: seen.append(number))
    try:
        with orderly_end():
            os.kill(os.getpid(), signal.SIGTERM)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert seen == [signal.SIGTERM]


def test_nothing_is_caught_outside_the_main_thread():
    handlers = []

    def inside():
        with orderly_end():
            handlers.append(signal.getsignal(signal.SIGTERM))

    thread = threading.Thread(target=inside)
    thread.start()
    thread.join()
    assert handlers == [signal.getsignal(signal.SIGTERM)]


def test_never_is_never():
    assert never() is False
