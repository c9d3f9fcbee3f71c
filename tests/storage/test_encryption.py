"""Sentences that explain why a database can't be reached with the encryption that its address asks for."""

import re
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from bot.config import Server
from bot.storage.errors import Unreachable, Unusable
from bot.storage.postgres_tools import connection_to


def refused(asked: str, port: int = 1) -> Unusable:
    """Return the error for an address with these parameters, usually of a server that isn't there."""
    with (
        pytest.raises(Unusable) as said,
        connection_to(Server(f"postgresql://bot:s3cret@127.0.0.1:{port}/cards?{asked}")),
    ):
        pass
    return said.value


@pytest.mark.parametrize("name", ["sslrootcert", "sslcert", "sslkey", "passfile"])
def test_missing_file_is_named_with_its_parameter(name: str, tmp_path: Path) -> None:
    path = tmp_path / "lost.pem"

    said = refused(f"sslmode=verify-full&{name}={path}")

    assert f"{name} in DATABASE names {path}, a file that isn't there" in str(said)
    assert not isinstance(said, Unreachable), "asking again does not help"
    assert "s3cret" not in str(said)


def test_file_without_certificate_is_named(tmp_path: Path) -> None:
    path = tmp_path / "notes.pem"
    path.write_text("no certificate\n")

    assert f"names {path}, a file without a certificate" in str(refused(f"sslrootcert={path}"))


def test_verification_without_root_certificate_names_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))

    assert str(refused("sslmode=verify-full")).endswith(": add sslrootcert=FILE to DATABASE")


def test_unknown_mode_gets_the_list_of_modes() -> None:
    assert str(refused("sslmode=on")).endswith(
        ": write one of disable, allow, prefer, require, verify-ca, verify-full"
    )


def test_unreachable_server_is_reported_in_every_mode() -> None:
    assert isinstance(refused("sslmode=require"), Unreachable)


def test_readable_passfile_is_named(tmp_path: Path) -> None:
    path = tmp_path / "pgpass"
    path.write_text("*:*:*:bot:s3cret\n")
    path.chmod(0o644)

    assert str(refused(f"passfile={path}")).endswith(f"others may read it: chmod 600 {path}")


@pytest.mark.server
def test_missing_passfile_is_not_a_wrong_password(empty_server: Server, tmp_path: Path) -> None:
    address = re.sub("//[^@/]*@", "//nobody_known@", empty_server.address)

    with (
        pytest.raises(Unusable, match=r"passfile in DATABASE names .*, a file that isn't there"),
        connection_to(Server(f"{address}&passfile={tmp_path / 'lost'}")),
    ):
        pass


def certificate(folder: Path, *more: str) -> Path:
    """Write a file with a key and its self-signed certificate."""
    path = folder / "server.pem"
    asked = ("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=other.example", *more)
    subprocess.run(
        ("openssl", *asked, "-keyout", path, "-out", folder / "cert.pem"), check=True, capture_output=True
    )
    path.write_bytes(path.read_bytes() + (folder / "cert.pem").read_bytes())
    return path


@contextmanager
def encrypting(pem: Path) -> Iterator[int]:
    """Yield the port of a server that shows this certificate, like PostgreSQL does."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem)

    def greet(listening: socket.socket) -> None:
        with listening.accept()[0] as visitor, suppress(OSError):
            visitor.recv(8)
            visitor.send(b"S")
            context.wrap_socket(visitor, server_side=True).recv(1)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        greeting = threading.Thread(target=greet, args=(listening,))
        greeting.start()
        yield listening.getsockname()[1]
        greeting.join()


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not here")
@pytest.mark.parametrize(
    ("mode", "knows_signer", "why"),
    [("verify-ca", False, "self-signed certificate"), ("verify-full", True, "IP address mismatch")],
)
def test_wrong_certificate_is_not_a_wrong_address(
    tmp_path: Path, mode: str, knows_signer: bool, why: str
) -> None:
    pem = certificate(tmp_path)
    (tmp_path / "other").mkdir()
    root = pem if knows_signer else certificate(tmp_path / "other")

    with encrypting(pem) as port:
        said = str(refused(f"sslmode={mode}&sslrootcert={root}", port))

    assert said.startswith(f"the certificate of cards on 127.0.0.1:{port} can't be trusted (")
    assert why in said
    assert "renew it on the server" in said
