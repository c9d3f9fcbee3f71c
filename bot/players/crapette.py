"""The policy of Crapette: finish, load, empty houses, and fill them from the crapaud."""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.engine.cards import Card
from bot.engine.chance import Seat
from bot.engine.moves import Move
from bot.games.crapette import GAME
from bot.games.crapette.cards import Court
from bot.games.crapette.legal import Tops, card_actions, card_move, card_put
from bot.games.crapette.lifting import Flip, Pass, TurnOver
from bot.games.crapette.moving import MoveCards, stack_limit
from bot.games.crapette.offers import AcceptDraw, DeclineDraw
from bot.games.crapette.state import CRAPAUD, DISCARD, HAND, HOUSES, Code, House, Pile, State
from bot.players.policy import PLAIN, Depth, PlayStyle, Policy, View

MAX_TURNS: Final = 4
"""The number of turns that a sampled game lasts."""
MAX_TIDY_MOVES: Final = 40
"""The most house moves in a row before the policy does something else. The rules allow 60."""
STUCK_TURNS: Final = 40
"""Turns without progress after which a player who is behind accepts a draw."""
CRAPAUD_CARD: Final = 1.2
"""The weight of a crapaud card, where a hand card has 1."""
EMPTY_HOUSE: Final = 1.0
"""The worth of an empty house to the player on turn, in cards."""
GAME_WON: Final = 40.0
LEAD_SCALE: Final = 27.0
"""The lead in cards at which a win is e times as likely as a loss, from games between computers."""
SENSIBLE_SHARE: Final = 0.5
"""The share of a beginner's blunders that are replaced by the sensible move."""

_HOUSE_NAMES: Final[frozenset[str]] = frozenset(HOUSES)


class Facts(NamedTuple):
    """The facts of a position that the policy needs, from the view of the player on turn."""

    state: State
    court: Court
    tops: Tops
    house_cards: list[Card]
    """The tops of the houses that aren't empty."""
    has_empty: bool
    crapaud: Card | None
    discard: Card | None
    their_crapaud: Card | None
    their_discard: Card | None
    play_style: PlayStyle


class CrapettePolicy(Policy[State]):
    """A policy that takes any gain, and never plans beyond the next move."""

    game = GAME
    search_effort = 60
    depth = Depth(24, 6, 240)
    max_moves = 120

    def choose(self, state: State, view: View) -> Move:
        if state.offer is not None and state.offer != view.seat:
            if not view.is_stand_in and self._would_accept_draw(state, view.seat):
                return AcceptDraw()
            if view.seat != state.turn:
                return DeclineDraw()
        facts = facts_of(state, view.play_style)
        if state.lifted is not None:
            return _put_move(facts, state.lifted)
        return _gain_move(facts) or _tidy_move(facts) or _fill_move(facts) or _hand_move(state)

    def evaluate(self, state: State, seat: Seat) -> float:
        """Return the lead in cards, plus the empty houses, which count for the player on turn."""
        if state.end is not None:
            return GAME_WON * len(state.winners) * (1 if seat in state.winners else -1)
        lead = _burden(state, 1 - seat) - _burden(state, seat)
        empty = EMPTY_HOUSE * state.houses.count(())
        return lead + (empty if seat == state.turn else -empty)

    def may_advise(self, state: State, seat: Seat, move: Move) -> bool:
        """Whether a review may advise a move. Answers to draw offers depend on people's plans."""
        return not isinstance(move, AcceptDraw | DeclineDraw)

    def win_chance(self, worth: float) -> float:
        return 1 / (1 + math.exp(-worth / LEAD_SCALE))

    def candidates(self, state: State, seat: Seat) -> Sequence[Move]:
        """Return the card actions, without moves that change nothing because all empty houses are alike."""
        if seat != state.turn:
            return [AcceptDraw(), DeclineDraw()]
        empty = state.empty_houses
        return [move for move in card_actions(state) if not _is_pointless(state, move, empty)]

    def blunder(self, state: State, view: View) -> Move:
        """Return any card action, or sometimes the sensible one, because most card actions are absurd."""
        if state.lifted is None and view.rng.random() < SENSIBLE_SHARE:
            return self.choose(state, view)
        return super().blunder(state, view)

    def is_cutoff(self, start: State, state: State, moves: int) -> bool:
        return state.turn_number >= start.turn_number + MAX_TURNS or moves >= self.max_moves

    def _would_accept_draw(self, state: State, seat: Seat) -> bool:
        return state.idle_turns >= STUCK_TURNS and self.evaluate(state, seat) < 0


def facts_of(state: State, play_style: PlayStyle = PLAIN) -> Facts:
    """Return the facts of a position for the player on turn."""
    piles, turn = state.piles, state.turn
    tops: Tops = [pile[-1] if pile else None for pile in piles[: len(HOUSES)]]
    house_cards = [top for top in tops if top is not None]
    return Facts(
        state,
        state.court,
        tops,
        house_cards,
        len(house_cards) < len(HOUSES),
        _top(piles[CRAPAUD + turn]),
        _top(piles[DISCARD + turn]),
        _top(piles[CRAPAUD + 1 - turn]),
        _top(piles[DISCARD + 1 - turn]),
        play_style,
    )


def _top(pile: Pile) -> Card | None:
    return pile[-1] if pile else None


def _burden(state: State, seat: Seat) -> float:
    """Return the number of a player's cards, with those of the crapaud counted higher."""
    cards = len(state.piles[HAND + seat]) + len(state.piles[DISCARD + seat])
    lifted = state.lifted is not None and seat == state.turn
    return cards + lifted + CRAPAUD_CARD * len(state.piles[CRAPAUD + seat])


def _is_pointless(state: State, move: Move, empty: list[Code]) -> bool:
    """Whether a move goes to an empty house other than the first, or takes a whole house to an empty one."""
    if not isinstance(move, MoveCards) or move.target not in empty:
        return False
    if move.target != empty[0]:
        return True
    return move.source in _HOUSE_NAMES and len(state.pile(move.source)) == (move.count or 1)


def _put_move(facts: Facts, card: Card) -> Move:
    """Return a move of the lifted card. Empty houses are kept for the crapaud while it has cards."""
    target = _finish_or_load(facts, card) or _house_for(facts, card)
    if target is None and facts.has_empty and facts.crapaud is None:
        target = HOUSES[facts.tops.index(None)]
    return card_put(target or "D")


def _gain_move(facts: Facts) -> Move | None:
    """Return a move that plays one of the player's own cards, or takes one from a house."""
    own: tuple[tuple[Code, Card | None], ...] = (("C", facts.crapaud), ("D", facts.discard))
    for source, card in own:
        if card is None:
            continue
        if source == "C" and not facts.has_empty:
            # Without an empty house a crapaud card can only finish (R6).
            if facts.state.finishing(card) is not None:
                return card_move("C", "F")
        elif target := _finish_or_load(facts, card) or _house_for(facts, card):
            return card_move(source, target)
    for house, card in zip(HOUSES, facts.tops, strict=True):
        if card is not None and (target := _finish_or_load(facts, card)):
            return card_move(house, target)
    return None


def _finish_or_load(facts: Facts, card: Card) -> Code | None:
    """Return the opponent's pile or finishing pile that takes a card. Spiteful players prefer loading."""
    finishes = facts.state.finishing(card) is not None
    if finishes and facts.play_style.spite <= 0:
        return "F"
    loads = facts.court.load_tops[card]
    if facts.has_empty and facts.their_crapaud in loads:
        return "OC"
    if facts.their_discard in loads:
        return "OD"
    return "F" if finishes else None


def _house_for(facts: Facts, card: Card) -> House | None:
    """Return a house with cards that takes a card: the longest for players who hoard, else the first."""
    fits = facts.court.house_tops[card]
    if fits.isdisjoint(facts.house_cards):
        return None
    takers = [place for place, top in enumerate(facts.tops) if top is not None and top in fits]
    if facts.play_style.hoard > 0:
        return HOUSES[max(takers, key=lambda place: len(facts.state.piles[place]))]
    return HOUSES[takers[0]]


def _tidy_move(facts: Facts) -> Move | None:
    """Return a move of a house onto another one, or of a part if the card below it is useful at once."""
    state = facts.state
    if state.house_moves >= MAX_TIDY_MOVES:
        return None
    most = stack_limit(state.options, facts.tops.count(None))
    houses = list(zip(HOUSES, state.houses, strict=True))
    for house, pile in houses:
        if 0 < len(pile) <= most and (target := _house_for(facts, pile[0])):
            return card_move(house, target, len(pile))
    for house, pile in houses:
        for number in range(1, min(len(pile), most + 1)):
            target = _house_for(facts, pile[-number])
            if target and _is_useful(facts, pile[-number - 1]):
                return card_move(house, target, number)
    return None


def _is_useful(facts: Facts, card: Card) -> bool:
    """Whether a card on top of its house could leave it, or take one of the player's own."""
    if _finish_or_load(facts, card):
        return True
    tops = facts.court.house_tops
    if facts.has_empty and facts.crapaud is not None and card in tops[facts.crapaud]:
        return True
    return facts.discard is not None and card in tops[facts.discard]


def _fill_move(facts: Facts) -> Move | None:
    """Return a move to an empty house: from the crapaud, or from a discard pile to be turned over (R11)."""
    if not facts.has_empty:
        return None
    house = HOUSES[facts.tops.index(None)]
    if facts.crapaud is not None:
        return card_move("C", house)
    return card_move("D", house) if facts.discard is not None and not facts.state.hand else None


def _hand_move(state: State) -> Move:
    """Return a lift, or a turn of the pile, or a pass, the first that's possible."""
    if state.hand:
        return Flip()
    return TurnOver() if state.discard else Pass()


POLICY: Final = CrapettePolicy()
