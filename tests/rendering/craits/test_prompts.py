"""Craits' prompts, time-outs and outcomes."""

from typing import Any

import msgspec
import pytest

from bot.games.craits import GAME
from bot.games.craits.playing import Play
from bot.players.judging import Judgement
from bot.rendering import pages, review
from bot.rendering.face import Prompt
from bot.rendering.review import CostlyMove
from bot.rendering.words import card
from tests.rendering.craits.sessions import FACE, STOCK, at
from tests.rendering.spoken import do, plain

FACES_ON = {"options": {"faces": True}}


def test_reason_counts_every_card_of_a_suit() -> None:
    scene = at("3D AD 6D 9D KH / KC", top="4D").scene(0)

    reason = FACE.reason(Play("3D"), scene, GAME.notes(seat=0))

    assert reason == "I'd play 3♦. 3 more of your cards are diamonds."


@pytest.mark.parametrize(("better", "is_alike"), [("AH", True), ("2H", False)])
def test_review_says_if_reason_holds_for_both_moves(better: str, is_alike: bool) -> None:
    session = at("AD 7D AH 2H / KC KD", phase="count", count=2, top="2D")
    before = session.scene(0)
    made = do(session, "A: play card:AD").scene(0).recent[-1]
    move = CostlyMove(1, "clear", before, GAME.notes(seat=0), made, Play("AD"), Play(better))

    text = review.page(before, Judgement(looked_at=1), [move]).text

    assert f"Advice: I'd play {card(better)}. " in text
    assert text.count("Your move does the same, but leaves you worse off.") == is_alike


@pytest.mark.parametrize(
    ("position", "line"),
    [
        ({"phase": "opening-suit", "top": "8S"}, "A, name the first suit."),
        ({}, "A, your turn on K♠."),
        ({"top": "8S", "suit": "H"}, "A, your turn on 8♠ (hearts)."),
        ({"phase": "count", "count": 5, "top": "2S"}, "A, the count is 5."),
        ({"phase": "play-again", "top": "6S"}, "A plays again."),
        ({"phase": "king-run", "king_steps": 2, **FACES_ON}, "A plays 2 more."),
        ({"phase": "king-run", "king_steps": 1, **FACES_ON}, "A plays one more."),
        ({"phase": "between-hands", "hand_number": 2}, "**Hand 2 is over.** Next: 6 cards each, B deals."),
        ({"phase": "between-hands", "hand_number": 7}, "**Hand 7 is over.** Next: one card each, B deals."),
    ],
)
def test_the_table_says_who_is_to_act(position: dict[str, Any], line: str) -> None:
    session = at("KH QH 3C / KD", **{"top": "KS", **position})
    session.names = dict(zip(session.record.players, "AB", strict=True))

    assert plain(FACE.asks(session.scene(None)).line) == line


@pytest.mark.parametrize(
    ("hand", "position", "line"),
    [
        ("QD 5H 2C", {"top": "5D"}, "Play on 5♦: diamonds, 5s, 8s, 9s"),
        ("QH 5H 2C", {"top": "8S", "suit": "H"}, "Play on 8♠: hearts, 8s, 9s"),
        ("QD 2C", {"top": "5D"}, "Play on 5♦ and say “one card”"),
        ("QS 2C", {"top": "5D"}, "Nothing fits 5♦. You draw a card."),
        ("AD 2C KC", {"top": "2S", "phase": "count", "count": 5}, "The count is 5: answer it"),
        ("KD 3C", {"top": "2S", "phase": "count", "count": 5}, "The count is 5, and you can't answer"),
        ("QS 5H 2C", {"top": "6S", "phase": "play-again"}, "Play one more on 6♠"),
        ("QD 5H 2C", {"phase": "king-run", "king_steps": 1, "top": "KD", **FACES_ON}, "Play the third"),
    ],
)
def test_a_hand_says_what_is_to_be_done(hand: str, position: dict[str, Any], line: str) -> None:
    assert FACE.task(at(f"{hand} / 4D 3H / AH 7S", stock=STOCK, **position).scene(0)).line == line


BY_HAND = {"options": {"forced_draws": "by-hand"}}


def test_only_drawing_player_knows_draw_is_coming() -> None:
    session = at("QS 2C / KD 3D", top="5D", stock=STOCK, **BY_HAND)

    assert FACE.timeout_notice(session.scene(0), "soon") == "Auto-draw soon."
    assert FACE.timeout_notice(session.scene(None), "soon") == "Auto-play soon."
    assert FACE.timeout_notice(session.scene(1), "soon") == "Auto-play soon."


def test_nobody_else_learns_of_forced_draw() -> None:
    session = at("QS 2C / KD 3D", top="5D", stock=STOCK)

    assert FACE.timeout_notice(session.scene(0), "soon") == ""
    assert FACE.timeout_notice(session.scene(None), "soon") == "Auto-play soon."
    assert FACE.timeout_notice(session.scene(1), "soon") == "Auto-play soon."


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({}, "-# Automatically, in a moment. Then it's Seat 3's turn."),
        (BY_HAND, "-# Then it's Seat 3's turn."),
    ],
)
def test_drawing_player_learns_whose_turn_follows(options: dict[str, Any], line: str) -> None:
    scene = at("QS 2C / KD / 4D 7D", top="5D", stock=STOCK, owes=["B"], **options).scene(0)

    assert FACE.task(scene).below == (line,)


def test_table_of_earlier_release_draws_automatically() -> None:
    session = at("QS 2C / KD 3D", top="5D", stock=STOCK)
    stored = {name: value for name, value in session.record.options.items() if name != "forced-draws"}
    session.record = msgspec.structs.replace(session.record, options=stored)

    assert FACE.timeout_notice(session.scene(0), "soon") == ""


def test_player_without_answer_need_not_press() -> None:
    scene = at("KD 3C / 4D", top="2S", phase="count", count=5, stock=STOCK).scene(0)

    assert FACE.task(scene).below == ("You draw 5, and your turn is over.", "-# Automatically, in a moment.")


def test_before_only_card_left_player_is_warned() -> None:
    assert FACE.task(at("QD 2C / KD 3D", top="5D", stock=STOCK).scene(0)).below == (
        "-# Forget to say it, and anyone can call you an idiot: draw 2 and lose a turn.",
    )


def test_a_blind_dealer_names_the_suit_unseen() -> None:
    blind = at("KH 5H / QD 2C", top="8H", phase="opening-suit", stock=STOCK)
    seen = at("KH / QD", top="9H", phase="opening-suit", options={"opening_suit": "seen"}).scene(0)

    assert FACE.task(blind.scene(0)).line == "Name the first suit, then you'll see your hand"
    assert FACE.hand(blind.scene(0)) == "Your hand (2) stays face down."
    assert FACE.timeout_notice(blind.scene(0), "soon") == "Auto-pick (the card's own suit) soon."
    assert FACE.task(seen).line == "Name the first suit"

    do(blind, "A: suit suit:C")
    assert FACE.outcome(blind.scene(0)) == Prompt("You named clubs.")


def test_five_is_told_to_everyone_who_drew() -> None:
    session = do(at("5S 3S 2S / JS QS / QD KD", top="KS", stock="AH 2H"), "A: play card:5S")

    assert FACE.outcome(session.scene(2)) == Prompt("The 5 gave you 2♥.")


@pytest.mark.parametrize(
    ("position", "command", "line"),
    [
        ({"hands": "5S 3S 2S / 2C 3C / 4C 7C"}, "play card:5S", "You played 5♠: everyone else drew a card."),
        ({"hands": "5S 3S 2S / 2C 3C"}, "play card:5S", "You played 5♠: Seat 2 drew a card."),
        ({"hands": "7S 3S 2S / 2C 3C / 4C 7C"}, "play card:7S", "You played 7♠: Seat 2 drew a card."),
        ({"hands": "4S 3S 2S / 2C 3C / 4C 7C"}, "play card:4S", "You played 4♠: Seat 2 is skipped."),
        ({"hands": "10S 3S 2S / 2C 3C / 4C 7C"}, "play card:10S", "You played 10♠: reverse."),
        ({"hands": "2S 3S 5S / 2C 3C / 4C 7C"}, "play card:2S", "You played 2♠. The count is 2."),
        ({"hands": "8S 3S 5S / 2C 3C"}, "play card:8S suit:H", "You played 8♠ and named hearts."),
        ({"hands": "9S 3S 5S / 2C 3C"}, "play card:9S suit:S", "You played 9♠ and stayed on spades."),
        ({"hands": "3S 2S 5S / 2C 3C"}, "play card:3S", "You played 3♠."),
        (
            {"hands": "JS 2S 5S / 2C 3C / 4C 7C", **FACES_ON},
            "play card:JS",
            "You played J♠: Seat 2 drew 2 and is skipped.",
        ),
        ({"hands": "3D 2D / 2C 3C"}, "draw", "You drew J♣."),
    ],
)
def test_hand_says_what_its_players_move_came_to(position: dict[str, Any], command: str, line: str) -> None:
    session = at(**{"top": "KS", "stock": STOCK, **position})

    assert FACE.outcome(do(session, f"A: {command}").scene(0)) == Prompt(line)


def test_an_idiot_learns_what_it_costs_and_when() -> None:
    session = do(
        at("KC 7D / KD 4C 4H / QD QC", top="KS", stock="JC JD 5D"), "A: play card:KC", "C: idiot player:A"
    )
    caught = FACE.outcome(session.scene(0))
    caller = FACE.outcome(session.scene(2))
    do(session, "B: play card:4C")

    assert caught == Prompt("Idiot! Seat 3 caught you. You draw 2 instead of your next turn.")
    assert caller == Prompt("You called Seat 1 an idiot.")
    assert FACE.outcome(session.scene(0)) == Prompt("Idiot! You draw J♣ J♦ instead of your turn.")


def test_an_idiot_on_turn_loses_the_turn() -> None:
    session = do(
        at("6S 4S / 2H 3H / KH QH", top="KS", stock="JC JD 5D"), "A: play card:6S", "B: idiot player:A"
    )

    assert FACE.outcome(session.scene(0)) == Prompt("Idiot! You draw J♣ J♦ and lose your turn.")


@pytest.mark.parametrize(
    ("mine", "pressures", "line"),
    [
        ("QD KD", {}, "That costs you 20."),
        ("3D", {}, "That gives you −50."),
        ("", {}, "That costs you nothing."),
    ],
)
def test_everyone_learns_cost_after_a_hand(mine: str, pressures: Any, line: str) -> None:
    session = at(f"3S / {mine or '2C'}", top="KS", turn="B" if not mine else "A", stock=STOCK)
    if mine:
        do(session, "A: play card:3S")
    else:
        session = do(at("3H 2D / 3S", top="KS", turn="B", stock=STOCK), "B: play card:3S")

    task = FACE.task(session.scene(1))
    assert task.line == "Hand 1 is over"
    assert task.below == (line, "Next: 7 cards each, Seat 2 deals.")
    assert "### Hand 1 is over" in pages.hand(session.scene(1)).text


def test_time_outs_play_is_not_called_own_move() -> None:
    session = do(at("QS QH / 2C 3C / 4C 5D", top="KS", stock=STOCK), "*: timeout")
    [heading, *_] = (block for block in pages.hand(session.scene(0)).blocks if "### " in str(block))

    assert "Seat 1, out of time, plays Q♠." in str(heading)
    assert "You played" not in str(heading)
