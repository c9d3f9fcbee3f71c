"""Where a database cannot be reached as encrypted as its address asks, a sentence says why."""

from pathlib import Path

import pytest

from bot.config import Server
from bot.storage.errors import Unreachable, Unusable
from bot.storage.postgres_tools import line_to


def refused(asked: str) -> Unusable:
    """What is said of an address with these words behind it, of a server that is not there."""
    with (
        pytest.raises(Unusable) as said,
        line_to(Server(f"postgresql://bot:s3cret@127.0.0.1:1/cards?{asked}")),
    ):
        pass
    return said.value


@pytest.mark.parametrize("name", ["sslrootcert", "sslcert", "sslkey"])
def test_a_file_that_is_not_there_is_named_with_its_word(name: str, tmp_path: Path) -> None:
    path = tmp_path / "lost.pem"

    said = refused(f"sslmode=verify-full&{name}={path}")

    assert f"{name} in DATABASE names {path}, a file that is not there" in str(said)
    assert not isinstance(said, Unreachable), "asking again does not help"
    assert "s3cret" not in str(said)


def test_a_file_that_holds_no_certificate_is_named(tmp_path: Path) -> None:
    path = tmp_path / "notes.pem"
    path.write_text("no certificate\n")

    assert f"names {path}, a file without a certificate" in str(refused(f"sslrootcert={path}"))


def test_who_wants_the_server_verified_hears_which_file_that_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))

    assert "sslmode=verify-full needs sslrootcert=FILE" in str(refused("sslmode=verify-full"))


def test_an_unknown_mode_is_answered_with_those_that_there_are() -> None:
    assert "must be one of disable, allow, prefer, require, verify-ca, verify-full" in str(
        refused("sslmode=on")
    )


def test_a_server_that_is_away_is_away_whatever_its_address_asks() -> None:
    assert isinstance(refused("sslmode=require"), Unreachable)
