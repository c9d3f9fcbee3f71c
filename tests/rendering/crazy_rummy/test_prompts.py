"""The tasks of Crazy Rummy's players, and what a hand says without one."""

from typing import Any

import msgspec
import pytest

from bot.games.crazy_rummy.state import State
from bot.players.computers import Computer
from bot.rendering import pages
from bot.rendering.scene import Scene, SeenMove
from tests.games.crazy_rummy.positions import NEXT_DEAL, at
from tests.games.driver import Driver
from tests.rendering.crazy_rummy.sessions import FACE, scene_of, session_of, walk, with_letters


def after(game: Driver[State], *commands: str, viewer: int | None = 0) -> Scene:
    """Return a viewer's scene after these commands, each a move of its own."""
    past = []
    for command in commands:
        before = len(game.events)
        game.do(command)
        seat = None if command.startswith("*") else ord(command[0]) - ord("A")
        past.append(SeenMove(seat=seat, events=tuple(game.events[before:]), at=0.0))
    session = session_of(len(game.state.hands), game.state)
    session.recent.extend(past)
    return session.scene(viewer)


def asked(scene: Scene) -> list[str]:
    """Return the heading of a hand and the lines below it."""
    ask = FACE.task(scene) if scene.asked else FACE.outcome(scene)
    return [ask.line, *ask.below] if ask else []


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({"phase": "draw"}, "<@A>, draw a card. Auto-play"),
        ({}, "<@A>, lay or discard. Auto-discard"),
        ({"laid": True, "sets": {"A": [["9C", "9D", "9H"]]}}, "<@A>, lay more or discard. Auto-discard"),
    ],
)
def test_table_calls_decider_and_tells_effect_of_silence(position: dict[str, Any], said: str) -> None:
    scene = scene_of(at("4C / KS", **position).state)

    assert with_letters(pages.next_line(scene, FACE)).startswith(said.replace("<@A>", "@A"))


@pytest.mark.parametrize(
    ("hand", "position", "below"),
    [
        ("9C 9D 4C", {"discard": "9S"}, "-# 6s are wild. 9♠ would make your 9s a set."),
        ("4C", {"discard": "9S", "sets": {"B": [["9C", "9D", "9H"]]}}, "-# 6s are wild. 9♠ could be fed."),
        ("9C 9D 9H", {"discard": "9S"}, "-# 6s are wild."),
        ("4C", {"discard": ""}, "-# 6s are wild."),
        (
            "9C 9D",
            {"discard": "9S", "lock_count": 4},
            ("-# 6s are wild. The discard pile is closed until someone lays or draws from the stock."),
        ),
    ],
)
def test_draw_says_what_top_discard_would_do(hand: str, position: dict[str, Any], below: str) -> None:
    assert asked(scene_of(at(f"{hand} / KS", phase="draw", **position).state, 0)) == ["Draw a card", below]


def test_wild_rank_is_said_once_to_someone_alone() -> None:
    drawing = scene_of(at("4C / KS", phase="draw").state, 0)
    scene = msgspec.structs.replace(drawing, guild_id=0, pictures=True)

    assert asked(scene) == ["Draw a card"]
    assert pages.hand(scene).text.count("6s") == 1


def test_turn_tells_drawn_card_and_wild_limit() -> None:
    game = at("9C 9D 9H 6S 4C / KS", phase="draw", stock="10C 8C")

    assert asked(after(game, "A: draw")) == [
        "Lay what you like, then discard",
        "You drew 10♣.",
        "-# First play: any number of wilds, this turn only.",
    ]


def test_after_set_hand_tells_what_it_opened() -> None:
    game = at("9C 9D 9H 4C / KS", phase="draw", stock="10C 8C")

    assert asked(after(game, "A: draw", "A: meld cards:9C,9D,9H")) == [
        "You laid 9s. 30 on your board.",
        "Now anyone can feed 9s.",
    ]


def test_rank_that_was_open_is_not_opened_again() -> None:
    game = at("9C 9D 9H 4C 3C / KS", sets={"B": [["9C", "9D", "9S"]]})

    assert asked(after(game, "A: meld cards:9C,9D,9H")) == ["You laid 9s. 30 on your board."]


def test_after_feed_hand_tells_what_board_counts() -> None:
    game = at("JS 6S 9C 9D / KS", sets={"A": [["JC", "JD", "JH"]]})

    assert asked(after(game, "A: feed cards:JS")) == [
        "You fed J♠. 40 on your board.",
        "-# From now on: one wild per set, or only wilds.",
    ]


def test_player_unable_to_lay_is_asked_to_discard() -> None:
    game = at("4C / KS", phase="draw", discard="7D")

    assert asked(after(game, "A: draw from:discard")) == ["Nothing to lay: discard a card", "You took 7♦."]


def test_waiting_hand_keeps_its_last_discard() -> None:
    game = at("4C 9D / KS QC / JS JC")
    own = after(game, "A: discard card:4C")
    later = at("4C 9D / KS QC / JS JC")

    assert asked(own) == ["You discarded 4♣."]
    assert (
        pages.hand(after(later, "A: discard card:4C", "B: draw", "B: discard card:QC")).text
        == pages.hand(own).text
    )


def test_timed_out_turn_is_told_to_its_player() -> None:
    game = at("4C 9D / KS", phase="draw", stock="10C 8C")

    assert asked(after(game, "*: timeout")) == ["You ran out of time and discarded 4♣."]


@pytest.mark.parametrize(
    ("viewer", "line", "below"),
    [
        (0, "You go out! You score +30.", "30 laid, 0 held. Total: 130."),
        (1, "Seat 1 goes out. You score −110.", "0 laid, 110 held. Total: −130."),
    ],
)
def test_end_of_hand_is_told_to_each(viewer: int, line: str, below: str) -> None:
    game = at(
        "4C / KS AS / QS",
        sets={"A": [["9C", "9D", "9H"]]},
        totals={"A": 100, "B": -20},
        chance=NEXT_DEAL,
        turn="A",
        dealer="B",
    )
    scene = after(game, "A: discard card:4C", viewer=viewer)

    told = FACE.outcome(scene)

    assert told is not None
    assert told.line == line.replace("A is", f"{scene.name(0)} is")
    assert told.below[0] == below
    assert told.below[1].startswith("Hand 2: ")


def test_next_beginner_is_told_last_hands_result() -> None:
    game = at("4C / KS", sets={"A": [["9C", "9D", "9H"]]}, chance=NEXT_DEAL)
    scene = after(game, "A: discard card:4C", viewer=0)

    assert scene.asked
    assert asked(scene)[:2] == ["Draw a card", "You go out! You score +30."]
    game.do("A: draw")
    assert "You go out! You score +30." not in asked(scene_of(game.state, 0))


def test_a_blocked_hand_is_told_to_each() -> None:
    game = at("4C 9D / KS / QS", stock="", discard="", chance=NEXT_DEAL, rebuilds=1)

    told = FACE.outcome(after(game, "A: discard card:4C", viewer=2))

    assert told is not None
    assert told.line == "No cards left. You score −10."


def test_before_first_turn_hand_says_what_is_wild() -> None:
    session = next(walk(3, 1))
    waiting = next(seat for seat in range(3) if seat != session.state.turn)

    told = FACE.outcome(session.scene(waiting))

    assert told is not None
    assert told.line.startswith("Hand 1: ")
    assert FACE.outcome(session.scene(None)) is None


def test_turn_begun_by_computer_is_not_own() -> None:
    scene = after(at("4C 9D / KS", phase="draw", discard="9S"), "A: draw from:discard")
    hare = {0: Computer("hare", "medium").id}
    begun = tuple(msgspec.structs.replace(past, stand_ins=hare) for past in scene.recent)

    assert "You took 9♠." in " ".join(asked(scene))
    assert "You took" not in " ".join(asked(msgspec.structs.replace(scene, recent=begun)))
