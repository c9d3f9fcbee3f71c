"""Random games of any kind in the list, with moves, silence, passing time and leavers at random."""

import hashlib
import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from bot.engine.cards import JOKER, ORDER, RANKS, Card
from bot.engine.chance import Seat, SeededChance, seat_letter
from bot.engine.contract import AnyGame, Options
from bot.engine.draft import Step
from bot.engine.events import Event
from bot.engine.moves import Leave, Move
from bot.engine.notation import letters, read_options
from bot.engine.options import option_infos

SHORT: dict[str, dict[str, Any]] = {
    "crap": {"threshold": 50, "turn-limit": 50},
    "skrap": {"target": 4, "max-rounds": 5},
    "craits": {"hands": 3, "hand-cap": 100},
    "crazy-rummy": {"target": 300, "max-hands": 2},
    "crapette": {"no-progress-turns": 60},
}
"""Options that keep a random game short. A game that isn't listed is played with its defaults."""

REPEATING = frozenset(("last", "taken", "undo", "history"))
"""Fields of positions that repeat cards of other fields."""

HASTY = frozenset(("offer-draw", "accept-draw"))
"""Verbs that would end most games after a few moves, and are used rarely."""

UNLISTED: dict[str, frozenset[str]] = {"crapette": frozenset(("line", "resign"))}
"""Verbs that a game accepts without listing them: combinations of others, and resigning."""

COURTS = {"KQJ": RANKS, "KJQ": (*RANKS[:10], "Q", "J", "K")}
MAX_STEPS = 30_000


class Habits(NamedTuple):
    """The probabilities of everything in a walk other than an active player's move."""

    silence: float = 0.02
    leaving: float = 0.001
    waiting: float = 0.05
    aside: float = 0.1


USUAL = Habits()
WAKEFUL = Habits(silence=0, leaving=0, waiting=0)
RESTLESS = Habits(silence=0.1, leaving=0.01, waiting=0.1, aside=0.2)


class Turn(NamedTuple):
    """One step of a walk: the state before, the actor, the move or the clock's command, and the result."""

    before: Any
    seat: Seat | None
    what: Move | str
    step: Step[Any]

    def __str__(self) -> str:
        return f"{'*' if self.seat is None else seat_letter(self.seat)}: {self.what}"


class Walk:
    """A random game of this number. `state` is its present state."""

    def __init__(self, game: AnyGame, seed: int, habits: Habits = USUAL, *, saving: bool = False) -> None:
        self.game, self.habits, self.saving = game, habits, saving
        self.rng = random.Random(f"{game.id} {seed}")
        self.chance = SeededChance.from_text(f"{game.id} {seed}")
        self.seats = game.seats[seed % len(game.seats)]
        self.options = varied(game, self.seats, seed)
        self.dealt: Step[Any] = game.deal(self.seats, self.options, self.chance)
        self.state = self._reload(self.dealt.state)

    def turns(self) -> Iterator[Turn]:
        """Play the game to its end, and yield each turn."""
        for _ in range(MAX_STEPS):
            if self.game.outcome(self.state) is not None:
                return
            before = self.state
            seat, what, made = self._act()
            assert isinstance(made, Step), f"{what} by {seat}: {made}"
            self.state = self._reload(made.state)
            yield Turn(before, seat, what, Step(self.state, made.events))
        raise AssertionError(f"{self.game.id} does not end")

    def states(self) -> Iterator[Any]:
        """Yield every state of the game, starting with the deal."""
        yield self.state
        for turn in self.turns():
            yield turn.step.state

    def _reload(self, state: Any) -> Any:
        return reloaded(self.game, state, self.seats, self.options) if self.saving else state

    def _act(self) -> tuple[Seat | None, Move | str, Any]:
        game, state, chance, habits = self.game, self.state, self.chance, self.habits
        if self.rng.random() < habits.silence:
            return None, "timeout", game.timeout(state, chance)
        if game.measures_time and self.rng.random() < habits.waiting:
            seconds = self.rng.choice((1, 60, 1800, 20_000))
            return None, f"wait seconds:{seconds}", game.wait(state, seconds, chance)
        if self.rng.random() < habits.leaving:
            seat = self.rng.choice(game.active(state))
            return seat, Leave(), game.apply(state, seat, Leave(), chance)
        seat, move = self._choose()
        return seat, move, game.apply(state, seat, move, chance)

    def _choose(self) -> tuple[Seat, Move]:
        """Return a legal move, mostly of an active player and early in the list, sometimes a rare verb."""
        game, state, rng = self.game, self.state, self.rng
        seats = game.active(state) if rng.random() < self.habits.aside else game.deciders(state)
        moves = {seat: self._moves(seat) for seat in seats}
        able = [seat for seat in seats if moves[seat]]
        seat = rng.choice(able or game.deciders(state))
        choice = moves.get(seat) or self._moves(seat)
        if rng.random() < 0.1:
            verb = rng.choice(list(dict.fromkeys(move.verb for move in choice)))
            choice = [move for move in choice if move.verb == verb]
        return seat, choice[min(rng.randrange(len(choice)), rng.randrange(len(choice)))]

    def _moves(self, seat: Seat) -> list[Move]:
        moves = list(self.game.legal(self.state, seat))
        return moves if self.rng.random() < 0.05 else [move for move in moves if move.verb not in HASTY]


def varied(game: AnyGame, seats: int, seed: int) -> Options:
    """Return short options with some random values that this number of players can play."""
    short = SHORT.get(game.id, {})
    chosen = dict(short)
    for option in option_infos(game.options):
        # A generator of its own, so that a new option changes nothing about the others.
        rng = random.Random(f"{game.id} {seed} {option.name}")
        if option.name not in short and rng.random() < 0.4:
            chosen[option.name] = rng.choice(option.offered)
    options = read_options(game, chosen)
    return options if game.problem(seats, options) is None else read_options(game, short)


def reloaded(game: AnyGame, state: Any, seats: int, options: Options) -> Any:
    """Return the state after writing and reading it as JSON."""
    return game.load(json.loads(json.dumps(game.dump(state))), seats, options)


def contents(state: Any) -> Any:
    """Return everything that a state holds, independent of order."""
    return _unordered(msgspec.to_builtins(state))


def _unordered(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _unordered(part) for key, part in value.items()}
    return sorted(map(_unordered, value), key=repr) if isinstance(value, list | tuple) else value


def event_line(event: Event) -> str:
    """Return an event as readable JSON after the letters of the seats that see it."""
    fields = msgspec.to_builtins(event)
    fields.pop("to", None)
    audience = "all" if event.to is None else " ".join(letters(event.to)) or "nobody"
    return f"{audience}: {json.dumps(fields, ensure_ascii=False)}"


def story(game: AnyGame, seed: int, *, saving: bool = False) -> list[str]:
    """Return a whole walk as text: every move, every event, and the last position."""
    walk = Walk(game, seed, saving=saving)
    lines = [event_line(event) for event in walk.dealt.events]
    for turn in walk.turns():
        lines += [str(turn), *map(event_line, turn.step.events)]
    return [*lines, json.dumps(game.dump(walk.state))]


def fingerprint(game: AnyGame, games: int) -> str:
    """Return a short text that depends on a few whole games."""
    lines = [line for seed in range(games) for line in story(game, seed)]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def cards_in(position: Mapping[str, Any], options: Options) -> Counter[Card]:
    """Return all cards in a position."""
    cards = Counter(
        card for name, value in position.items() if name not in REPEATING for card in cards_of(value)
    )
    court = COURTS[getattr(options, "court_order", "KQJ")]
    for suit, heights in position.get("finish", {}).items():
        cards.update(rank + suit for height in heights for rank in court[:height])
    return cards


def cards_of(value: Any) -> Iterator[Card]:
    """Yield every card anywhere in a JSON value."""
    if isinstance(value, str) and value in ORDER:
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from cards_of(part)


def packs_in(cards: Counter[Card]) -> int | None:
    """Return how many complete decks these cards are, apart from jokers, or None if any card is wrong."""
    copies = {number for card, number in cards.items() if card != JOKER}
    return copies.pop() if len(copies) == 1 else None
