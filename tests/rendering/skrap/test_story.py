"""The last moves at a Skrap table: one short line each, and the newest as a headline."""

from typing import Any

import pytest

from bot.engine.events import TimedOut
from bot.games.skrap import opening, surging, throwing, turns
from bot.games.skrap.battle import BotPlayed, Passed
from bot.games.skrap.dealing import Dealt
from bot.games.skrap.leaving import PlayerLeft
from bot.games.skrap.scavenging import NoScavengers, Scavenged
from bot.games.skrap.scoring import Champion
from bot.players.computers import Computer
from bot.rendering.scene import SeenMove
from bot.rendering.story import story
from bot.sessions.session import Session
from tests.games.skrap.positions import battling, scavenging
from tests.games.skrap.positions import surging as surging_with
from tests.rendering.skrap.sessions import BATTLE, FACE, ROUND, session_of
from tests.rendering.spoken import do

REVEALED = surging.SurgeRevealed((0, 1, 2), ("KD", "6H", "4C"))


def lines(session: Session) -> list[str]:
    scene = session.scene(None)
    return FACE.lines(scene.recent, scene)


def told(*events: Any) -> str:
    """Return the only line about a move with these events."""
    (line,) = FACE.lines((SeenMove(None, events, 0),), session_of(3, BATTLE).scene(None))
    return line


def test_battle_is_told_bot_by_bot() -> None:
    session = do(
        session_of(3, ROUND),
        "A: bot weapon:3S armour:10D",
        "B: bot weapon:KS armour:QD",
        "C: pass",
        "A: pass",
    )

    assert lines(session) == [
        "A builds 3♠ with 10♦: weapon 3, armour 11.",
        "B destroys A's bot with K♠ and Q♦ (13 against 11).",
        "C and A pass.",
        "**B's bot is champion!** One head, total 1.",
    ]


def test_the_newest_event_is_told_once_and_apart() -> None:
    position = battling("", [], A="3S 10D 4S", B="KS QD", C="5C 5D", D="6C 6D") | {
        "phase": "open",
        "turn": "A",
    }
    session = do(session_of(4, position), "A: bot weapon:3S armour:10D", "B: pass")
    built = "A builds 3♠ with 10♦: weapon 3, armour 10."
    assert story(session.scene(None), FACE) == ([built], "B passes.")

    do(session, "C: pass")
    assert story(session.scene(None), FACE) == ([built], "B and C pass.")


def test_the_opening_of_a_round_is_one_line() -> None:
    session = session_of(3, scavenging("A", A="4S 5H", B="2S 2H JK", C="7S 8H"))
    do(session, "B: scavenge first:2S second:2H", "C: pass")
    assert lines(session)[-1] == "**Round 2.** B 11 cards, the others 10."

    do(session, "*: timeout")
    assert lines(session)[-1].startswith("**Round 2.** Auto-pick for A, B and C: the lowest card. ")
    assert len(lines(session)) == 2


def test_answers_during_question_keep_headline() -> None:
    session = session_of(3, surging_with(A="KC 2S 2H", B="QC 3S 3H", C="4C 4S 4H"))
    before = story(do(session, "A: surge card:KC").scene(None), FACE)

    assert story(do(session, "B: surge card:QC").scene(None), FACE) == before


@pytest.mark.parametrize(
    ("events", "line"),
    [
        ((Dealt(3, (10, 10, 10), 24),), "**Round 3.** 10 cards each."),
        ((Dealt(3, (11, 11, 0), 32),), "**Round 3.** 11 cards each."),
        (
            (Dealt(3, (10, 10, 10), 24), REVEALED, opening.Called(0, "highest"), opening.Opens(0)),
            "**Round 3.** A plays first: K♦ is the highest surge card.",
        ),
        (
            (REVEALED, opening.Called(2, "lowest"), opening.Opens(2)),
            "Tie at the top: C plays first with the lowest, 4♣.",
        ),
        ((REVEALED, opening.Called(1, "chance"), opening.Opens(1)), "B plays first (drawn at random)."),
        (
            (REVEALED, opening.Called(0, "highest"), opening.Unable(0), opening.Opens(1)),
            "A can't build this round, so B plays first.",
        ),
        ((REVEALED, throwing.AskedToThrow((0, 1), 0)), "A and B throw for it."),
        (
            (throwing.ThrowShown((0, 1), ("rock", "paper"), (0,)), opening.Called(0, "throw"), opening.Opens(0)),
            "A rock, B paper: A plays first.",
        ),
        (
            (throwing.ThrowShown((0, 1), ("rock", "paper"), (0,)), opening.Called(0, "throw"), opening.Unable(0), opening.Opens(1)),
            "A rock, B paper. A can't build this round, so B plays first.",
        ),
        (
            (throwing.ThrowShown((0, 1, 2), ("rock", "rock", "paper"), (0, 1)), throwing.AskedToThrow((0, 1), 0)),
            "A rock, B rock, C paper: A and B throw again.",
        ),
        (
            (throwing.ThrowShown((0, 1), ("rock", "rock"), ()), throwing.AskedToThrow((0, 1), 1)),
            "A and B both throw rock: a tie.",
        ),
        (
            (throwing.ThrowShown((0, 1, 2), ("rock", "paper", "scissors"), ()), opening.Called(1, "chance"), opening.Opens(1)),
            "All three shapes: a tie. B plays first (drawn at random).",
        ),
        (
            (PlayerLeft(2, 9), opening.Called(0, "last-contender"), opening.Opens(0)),
            "C leaves, and 9 cards are set aside. Only A is left, and plays first.",
        ),
        ((PlayerLeft(2, 0),), "C leaves."),
        (
            (BotPlayed(0, "JK", "7H", 15, 7, 1, 1, 6), turns.PassedByRule(2, "too-few-cards")),
            "A destroys B's bot with a joker and 7♥ (15 against 6). C is out of bots.",
        ),
        ((Passed(0, final=True), turns.PassedByRule(1, "unable")), "A is out of this round."),
    ],
)  # fmt: skip
def test_a_move_is_one_line(events: Any, line: str) -> None:
    assert told(*events) == line


def test_unbuildable_round_is_followed_by_next() -> None:
    position = surging_with(A="9S 2S", B="8H 3H")
    session = do(session_of(2, position), "A: surge card:9S", "B: surge card:8H")

    assert lines(session) == ["Nobody can build: a new deal.", "**Round 2.** 10 cards each."]


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({}, "B passes, out of time."),
        ({"pass-rule": "final"}, "B runs out of time and is out of this round."),
    ],
)
def test_pass_by_clock_is_told_as_that(options: Any, line: str) -> None:
    assert lines(do(session_of(3, BATTLE, options=options), "*: timeout")) == [line]


def test_bot_by_clock_is_told_as_that() -> None:
    session = do(session_of(3, ROUND), "*: timeout")

    assert lines(session) == ["Out of time, A builds 3♠ with 2♥: weapon 3, armour 2."]


def test_pairs_go_on_with_the_champions_line() -> None:
    session = do(session_of(3, battling("B", [("A", "3S", "5H")], A="4S 4H", B="7S 7H", C="9S 9D")), "B: pass", "C: pass")  # fmt: skip
    do(session, "B: scavenge first:7S second:7H")

    stands = "**A's bot survives.** No heads."
    assert lines(session)[-1] == f"{stands} B plays scavengers with 7♥ 7♠: 11 cards next round."

    do(session, "A: scavenge first:4S second:4H")
    assert lines(session)[-1] == f"{stands} Scavengers: B 7♥ 7♠, A 4♥ 4♠. 11 cards next round."


def test_heads_of_departed_owners_bot_are_lost() -> None:
    field = [("B", "2S", "2H"), ("A", "3S", "3H")]
    session = session_of(3, battling("B", field, A="4C 4D", B="5C 5D", C="6C 6D"))
    do(session, "A: leave", "B: pass", "C: pass")

    assert lines(session)[-1] == "A's bot survives, but A has left: one head is lost."


def test_late_scavenger_is_not_late_in_next_round() -> None:
    late = (TimedOut((1,)), NoScavengers(1), Dealt(3, (10, 10, 10), 24))

    opening_line = told(*late, REVEALED, opening.Called(0, "highest"), opening.Opens(0))
    assert opening_line == "**Round 3.** A plays first: K♦ is the highest surge card."


def test_a_pair_leaves_the_champions_name_of_then() -> None:
    champion = SeenMove(1, (Champion(1, "KS", "2H", 2, 2, lost=False),), 0)
    pair = SeenMove(2, (Scavenged(2, ("5C", "5H")),), 0, stand_ins={1: Computer("hare", "medium").id})
    scene = session_of(3, BATTLE).scene(None)

    assert FACE.split((champion, pair), 0, scene)[1] == (
        "**B's bot is champion!** 2 heads, total 2. C plays scavengers with 5♣ 5♥: 11 cards next round."
    )
