"""The invariants of a game that can be judged on one table (rules, section 10)."""

from collections.abc import Iterator

from bot.engine.cards import SUITS, in_order
from bot.engine.chance import seat_letter
from bot.games.crapette.carrying import MOST_HOUSE_MOVES
from bot.games.crapette.choices import card_actions
from bot.games.crapette.table import CRAPAUD, FINISH, HAND, HOUSES, PLAYERS, Pile, Place, Table
from bot.games.crapette.undoing import MOST_STEPS

_ENDS_WITH_LIFTED = ("resign", "agreed", "clock", "timeouts")


def faults(table: Table) -> Iterator[str]:
    """What is wrong with a table, as sentences."""
    yield from _pile_faults(table)
    yield from unseen_faults(table)
    yield from player_faults(table)
    yield from _turn_faults(table)
    if table.end is None:
        yield from _running_faults(table)
    elif table.lifted and table.end not in _ENDS_WITH_LIFTED:
        yield f"a card is lifted after an end by {table.end}"


def _pile_faults(table: Table) -> Iterator[str]:
    """Invariants 1 and 2: no card is lost, houses and finishing piles are runs."""
    cards = [card for pile in table.piles for card in pile]
    if in_order([*cards, table.lifted] if table.lifted else cards) != table.pack:
        yield "the cards are not those that took part from the start"
    for house, pile in zip(HOUSES, table.houses, strict=True):
        if not table.court.is_run(pile):
            yield f"{house} is not a descending run of alternating colours"
    for suit, (first, second) in zip(SUITS, table.heights(), strict=True):
        at = FINISH + 2 * SUITS.index(suit)
        wanted = (table.court.suit_pile(suit, first), table.court.suit_pile(suit, second))
        if table.piles[at : at + 2] != wanted or first < second:
            yield f"the finishing piles of {suit} are not built up in order"


def _turn_faults(table: Table) -> Iterator[str]:
    """Invariant 5: what bounds a turn, and nothing to take back where nothing can be."""
    if table.house_moves > MOST_HOUSE_MOVES:
        yield f"{table.house_moves} house moves in a row"
    if table.undo_used > MOST_STEPS:
        yield f"{table.undo_used} moves were taken back in one turn"
    if table.undo and (table.phase != "play" or not table.options.undo):
        yield "there are moves to take back where none can be"


def _running_faults(table: Table) -> Iterator[str]:
    """Invariant 4: while the game runs the player on turn can always act."""
    if not card_actions(table):
        yield "the player on turn can do nothing"
    if table.winners:
        yield "somebody has won a game that is not over"


def player_faults(table: Table) -> Iterator[str]:
    """A player without any card has won."""
    for seat in PLAYERS:
        if table.end is None and not table.is_in_game(seat):
            yield f"seat {seat_letter(seat)} has no card left, but the game is not over"


def unseen_faults(table: Table) -> Iterator[str]:
    """The numbers of cards never shown are possible ones."""
    for zone, name, unseen in (
        (HAND, "hand", table.hand_unseen),
        (CRAPAUD, "crapaud", table.crapaud_unseen),
    ):
        for seat, most in enumerate(most_unseen(table.piles, zone)):
            if not 0 <= unseen[seat] <= most:
                yield f"{unseen[seat]} of the {name} of seat {seat_letter(seat)} are unseen, {most} can be"


def most_unseen(piles: tuple[Pile, ...], zone: Place) -> tuple[int, int]:
    """How many cards of each seat's pile can be unseen: of a crapaud all but the top."""
    shown = 1 if zone == CRAPAUD else 0
    first, second = (max(len(pile) - shown, 0) for pile in piles[zone : zone + 2])
    return first, second
