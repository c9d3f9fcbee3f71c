"""The refusals of Craits say what is wrong with a move and what would be right."""

from typing import Any

import pytest

from bot.engine.draft import Refusal
from bot.engine.notation import read_seat
from bot.rendering import pages
from bot.rendering.craits.refusals import REFUSALS
from tests.games.craits.positions import placed
from tests.rendering.craits.sessions import STOCK, session_of
from tests.rendering.spoken import move, plain, sentence_fault

TWO = placed("10H KH 7D 4C / KD 4D", top="5H", stock="JC")
COUNT = placed("KS 9H AD / 2C / 7C", top="2S", phase="count", count=2, stock=STOCK)
DRAWS = placed("KC QC / KD QD", top="5S", stock=STOCK)
NAMING = placed("8H 9D KC / KD 4C", top="KS")
LAST = placed("KS QD / AD", top="QS")
OPENING = placed("KH 5H / QD 2C", top="8H", phase="opening-suit")
NINE = placed("KH 5H / QD 2C", top="9H", phase="opening-suit")
PAUSE = placed("KH / ", top="8H", phase="between-hands")
NAMED = placed("KC 2S / KD 4D", top="8S", suit="H")
REFUSED: list[tuple[str, Any, str, str]] = [
    ("wrong-phase", TWO, "A: suit suit:H", "You can play 10♥ or K♥."),
    ("wrong-phase", TWO, "B: suit suit:H", "It's Seat 1's turn."),
    ("wrong-phase", DRAWS, "A: suit suit:H", "Nothing fits. Draw."),
    ("wrong-phase", OPENING, "A: play card:5H", "Name the first suit."),
    ("wrong-phase", OPENING, "B: play card:QD", "It's Seat 1's turn."),
    ("wrong-phase", PAUSE, "A: play card:KH", "Hand 1 is over. Deal the next one."),
    ("not-your-turn", TWO, "B: play card:KD", "It's Seat 1's turn."),
    ("bad-card", TWO, "A: play card:1H", "“1H” isn't a card I know. Cards look like 7S, 10H or KD."),
    (
        "bad-card",
        TWO,
        f"A: play card:{'x' * 6000}",
        f"“{'x' * 29}…” isn't a card I know. Cards look like 7S, 10H or KD.",
    ),
    ("not-in-hand", TWO, "A: play card:QS", "You don't have Q♠."),
    ("count-only", COUNT, "A: play card:KS", "The count is 2. Only an ace or a 2 will do. You can play A♦."),
    (
        "count-only",
        COUNT | {"hands": {"A": ["KS"]}},
        "A: play card:KS",
        "The count is 2. Only an ace or a 2 will do. You have none, so draw 2.",
    ),
    ("not-playable", TWO, "A: play card:4C", "4♣ doesn't fit on 5♥. You can play 10♥ or K♥."),
    ("not-playable", DRAWS, "A: play card:KC", "K♣ doesn't fit on 5♠. Nothing fits. Draw."),
    ("not-playable", NAMED, "A: play card:2S", "2♠ doesn't fit on 8♠ (hearts). Nothing fits. Draw."),
    ("suit-needed", NAMING, "A: play card:8H", "Name a suit for 8♥."),
    ("wrong-colour", NAMING, "A: play card:9D suit:S", "9♦ stays red: diamonds or hearts."),
    ("wrong-colour", NINE, "A: suit suit:S", "9♥ stays red: hearts or diamonds."),
    ("suit-not-allowed", NAMING, "A: play card:KC suit:C", "Only 8s and 9s name a suit."),
    ("not-one-card", TWO, "A: play card:KH declare:true", "You'd have 3 cards left."),
    (
        "not-one-card",
        LAST | {"hands": {"A": ["KS"], "B": ["AD"]}},
        "A: play card:KS declare:true",
        "That would be your last card.",
    ),
    ("must-play", TWO, "A: draw", "You can play 10♥ or K♥, so you can't draw."),
    ("nothing-to-declare", TWO, "A: one-card", "You don't have to call anything yet."),
    ("self-call", TWO, "A: idiot player:A", "You can't call yourself out."),
    ("no-idiot", TWO, "A: idiot player:B", "Seat 2 has nothing to answer for."),
]


@pytest.mark.parametrize(("code", "position", "command", "words_of_it"), REFUSED)
def test_a_refusal_says_what_would_be_right(code: str, position: Any, command: str, words_of_it: str) -> None:
    session = session_of(3 if position["hands"].get("C") else 2, position)
    who, what = command.split(": ")
    refused = move(session, who, what)
    assert isinstance(refused, Refusal)
    said = plain(pages.refusal(session.scene(read_seat(who, 2)), refused))

    assert (refused.code, sentence_fault(said)) == (code, None)
    assert said == words_of_it


def test_blind_dealer_is_told_what_to_do_first() -> None:
    session = session_of(2, OPENING)
    refused = session.game.look(session.state, 0, "hand")
    assert refused is not None

    assert pages.refusal(session.scene(0), refused) == "Name the suit first. Then you'll see your hand."


def test_every_refusal_of_game_is_among_those_tried() -> None:
    assert {code for code, *_ in REFUSED} | {"hand-hidden"} == {*REFUSALS, "not-your-turn", "not-in-hand"}
