"""Tells systemd that the service is up, alive, about to stop. Elsewhere this does nothing."""

import socket
from contextlib import suppress


class Manager:
    """The service manager behind a socket. An empty address means that there's none."""

    def __init__(self, address: str) -> None:
        self._address = f"\0{address[1:]}" if address.startswith("@") else address

    def tell(self, state: str) -> None:
        """Send lines such as `READY=1`. Whether they arrive changes nothing for us."""
        if not self._address:
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as to:
            to.setblocking(False)
            to.sendto(state.encode(), self._address)
