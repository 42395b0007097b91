"""The simplest parent a worker can have: write a line, read a line, with a deadline."""

import json
import os
import select
import subprocess
import tempfile
from pathlib import Path

import probes.worker.main

MAIN = Path(probes.worker.main.__file__)


class Client:
    """A worker process; `hello` is its first message."""

    def __init__(self, python, folder=None):
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed in kill
        environ = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        self.process = subprocess.Popen(
            [str(python), "-I", "-X", "utf8", str(MAIN)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            cwd=folder,
            env={**environ, "TF_CPP_MIN_LOG_LEVEL": "2"},
        )
        self._rest = b""
        self.hello = self.read()

    def ask(self, _within=120.0, **request):
        self.send(json.dumps(request))
        return self.read(_within)

    def send(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def read(self, within=120.0):
        """The next message, or None where the worker ended or said nothing in time."""
        stream = self.process.stdout.fileno()
        while b"\n" not in self._rest:
            ready, _, _ = select.select([stream], [], [], within)
            piece = os.read(stream, 1 << 16) if ready else b""
            if not piece:
                return None
            self._rest += piece
        line, _, self._rest = self._rest.partition(b"\n")
        return json.loads(line)

    def stderr(self):
        self.errors.seek(0)
        return self.errors.read().decode(errors="replace")

    def wait(self):
        return self.process.wait(timeout=60)

    def kill(self):
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.errors):
            stream.close()
