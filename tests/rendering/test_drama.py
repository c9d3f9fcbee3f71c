"""The stage draws an event above a line about its result."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from bot.engine.events import Event, TimedOut
from bot.games import GAMES
from bot.games.craits import count, drawing, ending, functions, leaving, one_card, playing
from bot.games.craits import turns as craits_turns
from bot.games.crap.acquiring import Believed, BluffCalled, NothingFound, RandomDiscarded, RankAsked
from bot.games.crap.challenging import Challenged, Flipped, Guessed, Rewarded
from bot.games.crap.laying import SetLaid
from bot.games.crap.protecting import CardProtected
from bot.games.crap.recycling import Recycled
from bot.games.crap.scoring import ScoringRound
from bot.games.crap.turns import TurnStarted
from bot.games.crap.voting import VoteCalled, VoteClosed
from bot.games.crazy_rummy import dealing, discarding, laying
from bot.games.crazy_rummy import ending as rummy_ending
from bot.games.skrap import battle, opening, scoring, surging
from bot.rendering.art import dramas
from bot.rendering.art.plan import BACK, Stage, TablePlan
from bot.rendering.art.spoken import description
from bot.rendering.faces import FACES
from bot.rendering.scene import Scene, SeenMove
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


POSITIONS: Mapping[str, Mapping[str, Any]] = {
    "crap": {},
    "crazy-rummy": {"wild": "6", "turn": "A", "stock": ["4C"]},
    "craits": {"top": "2C", "suit": "C", "hands": {"A": ["4C", "5C"], "B": ["KS"], "C": ["7C"]}},
    "skrap": {"hands": {"A": ["3S", "4H"], "B": ["5S"], "C": ["6S"]}},
}
CHAMPION = dramas.Portrait(("B",), ("QS", "9H"), "champion", "+4")
BARS = dramas.Bars(("W", "B", "3"), (40, 240, 0))


def after(game: str, *events: Event) -> Scene:
    """Return the scene of a table whose last move had these events."""
    scene = scene_at(GAMES[game], 3, POSITIONS[game])
    return msgspec.structs.replace(scene, recent=(SeenMove(1, events, 0.0),))


def plan_of(scene: Scene) -> TablePlan:
    plan = FACES[scene.game.id].table_plan(scene)
    assert isinstance(plan, TablePlan)
    return plan


def stage_after(*events: Event, game: str = "crap") -> Stage:
    return plan_of(after(game, *events)).stage


def played(card: str, *, left: int = 4) -> playing.Played:
    """Return Ben's play of a card in Craits, without a named suit."""
    return playing.Played(1, card, None, left, declared=False, idle=False)


def scored(seat: int, *cards: str, points: int) -> ending.PlayerScored:
    return ending.PlayerScored(seat, cards, points, 0, points)


@pytest.mark.parametrize(
    ("events", "drama", "line"),
    [
        ((LAID,), dramas.Fanned(KINGS, "+130"), "130 on the table"),
        (CAUGHT, dramas.Caught("9", "6C"), "No 9s: Wolfgang Am… loses 6♣"),
        (WRONG, dramas.Proven("9D", "KS"), "Wolfgang Am… shows 9♦, Ben loses K♠"),
        ((Recycled(0, ("2C", "3D"), (5, 3)),), dramas.Swept((5, 3), 2), "Discards 2, rolls 8"),
        ((Recycled(0, (), (5, 3)),), dramas.Swept((5, 3), 0), "Rolls 8 with an empty hand"),
        (
            (VoteClosed(0, (1, 2), (True, True), passed=True), Recycled(0, ("2C",), (1, 3))),
            dramas.Swept((1, 3), 1),
            "2 yes votes",
        ),
        ((VoteCalled(1, None, (0, 2), 2),), dramas.Portrait(("B",)), "It takes 2 yes votes"),
        (
            (Believed(2), NothingFound(1, "9D"), TurnStarted(2, 5)),
            dramas.Portrait(("B",), ("9D",), sign="cross"),
            "No bluff, but nobody else has one",
        ),
        (
            (ScoringRound(1, (40, 240, 0), (40, 240, 0), (0, 0, 0)),),
            BARS,
            "Sets are banked and go back to the stock",
        ),
        ((CardProtected(1, 2),), dramas.Portrait(("B",), (BACK,), sign="shield"), "2 protected cards"),
        ((CardProtected(1, 1),), dramas.Portrait(("B",), (BACK,), sign="shield"), "Nobody can take it"),
        ((RankAsked(1, "K", (0, 2)),), dramas.Portrait(("B",), rank="K"), "Bluff? Waiting for one"),
    ],
)
def test_event_is_drawn_with_its_consequence(
    events: tuple[Event, ...], drama: dramas.Drama, line: str
) -> None:
    stage = stage_after(*events)

    assert (stage.drama, stage.line) == (drama, line)


@pytest.mark.parametrize(
    ("events", "drama", "line"),
    [
        ((played("3S"),), dramas.Portrait(("B",), ("3S",)), "4 cards left"),
        (
            (played("7S"), drawing.Drew(2, 1, "seven")),
            dramas.Portrait(("3",), ("7S",), burst="+1"),
            "Ben plays 7♠",
        ),
        (
            (played("5S"), drawing.Drew(2, 1, "five"), drawing.Drew(0, 1, "five")),
            dramas.Shared(("3", "W"), (BACK, BACK)),
            "Everyone else draws a card",
        ),
        (
            (drawing.Pressured(1, 5, 1), drawing.Reshuffled(9), drawing.Drew(1, 1, "unable")),
            dramas.Portrait(("B",), (BACK,), burst="+1"),
            "Shuffle pressure: +5 for Ben",
        ),
        (
            (played("4S"), craits_turns.Skipped(2)),
            dramas.Portrait(("3",), ("4S",), "skipped"),
            "Ben plays 4♠",
        ),
        (
            (played("6S", left=0), drawing.Drew(1, 1, "six"), craits_turns.TurnStarted(2, "turn", 0)),
            dramas.Portrait(("B",), ("6S",), burst="+1"),
            "Nothing follows, so Ben draws a card",
        ),
        (
            (played("5S"), drawing.Drew(0, 1, "five")),
            dramas.Shared(("W",), (BACK,)),
            "Wolfgang Am… draws a card",
        ),
        ((leaving.PlayerLeft(1, 0, 2),), dramas.Portrait(("B",), mood="skipped"), ""),
        ((played("2S"), count.CountRaised(2)), dramas.Counted(("2S",), "2"), "An ace or a 2, or draw 2"),
        (
            (played("10S"), functions.Reversed(clockwise=False), craits_turns.TurnStarted(0, "turn", 0)),
            dramas.Turned(("W", "B", "3"), "10S", "anticlockwise"),
            "Wolfgang Am… is next",
        ),
        (
            (one_card.Caught(0, 1, at_once=True),),
            dramas.Portrait(("B",), (BACK,), "idiot", "+2"),
            "Wolfgang Am… caught it: 2 cards, no turn",
        ),
        (
            (
                played("2H", left=0),
                ending.HandEnded(1, "out"),
                scored(1, points=0),
                scored(0, "KS", points=13),
            ),
            dramas.Portrait(("B",), ("2H",), "out"),
            "Costliest hand: Wolfgang Am…, 13",
        ),
        ((drawing.Drew(1, 4, "count"),), dramas.Portrait(("B",), (BACK,), burst="+4"), "The count is over"),
    ],
)
def test_event_of_craits_is_drawn(events: tuple[Event, ...], drama: dramas.Drama, line: str) -> None:
    stage = stage_after(*events, game="craits")

    assert (stage.drama, stage.line) == (drama, line)


def test_cards_of_a_count_stand_side_by_side() -> None:
    scene = after("craits", played("AS"), count.CountRaised(3))
    earlier = SeenMove(
        0, (playing.Played(0, "2S", None, 4, declared=False, idle=False), count.CountRaised(2)), 0.0
    )
    plan = plan_of(msgspec.structs.replace(scene, recent=(earlier, *scene.recent)))

    assert plan.stage.drama == dramas.Counted(("2S", "AS"), "3")


@pytest.mark.parametrize(("sizes", "line"), [((7, 7, 0), "7 cards each"), ((4, 10, 0), "4 to 10 cards each")])
def test_deal_of_crazy_rummy_states_every_hand(sizes: tuple[int, ...], line: str) -> None:
    dealt = dealing.Dealt(2, 1, 2, (), "6", None, sizes, "3C", 70, 0)

    assert stage_after(dealt, game="crazy-rummy").line == line


def test_going_out_leads_before_the_next_deal() -> None:
    events = (
        discarding.Discarded(1, "10S", 0),
        rummy_ending.WentOut(1),
        rummy_ending.HandScored(0, 0, 75, ("KS",), -75, -75),
        rummy_ending.HandScored(1, 30, 0, (), 30, 30),
    )
    scene = scene_at(GAMES["crazy-rummy"], 3, {"wild": "6", "turn": "A", "stock": ["4C"]})
    stage = plan_of(msgspec.structs.replace(scene, recent=(SeenMove(1, events, 0.0),))).stage

    assert stage.headline == "Ben goes out!"
    assert stage.drama == dramas.Portrait(("B",), ("10S",), "out")
    assert stage.line == "Costliest hand: Wolfgang Am…, 75"


@pytest.mark.parametrize(
    ("events", "drama", "line"),
    [
        (
            (
                surging.SurgeRevealed((0, 1, 2), ("2S", "QH", "5D")),
                opening.Called(1, "highest"),
                opening.Opens(1),
            ),
            dramas.Shared(("W", "B", "3"), ("2S", "QH", "5D"), (1,)),
            "Q♥ is the highest surge card",
        ),
        ((scoring.Champion(1, "QS", "9H", 4, 6, lost=False),), CHAMPION, "Ben wins round 1"),
        ((battle.BotPlayed(1, "QS", "9H", 12, 9, 1, 0, 8),), None, "12 against armour 8"),
        ((battle.BotPlayed(1, "JK", "9H", 15, 9, 1, 0, 8),), None, "15 against armour 8"),
    ],
)
def test_event_of_skrap_is_drawn(events: tuple[Event, ...], drama: dramas.Drama | None, line: str) -> None:
    stage = stage_after(*events, game="skrap")

    assert (stage.drama, stage.line) == (drama, line)


def test_matches_of_a_guess_are_drawn() -> None:
    stage = stage_after(*DUEL)

    assert stage.headline == "Wolfgang Am… draws 3"
    assert stage.drama == dramas.Matched(("4S", "8D", "KD"), (0, 1, 2))
    assert stage.line == "Wolfgang Am… guessed kings and diamonds"


def test_earlier_guess_is_drawn_if_it_was_better() -> None:
    scene = after("crap", Guessed(0, "Q", "S"), *DUEL[1:3], Rewarded(1, 1), Rewarded(0, 1))
    before = ((Challenged(0, 1, 1, (3, 1)),), (Guessed(1, "2", "C"),))
    past = tuple(SeenMove(place, events, 0.0) for place, events in enumerate(before))
    stage = plan_of(msgspec.structs.replace(scene, recent=(*past, *scene.recent))).stage

    assert stage.headline == "Both match: Ben 1, Wolfgang Am… 1"
    assert stage.drama == dramas.Matched(("2C",), (2,))


def test_guess_without_matches_is_drawn_all_the_same() -> None:
    stage = stage_after(Guessed(0, "Q", "H"), *DUEL[1:3], Rewarded(0, 0), Rewarded(1, 0))

    assert stage.headline == "No matches in the challenge"
    assert stage.drama == dramas.Matched(("4S", "8D", "KD"), (0, 0, 0))


@pytest.mark.parametrize("last", [Believed(2), TimedOut((2,))])
def test_bluff_in_vain_leaves_no_question(last: Event) -> None:
    scene = after("crap", last, TurnStarted(1, 4))
    asked = SeenMove(0, (RankAsked(0, "K", (1, 2)),), 0.0)
    stage = plan_of(msgspec.structs.replace(scene, recent=(asked, *scene.recent))).stage

    assert stage.headline == "Nothing for Wolfgang Am…"
    assert stage.drama == dramas.Portrait(("W",), rank="K", sign="cross")
    assert stage.line == "Nobody called the bluff"


def test_quiet_event_leaves_the_piles_alone() -> None:
    stage = stage_after(Believed(2))

    assert (stage.drama, stage.line) == (None, "")


def test_wild_cards_of_a_laid_set_are_marked() -> None:
    scene = scene_at(GAMES["crazy-rummy"], 3, {"wild": "6", "turn": "A", "stock": ["4C"]})
    event = laying.SetLaid(0, ("KC", "KD", "6S"), "K", 120, 4)
    drama = plan_of(msgspec.structs.replace(scene, recent=(SeenMove(0, (event,), 0.0),))).stage.drama

    assert drama == dramas.Fanned(("KC", "KD", "6S"), "+120", frozenset({"6S"}))


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
