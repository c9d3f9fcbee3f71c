"""Why a move in Craits was refused, and what would be right."""

from typing import Any

import pytest

from bot.engine.draft import Refusal
from bot.engine.notation import seat_of
from bot.rendering import pages
from bot.rendering.craits.refusals import REFUSALS
from tests.games.craits.positions import placed
from tests.rendering.craits.sessions import STOCK, sentence_fault, session_of
from tests.rendering.spoken import move, plain

TWO = placed("10H KH 7D 4C / KD 4D", top="5H", stock="JC")
COUNT = placed("KS 9H AD / 2C / 7C", top="2S", phase="count", count=2, stock=STOCK)
DRAWS = placed("KC QC / KD QD", top="5S", stock=STOCK)
NAMING = placed("8H 9D KC / KD 4C", top="KS")
LAST = placed("KS QD / AD", top="QS")
OPENING = placed("KH 5H / QD 2C", top="8H", phase="opening-suit")
NINE = placed("KH 5H / QD 2C", top="9H", phase="opening-suit")
PAUSE = placed("KH / ", top="8H", phase="between-hands")
REFUSED: list[tuple[str, Any, str, str]] = [
    ("wrong-phase", TWO, "A: suit suit:H", "A is to play (`/play`, or `/draw` if nothing fits)."),
    ("wrong-phase", OPENING, "B: play card:QD", "A must name the suit of the card turned up (`/suit`)."),
    ("wrong-phase", PAUSE, "A: play card:KH", "any player may deal the next one with `/deal`."),
    ("not-your-turn", TWO, "B: play card:KD", "It is not your turn: the table waits for A."),
    (
        "bad-card",
        TWO,
        "A: play card:1H",
        "“1H” is not a card here: write cards like 7S, 10H or KD. You can play 10♥ or K♥.",
    ),
    ("bad-card", TWO, f"A: play card:{'x' * 6000}", f"“{'x' * 29}…” is not a card"),
    ("not-in-hand", TWO, "A: play card:QS", "You do not hold Q♠; name only cards of your hand."),
    (
        "count-only",
        COUNT,
        "A: play card:KS",
        "The count stands at 2, and K♠ does not answer it: play an ace or a two. You can play A♦.",
    ),
    (
        "count-only",
        COUNT | {"hands": {"A": ["KS"]}},
        "A: play card:KS",
        "you have neither ace nor two, so `/draw` 2 cards.",
    ),
    (
        "not-playable",
        TWO,
        "A: play card:4C",
        "4♣ does not go on 5♥ while the suit is hearts. You can play 10♥ or K♥.",
    ),
    ("not-playable", DRAWS, "A: play card:KC", "Nothing of yours fits: use `/draw`."),
    ("suit-needed", NAMING, "A: play card:8H", "8♥ needs a suit: play it with `suit`, any of the four."),
    ("wrong-colour", NAMING, "A: play card:9D suit:S", "9♦ keeps its colour: name diamonds or hearts."),
    ("wrong-colour", NINE, "A: suit suit:S", "9♥ keeps its colour: name hearts or diamonds."),
    ("suit-not-allowed", NAMING, "A: play card:KC suit:C", "play K♣ without `suit`."),
    ("not-one-card", TWO, "A: play card:KH declare:true", "That play leaves you 3 cards"),
    (
        "not-one-card",
        LAST | {"hands": {"A": ["KS"], "B": ["AD"]}},
        "A: play card:KS declare:true",
        "leaves you no card",
    ),
    ("must-play", TWO, "A: draw", "You may draw only when nothing fits. You can play 10♥ or K♥."),
    ("nothing-to-declare", TWO, "A: one-card", "after a play that leaves you exactly one."),
    ("self-call", TWO, "A: idiot player:A", "for an opponent, `/one-card` for your own last card."),
    ("no-idiot", TWO, "A: idiot player:B", "B has nothing to answer for. Call an opponent who"),
]


@pytest.mark.parametrize(("code", "position", "command", "words_of_it"), REFUSED)
def test_a_refusal_says_what_would_be_right(code: str, position: Any, command: str, words_of_it: str) -> None:
    session = session_of(3 if position["hands"].get("C") else 2, position)
    who, what = command.split(": ")
    refused = move(session, who, what)
    assert isinstance(refused, Refusal)
    said = plain(pages.refusal(session.scene(seat_of(who, 2)), refused))

    assert (refused.code, sentence_fault(said)) == (code, None)
    assert words_of_it in said


def test_a_blind_dealer_who_looks_is_told_what_to_do_first() -> None:
    session = session_of(2, OPENING)
    refused = session.game.look(session.state, 0, "hand")
    assert refused is not None

    assert (
        pages.refusal(session.scene(0), refused)
        == "Name the suit first, with `/suit`; then you see your hand."
    )


def test_every_refusal_of_the_game_is_among_those_tried() -> None:
    assert {code for code, *_ in REFUSED} | {"hand-hidden"} == {*REFUSALS, "not-your-turn", "not-in-hand"}
