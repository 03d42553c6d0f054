"""What must not be in a log is not, however it came there."""

import io
import logging
import sys
from collections.abc import Iterator

import msgspec
import pytest
import structlog

from app.observe.logs import MASK, SECRET_KEYS, configure_logs


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Logging is the process's own: leave it as it was."""
    loggers = [
        logging.getLogger(name) for name in ("", "uvicorn", "uvicorn.error", "uvicorn.access", "websockets")
    ]
    kept = [
        (logger, logger.handlers, logger.level, logger.propagate, logger.filters[:]) for logger in loggers
    ]
    yield
    for logger, handlers, level, propagate, filters in kept:
        logger.handlers, logger.propagate, logger.filters = handlers, propagate, filters
        logger.setLevel(level)
    structlog.reset_defaults()


@pytest.fixture(params=["json", "console"])
def log(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    lines = io.StringIO()
    monkeypatch.setattr(sys, "stderr", lines)
    configure_logs(request.param)
    return lines


@pytest.mark.parametrize("key", sorted(SECRET_KEYS))
def test_secrets_are_masked_by_their_name(log: io.StringIO, key: str) -> None:
    structlog.get_logger("app.test").info("something", **{key: "the-secret"})
    assert "the-secret" not in log.getvalue()
    assert MASK in log.getvalue()


def test_a_traceback_shows_no_values(log: io.StringIO) -> None:
    def fail(token: str) -> None:
        cards = [token]
        raise ValueError(len(cards))

    secret = "-".join(["the", "secret"])  # the line itself is shown
    for logger in (structlog.get_logger("app.test"), logging.getLogger("somewhere")):
        try:
            fail(secret)
        except ValueError:
            logger.exception("failed")
    assert log.getvalue().count("ValueError: 1") == 2
    assert "the-secret" not in log.getvalue()


@pytest.mark.parametrize(
    "text",
    [
        "(sqlite3.IntegrityError) UNIQUE\n[SQL: INSERT ...]\n[parameters: ('the-secret', b'the-secret')]\n(Background)",
        "duplicate key\nDETAIL:  Key (token_sha)=(the-secret) already exists.",
    ],
)
def test_an_error_of_the_database_shows_no_values(log: io.StringIO, text: str) -> None:
    try:
        try:
            raise ValueError(text)
        except ValueError as error:
            raise RuntimeError("wrapped") from error
    except RuntimeError:
        structlog.get_logger("app.test").exception("failed")
        logging.getLogger("somewhere").exception("failed")
    assert log.getvalue().count("RuntimeError: wrapped") == 2
    assert "the-secret" not in log.getvalue()


def test_handshakes_and_requests_are_not_logged_with_their_address(log: io.StringIO) -> None:
    logging.getLogger("uvicorn.error").info(
        '%s - "WebSocket %s" [accepted]', "1.2.3.4", "/ws?token=the-secret"
    )
    logging.getLogger("uvicorn.access").warning('"GET /?token=the-secret"')
    assert log.getvalue() == ""


def test_bad_utf8_does_not_fill_the_log(log: io.StringIO) -> None:
    logging.getLogger("uvicorn.error").error("Invalid UTF-8 sequence received from client.")
    assert log.getvalue() == ""


def test_json_is_one_object_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = io.StringIO()
    monkeypatch.setattr(sys, "stderr", lines)
    configure_logs("json")
    structlog.get_logger("app.test").info("first", room="ROOM1", note="line\nend")
    logging.getLogger("other").warning("second %s", 2)
    first, second = map(msgspec.json.decode, lines.getvalue().splitlines())
    assert (first["event"], first["room"], first["level"], first["logger"]) == (
        "first",
        "ROOM1",
        "info",
        "app.test",
    )
    assert (second["event"], second["level"]) == ("second 2", "warning")


def test_the_level_is_a_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = io.StringIO()
    monkeypatch.setattr(sys, "stderr", lines)
    configure_logs("json", "error")
    structlog.get_logger("app.test").warning("quiet")
    structlog.get_logger("app.test").error("loud")
    assert "quiet" not in lines.getvalue()
    assert "loud" in lines.getvalue()
