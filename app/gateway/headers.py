"""The headers on every HTTP answer: what a page of this server may load, and who may look into it."""

from typing import Final

CONTENT_SECURITY_POLICY: Final = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "require-trusted-types-for 'script'",
    ]
)
_ALWAYS: Final = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_BY_HTTPS: Final = {"Strict-Transport-Security": "max-age=63072000; includeSubDomains"}


def security_headers(*, secure: bool) -> dict[str, str]:
    """The headers; `secure` says that players come by https."""
    return {**_ALWAYS, **_BY_HTTPS} if secure else _ALWAYS
