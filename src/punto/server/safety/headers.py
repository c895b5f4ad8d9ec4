"""What every answer tells a browser: run nothing but ours, show us in nobody's frame, guess no types, tell nobody."""

from punto.server.floor_config import FloorConfig

CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "media-src 'self' blob: https:",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "manifest-src 'self'",
        "worker-src 'self' blob:",
    )
)
PERMISSIONS = "camera=(), microphone=(), geolocation=(), payment=(), usb=()"
YEAR_SECONDS = 365 * 24 * 60 * 60


def security_headers(config: FloorConfig) -> list[tuple[bytes, bytes]]:
    headers = {
        "content-security-policy": CONTENT_POLICY,
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "permissions-policy": PERMISSIONS,
        "cross-origin-resource-policy": "same-origin",
    }
    if config.is_secure:  # browsers complain about these over plain http, where they mean nothing
        headers["strict-transport-security"] = f"max-age={YEAR_SECONDS}"
        headers["cross-origin-opener-policy"] = "same-origin"
    return [(name.encode(), value.encode()) for name, value in headers.items()]
