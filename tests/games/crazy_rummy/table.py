"""A table of Crazy Rummy for the tests: set up, play commands, look at what happened."""

from collections.abc import Sequence
from itertools import chain
from typing import Any

import msgspec

from bot.engine.chance import ScriptedChance
from bot.engine.draft import Refusal, Step
from bot.engine.events import Event
from bot.engine.notation import parse_move, read_options
from bot.games.crazy_rummy import GAME
from bot.games.crazy_rummy.options import CrazyRummyOptions
from bot.games.crazy_rummy.state import State


def options(**given: Any) -> CrazyRummyOptions:
    """Options by their Python names."""
    read = read_options(GAME, {name.replace("_", "-"): value for name, value in given.items()})
    assert isinstance(read, CrazyRummyOptions)
    return read


def table(hands: str, *, given: CrazyRummyOptions | None = None, **position: Any) -> State:
    """A position with A to play, sixes wild, two packs; hands as `4C 9D / KS`, piles as text."""
    held = [hand.split() for hand in hands.split("/")]
    fields = {
        "phase": "play",
        "turn": "A",
        "marker": "6H",
        "packs": 2,
        "discard": "5S",
        "stock": "10C 8C 7S 7H",
        "hands": {chr(ord("A") + seat): hand for seat, hand in enumerate(held)},
        **position,
    }
    for pile in ("discard", "stock", "aside"):
        if isinstance(fields.get(pile), str):
            fields[pile] = fields[pile].split()
    return GAME.load(fields, len(held), given or options())


def deck(*piles: str) -> list[dict[str, Any]]:
    """A chance script with one shuffle for each text of cards."""
    return [{"shuffle": pile.split()} for pile in piles]


def tell(state: State, *commands: str, chance: Sequence[dict[str, Any]] = ()) -> tuple[State, list[Event]]:
    """The state after commands that are all accepted, and all that happened on the way."""
    script = ScriptedChance(chance, len(state.hands))
    events: list[Event] = []
    for command in commands:
        step = _carry_out(state, command, script)
        assert isinstance(step, Step), f"{command}: {step}"
        assert GAME.faults(step.state) == []
        state = step.state
        events += step.events
    assert script.left == 0
    return state, events


def play(state: State, *commands: str, chance: Sequence[dict[str, Any]] = ()) -> State:
    """The state after commands that are all accepted."""
    return tell(state, *commands, chance=chance)[0]


def refused(state: State, command: str) -> Refusal:
    """Why a command is not accepted."""
    refusal = _carry_out(state, command, ScriptedChance([], len(state.hands)))
    assert isinstance(refusal, Refusal), f"{command} was accepted"
    return refusal


def legal(state: State) -> list[str]:
    """The moves listed for the player on turn, in the notation."""
    return [str(move) for move in GAME.legal(state, state.mover)]


def hidden_cards_turned_round(state: State, viewer: int | None) -> State:
    """The same table with the hidden cards dealt in the opposite order."""
    others = [seat for seat in range(len(state.hands)) if seat != viewer]
    hidden = [*state.stock, *state.aside, *chain(*(state.hands[seat] for seat in others))][::-1]
    hands = list(state.hands)
    for seat in others:
        hands[seat] = tuple(hidden[: len(hands[seat])])
        del hidden[: len(hands[seat])]
    aside, stock = hidden[: len(state.aside)], hidden[len(state.aside) :]
    return msgspec.structs.replace(state, hands=tuple(hands), aside=tuple(aside), stock=tuple(stock))


def _carry_out(state: State, command: str, chance: ScriptedChance) -> Step[State] | Refusal:
    who, _, what = command.partition(": ")
    if who == "*":
        return GAME.timeout(state, chance)
    move = parse_move(GAME, what, len(state.hands))
    return GAME.apply(state, ord(who) - ord("A"), move, chance)
