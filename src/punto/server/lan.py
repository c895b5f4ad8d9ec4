"""How other machines on the same network reach this one."""

import io
import socket

ANYWHERE = ("192.0.2.1", 9)  # kept free for documentation: nothing is sent, the system only says which way it would go


def lan_address() -> str | None:
    """The address of this machine on the network it uses; None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        try:
            sock.connect(ANYWHERE)
        except OSError:
            return None
        address = str(sock.getsockname()[0])
    return None if address.startswith("127.") or address == "0.0.0.0" else address


def qr_code(text: str) -> str:
    """For a terminal: two rows of squares to a line of half blocks."""
    import segno

    drawn = io.StringIO()
    segno.make(text, error="m", micro=False).terminal(drawn, compact=True, border=2)
    return drawn.getvalue()
