"""Whose pages may talk to this server. A browser says by `Origin` which page a request comes from.

Cookies travel with requests of foreign pages too, so this check stands before every handshake and every change.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

_HOST: Final = re.compile(r"([a-z0-9][a-z0-9.-]*[a-z0-9]|[a-z0-9]|\[[0-9a-f:.]+\])(:[0-9]{1,5})?")
_SCHEMES: Final = {"http": "http", "ws": "http", "https": "https", "wss": "https"}


@dataclass(frozen=True, slots=True)
class Origins:
    """The origins that may be here: these exactly, or, where none are named, the host that was asked.

    The second is for play at home, where nobody knows beforehand under which address a phone will find the
    server. A foreign page cannot make a browser ask under its own host here and send this server's cookie too.
    """

    allowed: frozenset[str]

    def permits(self, origins: Iterable[str], scheme: str, headers: Mapping[str, str]) -> bool:
        """Whether a request with these Origin headers may go on; it must have exactly one."""
        found = list(origins)
        if len(found) != 1:
            return False
        if self.allowed:
            return found[0] in self.allowed
        host = headers.get("host", "")
        return _HOST.fullmatch(host) is not None and found[0] == f"{_SCHEMES[scheme]}://{host}"
