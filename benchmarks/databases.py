"""Where the benchmarks store: real databases, every commit durable."""

import asyncio
import contextlib
import gc
import os
import tempfile
from collections.abc import Iterator

from app.storage.migrate import upgrade


@contextlib.contextmanager
def databases() -> Iterator[list[tuple[str, str]]]:
    """A file of SQLite, and a server of PostgreSQL where it is installed, by name and URL."""
    from tests.postgres import Cluster, find

    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="benchmark-"))
        urls = [("SQLite", f"sqlite:///{folder}/benchmark.sqlite3")]
        if find("initdb"):
            cluster = Cluster()
            stack.callback(cluster.remove)
            urls.append(("PostgreSQL", cluster.url(cluster.create())))
        for _, url in urls:
            asyncio.run(upgrade(url))
        yield urls


@contextlib.contextmanager
def one_core() -> Iterator[None]:
    """Keep this process on one core, and the collector of garbage out of the way, as a running server does."""
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    if cores:
        os.sched_setaffinity(0, {max(cores)})
    thresholds = gc.get_threshold()
    gc.set_threshold(50_000, 20, 100)
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
        if cores:
            os.sched_setaffinity(0, cores)
