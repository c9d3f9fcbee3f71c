"""A seat's memory of a game of Crapette (R2)."""

from bot.engine.events import Event
from bot.engine.view import BACK
from bot.games.crapette.dealing import Compared, Dealt
from bot.games.crapette.lifting import Lifted, PutDown, TurnedOver
from bot.games.crapette.moving import Moved, Shown
from bot.games.crapette.notes import MAX_TURNS, CrapetteNotes, observe, positions
from bot.games.crapette.state import CRAPAUD, DISCARD, FINISH, HAND
from bot.games.crapette.turns import TurnStarted
from bot.games.crapette.undoing import TakenBack

HOUSES = ("2H", "5S", "5D", "9C", "KC", "KD", "JS", "8H")
DEALT = Dealt(crapauds=("7C", "7D"), houses=HOUSES, hand=35)


def remembered(*events: Event) -> CrapetteNotes:
    """Return A's notes after a deal and these events."""
    start = TurnStarted(seat=0, turn_number=1, exhausted=False)
    return observe(CrapetteNotes(seat=0), (DEALT, start, *events))


def discarded(card: str, left: int, turn: int) -> tuple[Event, ...]:
    """Return the events of a turn whose player lifts and discards a card."""
    seat = (turn + 1) % 2
    return (
        Lifted(seat=seat, card=card, hand=left),
        PutDown(seat=seat, card=card, target="my-discard"),
        TurnStarted(seat=1 - seat, turn_number=turn + 1, exhausted=False),
    )


def test_only_what_was_shown_at_deal_is_known() -> None:
    piles = remembered().piles

    assert piles[:8] == tuple((card,) for card in HOUSES)
    assert piles[CRAPAUD] == (*(BACK,) * 12, "7C")
    assert piles[HAND + 1] == (BACK,) * 35


def test_r4_cards_compared_to_find_first_player_are_remembered() -> None:
    events = (DEALT, Compared(cards=("7C", "7C")), Compared(cards=("9C", "4D"), place=1))

    piles = observe(CrapetteNotes(seat=0), events).piles

    assert (piles[HAND][:2], piles[HAND + 1][:2]) == (("9C", BACK), ("4D", BACK))


def test_covered_discards_are_remembered_and_gifts_too() -> None:
    gift = Moved(seat=1, cards=("8H",), source="R4", target="their-discard")

    piles = remembered(*discarded("9H", 34, 1), gift).piles

    assert piles[DISCARD] == ("9H", "8H")
    assert piles[7] == ()


def test_turned_pile_is_known_card_by_card() -> None:
    turns = (*discarded("9H", 1, 1), *discarded("3S", 1, 2), *discarded("4C", 0, 3), *discarded("6S", 0, 4))
    small = Dealt(crapauds=("7C", "7D"), houses=HOUSES, hand=2)

    piles = observe(CrapetteNotes(seat=1), (small, *turns, TurnedOver(seat=0, cards=2))).piles

    assert (piles[HAND], piles[DISCARD]) == (("4C", "9H"), ())


def test_uncovered_crapaud_card_was_there_before() -> None:
    notes = remembered(
        Moved(seat=0, cards=("7C",), source="my-crapaud", target="R4"),
        Shown(seat=0, card="QS", pile="my-crapaud", count=12),
    )

    assert notes.piles[CRAPAUD][-2:] == (BACK, "QS")
    assert notes.start[CRAPAUD][-2:] == ("QS", "7C")


def test_card_taken_back_from_finishing_pile_returns() -> None:
    ace = Moved(seat=0, cards=("2H",), source="L1", target="finish")

    assert remembered(ace).piles[FINISH + 4] == ("2H",)
    back = TakenBack(seat=0, cards=("2H",), source="L1", target="finish")
    assert remembered(ace, back).piles == remembered().piles


def test_the_positions_of_former_turns_are_kept() -> None:
    notes = remembered(*discarded("9H", 34, 1), *discarded("3S", 34, 2))

    first, second, third = positions(notes)
    assert first[HAND] == (*(BACK,) * 34, "9H")
    assert (first[DISCARD], second[DISCARD], second[DISCARD + 1], third[DISCARD + 1]) == (
        (),
        ("9H",),
        (),
        ("3S",),
    )


def test_r18_former_positions_are_forgotten_when_card_was_finished() -> None:
    finished = PutDown(seat=1, card="AS", target="finish")

    notes = remembered(
        *discarded("9H", 34, 1), Lifted(seat=1, card="AS", hand=34), finished, *discarded("3S", 33, 2)
    )

    assert positions(notes) == [notes.piles]


def test_notes_stay_small_without_progress() -> None:
    events = [TurnStarted(seat=turn % 2, turn_number=turn, exhausted=True) for turn in range(2, 200)]

    assert len(remembered(*events).turns) == MAX_TURNS


def test_seat_without_the_deal_remembers_nothing() -> None:
    blank = CrapetteNotes(seat=1)

    assert observe(blank, discarded("9H", 3, 1)) == blank
