"""Challenging: placing cards face down, guessing, and the rewards (chapter 5.4)."""

from collections.abc import Iterable, Mapping
from typing import Final, Literal

import msgspec

from bot.engine.cards import RANK_OF, SUIT_OF, NotACard, Rank, Suit, in_order, missing, parse_cards, without
from bot.engine.chance import Seat, seat_letter
from bot.engine.draft import Refusal
from bot.engine.events import Event
from bot.engine.moves import CardsText, Move, Player
from bot.games.crap.drawing import draw
from bot.games.crap.protect import not_in_hand
from bot.games.crap.state import (
    MOST_SEATS,
    Cards,
    Duel,
    GuessedCard,
    Play,
    Record,
    State,
    bad_target,
    put,
)
from bot.games.crap.turn import finish

DuelPhase = Literal["challenge-place", "challenge-guess-1", "challenge-guess-2"]
PHASES: Final[tuple[DuelPhase, ...]] = ("challenge-place", "challenge-guess-1", "challenge-guess-2")


class Challenge(Move, frozen=True):
    """Roll how many cards both must place, and guess at each other's."""

    player: Player


class Place(Move, frozen=True):
    """Lay hand cards face down for the challenge."""

    cards: CardsText


class Guess(Move, frozen=True):
    """Name the rank and the suit that the opponent may have placed."""

    rank: Rank
    suit: Suit


class Challenged(Event, frozen=True):
    """A challenge: the die, and how many cards each of the two must place."""

    seat: Seat
    target: Seat
    die: int
    counts: tuple[int, int]


class Placed(Event, frozen=True):
    """Somebody has placed cards; `automatic` when it was not his choice."""

    seat: Seat
    count: int
    automatic: bool = False


class PlacedCards(Event, frozen=True):
    """Which cards they are, for himself."""

    seat: Seat
    cards: Cards


class Guessed(Event, frozen=True):
    """A guess."""

    seat: Seat
    rank: Rank
    suit: Suit


class Flipped(Event, frozen=True):
    """The placed cards of one player, for all to see; they go back to his hand after the draws."""

    seat: Seat
    cards: Cards


class Rewarded(Event, frozen=True):
    """What a guess has earned: so many cards to draw."""

    seat: Seat
    count: int


class ChallengeRecord(Record, frozen=True, tag="challenge"):
    """A challenge has resolved; rewards as counted, not as drawn."""

    target: str
    die: int
    guesses: Mapping[str, GuessedCard]
    placed: Mapping[str, Cards]
    rewards: Mapping[str, int]


_CHALLENGES: Final = tuple(Challenge(seat) for seat in range(MOST_SEATS))


def offers(targets: Iterable[Seat]) -> list[Move]:
    """Any of the other players."""
    return [_CHALLENGES[target] for target in targets]


def challenge(play: Play, seat: Seat, move: Challenge) -> Refusal | None:
    """Roll the die; whoever has no choice has placed at once (R26)."""
    target = move.player
    refusal = bad_target(play.state, seat, target)
    if refusal:
        return refusal
    die, hands = play.chance.die(), play.state.hands
    play.change(pending=Duel(target, die, (None,) * len(hands)))
    counts = (min(die, len(hands[seat])), min(die, len(hands[target])))
    play.tell(Challenged(seat=seat, target=target, die=die, counts=counts))
    for rival in (seat, target):
        if len(hands[rival]) <= die:
            _lay_down(play, rival, hands[rival], automatic=True)
    _go_on(play, PHASES)
    return None


def place(play: Play, seat: Seat, move: Place) -> Refusal | None:
    """Place exactly the asked number of hand cards."""
    try:
        cards = parse_cards(move.cards)
    except NotACard as bad:
        return Refusal("bad-card", {"text": bad.text})
    asked = needed(play.state, seat)
    if len(cards) != asked:
        return Refusal("bad-count", {"needed": asked, "given": len(cards)})
    lacking = missing(play.state.hands[seat], cards)
    if lacking:
        return not_in_hand(play.state, seat, lacking)
    _lay_down(play, seat, cards)
    _go_on(play, PHASES)
    return None


def guess(play: Play, seat: Seat, move: Guess) -> None:
    """Make a guess, heard by all."""
    duel = duel_of(play.state)
    guesses = put(duel.guesses, seat, GuessedCard(move.rank, move.suit))
    play.change(pending=msgspec.structs.replace(duel, guesses=guesses))
    play.tell(Guessed(seat=seat, rank=move.rank, suit=move.suit))
    _go_on(play, _phases_from(play.state))


def place_at_random(play: Play, seat: Seat) -> None:
    """Place for somebody who did not."""
    hand = in_order(play.state.hands[seat])
    _lay_down(play, seat, play.chance.pick(hand, needed(play.state, seat)), automatic=True)


def run_out(play: Play) -> None:
    """The clock ran out: cards are placed at random, challenger first; a guess is not made."""
    if play.state.phase == "challenge-place":
        for seat in _still_to_place(play.state):
            place_at_random(play, seat)
    _go_on(play, _phases_from(play.state)[1:])


def give_up(play: Play, seat: Seat) -> None:
    """Somebody leaves: what he still had to place is placed at random, his guess falls away (R37)."""
    if play.state.phase == "challenge-place" and seat in _still_to_place(play.state):
        place_at_random(play, seat)
    _go_on(play, _phases_from(play.state))


def duel_of(state: State) -> Duel:
    """The challenge under way."""
    assert isinstance(state.pending, Duel)
    return state.pending


def rivals(state: State) -> tuple[Seat, Seat]:
    """Challenger and challenged."""
    return state.turn, duel_of(state).target


def needed(state: State, seat: Seat) -> int:
    """How many cards a player must place who has placed none."""
    return min(duel_of(state).die, len(state.hands[seat]))


def awaited(state: State) -> tuple[Seat, ...]:
    """Who must place or guess now, in seat order."""
    return tuple(sorted(_awaited_in(state, _phases_from(state)[0])))


def has_placed(state: State) -> tuple[Seat, ...]:
    """Who has chosen what he placed; whoever placed his whole hand had nothing to choose."""
    return tuple(seat for seat in rivals(state) if state.placed[seat] and state.hands[seat])


def reward(guessed: GuessedCard | None, placed: Cards) -> int:
    """One for each card of the rank and one for each of the suit; jokers match nothing (R27)."""
    if guessed is None:
        return 0
    ranks = [RANK_OF.get(card) for card in placed]
    suits = [SUIT_OF.get(card) for card in placed]
    return ranks.count(guessed.rank) + suits.count(guessed.suit)


def _phases_from(state: State) -> tuple[DuelPhase, ...]:
    """The present phase of the challenge and those that may follow."""
    return PHASES[PHASES.index(state.phase) :]


def _awaited_in(state: State, phase: DuelPhase) -> tuple[Seat, ...]:
    if phase == "challenge-place":
        return _still_to_place(state)
    challenger, challenged = rivals(state)
    if phase == "challenge-guess-1":
        return _still_to_guess(state, challenger, challenged)
    return _still_to_guess(state, challenged, challenger)


def _still_to_place(state: State) -> tuple[Seat, ...]:
    return tuple(seat for seat in rivals(state) if state.hands[seat] and not state.placed[seat])


def _still_to_guess(state: State, guesser: Seat, opponent: Seat) -> tuple[Seat, ...]:
    """The guesser, unless there is nothing to guess, he has guessed or he has left."""
    is_asked = state.placed[opponent] and guesser not in state.leaving
    return (guesser,) if is_asked and duel_of(state).guesses[guesser] is None else ()


def _lay_down(play: Play, seat: Seat, cards: Cards, *, automatic: bool = False) -> None:
    state = play.state
    play.change(
        hands=put(state.hands, seat, without(state.hands[seat], cards)),
        placed=put(state.placed, seat, cards),
    )
    play.tell(Placed(seat=seat, count=len(cards), automatic=automatic))
    if cards:
        play.tell(PlacedCards(to=(seat,), seat=seat, cards=cards))


def _go_on(play: Play, phases: tuple[DuelPhase, ...]) -> None:
    """Stop at the first of these phases in which somebody is asked; after the last one, resolve."""
    for phase in phases:
        if _awaited_in(play.state, phase):
            play.change(phase=phase)
            return
    _resolve(play)


def _resolve(play: Play) -> None:
    """Flip, draw the rewards, challenger first, then give the placed cards back (R28)."""
    duel, placed, pair = duel_of(play.state), play.state.placed, rivals(play.state)
    rewards = [
        reward(duel.guesses[seat], placed[opponent])
        for seat, opponent in zip(pair, reversed(pair), strict=True)
    ]
    for seat in pair:
        play.tell(Flipped(seat=seat, cards=placed[seat]))
    for seat, count in zip(pair, rewards, strict=True):
        play.tell(Rewarded(seat=seat, count=count))
        draw(play, seat, count)
    for seat in pair:
        play.add_to_hand(seat, placed[seat])
    play.change(placed=((),) * len(placed))
    finish(play, _record(duel, placed, pair, rewards))


def _record(
    duel: Duel, placed: tuple[Cards, ...], pair: tuple[Seat, Seat], rewards: list[int]
) -> ChallengeRecord:
    challenger, challenged = map(seat_letter, pair)
    return ChallengeRecord(
        challenger,
        challenged,
        duel.die,
        guesses_by_letter(duel),
        {seat_letter(seat): placed[seat] for seat in pair},
        dict(zip((challenger, challenged), rewards, strict=True)),
    )


def guesses_by_letter(duel: Duel) -> dict[str, GuessedCard]:
    """The guesses that were made."""
    return {seat_letter(seat): made for seat, made in enumerate(duel.guesses) if made is not None}
