"""The last moves at a Crazy Rummy table: a turn is one line."""

import pytest

from bot.games.crazy_rummy.state import State
from bot.rendering import pages
from bot.rendering.scene import Scene
from bot.rendering.story import story
from tests.games.crazy_rummy.positions import NEXT_DEAL, at, shuffles
from tests.games.driver import Driver
from tests.rendering.crazy_rummy.sessions import FACE
from tests.rendering.crazy_rummy.test_prompts import after


def log(game: Driver[State], *commands: str) -> tuple[list[str], str]:
    """Return the lines before the newest move, and its own line, with letters for names."""
    scene = after(game, *commands, viewer=None)
    before, newest = story(scene, FACE)
    return [lettered(line, scene) for line in before], lettered(newest, scene)


def lettered(text: str, scene: Scene) -> str:
    for seat in range(len(scene.players)):
        text = text.replace(scene.name(seat), "ABCDEFGHIJ"[seat])
    return text


def turn() -> Driver[State]:
    return at(
        "QC QD 6H 4S 9C 10D 3S / KS 4C 5C 7C",
        phase="draw",
        stock="JC 8C 7S",
        sets={"B": [["9D", "9H", "9S"]]},
    )


def test_turn_becomes_one_line_when_next_begins() -> None:
    game = turn()
    done = ("A: draw", "A: meld cards:QC,QD,6H", "A: feed cards:9C", "A: discard card:4S", "B: draw")

    assert log(game, *done) == (
        ["A draws, lays Q♣ Q♦ + wild 6♥ (120), feeds 9♣ (10) and discards 4♠. 3 cards left."],
        "B draws.",
    )


def test_newest_move_is_apart_from_its_turn() -> None:
    assert log(turn(), "A: draw", "A: meld cards:QC,QD,6H") == (["A draws."], "A lays Q♣ Q♦ + wild 6♥ (120).")


def test_picture_omits_newest_move_in_favour_of_headline() -> None:
    scene = after(turn(), "A: draw", "A: feed cards:9C", viewer=None)
    (board,) = [FACE.table_plan(scene)]

    assert "lays" not in "".join(story(scene, FACE)[0])
    assert board is not None
    assert pages.table(scene).text.count("feeds 9♣") == 1


def test_a_discard_that_was_taken_is_named() -> None:
    game = at("4C 9D 3C 8C / KS", phase="draw", discard="7D")

    assert log(game, "A: draw from:discard", "A: discard card:4C", "B: draw")[0] == [
        "A takes 7♦ and discards 4♣."
    ]


def test_timed_out_player_is_told_with_effect() -> None:
    hands = "4C 9D 3C 8C 10C / KS QS"
    whole = at(hands, phase="draw", stock="JC JD 7S")
    half = at(hands, phase="draw", stock="JC JD 7S")

    assert log(whole, "*: timeout", "B: draw")[0] == ["A, out of time, draws and discards 3♣."]
    assert log(half, "A: draw", "*: timeout", "B: draw")[0] == ["A draws and discards 3♣ out of time."]


def test_end_of_hand_tells_best_scores_first() -> None:
    game = at(
        "4C / KS AS / 3C",
        sets={"A": [["9C", "9D", "9H"]]},
        totals={"A": 100, "B": -20},
        chance=shuffles("4H 9C KD 3S 6D QH 5C AS 8S 10H 7C"),
    )
    before, newest = log(game, "A: discard card:4C")

    assert before == ["A discards 4♣.", "**A goes out!** A +30, C −5, B −110."]
    assert newest.startswith("**Hand 2:** B deals. **")
    assert ("are wild.** Cards: A ") in newest


def test_turn_that_ends_hand_is_one_line() -> None:
    game = at("9C 9D 9H / KS", phase="draw", stock="4C 8C", chance=NEXT_DEAL)

    assert log(game, "A: draw", "A: meld cards:9C,9D,9H", "A: discard card:4C")[0] == [
        "A draws, lays 9♣ 9♦ 9♥ (30) and discards 4♣.",
        "**A goes out!** A +30, B −10.",
    ]


def test_blocked_hand_and_tie_at_goal_are_told() -> None:
    blocked = at("4C 9D / KS", stock="", discard="", chance=NEXT_DEAL, rebuilds=1, hand_number=2)
    tied = at("4C / KS", options={"target": 300}, totals={"A": 300, "B": 310}, chance=NEXT_DEAL)

    assert (
        "**No cards left: hand 2 ends, and nobody goes out.** A −10, B −10."
        in log(blocked, "A: discard card:4C")[0]
    )
    assert log(tied, "A: discard card:4C")[0][-1] == (
        "**A goes out!** A 0, B −10. A and B are level at 300. One more hand."
    )


@pytest.mark.parametrize(("reshuffles", "last"), [(1, ", for the last time this hand."), (2, ".")])
def test_new_stock_is_told_at_end_of_turn(reshuffles: int, last: str) -> None:
    game = at(
        "4C KD 3C 8C 9C / KS QS",
        stock="",
        discard="5S 7D 8C",
        options={"reshuffles": reshuffles},
        chance=shuffles(""),
    )

    assert (
        log(game, "A: discard card:4C")[1] == f"A discards 4♣. The discard pile becomes the new stock{last}"
    )


def test_closed_pile_is_told_at_end_of_turn() -> None:
    game = at("4C 7D 3C 8C 9C / KS QS", taken="7D", lock_count=3)

    assert log(game, "A: discard card:4C")[1] == "A discards 4♣. The discard pile is closed."


def test_leaver_has_line_and_others_go_on() -> None:
    game = at("4C 9D 3C 8C / KS QS / JC", phase="draw")

    assert log(game, "A: draw", "B: leave", "A: discard card:4C", "C: draw")[0] == [
        "A draws and discards 4♣.",
        "B leaves, and 2 cards are set aside.",
    ]


def test_last_hand_is_told_below_its_winner() -> None:
    game = at("4C / KS", options={"target": 300}, totals={"A": 290}, sets={"A": [["9C", "9D", "9H"]]})

    assert log(game, "A: discard card:4C") == (["A discards 4♣.", "**A goes out!** A +30, B −10."], "")
