import subprocess
import sys

import pytest

from probes.pipes import LINE_LIMIT, Pipes


@pytest.fixture
def talk():
    """Pipes to a Python process that runs some code."""
    processes = []

    def go(code):
        process = subprocess.Popen(
            [sys.executable, "-I", "-c", f"import sys, time\n{code}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        pipes = Pipes(process)
        processes.append((process, pipes))
        return pipes

    yield go
    for process, pipes in processes:
        process.kill()
        process.wait()
        pipes.close()


def test_lines_go_both_ways_and_end(talk):
    pipes = talk("print(sys.stdin.readline().upper(), end='')")
    assert pipes.send(b"hello")
    assert pipes.line(30) == b"HELLO\n"
    assert pipes.line(30) == b""


def test_silence_is_none(talk):
    pipes = talk("time.sleep(60)")
    assert pipes.line(0.05) is None


def test_a_line_without_end_is_cut(talk):
    pipes = talk(f"print('x' * {LINE_LIMIT + 5})")
    assert len(pipes.line(30)) == LINE_LIMIT


def test_the_tail_of_stderr_is_kept(talk):
    pipes = talk("sys.stderr.buffer.write(b'one\\n\\xff\\n' * 200)")
    assert pipes.line(30) == b""
    pipes._process.wait()
    pipes.close()
    assert len(pipes.errors()) == 100
    assert pipes.errors()[-1] == "\N{REPLACEMENT CHARACTER}"


def test_nobody_reads_any_more(talk):
    pipes = talk("sys.stdin.close()")
    assert pipes.line(30) == b""
    pipes._process.wait()
    assert not pipes.send(b"x" * 100_000)
    pipes.close()
    assert not pipes.send(b"x")
