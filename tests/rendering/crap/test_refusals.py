"""The refusals of C.R.A.P.: each error code has a sentence that says what would be right."""

from typing import Any

import pytest

from bot.engine.chance import SeededChance
from bot.engine.draft import Refusal
from bot.engine.notation import parse_move
from bot.games.crap import GAME
from bot.rendering import pages
from bot.rendering.faces import FACES
from tests.rendering.crap.sessions import session_in

ACQUIRED = {"phase": "bluff-window", "pending": {"action": "acquire", "rank": "K", "believed": ["C"]}}
CHALLENGED = {
    "phase": "challenge-place",
    "placed": {"A": ["5C"]},
    "hands": {"A": ["9C"], "B": ["2H", "2D", "KD"]},
    "pending": {"action": "challenge", "target": "B", "die": 2},
}
GUESSING = {**CHALLENGED, "phase": "challenge-guess-1", "placed": {"A": ["5C"], "B": ["8H"]}}
TABLE = {"hands": {"A": ["7S", "7H", "5C"], "B": ["2H"], "C": ["9D"]}, "protected": {"A": ["QH"]}}

REFUSED = [
    ({"turn": "A"}, "B: recycle", "not-your-turn", "It's Ann's turn."),
    (ACQUIRED, "A: recycle", "wrong-phase", "It's Ben's turn."),
    (ACQUIRED, "C: believe", "already-answered", "You've answered. You can't change it."),
    (GUESSING, "C: guess rank:7 suit:S", "not-asked", "There's nothing for you to answer. Waiting for Ann."),
    (TABLE, "A: challenge player:A", "bad-target", "Choose Ben or Cyd."),
    (TABLE, "A: protect card:2C", "not-in-hand", "You don't have 2♣."),
    (TABLE, "A: protect card:QH", "not-in-hand", "Q♥ is protected, so you can only score it in a set."),
    (TABLE, "A: score rank:7 cards:7S,7S,7H,QH", "not-in-hand", "You hold 7♠ once."),
    (TABLE, "A: score rank:Q cards:QH,QH,7S,7H", "not-in-hand", "Q♥ is protected, so"),
    (TABLE, "A: score rank:7 cards:7S,7H,JK,7D", "not-in-hand", "You don't have 7♦ joker."),
    (CHALLENGED, "B: place cards:2H", "bad-count", "Place 2 cards. You chose 1."),
    (TABLE, "A: score rank:7 cards:7S,7H", "bad-count", "A set is 4 cards, or 8. You chose 2."),
    (TABLE, "A: score rank:7", "not-a-set", "That set needs four 7s. You hold two."),
    (TABLE, "A: score rank:Q", "not-a-set", "That set needs four queens. You hold one."),
    (TABLE, "A: score rank:K", "not-a-set", "That set needs four kings. You hold none."),
    (
        {**TABLE, "turn": "A"},
        "A: guess rank:7 suit:S",
        "wrong-phase",
        "Not now. You have something else to do first.",
    ),
    (TABLE, "A: score rank:7 cards:7S,7H,5C,QH", "not-a-set", "Use only 7s and jokers"),
    (TABLE, "A: score rank:7 jokers:1 cards:7S,7H,5C,QH", "bad-options", "not both"),
    (
        TABLE,
        "A: force-recycle player:B",
        "option-off",
        "Forced recycling is off. Put it to the vote: `/turn`.",
    ),
    (
        TABLE,
        "A: protect card:`@everyone`",
        "bad-card",
        "“\\`@\u200beveryone\\`” isn't a card I know. Cards look like 7S, 10H or JK.",
    ),
]


@pytest.mark.parametrize(("position", "command", "code", "words"), REFUSED)
def test_a_refusal_says_what_would_be_right(
    position: dict[str, Any], command: str, code: str, words: str
) -> None:
    session = session_in(position)
    seat = ord(command[0]) - ord("A")

    refusal = GAME.apply(session.state, seat, parse_move(GAME, command[3:], 3), SeededChance(b""))

    assert isinstance(refusal, Refusal)
    assert refusal.code == code
    assert words in pages.refusal(session.scene(seat), refusal)


def test_without_voters_nobody_can_be_forced() -> None:
    session = session_in({"hands": {"A": ["5C"]}, "left": ["C"]}, force_recycle=True)

    refusal = GAME.apply(session.state, 0, parse_move(GAME, "force-recycle player:B", 3), SeededChance(b""))

    assert isinstance(refusal, Refusal)
    assert "Nobody would be left to vote" in FACES["crap"].refusal(refusal, session.scene(0))
