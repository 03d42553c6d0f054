"""The commands: `python -m app serve`, and what an operator needs beside it."""

import argparse
import asyncio
import gc
import os
import resource
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from app.gateway.server import Server, server_config
from app.main import build_app, make_folder
from app.observe.logs import configure_logs
from app.settings import Settings, SettingsError, read_settings
from app.storage.migrate import upgrade

GC_THRESHOLDS: Final = (50_000, 20, 100)
"""With Python's own a process with thousands of sockets stands still for a second now and then."""


def main(arguments: Sequence[str]) -> int:
    """Run one command; its exit code."""
    chosen = parser().parse_args(arguments)
    try:
        settings = read_settings(os.environ)
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2
    configure_logs(settings.log_format, settings.log_level)
    code: int = chosen.run(settings, chosen)
    return code


def parser() -> argparse.ArgumentParser:
    """The commands and what each takes."""
    top = argparse.ArgumentParser(prog="python -m app", description="A Dou Dizhu server.")
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    commands.add_parser("serve", help="run the server").set_defaults(run=serve)
    commands.add_parser("migrate", help="bring the database up to date").set_defaults(run=migrate)
    return top


def serve(settings: Settings, _: argparse.Namespace) -> int:
    """Run the server until it is told to stop."""
    raise_file_limit()
    config = server_config(
        build_app(settings), host=settings.host, port=settings.port, trusted_proxies=settings.trusted_proxies
    )
    server = Server(config, lambda port: announce(settings, port))
    server.run()
    return 0 if server.started else 1


def migrate(settings: Settings, _: argparse.Namespace) -> int:
    """Bring the database up to date."""
    make_folder(settings.database_url)
    asyncio.run(upgrade(settings.database_url))
    return 0


def announce(settings: Settings, port: int) -> None:
    """The server is up: settle down and print where it can be found."""
    steady_memory()
    for address in addresses(settings, port):
        print(f"  {address}", flush=True)


def addresses(settings: Settings, port: int) -> list[str]:
    """Where players find the server; the local network's addresses where it listens to all of them."""
    if settings.public_url is not None:
        return [settings.public_url]
    if settings.host not in ("0.0.0.0", "::", ""):  # noqa: S104 - a comparison
        host = f"[{settings.host}]" if ":" in settings.host else settings.host
        return [f"http://{host}:{port}"]
    return [f"http://{host}:{port}" for host in ("127.0.0.1", *network_addresses())]


def network_addresses() -> list[str]:
    """This machine's own IPv4 addresses, the one that leads outside first. Nothing is sent to learn it."""
    found: dict[str, None] = {}
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))
        found[probe.getsockname()[0]] = None
    with suppress(OSError):
        for *_, address in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            found[str(address[0])] = None
    return [address for address in found if not address.startswith("127.")]


def raise_file_limit() -> None:
    """A socket is an open file: allow as many as the system lets us."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def steady_memory() -> None:
    """What is here now stays: keep the garbage collector from walking it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
