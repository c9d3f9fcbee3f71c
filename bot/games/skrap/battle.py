"""Section 4, the battle: bots, passes, whose answer is due, and the champion of the round."""

from typing import Literal

from msgspec.structs import replace

from bot.engine.cards import JOKER, Card
from bot.engine.chance import Seat
from bot.engine.draft import Refusal
from bot.engine.events import Event
from bot.engine.moves import CardText, Move
from bot.games.skrap.dealing import holding
from bot.games.skrap.ending import finish
from bot.games.skrap.scavenging import ask_for_scavengers
from bot.games.skrap.table import Course, PlayedBot, State, champion_owner, put
from bot.games.skrap.values import ARMOURS, EFFECTIVE, VALUE, WEAPONS, read_from

_SURGED_KING = 14
Excuse = Literal["unable", "too-few-cards"]


class Bot(Move, frozen=True):
    """Play a bot; in battle it destroys the current one."""

    weapon: CardText
    armour: CardText


class Pass(Move, frozen=True):
    """Leave the current bot alone, or play no scavengers."""


class BotPlayed(Event, frozen=True):
    """A bot stands on the field; `destroyed` bots lie there now, the last one `victim`'s, if any."""

    seat: Seat
    weapon: Card
    armour: Card
    weapon_value: int
    armour_value: int
    destroyed: int
    victim: Seat | None = None
    victim_armour: int | None = None


class Passed(Event, frozen=True):
    """A player passes, with final passes for the rest of the battle."""

    seat: Seat
    final: bool


class PassedByRule(Event, frozen=True):
    """A player owes an answer that they cannot give."""

    seat: Seat
    excuse: Excuse


class Asked(Event, frozen=True):
    """This player must answer the current bot."""

    seat: Seat


class Champion(Event, frozen=True):
    """Nobody destroys the last bot: `heads` go to its owner, who now has `total`.

    With an owner who has left they go to nobody.
    """

    seat: Seat
    weapon: Card
    armour: Card
    heads: int
    total: int
    lost: bool


def bots(state: State, seat: Seat) -> list[Bot]:
    """Every bot the seat could play: weakest weapon that is enough first, with the strongest armour."""
    values = EFFECTIVE[state.surge[seat]]
    needed = _needed(state)
    hand = dict.fromkeys(state.hands[seat])
    weapons = [card for card in hand if card in WEAPONS and values[card] >= needed]
    armours = [card for card in hand if card in ARMOURS]
    weapons.sort(key=values.__getitem__)
    armours.sort(key=values.__getitem__, reverse=True)
    return [Bot(weapon, armour) for weapon in weapons for armour in armours]


def play_bot(state: State, seat: Seat, move: Bot, course: Course) -> State | Refusal:
    """Play a bot, as the opener or against the current one."""
    named = read_from(state.hands[seat], move.weapon, move.armour)
    if isinstance(named, Refusal):
        return named
    (weapon, armour), rest = named
    values = EFFECTIVE[state.surge[seat]]
    bot = PlayedBot(seat, weapon, armour, values[weapon], values[armour])
    refused = _fault_of(state, bot)
    if refused is not None:
        return refused
    course.tell(_played(state, bot), holding(seat, rest))
    passed = state.passed if state.options.passes_are_final else ()
    hands = put(state.hands, seat, rest)
    state = replace(state, phase="battle", hands=hands, field=(*state.field, bot), passed=passed)
    return ask_after(state, seat, course)


def pass_bot(state: State, seat: Seat, course: Course) -> State:
    """Leave the current bot alone."""
    course.tell(Passed(seat=seat, final=state.options.passes_are_final))
    return ask_after(replace(state, passed=(*state.passed, seat)), seat, course)


def ask_after(state: State, seat: Seat, course: Course) -> State:
    """Ask the next player after `seat` who owes an answer; without one the champion is named.

    The round of answers ends at the current bot's owner, even when that one has left (R17).
    """
    seats = len(state.hands)
    owner = champion_owner(state)
    for step in range(1, (owner - seat - 1) % seats + 1):
        other = (seat + step) % seats
        if other in state.left or other in state.passed:
            continue
        excuse = _excuse(state, other)
        if excuse is None:
            course.tell(Asked(seat=other))
            return replace(state, turn=other)
        course.tell(PassedByRule(seat=other, excuse=excuse))
    return _name_champion(state, course)


def _fault_of(state: State, bot: PlayedBot) -> Refusal | None:
    if bot.armour == JOKER:
        return Refusal("joker-only-weapon", {"card": JOKER})
    if bot.weapon not in WEAPONS:
        return Refusal("weapon-not-black", {"card": bot.weapon})
    if bot.armour not in ARMOURS:
        return Refusal("armour-not-red", {"card": bot.armour})
    needed = _needed(state)
    if bot.weapon_value < needed:
        armour = state.field[-1].armour_value
        return Refusal("too-weak", {"weapon": bot.weapon_value, "armour": armour, "needed": needed})
    return None


def _needed(state: State) -> int:
    """The value that destroys the current bot, if there is one: equal is enough (R11)."""
    if not state.field:
        return 0
    armour = state.field[-1].armour_value
    for_jokers_only = armour == _SURGED_KING and state.options.surged_king == "joker-only"
    return VALUE[JOKER] if for_jokers_only else armour


def _played(state: State, bot: PlayedBot) -> BotPlayed:
    victim = state.field[-1] if state.field else None
    return BotPlayed(
        seat=bot.owner,
        weapon=bot.weapon,
        armour=bot.armour,
        weapon_value=bot.weapon_value,
        armour_value=bot.armour_value,
        destroyed=len(state.field),
        victim=victim.owner if victim else None,
        victim_armour=victim.armour_value if victim else None,
    )


def _excuse(state: State, seat: Seat) -> Excuse | None:
    """Why a player is passed without being asked; both reasons are public facts."""
    if seat in state.unable:
        return "unable"
    return "too-few-cards" if len(state.hands[seat]) < 2 else None


def _name_champion(state: State, course: Course) -> State:
    """Its owner collects a head for every destroyed bot, unless they left, and may win at once."""
    bot = state.field[-1]
    lost = bot.owner in state.left
    heads = len(state.field) - 1
    total = state.heads[bot.owner] + (0 if lost else heads)
    course.tell(
        Champion(seat=bot.owner, weapon=bot.weapon, armour=bot.armour, heads=heads, total=total, lost=lost)
    )
    state = replace(state, heads=put(state.heads, bot.owner, total))
    if not lost and total >= state.options.target:
        return finish(state, (bot.owner,), course)
    return ask_for_scavengers(state, course)
