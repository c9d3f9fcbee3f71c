"""What people read and press in Crazy Rummy."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from bot.engine.cards import in_order, without
from bot.engine.chance import Seat, SeededChance
from bot.engine.draft import Step
from bot.engine.events import Event
from bot.engine.moves import Leave
from bot.engine.notation import parse_move
from bot.games.crazy_rummy import GAME
from bot.games.crazy_rummy.cards import full_packs
from bot.games.crazy_rummy.dealing import Hand
from bot.games.crazy_rummy.drawing import DrewCards
from bot.games.crazy_rummy.laying import Feed, Meld
from bot.rendering import pages
from bot.rendering.crazy_rummy.boards import board, fitted
from bot.rendering.crazy_rummy.face import CrazyRummyFace
from bot.rendering.crazy_rummy.table import sheet_of
from bot.rendering.page import Buttons, Page
from bot.rendering.panel import chosen_cards
from bot.rendering.scene import Scene, Told
from bot.rendering.words import SUIT_SIGN
from bot.sessions.session import Session
from tests.games.crazy_rummy.table import hidden_cards_turned_round, options, table, tell
from tests.helpers.controls import page_fault
from tests.helpers.records import LONGEST_ID
from tests.rendering.crazy_rummy_table import crowded, scene_of, session_of, walk, with_letters

FACE = CrazyRummyFace()
SHORT: dict[str, Any] = {"target": 1500, "max_hands": 3}
TABLES = [(2, 1), (4, 2), (10, 3)]
"""Numbers of players, each with the seed of a game."""


def test_wilds_are_marked_in_sets() -> None:
    state = table("4C / KS", sets={"B": [["JC", "JD", "6D"], ["6S", "6H", "6C"]]}, fed={"B": ["6D", "JH"]})

    assert "> J ♣♦ +★♦ · ★6 ♣♥♠ · fed J ♥ · ★6 ♦" in FACE.table(scene_of(state))


def test_the_table_tells_of_a_first_play_under_way_and_a_taken_card() -> None:
    state = table("4C JH / KS", sets={"A": [["JC", "JD", "6D"]]}, first_play_done=[], laid=True, taken="JH")

    text = with_letters(FACE.table(scene_of(state)))

    assert "@A: **0** points · 120 on the board · 2 cards · dealer · first play now" in text
    assert "@B: **0** points · 0 on the board · 1 card · first play to come" in text
    assert "@A has taken J♥ in this turn." in text
    assert "@A has laid cards in this turn." in text


@pytest.mark.parametrize(
    ("count", "told"), [(1, None), (2, "2 turns in a row took a discard"), (4, "The discard pile is closed")]
)
def test_the_lock_is_told_when_it_comes_near(count: int, told: str | None) -> None:
    text = FACE.table(scene_of(table("4C / KS", phase="draw", lock_count=count)))

    assert told in text if told else "discard pile is closed" not in text and "in a row" not in text


def test_ties_and_cards_set_aside_are_told() -> None:
    state = table("4C / KS", last_hand=True, aside="9C 9D")

    text = FACE.table(scene_of(state))

    assert "Set aside unseen: 2 cards." in text
    assert "the first to lead alone after a hand wins" in text


@pytest.mark.parametrize(
    ("phase", "ranks"), [("play", "3 4 5 6 7 8 9 10 J Q K A"), ("over", "3 4 5 6 7 8 10")]
)
def test_all_cards_of_six_packs_and_ten_players_fit_into_one_message(phase: str, ranks: str) -> None:
    session = crowded(phase)

    page = pages.table(session.scene(None))

    assert page_fault(page) is None
    assert len(page.text) <= pages.MOST_TEXT
    assert f"Open to feed: **{ranks}**" in page.text


def test_boards_give_way_to_numbers_as_far_as_needed() -> None:
    small, large = board([["9C", "9D", "9H"]], [], "6"), board([["JC", "JD", "6D"]] * 9, ["JH"], "6")

    assert fitted([small, large], 200) == ["9 ♣♦♥", " · ".join(["J ♣♦ +★♦"] * 9) + " · fed J ♥"]
    assert fitted([small, large], 30) == ["9 ♣♦♥", "J×19 +★9"]
    assert fitted([small, large], 10) == [
        "1 set and 0 fed, 3 cards in all",
        "9 sets and 1 fed, 28 cards in all",
    ]


def test_boards_beyond_all_packs_still_fit() -> None:
    large = [[f"{rank}C"] * 3 for rank in ("3", "4", "5", "7", "8")] * 60
    scene = scene_of(table("4C / KS", sets={"A": [["9C", "9D", "9H"]]}))
    sheet = sheet_of(scene)
    sheet = msgspec.structs.replace(sheet, sets={**sheet.sets, "B": large})

    text = FACE.table(msgspec.structs.replace(scene, sheet=sheet))

    assert "> 9 ♣♦♥" in text
    assert "> 3×180 · 4×180 · 5×180 · 7×180 · 8×180" in text


@pytest.mark.parametrize(("seats", "seed"), TABLES)
def test_tables_that_differ_only_in_hidden_cards_look_the_same(seats: int, seed: int) -> None:
    for turn, session in enumerate(walk(seats, seed, **SHORT)):
        for viewer in (None, turn % seats):
            other = turned_round(session, viewer)
            assert pages.table(other.scene(None)) == pages.table(session.scene(None))
            if viewer is not None:
                assert pages.hand(other.scene(viewer)) == pages.hand(session.scene(viewer))


def turned_round(session: Session, viewer: Seat | None) -> Session:
    """The same table with all cards hidden from a viewer dealt in the opposite order."""
    state = session.state
    if state.phase == "over":
        return session
    other = Session(GAME, session.record)
    other.state = hidden_cards_turned_round(state, viewer)
    other.recent.extend(
        msgspec.structs.replace(told, events=tuple(otherwise(event, viewer) for event in told.events))
        for told in session.recent
    )
    return other


def otherwise(event: Event, viewer: Seat | None) -> Event:
    """What a viewer is not told, with another card."""
    if isinstance(event, DrewCards) and event.seat != viewer:
        return DrewCards(event.seat, "3C", to=event.to)
    if isinstance(event, Hand) and event.seat != viewer:
        return Hand(event.seat, ("3C",), to=event.to)
    return event


# Hands


@pytest.mark.parametrize(("seats", "seed"), TABLES)
def test_a_hand_shows_what_can_be_fed(seats: int, seed: int) -> None:
    for turn, session in enumerate(walk(seats, seed, leaving=0.002, **SHORT)):
        state, seat = session.state, turn % seats
        if seat in state.left:
            continue
        lines = FACE.hand(session.scene(seat)).splitlines()
        feedable = [card for card in state.hands[seat] if card[:-1] in state.opened]
        fed = [line for line in lines if line.startswith("You could feed")]
        is_awaited = seat in session.game.deciders(state)
        assert [read(line) for line in fed] == ([in_order(feedable)] if is_awaited else [])


def read(line: str) -> tuple[str, ...]:
    """The cards in a line of text."""
    suits = {sign: suit for suit, sign in SUIT_SIGN.items()}
    return in_order(rank + suits[sign] for rank, sign in re.findall(r"(10|[3-9JQKA])([♣♦♥♠])", line))


def test_a_hand_is_sorted_by_rank_with_aces_high_and_wilds_last() -> None:
    state = table("AS 6D 3S 10C 3C 6H / KS")

    assert FACE.hand(scene_of(state, 0)).startswith(
        "Your hand (**6 cards**, 320 points against you): 3♣ 3♠ · 10♣ · A♠ · ★ 6♦ 6♥\nWild (★): **6s**"
    )


def test_a_hand_tells_the_card_drawn_and_what_must_be_kept() -> None:
    session = session_of(2, table("4C 7D / KS", taken="7D"))
    session.recent.append(Told(seat=0, events=(DrewCards(0, "7D", to=(0,)),), at=0.0))

    text = FACE.hand(session.scene(0))

    assert "Drawn in this turn: **7♦**." in text
    assert "You have just taken 7♦ and cannot discard it in this turn." in text


def test_a_hand_tells_how_many_wilds_a_set_takes() -> None:
    state = table("4C / KS", sets={"A": [["9C", "9D", "9H"]]})

    assert "Your first play is over: a set takes one wild" in FACE.hand(scene_of(state, 0))
    assert "Your first play is to come" in FACE.hand(scene_of(state, 1))
    begun = table("4C / KS", sets={"A": [["9C", "9D", "9H"]]}, first_play_done=[], laid=True)
    assert "This turn is your first play: a set takes any number of wilds." in FACE.hand(scene_of(begun, 0))


# Pages and controls


@pytest.mark.parametrize(("seats", "seed"), TABLES)
def test_every_page_of_a_game_keeps_discords_limits(seats: int, seed: int) -> None:
    for turn, session in enumerate(walk(seats, seed, leaving=0.002, **SHORT)):
        mover = session.state.turn
        viewers = {turn % seats, mover} - {None}
        shown = [pages.table(session.scene(None)), *(pages.hand(session.scene(viewer)) for viewer in viewers)]
        if mover is not None:
            shown += forms(session.scene(mover))
        for page in shown:
            assert page_fault(page) is None


def forms(scene: Scene) -> Iterator[Page]:
    """The pages that lead on from a hand: each verb's form, and choices half made."""
    for verb in {move.verb for move in scene.legal}:
        yield pages.hand(scene, form=verb, note="Something was refused.")
    for verb, pick in FACE.picks(scene).items():
        for chosen in (1, len(pick.cards)):
            yield pages.picking(scene, verb, (1 << chosen) - 1)


@pytest.mark.parametrize(("seats", "seed"), TABLES)
def test_whatever_is_offered_is_labelled_apart_and_accepted(seats: int, seed: int) -> None:
    for session in walk(seats, seed, **SHORT):
        state = session.state
        if state.turn is None:
            continue
        scene = session.scene(state.turn)
        labels = [FACE.label(move, scene) for move in scene.legal]
        assert len(set(labels)) == len(labels)
        for move in FACE.table_moves(scene):
            assert move in scene.legal
        for verb, pick in FACE.picks(scene).items():
            for move in scene.legal:
                if isinstance(move, Meld | Feed) and move.verb == verb:
                    picked = parse_move(GAME, f"{verb} cards:{','.join(picked_for(pick, move))}", seats)
                    assert isinstance(GAME.apply(state, state.turn, picked, SeededChance(b"any")), Step)


def picked_for(pick: Any, move: Meld | Feed) -> tuple[str, ...]:
    """The cards of a move, chosen one by one from a pick as the controls do it."""
    left, mask = list(in_order(pick.cards)), 0
    places = list(range(len(left)))
    for card in move.cards.split(","):
        place = left.index(card)
        mask |= 1 << places.pop(place)
        left.pop(place)
    return chosen_cards(pick, mask)


def test_labels_say_what_a_move_does() -> None:
    state = table("JS JH 6S 4C / KS", sets={"B": [["JC", "JD", "6D"]]})
    labels = [FACE.label(move, scene_of(state, 0)) for move in scene_of(state, 0).legal]

    assert labels[0] == "Lay J ♥♠ +★♠ (120 points)"
    assert "Feed J ♥♠ (20 points)" in labels
    assert labels[-1] == "Discard ★ 6♠ (100 points)"
    assert FACE.label(Leave(), scene_of(state, 0)) == "Leave"


def test_the_longest_label_is_cut_to_what_a_button_holds() -> None:
    hand, laid = " ".join(["JS", "3C"] * 40), {"B": [["JC"] * 3, ["3D"] * 3]}
    scene = scene_of(table(f"{hand} / KS", packs=40, sets=laid), 0)

    assert max(len(FACE.label(move, scene)) for move in scene.legal) == 80


def test_a_draw_is_offered_under_the_table_as_long_as_it_is_possible() -> None:
    def offered(**position: Any) -> list[str]:
        page = pages.table(scene_of(table("4C / KS", phase="draw", **position)))
        return [b.label for row in page.blocks if isinstance(row, Buttons) for b in row.buttons][:2]

    assert offered() == ["Draw from the stock (4)", "Take 5♠ from the discard pile"]
    assert offered(lock_count=4) == ["Draw from the stock (4)", "My hand"]
    assert offered(discard="") == ["Draw from the stock (4)", "My hand"]


def test_only_cards_that_can_be_part_of_a_set_are_offered_for_one() -> None:
    picks = FACE.picks(scene_of(table("JS JH 6S 4C 9C / KS", sets={"A": [["5S", "5H", "5D"]]}), 0))

    assert list(picks) == ["meld"]
    assert picks["meld"].cards == ("JS", "JH", "6S")
    assert (picks["meld"].least, picks["meld"].most) == (3, 3)


def test_nobody_picks_out_of_turn() -> None:
    state = table("4C / JS JH JD")

    assert FACE.picks(scene_of(state, 1)) == {}
    assert FACE.picks(scene_of(state)) == {}


def test_twelve_of_sixty_cards_can_be_picked() -> None:
    cards = full_packs(6)
    hand, rest = cards[::4][:60], without(cards, cards[::4][:60])
    position = {"phase": "play", "turn": "A", "wild": "6", "hands": {"A": list(hand)}, "stock": list(rest)}
    state = GAME.load(position, 2, options(packs=6))
    scene = session_of(2, state, revision=LONGEST_ID).scene(0)
    twelve = sum(1 << place for place in range(48, 60))

    for mask in (0, twelve):
        page = pages.picking(scene, "meld", mask)
        assert page_fault(page) is None
        assert f"({mask.bit_count()} of 3 to " in page.text
    assert page_fault(pages.hand(scene)) is None


def test_asked_and_awaited_players_are_told_what_to_do() -> None:
    drawing = table("4C / KS", phase="draw")

    assert FACE.asked(scene_of(drawing, 0)) == "It is your turn: draw from the stock, or take 5♠."
    assert with_letters(FACE.awaits(scene_of(drawing))) == "It is @A's turn to draw a card."
    assert (
        with_letters(FACE.awaits(scene_of(table("4C / KS")))) == "It is @A's turn to lay, feed and discard."
    )


def test_a_game_that_was_ended_waits_for_nobody() -> None:
    ended = msgspec.structs.replace(scene_of(table("4C / KS"), 0), status="cancelled", deciders=())

    assert FACE.awaits(ended) == "Nobody has to act."


def test_the_result_ranks_everybody() -> None:
    state, _ = tell(
        table(
            "4C / KS",
            given=options(target=300),
            totals={"A": 290, "B": -20},
            sets={"A": [["9C", "9D", "9H"]]},
        ),
        "A: discard card:4C",
    )

    assert with_letters(FACE.result(scene_of(state))) == (
        "**@A wins!** The target was reached.\nTotals: @A 320, @B −30"
    )
