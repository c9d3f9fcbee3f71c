"""Crapette's pages: the same table for everyone, receipts, calls and the ending."""

from itertools import islice
from typing import Any

import pytest

from bot.engine.notation import parse_move
from bot.games.crapette import GAME
from bot.players.judging import Judgement
from bot.rendering import calls, pages, review
from bot.rendering.page import Link
from bot.rendering.review import Expensive
from bot.rendering.scene import Scene
from tests.helpers.controls import labels
from tests.rendering.crapette.sessions import FACE, GAMES, sample, session_of, state_at, walk
from tests.rendering.spoken import do, scenes


def texts_of(scene: Scene) -> list[str]:
    """Return the texts of the table and of the viewer's own page."""
    page = pages.hand(scene) if scene.viewer is not None else pages.table(scene)
    return [pages.table(scene).text, page.text]


@pytest.mark.parametrize(("seed", "options"), GAMES)
def test_players_and_spectators_see_the_same_table(seed: int, options: dict[str, Any]) -> None:
    for session in islice(walk(seed, **options), 0, None, 5):
        public, ann, ben = scenes(session)
        for other in (ann, ben):
            assert FACE.table(other) == FACE.hand(other) == FACE.table(public)
            assert FACE.table_plan(other) == FACE.table_plan(public)
            if public.outcome is None:
                assert FACE.asks(other) == FACE.asks(public)


def test_nobody_is_ever_dealt_a_hand() -> None:
    assert not any(pages.has_hand(scene) for scene in scenes(sample()))


RECEIPTS: list[tuple[dict[str, str], dict[str, Any], list[str], str]] = [
    ({"R4": "8H", "R3": "9S"}, {}, ["A: move from:R4 to:R3"], "8♥ is on R3."),
    ({"R4": "8H"}, {"finish": {"H": [7, 0]}}, ["A: move from:R4 to:finish"], "8♥ is finished."),
    ({"R4": "4C"}, {}, ["A: move from:R4 to:their-discard"], "4♣ is on Ben's discard pile."),
    ({"R2": "9C 8H", "R1": "-", "R4": "10H"}, {}, ["A: move from:R2 to:R4"], "9♣ 8♥ are on R4."),
    ({"R4": "-"}, {}, ["A: move from:my-crapaud to:R4"], "2♥ is on R4. Your crapaud shows 9♥, 1 left."),
    ({"R4": "-"}, {"crapauds": {"A": ["2H"], "B": ["2C"]}}, ["A: move from:my-crapaud to:R4"],
     "2♥ is on R4. Your crapaud is empty."),
    ({"R4": "4H"}, {}, ["A: flip", "A: put to:R4"], "3♣ is on R4."),
    ({"R4": "8H", "R3": "9S"}, {}, ["A: move from:R4 to:R3", "A: undo"], "8♥ is back on R4."),
    ({}, {}, ["A: offer-draw"], "You offer a draw."),
    ({"R4": "8H", "R3": "9S", "L1": "9C"}, {}, ['A: line moves:"R4-R3 R3-L1"'], "2 moves made."),
    ({"R4": "8H", "R3": "9S", "L1": "9C"}, {}, ['A: line moves:"R4-R3 R3-F"'],
     "8♥ is on R3. Stopped before `R3-F`: 8♥ can't finish yet: 7♥ isn't there."),
    ({"R4": "-", "R3": "3H"}, {}, ['A: line moves:"C-R4 D-R3"'],
     "2♥ is on R4. Your crapaud shows 9♥, 1 left. Stopped at a new card. `D-R3` not done."),
]  # fmt: skip


@pytest.mark.parametrize(("houses", "fields", "commands", "said"), RECEIPTS)
def test_move_is_answered_with_what_came_of_it(
    houses: dict[str, str], fields: dict[str, Any], commands: list[str], said: str
) -> None:
    session = do(session_of(state_at(houses, **fields)), *commands)

    assert FACE.receipt(session.scene(0)) == said
    assert pages.hand(session.scene(0)).text.splitlines()[1] == said
    assert FACE.receipt(session.scene(1)) == FACE.receipt(session.scene(None)) == ""
    assert "topped" not in pages.table(session.scene(None)).text


def test_waiting_player_is_told_whose_turn_it_is() -> None:
    session = do(session_of(state_at()), "A: flip", "A: put to:my-discard")

    assert "### Your turn is over. It's Ben's." in pages.hand(session.scene(0)).text
    assert "### It's Ben's turn." in pages.hand(do(session, "B: flip").scene(0)).text


def test_call_tells_what_other_did_loads_first() -> None:
    session = do(session_of(state_at({"R4": "4C"})), "A: move from:R4 to:their-discard", "A: flip")

    called = do(session, "A: put to:my-discard").scene(1)

    assert "**Your turn at Crapette**" in calls.dm_without_hand(called).text
    assert calls.dm_without_hand(called).text.endswith(". Ann loads 4♣ on Ben's discard pile.")
    again = do(session, "B: flip", "B: put to:my-discard").scene(0)
    assert calls.dm_without_hand(again).text.endswith(". Ben lifts 7♦ and discards it.")


@pytest.mark.parametrize(("message", "ending"), [(None, ""), (900, "/900")])
def test_call_leads_to_table_or_its_channel(message: int | None, ending: str) -> None:
    scene = session_of(state_at()).scene(0)

    [way] = [block for block in calls.dm_without_hand(scene, message).blocks if isinstance(block, Link)]

    channel = f"https://discord.com/channels/{scene.guild_id}/{scene.channel_id}"
    assert way == Link("Open the table", channel + ending)


@pytest.mark.parametrize(
    ("house", "reason"),
    [
        ("4H", "I'd put 3♣ on your discard pile. No other place does more."),
        ("4C", "I'd put 3♣ on your discard pile. It doesn't help anywhere else."),
    ],
)
def test_discard_is_the_only_place_only_if_nothing_else_fits(house: str, reason: str) -> None:
    scene = do(session_of(state_at({"R4": house})), "A: flip").scene(0)

    assert FACE.reason(parse_move(GAME, "put to:my-discard", 2), scene, GAME.notes(seat=0)) == reason


def test_review_tells_a_discard_like_the_log() -> None:
    session = do(session_of(state_at({"R4": "4H"})), "A: flip")
    before = session.scene(0)
    made = do(session, "A: put to:my-discard").scene(0).recent[-1]
    moves = [parse_move(GAME, f"put to:{place}", 2) for place in ("my-discard", "R4")]
    move = Expensive(2, "clear", before, GAME.notes(seat=0), made, *moves)

    lines = review.page(before, Judgement(looked_at=1), [move]).text.splitlines()

    assert lines[2:5] == ["**Move 2** · costly", "-# You lifted 3♣. Find it a place.", "Ann discards 3♣."]


def test_the_result_says_why_and_what_was_left() -> None:
    session = do(session_of(state_at()), "A: flip", "B: resign")
    scene = session.scene(None)
    ending = FACE.ending(scene)

    assert (ending.title, ending.why) == ("Ann wins", "Ben resigned.")
    assert ending.notes == (
        "Ann: 1 in hand, 1 in the discard pile, 2 in the crapaud, 1 lifted.",
        "Ben: 2 in hand, 1 in the discard pile, 2 in the crapaud.",
    )
    text = pages.as_text(scene).text
    assert "Ann still had: hand 2♣, discard pile 2♠, crapaud 9♥ 2♥, lifted 3♣." in text
    assert "to move" not in text
    assert labels(pages.hand(session.scene(0))) == ["Rematch", "Another game", "Replay"]


def test_short_game_ends_after_its_last_turn() -> None:
    session = session_of(state_at(options={"turns": 3}, turn_number=6))
    do(session, "A: flip", "A: put to:my-discard")

    ending = FACE.ending(session.scene(None))

    assert (ending.why, ending.length) == ("Three turns each: fewer cards left wins.", "")


def test_winner_who_played_out_is_named_with_highlights() -> None:
    piles: Any = {
        "hands": {"A": ["5H"], "B": ["3D"]},
        "discards": {"A": [], "B": ["4S"]},
        "crapauds": {"A": ["3S"], "B": ["QD"]},
    }
    session = session_of(state_at({"R4": "6C", "R3": "-", "R2": "5S"}, **piles))
    do(
        session,
        "A: move from:R2 to:their-discard",
        "A: move from:my-crapaud to:R3",
        "A: flip",
        "A: put to:R4",
    )
    ending = FACE.ending(session.scene(None))

    assert (ending.title, ending.why) == ("Ann wins", "Out of cards.")
    assert ending.notes == ("Ben: 1 in hand, 2 in the discard pile, 1 in the crapaud.",)
    assert ending.highlights == (("First without a crapaud", "Ann."),)


ENDS: list[tuple[list[str], dict[str, Any], str, str]] = [
    (["A: offer-draw", "B: accept-draw"], {}, "A draw", "Agreed draw."),
    (["*: wait"], {"options": {"clock-minutes": 15}}, "Ben wins", "Ann's time ran out."),
    (["*: wait"], {"timeouts": {"A": 2}}, "Ben wins", "Ann missed three turns."),
    (["A: flip", "A: put to:my-discard"],
     {"idle_turns": 119, "hand_unseen": {"A": 0, "B": 0}, "crapaud_unseen": {"A": 0, "B": 0}},
     "A draw", "120 turns without progress."),
]  # fmt: skip


@pytest.mark.parametrize(("commands", "fields", "title", "why"), ENDS)
def test_every_end_has_its_reason(commands: list[str], fields: dict[str, Any], title: str, why: str) -> None:
    session = do(session_of(state_at(**fields)), *commands, after=10**6)
    ending = FACE.ending(session.scene(None))

    assert (ending.title, ending.why) == (title, why)
    assert title in pages.table(session.scene(None)).text


def test_position_for_third_time_is_draw() -> None:
    empty: Any = {"A": [], "B": []}
    kings = state_at(hands=empty, discards=empty, crapauds={"A": ["9S"], "B": ["9D"]})
    session = do(session_of(kings), "A: pass", "B: pass", "A: pass", "B: pass")

    assert FACE.ending(session.scene(None)).why == "The same position three times."
