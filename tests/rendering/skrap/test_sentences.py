"""What happens, told on scripted tables."""

import pytest

from bot.engine.chance import Seat, seat_letter
from bot.engine.events import Event
from bot.games.skrap import opening, turns
from tests.games.skrap.positions import battling, scavenging, surging
from tests.rendering.skrap.sessions import BATTLE, FACE, ROUND, sentence_fault, session_of
from tests.rendering.spoken import do, plain, told


def test_a_battle_is_told_bot_by_bot() -> None:
    session = do(session_of(3, ROUND), "A: bot weapon:3S armour:10D")
    assert told(session) == "A plays 3♠ (3) with 10♦ (11). B is to answer."

    do(session, "B: bot weapon:KS armour:QD")
    assert told(session) == (
        "B plays K♠ (13) with Q♦ (12) and destroys A's bot (13 ≥ 11); 1 bot destroyed. C is to answer."
    )
    assert told(session, 1).endswith("You hold 4♣ 8♦ A♥ 4♥ 8♠ joker. C is to answer.")

    do(session, "C: pass", "A: pass")
    assert told(session) == (
        "A passes. **B's K♠ with Q♦ is the champion**: +1 head, 1 now. A and C may play scavengers."
    )


def test_heads_of_a_bot_whose_owner_has_left_are_lost() -> None:
    field = [("B", "2S", "2H"), ("A", "3S", "3H")]
    session = do(session_of(3, battling("B", field, A="4C 4D", B="5C 5D", C="6C 6D")), "A: leave")
    assert "if all pass: nobody collects, its owner has left" in FACE.table(session.scene(None))

    do(session, "B: pass", "C: pass")
    assert "**A's 3♠ with 3♥ is the champion** of somebody who has left; heads lost: 1." in told(session)


def test_the_opener_is_found_by_a_throw() -> None:
    session = session_of(3, surging(A="9S 2S 2H", B="9H 3S 3H", C="9C 4S 4H"))
    do(session, "A: surge card:9S", "B: surge card:9H")
    assert told(session) == "B has placed a surge card (2 of 3)."

    do(session, "C: surge card:9C")
    assert told(session).endswith(
        "Surge cards: A 9♠, B 9♥, C 9♣. A, B and C throw rock, paper or scissors for who must open."
    )
    do(session, "A: throw shape:rock", "B: throw shape:rock", "C: throw shape:rock")
    assert told(session).endswith(
        "The throw is undecided: A rock, B rock, C rock. A, B and C throw again, undecided so far: 1."
    )
    do(session, "A: throw shape:rock", "B: throw shape:rock")
    assert "Throw between A, B and C: who loses opens (undecided in a row: 1" in plain(
        FACE.table(session.scene(None))
    )
    do(session, "C: throw shape:scissors")
    assert told(session).endswith(
        "The throw: A rock, B rock, C scissors; C loses. C has lost the throw and is called to open. C opens."
    )


def test_a_round_that_nobody_can_open_is_void() -> None:
    session = do(session_of(2, surging(A="9S 2S", B="8H 3H")), "A: surge card:9S", "B: surge card:8H")

    assert "A lacks a weapon or an armour" in told(session)
    assert (
        "Nobody can build a bot: round 1 is void, and all are dealt new cards. **Round 2**: 10 cards each"
        in told(session)
    )


def test_scavengers_get_eleven_cards() -> None:
    position = scavenging("A", A="4S 5H", B="2S 2H JK", C="7S 8H")
    session = do(session_of(3, position), "B: scavenge first:2S second:2H")
    assert told(session) == "B plays the scavengers 2♥ 2♠: 11 cards next round."
    assert "scavengers 2♥ 2♠ (11 cards next round)" in FACE.table(session.scene(None))

    do(session, "*: timeout")
    assert told(session) == (
        "Time is up for C. C plays no scavengers. "
        "**Round 2**: 10 cards for A and C and 11 cards for B; undealt: 23."
    )


def test_final_passes_are_said_to_be_final() -> None:
    session = do(session_of(3, BATTLE, options={"pass-rule": "final"}), "B: pass")

    assert told(session).startswith("B passes for the rest of this battle.")
    assert "out of this battle" in FACE.table(session.scene(None))


@pytest.mark.parametrize("seat", [0, 1])
def test_rare_events_have_sentences_too(seat: Seat) -> None:
    scene = session_of(3, BATTLE).scene(None)
    calls: tuple[opening.Reason, ...] = ("highest", "lowest", "throw", "chance", "last-contender")
    rare: list[Event] = [opening.Called(seat=seat, by=by) for by in calls]
    rare += [
        turns.PassedByRule(seat=seat, excuse="unable"),
        turns.PassedByRule(seat=seat, excuse="too-few-cards"),
    ]

    said = [plain(FACE.sentence(event, scene)) for event in rare]

    assert [sentence_fault(text) for text in said] == [None] * len(rare)
    assert len(set(said)) == len(rare)
    assert all(seat_letter(seat) in text.split() for text in said)
