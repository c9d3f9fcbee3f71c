"""What the complete log says of events, where one sentence has several forms."""

import pytest

from bot.engine.events import Event, TimedOut
from bot.games.skrap import battle, dealing, ending, opening, scavenging, scoring, surging, throwing, turns
from tests.rendering.skrap.sessions import BATTLE, FACE, sentence_fault, session_of


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (dealing.Dealt(2, (10, 11, 10), 23), "**Round 2.** B 11 cards, the others 10."),
        (dealing.Hand(0, ("9S", "KD"), to=(0,)), "You hold K♦ 9♠."),
        (dealing.Hand(0, (), to=(0,)), "You hold no cards."),
        (surging.SurgePlaced(1, 2, 3), "B hides a surge card (2 of 3)."),
        (surging.SurgeKept("KD", to=(0,)), "You hide K♦."),
        (surging.SurgeRevealed((0, 1), ("KD", "6H")), "Surge: A K♦, B 6♥."),
        (throwing.AskedToThrow((0, 1), 0), "A and B throw for it."),
        (throwing.AskedToThrow((0, 1), 1), "Undecided, once more: A and B throw."),
        (throwing.ThrowShown((0, 1), ("rock", "paper"), (0,)), "A rock, B paper: A loses."),
        (throwing.ThrowShown((0, 1), ("rock", "rock"), ()), "A rock, B rock: undecided."),
        (opening.Unable(1), "B cannot build this round."),
        (turns.PassedByRule(1, "too-few-cards"), "B has no bot left."),
        (battle.Passed(1, final=False), "B passes."),
        (battle.Passed(1, final=True), "B is out of this round."),
        (scoring.Champion(0, "KS", "2H", 4, 9, lost=False), "**A's bot is champion:** 4 heads, 9 now."),
        (scavenging.Scavenged(0, ("5C", "5H")), "A shows 5♣ 5♥: 11 cards next round."),
        (scavenging.NoScavengers(2), "C shows no pair."),
        (ending.GameEnded((0,), "target", (12, 0, 3), 4), "A wins with 12 heads."),
        (ending.GameEnded((0, 1), "round-limit", (1, 1, 0), 5), "A and B share the win with one head."),
        (ending.GameEnded((), "round-limit", (0, 0, 0), 5), "The game is over; nobody wins."),
    ],
)
def test_an_event_is_one_sentence(event: Event, sentence: str) -> None:
    assert FACE.sentence(event, session_of(3, BATTLE).scene(None)) == sentence
    assert sentence_fault(sentence) is None


def test_every_way_to_the_opening_is_told_in_its_own_words() -> None:
    scene = session_of(3, BATTLE).scene(None)
    calls: tuple[opening.Reason, ...] = ("highest", "lowest", "throw", "chance", "last-contender")
    said = [FACE.sentence(opening.Called(1, by), scene) for by in calls]

    assert len(set(said)) == len(calls)
    assert all(sentence_fault(text) is None and "B" in text for text in said)


def test_what_the_next_line_says_is_not_logged() -> None:
    scene = session_of(3, BATTLE).scene(None)

    assert FACE.sentence(turns.TurnStarted(0), scene) == ""
    assert FACE.sentence(scavenging.AskedToScavenge((0, 1)), scene) == ""
    assert FACE.sentence(TimedOut(seats=(0,)), scene)
