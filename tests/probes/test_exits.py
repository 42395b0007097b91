from probes.exits import describe_exit, last_words, oom_kills, parse_oom_kills

TRACEBACK = """
2026-11-30 09:00:01 I loading kernels
Traceback (most recent call last):
  File "worker.py", line 3, in <module>
    raise ValueError("not a CPU")
ValueError: not a CPU
""".splitlines()

ABORT = """
warming up
terminate called after throwing an instance of 'std::runtime_error'
  what():  bad allocation of 12 GB
""".splitlines()


def test_signals_have_names():
    assert describe_exit(-11, None) == "killed by SIGSEGV"
    assert describe_exit(-4, None) == "killed by SIGILL (instruction this CPU lacks?)"
    assert describe_exit(-63, None) == "killed by signal 63"


def test_memory_is_blamed_only_where_the_kernel_does_or_cannot_tell():
    assert "memory" in describe_exit(-9, True)
    assert describe_exit(-9, None).endswith("?)")
    assert "memory" not in describe_exit(-9, False)
    assert "memory" not in describe_exit(-15, True)


def test_the_last_telling_line_is_kept():
    assert last_words(TRACEBACK) == "ValueError: not a CPU"
    assert last_words(ABORT) == "what(): bad allocation of 12 GB"
    assert last_words([*ABORT, "bye"]) == "what(): bad allocation of 12 GB"


def test_words_are_one_short_line():
    words = last_words(["error: " + "x" * 1000])
    assert len(words) == 200


def test_the_kernels_counter(tmp_path):
    vmstat = tmp_path / "vmstat"
    assert oom_kills(vmstat) is None
    vmstat.write_text("pgfault 7\noom_kill 2\nswap_ra 0\n")
    assert oom_kills(vmstat) == 2
    assert parse_oom_kills("oom_killer 3\n") is None
