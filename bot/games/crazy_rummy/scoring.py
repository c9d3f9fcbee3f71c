"""The end of a hand and of the game (section 6)."""

from bot.engine.cards import Card
from bot.engine.chance import Seat
from bot.engine.contract import Event, Outcome
from bot.games.crazy_rummy.dealing import deal_hand
from bot.games.crazy_rummy.state import Play, State
from bot.games.crazy_rummy.values import points


class WentOut(Event, frozen=True):
    """A player's hand is empty: the hand of the game is over."""

    seat: Seat


class HandBlocked(Event, frozen=True):
    """The stock is used up for good: the hand of the game ends with nobody out (R12)."""

    hand_number: int


class HandScored(Event, frozen=True):
    """What one player scored: points on the board less points in the hand, which is now open."""

    seat: Seat
    board: int
    held: int
    cards: tuple[Card, ...]
    score: int
    total: int


class ExtraHand(Event, frozen=True):
    """The target is reached but several lead: another hand is played (R15)."""

    leaders: tuple[Seat, ...]
    total: int


class GameEnded(Event, frozen=True):
    """The game is over: who won, why (`target`, `max-hands`, `last-player`), and everybody's total."""

    winners: tuple[Seat, ...]
    end: str
    totals: tuple[int, ...]


def end_hand(play: Play, out: Seat | None) -> None:
    """Score the hand, with `out` gone out or nobody; then the end of the game or the next deal."""
    state = play.state
    play.tell(HandBlocked(state.hand_number) if out is None else WentOut(out))
    totals = _score(play)
    best = max(totals[seat] for seat in state.active)
    leaders = tuple(seat for seat in state.active if totals[seat] == best)
    last_hand = state.last_hand or best >= state.options.target
    play.change(totals=totals, last_hand=last_hand)
    if (last_hand and len(leaders) == 1) or state.hand_number >= state.options.max_hands:
        end_game(play, leaders)
        return
    if last_hand:
        play.tell(ExtraHand(leaders, best))
    deal_hand(play, state.next_seat(state.dealer))


def _score(play: Play) -> tuple[int, ...]:
    """Tell what each active player scored; everybody's new totals."""
    state = play.state
    totals = list(state.totals)
    for seat in state.active:
        board, held = board_points(state, seat), points(state.hands[seat], state.wild)
        totals[seat] += board - held
        play.tell(HandScored(seat, board, held, state.hands[seat], board - held, totals[seat]))
    return tuple(totals)


def board_points(state: State, seat: Seat) -> int:
    """What all cards in front of a player count."""
    return sum(points(cards, state.wild) for cards in (*state.sets[seat], state.fed[seat]))


def end_game(play: Play, winners: tuple[Seat, ...]) -> None:
    """Stop; the cards stay where they lie."""
    play.change(phase="over", turn=None, taken=None, laid=False, winners=winners)
    outcome = how_it_ended(play.state)
    play.tell(GameEnded(outcome.winners, outcome.end, play.state.totals))


def how_it_ended(state: State) -> Outcome:
    """The result of a game that is over."""
    if len(state.active) == 1:
        return Outcome(state.winners, "last-player")
    alone = state.last_hand and len(state.winners) == 1
    return Outcome(state.winners, "target" if alone else "max-hands")
