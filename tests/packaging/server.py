"""What the tests that start a server as a process have in common."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def running(
    command: Sequence[str], folder: Path, environment: Mapping[str, str]
) -> Iterator[subprocess.Popen[str]]:
    """A server in a process group of its own; whatever of it is left at the end is killed."""
    server = subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    with server:
        try:
            yield server
        finally:
            if server.poll() is None:
                os.killpg(server.pid, signal.SIGKILL)


def wait(ready: Callable[[], bool], server: subprocess.Popen[str]) -> None:
    """Wait until a server is ready. If it ends before, say what it printed."""
    deadline = time.monotonic() + 60  # far more than it needs: other tests have the processors too
    while not ready():
        assert server.poll() is None, server.communicate()[0]
        assert time.monotonic() < deadline, "not ready in time"
        time.sleep(0.1)
