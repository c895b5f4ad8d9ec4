"""How other machines on the same network reach this one."""

import io
import socket

ANYWHERE = ("192.0.2.1", 9)  # reserved for documentation; nothing is sent, the system only picks a route

WHITE_ON_BLACK, AS_BEFORE = "\x1b[97;40m", "\x1b[0m"


def lan_address() -> str | None:
    """The address of this machine on the network it uses; None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        try:
            sock.connect(ANYWHERE)
        except OSError:
            return None
        address = str(sock.getsockname()[0])
    return None if address.startswith("127.") or address == "0.0.0.0" else address


def qr_code(text: str, *, has_colours: bool = False) -> str:
    """Half blocks, two rows of squares per line. With colours it is dark on light, whatever the terminal uses."""
    import segno

    drawn = io.StringIO()
    segno.make(text, error="m", micro=False).terminal(drawn, compact=True, border=2)
    lines = drawn.getvalue().splitlines()
    return "\n".join(f"{WHITE_ON_BLACK}{line}{AS_BEFORE}" if has_colours else line for line in lines) + "\n"
