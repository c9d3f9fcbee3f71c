"""The last moves at a C.R.A.P. table: an action is one line, however many moves it took."""

from collections.abc import Sequence

import pytest

from bot.engine.events import Event, TimedOut
from bot.games.crap.acquiring import (
    Believed,
    BluffCalled,
    NothingFound,
    RandomDiscarded,
    RankAsked,
    Received,
    Surrendered,
)
from bot.games.crap.challenging import Challenged, Flipped, Guessed, Placed, PlacedCards, Rewarded
from bot.games.crap.clock import Skipped
from bot.games.crap.dealing import HandRolled
from bot.games.crap.drawing import Drew
from bot.games.crap.recycling import Recycled, RolledOff
from bot.games.crap.scoring import FinalCount, ScoringRound
from bot.games.crap.turns import TurnStarted
from bot.games.crap.voting import VoteCalled, VoteClosed, Voted
from bot.rendering.crap.story import lines
from bot.rendering.faces import FACES
from bot.rendering.scene import SeenMove
from tests.rendering.crap.sessions import after, seen

Moves = Sequence[Sequence[Event]]

ASKS: Sequence[Event] = [RankAsked(0, "9", (1, 2))]
DUEL: Moves = [
    [Challenged(0, 1, 2, (2, 2))],
    [Placed(0, 2), PlacedCards(to=(0,), seat=0, cards=("2C", "2D"))],
    [Placed(1, 2)],
    [Guessed(0, "J", "H")],
]
SHOWN: Sequence[Event] = [
    Guessed(1, "2", "S"),
    Flipped(0, ("2C", "2D")),
    Flipped(1, ("JH", "5C")),
    Rewarded(0, 2),
    Rewarded(1, 2),
    Drew(0, 2, 40),
    Drew(1, 2, 38),
]


def told(moves: Moves) -> list[str]:
    scene = after(seen({}), moves)
    return lines(scene.recent, scene)


@pytest.mark.parametrize(
    ("moves", "line"),
    [
        ([ASKS], "Ann: **“Acquire 9s!”**"),
        ([ASKS, [Believed(1)]], "Ann: **“Acquire 9s!”**"),
        (
            [ASKS, [Believed(1)], [Believed(2), Surrendered(1, 0, "9", 2), Surrendered(2, 0, "9", 1)]],
            "Ann: “Acquire 9s!” Nobody calls: 2 from Ben, 1 from Cyd.",
        ),
        (
            [ASKS, [Believed(1)], [Believed(2), TurnStarted(1, 2)]],
            "Ann: “Acquire 9s!” Nobody calls, and nobody has one.",
        ),
        (
            [ASKS, [Believed(2), NothingFound(0, "9C"), TurnStarted(1, 2)]],
            "Ann: “Acquire 9s!” Nobody calls, and nobody has one. Ann discards 9♣.",
        ),
        (
            [ASKS, [BluffCalled(2, 0, "9", None), RandomDiscarded(0, "KH")]],
            "Cyd calls the bluff. **Busted:** Ann had no 9s and loses K♥.",
        ),
        (
            [ASKS, [BluffCalled(2, 0, "9", None), RandomDiscarded(0, "JK")]],
            "Cyd calls the bluff. **Busted:** Ann had no 9s and loses a joker.",
        ),
        (
            [ASKS, [BluffCalled(2, 0, "9", None), RandomDiscarded(0, None)]],
            "Cyd calls the bluff. **Busted:** Ann had no 9s, and no card to lose.",
        ),
        (
            [ASKS, [BluffCalled(1, 0, "9", "9C"), Surrendered(2, 0, "9", 2), RandomDiscarded(1, "4S")]],
            "Ben calls Ann's 9s, but Ann shows 9♣: 2 from Cyd. Ben loses 4♠.",
        ),
        (
            [ASKS, [BluffCalled(1, 0, "9", "9C"), RandomDiscarded(1, None)]],
            "Ben calls Ann's 9s, but Ann shows 9♣.",
        ),
        (
            [*DUEL, SHOWN],
            (
                "Ann challenges Ben: Ann guesses jacks, hearts (Ben placed 5♣ J♥), Ben guesses 2s, "
                "spades (Ann placed 2♣ 2♦). Ann draws 2, Ben draws 2."
            ),
        ),
        (DUEL[:2], "Ann challenges Ben: both place 2."),
        (DUEL, "Ann challenges Ben: both place 2. Ann guesses jacks, hearts."),
        ([[Challenged(0, 1, 4, (4, 2))]], "Ann challenges Ben: Ann places 4, Ben 2."),
        (
            [[VoteCalled(0, 1, (0, 2), 2)], [Voted(0)], [VoteClosed(1, (0, 2), (True, None), passed=False)]],
            "Ann wants Ben to recycle. Vote failed, 1–1.",
        ),
        (
            [
                [VoteCalled(0, 1, (0, 2), 2)],
                [
                    VoteClosed(1, (0, 2), (True, True), passed=True),
                    RolledOff(1, 2, (3, 5), lost=True),
                    Recycled(1, ("2C", "3C"), (1, 2)),
                ],
            ],
            (
                "Ann wants Ben to recycle. Vote passed, 2–0. Ben rolls 3 for their protected cards, "
                "Cyd 5: all lost. Ben recycles 2♣ 3♣ and rolls 3."
            ),
        ),
        ([[HandRolled(0, (4, 5)), HandRolled(1, (2, 3))]], "Dealt: Ann 9, Ben 5."),
        ([[TimedOut((0,)), Skipped(0, 1, 3)]], "Ann is skipped."),
        ([[TimedOut((0,)), Skipped(0, 2, 3)]], "Ann is skipped. Once more and Ann is out."),
    ],
)
def test_an_action_is_one_line(moves: Moves, line: str) -> None:
    assert told(moves) == [line]


def test_scoring_round_has_line_of_its_own() -> None:
    scored = ScoringRound(1, (70, 0, 140), (70, 0, 140), (0, 0, 0))

    assert told([ASKS, [Surrendered(1, 0, "9", 2), scored]]) == [
        "Ann: “Acquire 9s!” Nobody calls: 2 from Ben.",
        "**Scoring round 1:** Cyd +140, Ann +70.",
    ]
    assert told([[FinalCount((0, 0, 0), (0, 0, 0))]]) == ["**Last turn played.** Nobody has a set."]


def test_action_begun_before_memory_tells_what_it_can() -> None:
    assert told([[Believed(2)], [Surrendered(1, 0, "9", 2), TurnStarted(1, 2)]]) == []


def test_line_tells_public_nothing_that_two_players_saw() -> None:
    moves: Moves = [ASKS, [Surrendered(1, 0, "9", 1), Received(to=(0, 1), seat=0, giver=1, cards=("9H",))]]

    assert "9♥" not in " ".join(told(moves))


@pytest.mark.parametrize(
    ("events", "news"),
    [
        (ASKS, True),
        ([Believed(1)], False),
        ([TimedOut((1,)), Believed(1)], False),
        ([Placed(1, 2)], False),
        ([Voted(1)], False),
        ([Believed(2), TurnStarted(1, 2)], True),
    ],
)
def test_answer_to_open_question_is_no_news(events: Sequence[Event], news: bool) -> None:
    assert FACES["crap"].is_news(SeenMove(1, tuple(events), 0.0)) is news


def test_giver_and_taker_read_same_cards_differently() -> None:
    event = Received(to=(1, 0), seat=0, giver=1, cards=("KS", "KD"))

    assert FACES["crap"].sentence(event, seen({}, 0)) == "Ben gives you K♦ K♠."
    assert FACES["crap"].sentence(event, seen({}, 1)) == "You give Ann K♦ K♠."
