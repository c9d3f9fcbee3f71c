"""The refusals of Crazy Rummy, in sentences."""

import pytest

from bot.engine.draft import Refusal
from bot.games.crazy_rummy.state import State
from bot.rendering import pages
from tests.games.crazy_rummy.positions import at
from tests.games.driver import Driver
from tests.rendering.crazy_rummy.sessions import FACE, scene_of
from tests.rendering.crazy_rummy.test_story import lettered
from tests.rendering.spoken import sentence_fault

REFUSED = [
    (at("4C / KS"), "B: draw", "It's A's turn."),
    (at("4C / KS", phase="draw"), "A: discard card:4C", "Draw first."),
    (at("4C / KS"), "A: draw", "You've drawn, so lay or discard."),
    (
        at("4C / KS", phase="draw", discard=""),
        "A: draw from:discard",
        "The discard pile is empty. Take from the stock.",
    ),
    (
        at("4C / KS", phase="draw", lock_count=4),
        "A: draw from:discard",
        "The discard pile is closed until someone lays",
    ),
    (
        at("4C / KS"),
        "A: discard card:2S",
        "“2S” isn't a card I know. Cards look like 7S or 10H. There aren't any 2s",
    ),
    (at("4C / KS"), 'A: feed cards:""', "You didn't name a card"),
    (at("4C / KS"), "A: discard card:9D", "You don't have 9♦"),
    (at("4C 9D / KS"), "A: feed cards:9D,9D", "You hold 9♦ once."),
    (at("4C 4D / KS"), "A: meld cards:4C,4D", "A set needs three cards."),
    (at("4C 4D 9D / KS"), "A: meld cards:4C,4D,9D", "A set has one rank, plus wild 6s. You chose 4s and 9s."),
    (
        at("JS 6S 6C 4C / KS", sets={"A": [["5S", "5H", "5D"]]}),
        "A: meld cards:JS,6S,6C",
        "One wild per set now, or only wilds. You chose two.",
    ),
    (at("4C / KS", sets={"B": [["JC", "JD", "6D"]]}), "A: feed cards:4C", "No 4s on the table yet."),
    (
        at("4C JS / KS", sets={"B": [["JC", "JD", "6D"]]}),
        "A: feed cards:4C",
        "No 4s on the table yet. You can feed jacks.",
    ),
    (at("6S / KS", sets={"B": [["JC", "JD", "6D"]]}), "A: feed cards:6S", "A wild 6 can only go into a set."),
    (at("4C 7D / KS", taken="7D"), "A: discard card:7D", "You just took 7♦, so discard another."),
    (at("4C / KS / ", left=["C"]), "C: draw", "You've left this game. `/cards` opens another table."),
    (at("4C / KS", phase="over", turn=None), "A: draw", "This game is over."),
]


@pytest.mark.parametrize(("game", "command", "hint"), REFUSED)
def test_a_refusal_says_what_would_be_right(game: Driver[State], command: str, hint: str) -> None:
    scene = scene_of(game.state, ord(command[0]) - ord("A"))
    told = pages.refusal(scene, game.refused(command))

    assert sentence_fault(told) is None
    assert hint in lettered(told, scene)


def test_every_refusal_code_has_an_example() -> None:
    assert {game.code(command) for game, command, _ in REFUSED} == {
        "not-a-player", "game-over", "not-your-turn", "wrong-phase", "discard-empty", "discard-locked", "bad-card",
        "not-in-hand", "set-too-small", "mixed-ranks", "too-many-wilds", "rank-not-open", "wild-cannot-feed",
        "returned-card",
    }  # fmt: skip


def test_long_text_with_signs_is_quoted_shortened() -> None:
    why = Refusal("bad-card", {"text": "`@everyone`\n" + "x" * 5000})

    told = FACE.refusal(why, scene_of(at("4C / KS").state, 0))

    assert len(told) < 150
    assert told.startswith("“\\`@\u200beveryone\\` xxx")
