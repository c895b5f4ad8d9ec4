"""Security headers of every response: only our scripts and camera, no framing, no type sniffing, no referrer."""

from urllib.parse import urlsplit

from punto.server.config.floor_config import FloorConfig

RETRY_SECONDS = "2"  # after which a client may retry when the store is lost
CONTENT_POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "media-src": "'self' blob:",
    "frame-ancestors": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self' blob:",
}
PERMISSIONS = "camera=(self), microphone=(), geolocation=(), payment=(), usb=()"
YEAR_SECONDS = 365 * 24 * 60 * 60


def security_headers(config: FloorConfig) -> list[tuple[bytes, bytes]]:
    headers = {
        "content-security-policy": content_policy(config),
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "permissions-policy": PERMISSIONS,
        "cross-origin-resource-policy": "same-origin",
    }
    if config.is_secure:  # meaningless over plain http, and browsers warn
        headers["strict-transport-security"] = f"max-age={YEAR_SECONDS}"
        headers["cross-origin-opener-policy"] = "same-origin"
    return [(name.encode(), value.encode()) for name, value in headers.items()]


def content_policy(config: FloorConfig) -> str:
    """Pages may load only from us, and live video from where the operator serves it."""
    addresses = {address for table in config.tables for address in (table.whep_url, table.hls_url)}
    streams = sorted({origin for address in addresses if (origin := _stream_origin(address))})
    policy = CONTENT_POLICY | {
        "connect-src": " ".join((CONTENT_POLICY["connect-src"], *streams)),
        "media-src": " ".join((CONTENT_POLICY["media-src"], *streams)),
    }
    return "; ".join(f"{directive} {sources}" for directive, sources in policy.items())


def _stream_origin(address: str | None) -> str:
    """Empty for our own streams, and for plain http, which browsers refuse on a TLS page."""
    parts = urlsplit(address or "")
    return f"https://{parts.netloc}" if parts.scheme == "https" and parts.netloc else ""
