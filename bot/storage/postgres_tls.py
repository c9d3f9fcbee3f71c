"""Messages about wrong files and encryption settings in the address of a PostgreSQL server."""

import ssl
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs

from bot.config import Server

MODES: Final = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
_FILES: Final = ("sslrootcert", "sslcert", "sslkey", "sslcrl", "passfile")
_USUAL_ROOT: Final = Path(".postgresql", "root.crt")


def untrusted(server: Server, error: ssl.SSLCertVerificationError) -> str:
    """Return why the server's certificate isn't accepted."""
    return (
        f"the certificate of {server} can't be trusted ({error.verify_message}): renew it on the server, or "
        "let sslrootcert in DATABASE name who signed it"
    )


def wrong_files(server: Server) -> str:
    """Return what an operator has to change in DATABASE, or "" if its files and words are right."""
    asked = {name: values[-1] for name, values in parse_qs(server.address.partition("?")[2]).items()}
    mode = asked.get("sslmode", "prefer")
    if mode not in MODES:
        return f"sslmode in DATABASE must be one of {', '.join(MODES)}"
    for name in _FILES:
        if name in asked and not _is_readable(Path(asked[name])):
            lost = "a file that isn't there or that the bot may not read"
            return f"{name} in DATABASE names {asked[name]}, {lost}"
    if "passfile" in asked and Path(asked["passfile"]).stat().st_mode & 0o077:
        path = asked["passfile"]
        return (
            f"passfile in DATABASE names {path}, which isn't read while others may read it: chmod 600 {path}"
        )
    root = asked.get("sslrootcert")
    if root is not None and not _holds_certificates(root):
        return f"sslrootcert in DATABASE names {root}, a file without a certificate"
    if mode.startswith("verify-") and root is None and not _is_readable(Path.home() / _USUAL_ROOT):
        return f"sslmode={mode} needs sslrootcert=FILE in DATABASE: who signs the server's certificate"
    return ""


def _is_readable(path: Path) -> bool:
    try:
        with path.open("rb"):
            return True
    except OSError:
        return False


def _holds_certificates(path: str) -> bool:
    try:
        ssl.create_default_context(cafile=path)
    except ssl.SSLError:
        return False
    return True
