"""The sentences of Crazy Rummy's complete log."""

from bot.engine.chance import Seat
from bot.games.crazy_rummy.state import State
from tests.games.crazy_rummy.positions import at, shuffles
from tests.games.driver import Driver
from tests.rendering.crazy_rummy.sessions import FACE, scene_of
from tests.rendering.crazy_rummy.test_story import lettered


def said(game: Driver[State], *commands: str, viewer: Seat | None = None) -> list[str]:
    """Return the sentences about these commands, with letters for names."""
    events = game.do(*commands).events
    assert game.chance_left == 0
    scene = scene_of(game.state, viewer)
    told = [FACE.sentence(event, scene) for event in events if viewer is not None or not event.to]
    return [lettered(one, scene) for one in told if one]


def test_card_from_stock_is_named_to_drawer_alone() -> None:
    def drawing() -> Driver[State]:
        return at("4C / KS", phase="draw", stock="10C 8C")

    assert said(drawing(), "A: draw") == ["A draws. Left in the stock: 1."]
    assert said(drawing(), "A: draw", viewer=0)[-1] == "You draw 10♣."


def test_end_of_hand_tells_scores_and_deal() -> None:
    game = at(
        "4C / KS AS",
        sets={"A": [["9C", "9D", "9H"]]},
        totals={"A": 100, "B": -20},
        chance=shuffles("4H 9C KD 3S 6D QH 5C AS 8S 10H 7C"),
    )

    assert said(game, "A: discard card:4C") == [
        "A discards 4♣. No cards left.",
        "**A goes out!**",
        "A +30: 30 laid, 0 held. Total: 130.",
        "B −110: 0 laid, 110 held (K ♠ · A ♠). Total: −130.",
        (
            "**Hand 2:** B deals. **6s are wild.** Cards: A 4, B 5. One deck. First cards: A 4♥, "
            "B 6♦. 7♣ starts the discard pile, the stock has 37. 6♦ stays on the table."
        ),
    ]
