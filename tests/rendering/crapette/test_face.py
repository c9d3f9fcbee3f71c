"""What people see of Crapette: that all see the same, the log, the end."""

import random
from itertools import islice
from typing import Any

import pytest

from bot.engine.chance import Seat
from bot.engine.draft import Refusal
from bot.games.crapette import GAME
from bot.games.crapette.state import NAMES, SOURCES
from bot.games.crapette.turns import TurnEnded
from bot.rendering import pages
from bot.rendering.crapette.table import clock_text
from bot.rendering.page import Buttons, Select
from bot.rendering.scene import Scene
from bot.sessions.session import Session
from tests.helpers.controls import page_fault
from tests.helpers.nonsense import any_move
from tests.helpers.worlds import twin
from tests.rendering.crapette.sessions import FACE, GAMES, plain, sample, session_of, state_at, told, walk
from tests.rendering.spoken import do, move, scenes


def texts_of(scene: Scene) -> list[str]:
    """All that a viewer reads: the table, their own page, the clock."""
    page = pages.hand(scene) if scene.viewer is not None else pages.table(scene)
    return [pages.table(scene).text, page.text, clock_text(scene)]


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
    session = do(session_of(state_at()), "A: flip", "A: put to:my-discard", "B: flip")
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
    session = do(session_of(state_at({"R3": "QH JS", "R4": "10H"})), 'A: line moves:"R4-R3 R3-F D-F"')

    assert "line stopped" in FACE.hand(session.scene(0))
    for viewer in (None, 1):
        assert "line stopped" not in pages.table(session.scene(viewer)).text
    assert "line stopped" not in FACE.hand(session.scene(1))
    assert "line stopped" not in FACE.hand(do(session, "A: flip").scene(0))


def test_the_result_names_the_cards_that_were_left() -> None:
    session = do(session_of(state_at()), "A: flip", "B: resign")

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
    session = do(session_of(state_at({"R4": "6C"}, **piles)), "A: flip", "A: put to:R4")

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
