"""The stage draws what happened, and its second line says what came of it."""

import msgspec
import pytest

from bot.engine.events import Event
from bot.games import GAMES
from bot.games.crap.acquiring import Believed, BluffCalled, RandomDiscarded
from bot.games.crap.challenging import Flipped, Guessed, Rewarded
from bot.games.crap.laying import SetLaid
from bot.games.crap.recycling import Recycled
from bot.games.crazy_rummy import laying
from bot.rendering.art.plan import Caught, Drama, Fanned, Matched, Proven, Stage, Swept, TablePlan
from bot.rendering.art.spoken import description
from bot.rendering.faces import FACES
from bot.rendering.scene import Scene, Told
from tests.rendering.art.games import scene_at

KINGS = ("KC", "KD", "KH", "KS")
LAID = SetLaid(1, "K", KINGS, double=False, value=130)
CAUGHT = (BluffCalled(1, 0, "9", None), RandomDiscarded(0, "6C"))
WRONG = (BluffCalled(1, 0, "9", "9D"), RandomDiscarded(1, "KS"))
DUEL = (
    Guessed(0, "K", "D"),
    Flipped(0, ("2C",)),
    Flipped(1, ("4S", "8D", "KD")),
    Rewarded(0, 3),
    Rewarded(1, 0),
)


def after(game: str, *events: Event) -> Scene:
    """A table at which this move was made last."""
    scene = scene_at(GAMES[game], 3, {})
    return msgspec.structs.replace(scene, recent=(Told(1, events, 0.0),))


def plan_of(scene: Scene) -> TablePlan:
    plan = FACES[scene.game.id].table_plan(scene)
    assert isinstance(plan, TablePlan)
    return plan


def stage_after(*events: Event) -> Stage:
    return plan_of(after("crap", *events)).stage


@pytest.mark.parametrize(
    ("events", "drama", "line"),
    [
        ((LAID,), Fanned(KINGS, "+130"), "130 on the table"),
        (CAUGHT, Caught("9", "6C"), "No 9s: Wolfgang Am… loses 6♣"),
        (WRONG, Proven("9D", "KS"), "Wolfgang Am… shows 9♦, Ben loses K♠"),
        ((Recycled(0, ("2C", "3D"), (5, 3)),), Swept((5, 3)), "Discards 2 and rolls"),
    ],
)
def test_event_is_drawn_with_its_consequence(events: tuple[Event, ...], drama: Drama, line: str) -> None:
    stage = stage_after(*events)

    assert (stage.drama, stage.line) == (drama, line)


def test_matches_of_the_last_guess_are_drawn() -> None:
    assert stage_after(*DUEL).drama == Matched(("4S", "8D", "KD"), (0, 1, 2))


def test_quiet_event_keeps_piles_and_request() -> None:
    stage = stage_after(Believed(2))

    assert stage.drama is None
    assert stage.line


def test_wild_cards_of_a_laid_set_are_marked() -> None:
    scene = scene_at(GAMES["crazy-rummy"], 3, {"wild": "6", "turn": "A", "stock": ["4C"]})
    event = laying.SetLaid(0, ("KC", "KD", "6S"), "K", 120, 4)
    drama = plan_of(msgspec.structs.replace(scene, recent=(Told(0, (event,), 0.0),))).stage.drama

    assert drama == Fanned(("KC", "KD", "6S"), "+120", frozenset({"6S"}))


@pytest.mark.parametrize(
    ("events", "told"),
    [
        ((LAID,), "Played: K♣ K♦ K♥ K♠."),
        (CAUGHT, "loses 6♣."),
        (WRONG, "shows 9♦"),
        (DUEL, "Turned up: 4♠ (0) 8♦ (1) K♦ (2)."),
        ((Recycled(0, ("2C",), (5, 3)),), "Rolled: 5 3."),
    ],
)
def test_drawn_event_is_described(events: tuple[Event, ...], told: str) -> None:
    assert told in description(plan_of(after("crap", *events)))
