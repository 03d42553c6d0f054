"""The closing codes of a socket. The browser's waits depend on them: which are final, and which mean "come again"."""

from enum import IntEnum


class CloseCode(IntEnum):
    """Why the server closes a socket. After RESTART and TRY_LATER the browser comes back by itself, after no other."""

    NORMAL = 1000
    ABUSE = 1008
    TOO_BIG = 1009
    RESTART = 1012
    TRY_LATER = 1013
    TAKEN_OVER = 4001
    SIGNED_OUT = 4401
