"""Logs: one line an event, on standard error, as JSON for programs or coloured for people.

What must never be in one: tokens, cookies, cards, seeds, players' names, addresses with their query. The loggers
in the code name ids and codes only; the masks below are the second belt. Tracebacks are printed without the
values of variables and of statements, and uvicorn's lines for each request stay off.
"""

import logging
import re
import sys
import traceback
from collections.abc import Mapping, MutableMapping
from typing import Any, Final

import structlog
from structlog.typing import ExcInfo, Processor

MASK: Final = "***"
SECRET_KEYS: Final = frozenset(
    {
        "authorization",
        "bytes",
        "cards",
        "cookie",
        "cookies",
        "database_url",
        "deck",
        "facts",
        "frame",
        "hands",
        "headers",
        "name",
        "password",
        "payload",
        "query_string",
        "records",
        "secret",
        "secrets",
        "seed",
        "seeds",
        "session",
        "token",
        "token_sha",
        "view",
    }
)
"""What no line may show, however it came to be logged."""


def mask(_: Any, __: str, event: MutableMapping[str, Any]) -> Mapping[str, Any]:
    """Cover what nobody may read in a log."""
    for key in SECRET_KEYS.intersection(event):
        event[key] = MASK
    return event


_VALUES: Final = re.compile(r"(?m)^(DETAIL:|\[parameters:).*$")
"""Where database drivers put the values of a row or a statement that failed."""


def format_exception(exc_info: ExcInfo) -> str:
    """A traceback without values."""
    return _VALUES.sub(rf"\1 {MASK}", "".join(traceback.format_exception(*exc_info))).rstrip("\n")


class _WithoutFrames(logging.Filter):
    """Drops uvicorn's traceback for a frame that is not UTF-8: anybody could fill the disk with them."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not str(record.msg).startswith("Invalid UTF-8 sequence received")


def configure_logs(style: str = "console", level: str = "info") -> None:
    """Send the lines of this program and of its libraries through one handler; `style` is "json" or "console"."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        mask,
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            structlog.stdlib.PositionalArgumentsFormatter(),
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_renderers(style)],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi", "websockets", "alembic"):
        library = logging.getLogger(name)
        library.handlers = []
        library.propagate = name != "uvicorn.access"
        # Below this uvicorn names every handshake with its address and query.
        library.setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(_WithoutFrames())


def _renderers(style: str) -> list[Processor]:
    if style == "json":
        return [
            structlog.processors.ExceptionRenderer(format_exception),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ]
    plain = structlog.dev.ConsoleRenderer(
        colors=sys.stderr.isatty(),
        exception_formatter=lambda lines, exc_info: print(format_exception(exc_info), file=lines),
    )
    return [plain]
