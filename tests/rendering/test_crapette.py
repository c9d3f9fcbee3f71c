"""What people see of Crapette: the table, their own page, the log, the clock, the end."""

import random
from itertools import cycle, islice
from typing import Any

import pytest
from msgspec.structs import replace

from bot.engine.cards import RANKS
from bot.engine.chance import Seat
from bot.engine.draft import Refusal
from bot.games.crapette import GAME
from bot.games.crapette.table import HOUSES, NAMES, SOURCES
from bot.games.crapette.turns import TurnEnded
from bot.rendering import pages
from bot.rendering.crapette.piles import sheet_of
from bot.rendering.crapette.table import block, clock_text
from bot.rendering.page import Buttons, Select
from bot.rendering.scene import Scene
from bot.sessions.session import Session
from tests.games.crapette.play import table
from tests.helpers.controls import page_fault
from tests.helpers.nonsense import any_move
from tests.helpers.worlds import twin
from tests.rendering.crapette_table import FACE, GAMES, plain, sample, session_of, told, walk
from tests.rendering.spoken import NOW, do, move, scenes

BLOCK = """\
Crapette · turn 17 · to move: Ann
Ben  hand 18 · discard 9♥ (5) · crapaud 8♠ (9)
L1 Q♥ J♠
L2 9♠ 8♦ 7♣ 6♥
L3 10♥ 9♠
L4 K♦
R1 Q♦
R2 9♣ 8♥ 7♣
R3 7♠
R4 8♥
Finish  ♠ 8 -  ♥ 7 -  ♦ 2 -  ♣ 6 -
Ann  hand 20 · discard 10♥ (6) · crapaud 5♦ (8)
Lifted: - · empty houses: 0"""
EMPTY: dict[str, Any] = {"discards": {"A": [], "B": ["5C"]}}


def texts_of(scene: Scene) -> list[str]:
    """All that a viewer reads: the table, their own page, the clock."""
    page = pages.hand(scene) if scene.viewer is not None else pages.table(scene)
    return [pages.table(scene).text, page.text, clock_text(scene)]


def test_the_sample_table_of_the_rules_comes_out_exactly() -> None:
    assert block(sample().scene(None)) == BLOCK
    assert pages.table(sample().scene(None)).text.split("```")[1].strip("\n") == BLOCK


def test_a_lifted_card_empty_houses_and_second_finishing_piles_are_shown() -> None:
    state = table({"R3": "-", "R4": "-"}, lifted="2D", finish={"S": [12, 1], "H": [1, 1]}, **EMPTY)

    lines = block(session_of(state).scene(None)).splitlines()

    assert lines[9:] == [
        "R4 -",
        "Finish  ♠ Q A  ♥ A A  ♦ - -  ♣ - -",
        "Ann  hand 2 · discard - (0) · crapaud 2♥ (2)",
        "Lifted: 2♦ · empty houses: 2",
    ]


def test_finishing_piles_follow_the_court_order() -> None:
    state = table(options={"court-order": "KJQ"}, finish={"S": [12, 11]}, **EMPTY)

    assert "♠ J Q" in block(session_of(state).scene(None))


def test_the_longest_table_stays_short() -> None:
    scene = replace(sample().scene(None), names=("W" * 40, "M" * 40))
    longest = [rank + suit for rank, suit in zip(reversed(RANKS), cycle("DS"), strict=False)]
    piles: Any = {letter: [103, "10H"] for letter in "AB"}
    sheet = replace(
        sheet_of(scene),
        turn_number=79_600,
        houses=dict.fromkeys(HOUSES, longest),
        finish={suit: [10, 10] for suit in "CDHS"},
        hands={"A": 104, "B": 104},
        discards=piles,
        crapauds=piles,
        lifted="10H",
    )

    text = FACE.table(replace(scene, sheet=sheet))

    assert len(text) < 700
    assert max(len(line) for line in text.splitlines() if line[:2] in HOUSES) == 42


@pytest.mark.parametrize(
    ("name", "shown"),
    [("```\n# Ann", "''' # Ann"), ("\u202eAnn\u200b", "Ann"), ("", "Seat 1"), ("<@1> **x**", "<@1> **x**")],
)
def test_no_name_can_break_the_block(name: str, shown: str) -> None:
    scene = replace(sample().scene(None), names=(name, "Ben"))

    assert block(scene) == BLOCK.replace("Ann", shown)


@pytest.mark.parametrize(("seed", "options"), GAMES)
def test_every_page_of_a_game_keeps_within_the_limits(seed: int, options: dict[str, Any]) -> None:
    for session in islice(walk(seed, **options), 0, None, 7):
        for scene in scenes(session):
            assert page_fault(pages.table(scene)) is None
        for scene in scenes(session)[1:]:
            assert page_fault(pages.hand(scene)) is None
            for form in ("move", "move from:L1", "put"):
                assert page_fault(pages.hand(scene, form=form, note="Why not.")) is None


@pytest.mark.parametrize(("seed", "options"), GAMES)
def test_players_and_spectators_see_the_same(seed: int, options: dict[str, Any]) -> None:
    alike = 0
    for session in walk(seed, **options):
        public, ann, ben = scenes(session)
        for other in (ann, ben):
            assert FACE.heading(other) == FACE.heading(public)
            assert FACE.table(other) == FACE.table(public)
            assert pages.status(other, FACE) == pages.status(public, FACE)
        if not any("line stopped" in text for scene in (ann, ben) for text in texts_of(scene)):
            assert FACE.hand(ann) == FACE.hand(ben) == FACE.hand(public)
            assert pages.table(ann).text == pages.table(ben).text == pages.table(public).text
            alike += 1
    assert alike > 20


def test_nobody_is_ever_dealt_a_hand() -> None:
    session = sample()

    assert not any(pages.has_hand(scene) for scene in scenes(session))
    assert "nobody may look at them" in pages.hand(session.scene(0)).text


@pytest.mark.parametrize("seed", range(2))
def test_covered_cards_change_nothing(seed: int) -> None:
    chooser, compared = random.Random(seed), 0
    for session in walk(seed, no_progress_turns=60):
        if session.record.status == "over" or chooser.random() > 0.05:
            continue
        options = GAME.options(no_progress_turns=60)
        worlds = twin(GAME, session.state, None, seats=2, options=options, rng=chooser)
        if worlds is not None:
            compared += 1
            one, other = map(session_of, worlds)
            command, seat = any_move(GAME, 2, chooser), chooser.randrange(2)
            for viewer in range(2):
                assert seen(one, viewer) == seen(other, viewer)
            assert refusal_of(one, seat, command) == refusal_of(other, seat, command)
    assert compared > 5


def seen(session: Session, viewer: Seat) -> list[Any]:
    """All that a player is shown and offered."""
    scene = session.scene(viewer)
    forms = [None, "move", *(f"move from:{NAMES[code]}" for code in SOURCES)]
    return [texts_of(scene), *(pages.hand(scene, form=form).blocks for form in forms)]


def refusal_of(session: Session, seat: Seat, command: Any) -> str:
    why = move(session, "AB"[seat], str(command))
    return pages.refusal(session.scene(seat), why) if isinstance(why, Refusal) else ""


def test_the_log_tells_of_this_turn_and_the_last_one_only() -> None:
    session = do(session_of(table()), "A: flip", "A: put to:my-discard", "B: flip")
    past = list(session.recent)
    assert "lifts 3♣" in log_of(session, past)

    do(session, "B: put to:my-discard", "A: flip")
    past += list(session.recent)[3:]

    assert "3♣" not in log_of(session, past)
    assert log_of(session, past).startswith("**Turn 2** is @B's. @B lifts 7♦. @B discards 7♦. **Turn 3**")
    assert pages.history(session.scene(None), FACE, 3000).count("lifts") == 2
    do(session, "B: resign")
    assert "lifts 3♣" in log_of(session, [*past, session.recent[-1]])


def log_of(session: Session, past: Any) -> str:
    """The log as somebody reads it."""
    return plain(" ".join(pages.log_lines(session.scene(0), past))).replace("-# ", "")


@pytest.mark.parametrize(("seed", "options"), GAMES)
def test_a_running_game_never_tells_of_more_than_two_turns(seed: int, options: dict[str, Any]) -> None:
    for session in walk(seed, **options):
        scene = session.scene(0)
        kept = [event for past in FACE.remembered(scene.recent, scene) for event in past.events]
        ends = [event for event in kept if isinstance(event, TurnEnded)]
        assert len(ends) <= 1 or session.record.status == "over"


def test_where_a_line_stopped_is_told_to_its_player_alone() -> None:
    session = do(session_of(table({"R3": "QH JS", "R4": "10H"})), 'A: line moves:"R4-R3 R3-F D-F"')

    assert "line stopped" in FACE.hand(session.scene(0))
    for viewer in (None, 1):
        assert "line stopped" not in pages.table(session.scene(viewer)).text
    assert "line stopped" not in FACE.hand(session.scene(1))
    assert "line stopped" not in FACE.hand(do(session, "A: flip").scene(0))


def test_repeated_positions_and_idle_turns_are_announced() -> None:
    kings: Any = {
        "hands": {"A": [], "B": []},
        "discards": {"A": [], "B": []},
        "crapauds": {"A": ["9S"], "B": ["9D"]},
    }
    repeated = do(session_of(table(**kings)), "A: pass", "B: pass")
    idle = session_of(table(idle_turns=100))

    assert "Position repeated (2 of 3)." in pages.table(repeated.scene(None)).text
    assert "100 turns in a row without progress; 120 make a draw." in FACE.table(idle.scene(None))
    assert "progress" not in FACE.table(session_of(table(idle_turns=99)).scene(None))


TIMEOUTS: list[tuple[dict[str, Any], dict[str, str], str]] = [
    ({}, {}, "then @A's next hand card is lifted and discarded"),
    ({"lifted": "9C"}, {}, "then 9♣ goes onto @A's discard pile"),
    ({"timeouts": {"A": 2}}, {}, "then @A loses, because 3 timeouts in a row lose the game"),
    ({"hands": {"A": [], "B": ["3D"]}}, {}, "then @A's discard pile is turned over and its first card discarded"),
    ({"hands": {"A": [], "B": ["3D"]}, "discards": {"A": ["2S", "4S"], "B": []}}, {"R4": "-"},
     "then @A's discard pile fills the empty houses and then is turned over and its first card discarded"),
    ({"hands": {"A": [], "B": ["3D"]}}, {"R4": "-"}, "then @A's discard pile goes into the empty houses"),
    ({"hands": {"A": [], "B": ["3D"]}, **EMPTY}, {}, "then @A passes"),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "houses", "said"), TIMEOUTS)
def test_the_table_says_what_a_timeout_would_do(fields: Any, houses: Any, said: str) -> None:
    scene = session_of(table(houses, **fields)).scene(None)

    assert plain(pages.status(scene, FACE)).endswith(f" Time is up <t:{int(NOW) + 3600}:R>: {said}.")


def test_the_clock_tells_how_long_the_turn_may_last() -> None:
    at = int(NOW) + 3600

    assert plain(clock_text(sample().scene(None))) == (
        f"@A's turn must end by <t:{at}:f>, <t:{at}:R>; then @A's next hand card is lifted and discarded."
    )


def test_the_chess_clock_tells_what_both_players_have_left() -> None:
    state = table(options={"clock-minutes": 15}, used={"A": 100, "B": 61})
    session = session_of(state)

    assert plain(clock_text(session.scene(None))) == (
        f"Chess clock: @A's time ends <t:{int(NOW) + 3600}:R>, @B has 13:59 left. "
        "Each player has 15 minutes for the whole game; who uses them up loses."
    )
    assert "@B has 13:59 left" in plain(FACE.table(session.scene(1)))
    assert plain(FACE.default(session.scene(1))) == "then @A loses on time"
    over = do(session, "*: wait", after=7200)
    assert "Chess clock: @A has 0:00 left, @B has 13:59 left." in plain(FACE.table(over.scene(None)))
    assert clock_text(over.scene(None)) == "No clock is running."


def test_timeouts_in_a_row_are_counted_on_the_table() -> None:
    scene = session_of(table(timeouts={"B": 2})).scene(None)

    assert "@B has had 2 timeouts in a row; 3 lose the game." in plain(FACE.table(scene))


def test_the_result_names_the_cards_that_were_left() -> None:
    session = do(session_of(table()), "A: flip", "B: resign")

    assert plain(pages.status(session.scene(None), FACE)).splitlines() == [
        "**@A wins!** The opponent has resigned.",
        "@A had left: hand 2♣ (1); discard pile 2♠ (1); crapaud 9♥ 2♥ (2); lifted 3♣.",
        "@B had left: hand 3♦ 7♦ (2); discard pile 5♣ (1); crapaud Q♦ 6♦ (2).",
    ]
    assert "to move" not in FACE.table(session.scene(None))
    assert not any(isinstance(one, Buttons | Select) for one in pages.hand(session.scene(0)).blocks)


def test_who_plays_out_has_nothing_left() -> None:
    piles: Any = {
        "hands": {"A": ["5H"], "B": ["3D"]},
        "discards": {"A": [], "B": []},
        "crapauds": {"A": [], "B": ["QD"]},
    }
    session = do(session_of(table({"R4": "6C"}, **piles)), "A: flip", "A: put to:R4")

    assert plain(FACE.result(session.scene(None))).splitlines() == [
        "**@A wins!** Hand, discard pile and crapaud are played out.",
        "@A had left: nothing.",
        "@B had left: hand 3♦ (1); crapaud Q♦ (1).",
    ]
    assert told(session).endswith("The game is over, @A wins: hand, discard pile and crapaud are played out.")


def test_a_draw_has_no_winner() -> None:
    session = do(sample(), "A: offer-draw", "B: accept-draw")

    assert FACE.result(session.scene(None)).startswith(
        "**The game is drawn.** Both players agreed on a draw."
    )
