"""Where players find a server."""

import ipaddress
import socket
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

EVERYWHERE: Final = frozenset({"0.0.0.0", "::", ""})  # noqa: S104 - to compare with
"""Hosts that mean every network of this machine."""


def addresses(public_url: str | None, host: str, port: int) -> list[str]:
    """The addresses to type: the public one, or those of this machine in every network that it listens to."""
    if public_url is not None:
        return [public_url]
    if host not in EVERYWHERE:
        return [f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"]
    return [f"http://{found}:{port}" for found in ("127.0.0.1", *network_addresses())]


def is_within(client: tuple[str, int] | None, networks: Iterable[str]) -> bool:
    """Whether whoever sends this is in one of these networks; nobody is where the address is not known."""
    try:
        address = ipaddress.ip_address(client[0] if client else "")
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return any((mapped or address) in ipaddress.ip_network(network) for network in networks)


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
