"""The tasks that C.R.A.P. gives to players, and the words about a player's own last action."""

from collections.abc import Sequence
from typing import Any

import msgspec
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
from bot.games.crap.challenging import Flipped, PlacedCards, Rewarded
from bot.games.crap.clock import Skipped
from bot.games.crap.cooperating import HandShown
from bot.games.crap.departure import PlayerLeft
from bot.games.crap.drawing import Drew, DrewCards
from bot.games.crap.laying import SetLaid
from bot.games.crap.protecting import CardProtected, ProtectedCard
from bot.games.crap.voting import VoteClosed, Voted
from bot.players.computers import Computer
from bot.rendering import pages
from bot.rendering.face import Prompt
from bot.rendering.faces import FACES
from bot.rendering.page import Buttons
from bot.rendering.scene import SeenMove
from bot.storage.records import Order
from tests.rendering.crap.sessions import after, seen

FACE = FACES["crap"]
DUEL_OVER: Sequence[Event] = [
    Flipped(0, ("2C", "2D")),
    Flipped(1, ("JH", "5C")),
    Rewarded(0, 2),
    Rewarded(1, 0),
    Drew(0, 2, 40),
    DrewCards(to=(0,), seat=0, cards=("8C",)),  # a scoring round comes between the two
    DrewCards(to=(0,), seat=0, cards=("4D",)),
]
HANDS = {"A": ["7C", "7D", "9H", "2C"], "B": ["7H", "7S", "4C"], "C": ["KC"]}
WINDOW: dict[str, Any] = {
    "phase": "bluff-window",
    "hands": HANDS,
    "pending": {"action": "acquire", "rank": "7", "believed": []},
}
DUEL: dict[str, Any] = {
    "phase": "challenge-place",
    "hands": HANDS,
    "pending": {"action": "challenge", "target": "B", "die": 2},
}
VOTE: dict[str, Any] = {
    "phase": "vote",
    "hands": HANDS,
    "pending": {"action": "force-recycle", "target": "B", "votes": {}},
}


def guessing(phase: str, **guesses: dict[str, str]) -> dict[str, Any]:
    """Return a challenge in which both players have placed a card."""
    pending = {"action": "challenge", "target": "B", "die": 1, "guesses": guesses}
    return {"phase": phase, "placed": {"A": ["5C"], "B": ["8H"]}, "pending": pending}


def window(viewer: int, hands: dict[str, list[str]] | None = None, **more: Any) -> Prompt:
    return FACE.task(seen({**WINDOW, **({"hands": hands} if hands else {}), **more}, viewer))


@pytest.mark.parametrize(
    ("position", "line"),
    [
        ({}, "<@100>, your turn."),
        (WINDOW, "<@101> and <@102>, is Ann bluffing?"),
        (DUEL, "<@100> and <@101>, place your cards."),
        (guessing("challenge-guess-1"), "<@100>, guess what Ben placed."),
        (guessing("challenge-guess-2", A={"rank": "2", "suit": "D"}), "<@101>, guess what Ann placed."),
        (VOTE, "<@102>, must Ben recycle?"),
    ],
)
def test_only_those_who_are_to_act_are_mentioned(position: dict[str, Any], line: str) -> None:
    assert FACE.asks(seen(position, force_recycle=True)).line == line


def test_believer_is_named_and_no_longer_called() -> None:
    believed = {**WINDOW, "pending": {**WINDOW["pending"], "believed": ["B"]}}

    assert FACE.asks(seen(believed)) == Prompt(
        "<@102>, is Ann bluffing? Ben believes.", ("-# Whoever's wrong loses a random card.",)
    )


@pytest.mark.parametrize(
    ("position", "line"),
    [
        ({}, "Auto-skip soon."),
        (WINDOW, "Silence counts as *believe*. Auto-answer soon."),
        (DUEL, "Auto-place (random cards) soon."),
        (guessing("challenge-guess-1"), "No guess, no cards. Auto-pass soon."),
        (VOTE, "Silence counts as *no*. Auto-answer soon."),
    ],
)
def test_silence_is_half_a_sentence_with_the_time(position: dict[str, Any], line: str) -> None:
    assert FACE.timeout_notice(seen(position, force_recycle=True), "soon") == line


def test_a_turn_names_the_set_that_is_nearest() -> None:
    three = {"hands": {"A": ["7C", "7D", "7H", "9C", "9D"]}}
    two = {"hands": {"A": ["7C", "7D", "9C"]}, "protected": {"A": ["9D"]}}

    assert FACE.task(seen(three, 0)).below == ("-# No four of a kind yet. Closest: three 7s.",)
    assert FACE.task(seen(two, 0)).below == ("-# No four of a kind yet. Closest: two 7s and two 9s.",)


@pytest.mark.parametrize("hand", [["7C", "7D", "7H", "7S"], ["7C", "7D", "7H", "JK"], ["7C", "9D"], []])
def test_complete_or_unstarted_set_is_not_near(hand: list[str]) -> None:
    assert FACE.task(seen({"hands": {"A": hand}}, 0, jokers=True)).below == ()


def test_bluffs_stakes_are_told_from_deciders_seat() -> None:
    assert window(1).line == "Ann: “Acquire 7s!” You hold two."
    assert window(1).below == (
        "**Believe:** both go to Ann.",
        "**Call, and Ann was bluffing:** you keep both, and Ann loses a random card.",
        "**Call, and Ann has one:** both go to Ann, and you lose a random card.",
    )
    assert window(2).below == (
        "**Believe:** you lose nothing.",
        "**Call:** if Ann is bluffing, Ann loses a random card. If not, you do.",
    )


def test_single_and_protected_cards_have_own_stakes() -> None:
    one = window(1, {"A": ["9H"], "B": ["7H"], "C": []}, protected={"B": ["7S"]})
    nothing = window(2, {"A": ["9H"], "B": ["7H"], "C": []})

    assert one.below[0] == "**Believe:** it goes to Ann."
    two = window(1, {"A": ["9H"], "B": ["7H"], "C": []}, protected={"B": ["7S", "7D"]})
    assert one.below[-1] == "-# Your protected 7♠ stays with you."
    assert two.below[-1] == "-# Your protected 7♦ 7♠ stay with you."
    assert nothing.below[-1] == "**Call:** you don't have a card to lose."


def test_challenge_tells_number_to_hide_and_opponent() -> None:
    assert FACE.task(seen(DUEL, 0)).line == "Place 2 cards for Ben to guess"
    assert FACE.task(seen(DUEL, 1)).line == "Place 2 cards for Ann to guess"
    one = {**DUEL, "pending": {**DUEL["pending"], "die": 1}}
    assert FACE.task(seen(one, 1)).line == "Place a card for Ann to guess"


def test_second_guesser_reads_first_guess() -> None:
    ask = FACE.task(seen(guessing("challenge-guess-2", A={"rank": "2", "suit": "D"}), 1))

    assert ask.line == "Guess what Ann placed"
    assert ask.below[-1] == "-# Ann guessed 2s, diamonds."


def test_a_voter_reads_what_yes_does() -> None:
    ask = FACE.task(seen(VOTE, 2, force_recycle=True))

    assert ask == Prompt("Must Ben recycle?", ("Yes: Ben discards their hand and rolls for a new one.",))


@pytest.mark.parametrize(("viewer", "line"), [(0, "“Acquire 7s!” You hold two.")])
def test_page_during_question_tells_own_standing(viewer: int, line: str) -> None:
    believed = {**WINDOW, "pending": {**WINDOW["pending"], "believed": ["B"]}}
    ask = FACE.outcome(seen(believed, viewer))

    assert ask is not None
    assert ask.line == line


def test_open_question_belongs_to_asking_computer() -> None:
    hare = {0: Computer("hare", "medium").id}
    past = (SeenMove(0, (RankAsked(0, "7", (1, 2)),), 0.0, stand_ins=hare),)
    ask = FACE.outcome(msgspec.structs.replace(seen(WINDOW, 0), recent=past))

    assert ask is not None
    assert ask.line == "Hare for Ann: “Acquire 7s!” You hold two."


def test_bluffer_reads_the_price() -> None:
    ask = FACE.outcome(seen({**WINDOW, "pending": {**WINDOW["pending"], "rank": "Q"}}, 0))

    assert ask == Prompt(
        "“Acquire queens!” You hold none.",
        ("- Nobody calls: you get everyone's queens.", "- Someone calls: you lose a random card."),
    )


@pytest.mark.parametrize(
    ("viewer", "events", "said"),
    [
        (
            0,
            [Surrendered(1, 0, "7", 2), Received(to=(0, 1), seat=0, giver=1, cards=("7H", "7S"))],
            "You got 7♥ 7♠ from Ben.",
        ),
        (
            1,
            [Surrendered(1, 0, "7", 2), Received(to=(0, 1), seat=0, giver=1, cards=("7H", "7S"))],
            "Ann got 7♥ 7♠ from you.",
        ),
        (0, [NothingFound(0, "7C")], "Nobody had 7s, so you discard 7♣."),
        (0, [BluffCalled(1, 0, "7", None), RandomDiscarded(0, "KH")], "Ben called it: you lose K♥."),
        (1, [BluffCalled(1, 0, "7", None), RandomDiscarded(0, "KH")], "You called it: Ann loses K♥."),
        (
            0,
            [BluffCalled(1, 0, "7", "7C"), RandomDiscarded(1, "KH")],
            "Ben called it, and you were telling the truth.",
        ),
        (
            1,
            [BluffCalled(1, 0, "7", "7C"), RandomDiscarded(1, "KH")],
            "You called it, but Ann shows 7♣.\nYou lose K♥.",
        ),
        (0, [CardProtected(0, 1), ProtectedCard(to=(0,), seat=0, card="7C")], "You protect 7♣."),
        (
            0,
            [SetLaid(0, "K", ("KC", "KD", "KH", "KS"), double=False, value=130)],
            "You score four kings: 130.",
        ),
        (0, [PlacedCards(to=(0,), seat=0, cards=("7C", "7D"))], "You place 7♣ 7♦."),
        (0, [Drew(0, 2, 40), DrewCards(to=(0,), seat=0, cards=("6C", "3H"))], "You draw 3♥ 6♣."),
        (0, [RankAsked(0, "7", (1, 2))], "Nobody had 7s."),
        (0, DUEL_OVER, "2 matches: you draw 4♦ 8♣.\nBen placed 5♣ J♥."),
        (1, DUEL_OVER, "You draw nothing.\nAnn placed 2♣ 2♦."),
        (0, [TimedOut((0,)), Skipped(0, 1, 3)], "You're skipped."),
        (0, [TimedOut((0,)), Skipped(0, 2, 3)], "You're skipped. Once more and you're out."),
        (
            0,
            [TimedOut((0,)), Skipped(0, 3, 3), PlayerLeft(0, ("7C",), idle=True)],
            "You're skipped.\nYou missed too many turns and are out.",
        ),
        (2, [VoteClosed(1, (0, 2), (True, False), passed=False)], "You voted no."),
        (2, [BluffCalled(1, 0, "7", None), RandomDiscarded(0, "KH")], None),
        (2, [Drew(0, 1, 40)], None),
    ],
)
def test_outcome_is_told_from_own_side(viewer: int, events: Sequence[Event], said: str | None) -> None:
    ask = FACE.outcome(after(seen({}, viewer), [events]))

    assert (None if ask is None else "\n".join([ask.line, *ask.below])) == said


@pytest.mark.parametrize(("stand_ins", "line"), [({}, "You voted no."), ({2: -11}, None)])
def test_only_own_vote_is_told_to_returned_voter(stand_ins: dict[int, int], line: str | None) -> None:
    votes = {"phase": "vote", "pending": {"action": "allow-forcing", "votes": {"A": True, "C": False}}}
    closed = VoteClosed(None, (0, 1, 2), (True, False, False), passed=False)
    cast, last = SeenMove(2, (Voted(2),), 0.0, 1, stand_ins), SeenMove(1, (Voted(1), closed), 0.0, 2)
    voting = msgspec.structs.replace(seen(votes, 2), recent=(cast,))
    told = FACE.outcome(msgspec.structs.replace(seen({}, 2), recent=(cast, last)))

    assert (told and told.line) == line
    assert ("You voted no." in FACE.hand(voting)) == (line is not None)


@pytest.mark.parametrize(("stand_ins", "line"), [({}, "You believe Ann."), ({2: -11}, None)])
def test_only_own_belief_is_told_to_returned_player(stand_ins: dict[int, int], line: str | None) -> None:
    pending = {"action": "acquire", "rank": "7", "believed": ["C"]}
    believed = SeenMove(2, (Believed(2),), 0.0, 1, stand_ins)
    scene = seen({"phase": "bluff-window", "pending": pending}, 2)
    told = FACE.outcome(msgspec.structs.replace(scene, plans={"turn": ("pass",)}, recent=(believed,)))

    assert (told and told.line) == line


def test_others_events_leave_outcome_unchanged() -> None:
    mine = [CardProtected(0, 1), ProtectedCard(to=(0,), seat=0, card="7C")]
    others: list[Sequence[Event]] = [[CardProtected(1, 1)], [Believed(2)], [Drew(2, 3, 9)]]

    assert FACE.outcome(after(seen({}, 0), [mine, *others])) == Prompt("You protect 7♣.")


def test_shown_hand_is_told_until_next_action_ends() -> None:
    shown: list[Event] = [HandShown(to=(0,), seat=1, cards=("2C", "JH"))]
    last = {"action": "cooperate", "seat": "A", "target": "B", "hands": {"A": ["7S"], "B": ["2C", "JH"]}}

    assert FACE.outcome(after(seen({"last": last}, 0), [shown])) == Prompt("Ben showed you 2♣ J♥.")
    assert FACE.outcome(after(seen({}, 0), [shown])) is None


def test_empty_hand_that_was_shown_is_called_so() -> None:
    shown: list[Event] = [HandShown(to=(0,), seat=1, cards=())]
    last = {"action": "cooperate", "seat": "A", "target": "B", "hands": {"A": ["7S"], "B": []}}

    assert FACE.outcome(after(seen({"last": last}, 0), [shown])) == Prompt("Ben showed you an empty hand.")


def test_computers_are_never_asked_in_public() -> None:
    scene = msgspec.structs.replace(
        seen(WINDOW),
        players=(100, Computer("fox", "easy").id, Computer("owl", "easy").id),
        names=("Ann", "⚙ Fox", "⚙ Owl"),
    )

    page = pages.table(scene)

    assert "Fox and Owl are thinking…" in page.text
    rows = [block.buttons for block in page.blocks if isinstance(block, Buttons)]
    assert not [one for row in rows for one in row if one.style == "blue"]


LOST = NothingFound(0, "7C")
TAKEN = Surrendered(0, 1, "K", 2)


@pytest.mark.parametrize(
    ("events", "why"),
    [
        ([LOST], "your hand has changed"),
        ([LOST, TAKEN], "your hand has changed"),
        ([TAKEN, LOST], "Ben took your kings"),
        ([Surrendered(2, 1, "K", 2), TAKEN], "Ben took your kings"),
    ],
)
def test_first_loss_is_why_a_plan_is_off(events: Sequence[Event], why: str) -> None:
    past = [SeenMove(1, (event,), 0.0, revision=5 + number) for number, event in enumerate(events)]
    before = SeenMove(2, (Surrendered(0, 2, "A", 1),), 0.0, revision=4)
    scene = msgspec.structs.replace(seen({}, 0), recent=(before, *past))
    order = Order(0, "next", "recycle", since=4, ended="touched")

    assert FACE.touched(order, scene) == f"Your plan is off: {why}."
    longer = msgspec.structs.replace(scene, recent=scene.recent[1:])
    assert FACE.touched(order, longer) == "Your plan is off: your hand has changed."
