"""The headlines in the picture of a Craits table."""

import pytest

from tests.rendering.art.games import headline
from tests.rendering.craits.sessions import STOCK, at
from tests.rendering.spoken import do

FACES_ON = {"options": {"faces": True}}


@pytest.mark.parametrize(
    ("hands", "command", "said"),
    [
        ("3S 2S 5S / 2C 3C / 4C 7C", "A: play card:3S", "Evelynne plays 3♠"),
        ("5S 2S 3S / 2C 3C / 4C 7C", "A: play card:5S", "Evelynne plays 5♠"),
        ("4S 2S 5S / 2C 3C / 4C 7C", "A: play card:4S", "Florence is skipped"),
        ("7S 2S 5S / 2C 3C / 4C 7C", "A: play card:7S", "Florence draws a card"),
        ("10S 2S 5S / 2C 3C / 4C 7C", "A: play card:10S", "Reverse!"),
        ("2S 3S 5S / 2C 3C / 4C 7C", "A: play card:2S", "The count is 2"),
        ("8S 3S 5S / 2C 3C / 4C 7C", "A: play card:8S suit:H", "Hearts, says Evelynne"),
        ("3S 5S / 2C 3C / 4C 7C", "A: play card:3S declare:true", "Evelynne: “One card!”"),
        ("3D 5D / 2C 3C / 4C 7C", "A: draw", "Evelynne draws a card"),
        ("3S / 2C 3C / 4C 7C", "A: play card:3S", "Empty hand: Evelynne!"),
        ("3S 5S / 2C 3C / 4C 7C", "C: leave", "Gustav leaves"),
        ("JS 5S 2S / 2C 3C / 4C 7C", "A: play card:JS", "Florence draws 2"),
    ],
)
def test_the_newest_event_is_the_headline(hands: str, command: str, said: str) -> None:
    session = at(hands, top="KS", stock=STOCK, **FACES_ON)
    session.names = dict(zip(session.record.players, ("Evelynne", "Florence", "Gustav"), strict=True))

    assert headline(do(session, command).scene(None)) == said


def test_an_idiot_is_a_headline() -> None:
    session = do(at("KC 7D / KD 4C 4H", top="KS", stock=STOCK), "A: play card:KC", "B: idiot player:A")

    assert headline(session.scene(None)) == "“Idiot!” Seat 1 is caught."
