"""Drawing cards, and the scoring round that an empty stock brings (chapter 6)."""

from bot.engine.cards import JOKER, Card, in_order
from bot.engine.chance import Seat
from bot.engine.events import Event
from bot.games.crap.state import Cards, LaidSet, Play, active, staying


class Drew(Event, frozen=True):
    """A player has drawn cards from the stock; `stock` are left."""

    seat: Seat
    count: int
    stock: int


class DrewCards(Event, frozen=True):
    """Which cards they were, for himself."""

    seat: Seat
    cards: Cards


class DrawsLost(Event, frozen=True):
    """Even the new stock was not enough: these draws are lost (R31)."""

    seat: Seat
    count: int


class ScoringRound(Event, frozen=True):
    """The sets were scored: points gained and totals by seat; `unprotected` cards went back to hands."""

    number: int
    gained: tuple[int, ...]
    totals: tuple[int, ...]
    unprotected: tuple[int, ...]


class FinalCount(Event, frozen=True):
    """The turn limit is reached and the sets were counted: points gained and totals by seat (R40)."""

    gained: tuple[int, ...]
    totals: tuple[int, ...]


class Reshuffled(Event, frozen=True):
    """Discards and sets have become the new stock."""

    count: int


def draw(play: Play, seat: Seat, number: int) -> None:
    """Draw cards into the hand; a scoring round may come in between and may end the game."""
    if play.is_over():
        return
    owed = number - _draw_from_stock(play, seat, number)
    if owed and not play.has_scored:
        _score_round(play)
        if play.is_over():
            return
        owed -= _draw_from_stock(play, seat, owed)
    if owed:
        play.tell(DrawsLost(seat=seat, count=owed))


def final_count(play: Play) -> None:
    """End the game at the turn limit: the highest total wins if it is not 0 (R40)."""
    gained, _ = _count_sets(play)
    totals = play.state.totals
    play.tell(FinalCount(gained=gained, totals=totals))
    best = max(totals[seat] for seat in active(play.state))
    play.end_game(_with_total(play, best) if best else (), "turn-limit")


def cards_of_sets(sets: tuple[LaidSet, ...]) -> list[Card]:
    """All cards that lie in sets or across them."""
    cards = [card for laid in sets for card in laid.cards]
    return cards + [laid.borrowed for laid in sets if laid.borrowed]


def points(laid: LaidSet) -> int:
    """What a set scores: its value, twice if double, less one for each joker."""
    return laid.value * (2 if laid.double else 1) - laid.cards.count(JOKER)


def _draw_from_stock(play: Play, seat: Seat, number: int) -> int:
    """Draw as many as there are, at most `number`; say how many."""
    stock = play.state.stock
    cards, rest = stock[:number], stock[number:]
    if cards:
        play.change(stock=rest)
        play.add_to_hand(seat, cards)
        play.tell(Drew(seat=seat, count=len(cards), stock=len(rest)))
        play.tell(DrewCards(to=(seat,), seat=seat, cards=cards))
    return len(cards)


def _score_round(play: Play) -> None:
    play.has_scored = True
    gained, unprotected = _count_sets(play)
    state = play.state
    number = state.scoring_rounds + 1
    play.change(scoring_rounds=number)
    play.tell(ScoringRound(number=number, gained=gained, totals=state.totals, unprotected=unprotected))
    best = max((state.totals[seat] for seat in staying(state)), default=0)
    if best > state.options.threshold:
        play.end_game(_with_total(play, best), "threshold")
    else:
        _reshuffle(play)


def _count_sets(play: Play) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Unprotect all cards and score the sets; the points gained and the cards unprotected, by seat."""
    state = play.state
    scorers = staying(state)
    gained = [0] * len(state.hands)
    for laid in state.sets:
        if laid.owner in scorers:
            gained[laid.owner] += points(laid)
    play.change(
        hands=tuple(map(tuple.__add__, state.hands, state.protected)),
        protected=((),) * len(state.hands),
        totals=tuple(map(int.__add__, state.totals, gained)),
    )
    return tuple(gained), tuple(map(len, state.protected))


def _reshuffle(play: Play) -> None:
    """Discards, sets and markers become the stock; no cards, no shuffle."""
    state = play.state
    cards = in_order([*state.discard, *cards_of_sets(state.sets)])
    play.change(stock=play.chance.shuffle(cards) if cards else (), discard=(), sets=())
    play.tell(Reshuffled(count=len(cards)))


def _with_total(play: Play, total: int) -> tuple[Seat, ...]:
    return tuple(seat for seat in staying(play.state) if play.state.totals[seat] == total)
