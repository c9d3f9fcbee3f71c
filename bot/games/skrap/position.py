"""The position notation of Skrap, read and written (section 11)."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from bot.engine.cards import Card, in_order
from bot.engine.chance import Seat, Shape, seat_letter
from bot.engine.contract import Malformed
from bot.engine.notation import (
    Count,
    by_letter,
    by_seat,
    letters,
    read_card,
    read_cards,
    read_position,
    read_seat,
)
from bot.engine.view import BACK, zone
from bot.games.skrap.cards import EFFECTIVE, HAND_SIZE
from bot.games.skrap.options import SkrapOptions
from bot.games.skrap.state import Phase, PlayedBot, State


class BotText(Struct, frozen=True, forbid_unknown_fields=True):
    """A bot as it is written; values left out follow from the owner's surge card."""

    owner: str
    weapon: str
    armour: str
    weapon_value: int | None = None
    armour_value: int | None = None


class Position(Struct, frozen=True, forbid_unknown_fields=True):
    """The fields of a position as they are written, with what a field left out means."""

    phase: Phase = "surge"
    round: Annotated[int, Meta(ge=1)] = 1
    turn: str | None = None
    heads: dict[str, Count] = {}
    sizes: dict[str, Literal[0, 10, 11]] = {}
    hands: dict[str, list[str]] = {}
    surge: dict[str, str | None] = {}
    contenders: list[str] = []
    throws: dict[str, Shape] = {}
    undecided: Annotated[int, Meta(ge=0, le=2)] = 0
    unable: list[str] = []
    field: list[BotText] = []
    passed: list[str] = []
    scavengers: dict[str, Annotated[list[str], Meta(min_length=2, max_length=2)]] = {}
    pack: list[str] = []
    aside: list[str] = []
    left: list[str] = []
    winners: list[str] = []


def to_position(state: State) -> dict[str, Any]:
    """All fields of a position."""
    return {
        "phase": state.phase,
        "round": state.round,
        "turn": None if state.turn is None else seat_letter(state.turn),
        "heads": by_letter(state.heads),
        "sizes": by_letter(state.sizes),
        "hands": by_letter(list(map(zone, state.hands))),
        "surge": by_letter(list(map(_one, state.surge))),
        "contenders": letters(state.contenders),
        "throws": {seat_letter(seat): _one(shape) for seat, shape in enumerate(state.throws) if shape},
        "undecided": state.undecided,
        "unable": letters(state.unable),
        "field": list(map(_bot_text, state.field)),
        "passed": letters(state.passed),
        "scavengers": {seat_letter(seat): list(pair) for seat, pair in enumerate(state.scavengers) if pair},
        "pack": zone(state.pack),
        "aside": zone(state.aside),
        "left": letters(state.left),
        "winners": letters(state.winners),
    }


def _one(thing: str | None) -> str | int | None:
    """A card or a throw; a covered one is counted."""
    return 1 if thing == BACK else thing


def _bot_text(bot: PlayedBot) -> dict[str, Any]:
    is_down = bot.weapon == BACK
    return {
        "owner": seat_letter(bot.owner),
        "weapon": _one(bot.weapon),
        "armour": _one(bot.armour),
        "weapon_value": None if is_down else bot.weapon_value,
        "armour_value": None if is_down else bot.armour_value,
    }


def from_position(position: Mapping[str, Any], seats: int, options: SkrapOptions) -> State:
    """The state of a position; until the next deal exactly its cards exist. Malformed: it cannot be one."""
    given = read_position(position, Position)
    if given.phase in ("battle", "scavenge") and not given.field:
        raise Malformed(f"position: {given.phase} needs a bot on the field")
    surge = tuple(None if card is None else read_card(card) for card in by_seat(given.surge, seats, None))
    left = _seats(given.left, seats)
    sizes = {seat_letter(seat): 0 if seat in left else HAND_SIZE for seat in range(seats)}
    state = State(
        options=options, cards=(), phase=given.phase, round=given.round,
        turn=None if given.turn is None else read_seat(given.turn, seats),
        heads=tuple(by_seat(given.heads, seats, 0)),
        sizes=tuple(by_seat({**sizes, **given.sizes}, seats, 0)),
        hands=tuple(in_order(read_cards(hand)) for hand in by_seat(given.hands, seats, [])),
        surge=surge,
        contenders=_seats(given.contenders, seats),
        throws=tuple(by_seat(given.throws, seats, None)),
        undecided=given.undecided,
        unable=_seats(given.unable, seats),
        field=tuple(_played_bot(bot, surge) for bot in given.field),
        passed=_seats(given.passed, seats),
        scavengers=tuple(read_cards(pair) for pair in by_seat(given.scavengers, seats, [])),
        pack=read_cards(given.pack), aside=read_cards(given.aside),
        left=left, winners=_seats(given.winners, seats),
    )  # fmt: skip
    return replace(state, cards=in_order(state.all_cards))


def _played_bot(bot: BotText, surge: tuple[Card | None, ...]) -> PlayedBot:
    """A bot; values left out follow from its owner's surge card, if there is one."""
    owner = read_seat(bot.owner, len(surge))
    weapon, armour = read_card(bot.weapon), read_card(bot.armour)
    values = EFFECTIVE[surge[owner]]
    return PlayedBot(
        owner=owner,
        weapon=weapon,
        armour=armour,
        weapon_value=values[weapon] if bot.weapon_value is None else bot.weapon_value,
        armour_value=values[armour] if bot.armour_value is None else bot.armour_value,
    )


def _seats(letters: Iterable[str], seats: int) -> tuple[Seat, ...]:
    return tuple(dict.fromkeys(read_seat(letter, seats) for letter in letters))
