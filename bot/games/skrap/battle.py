"""Playing and destroying bots, and passing (section 4, R11, R12, R19)."""

from typing import Final

from bot.engine.cards import JOKER, Card, without
from bot.engine.chance import Seat
from bot.engine.draft import Draft, Refusal, put
from bot.engine.events import SeatEvent
from bot.engine.held import named_card, not_held
from bot.engine.moves import CardText, Move
from bot.games.skrap.cards import ARMOURS, EFFECTIVE, WEAPONS, needed_against
from bot.games.skrap.dealing import tell_hands
from bot.games.skrap.state import PlayedBot, State
from bot.games.skrap.turns import ask_after


class Bot(Move, frozen=True):
    """Play a bot. It destroys the one on the field, if there's one."""

    weapon: CardText
    armour: CardText


class BotPlayed(SeatEvent, frozen=True):
    """A player built a bot. `destroyed` bots now lie on the field, the last of them `victim`'s, if any."""

    weapon: Card
    armour: Card
    weapon_value: int
    armour_value: int
    destroyed: int
    victim: Seat | None = None
    victim_armour: int | None = None


class Passed(SeatEvent, frozen=True):
    """A player passes: for the rest of the battle if `final`, else on this bot only."""

    final: bool


_BOTS: Final = {weapon: {armour: Bot(weapon, armour) for armour in ARMOURS} for weapon in WEAPONS}
"""Every possible bot. They're listed so often that each is made only once."""


def bot_refusal(state: State, seat: Seat, weapon: Card, armour: Card) -> Refusal | None:
    """Return why these two cards from the seat's hand aren't a bot, or can't destroy the one on the field."""
    if armour == JOKER:
        return Refusal("joker-only-weapon", {"card": JOKER})
    if weapon not in WEAPONS:
        return Refusal("weapon-not-black", {"card": weapon})
    if armour not in ARMOURS:
        return Refusal("armour-not-red", {"card": armour})
    value, needed = EFFECTIVE[state.surge[seat]][weapon], _needed_value(state)
    if value < needed:
        return Refusal(
            "too-weak", {"weapon": value, "armour": state.field[-1].armour_value, "needed": needed}
        )
    return None


def bot_moves(state: State, seat: Seat) -> list[Bot]:
    """Return the bots the seat could play, weakest weapon first, with the strongest armour first for each."""
    # Calling `bot_refusal` for every pair would double the time of a move. A test compares the two.
    values, needed = EFFECTIVE[state.surge[seat]], _needed_value(state)
    hand = dict.fromkeys(state.hands[seat])
    weapons = [card for card in hand if card in WEAPONS and values[card] >= needed]
    armours = [card for card in hand if card in ARMOURS]
    weapons.sort(key=values.__getitem__)
    armours.sort(key=values.__getitem__, reverse=True)
    return [built[armour] for built in map(_BOTS.__getitem__, weapons) for armour in armours]


def play_bot(draft: Draft[State], seat: Seat, move: Bot) -> Refusal | None:
    """Play a bot, either the first of the round or against the one on the field."""
    state, hand = draft.state, draft.state.hands[seat]
    weapon, armour = named_card(move.weapon), named_card(move.armour)
    if isinstance(weapon, Refusal):
        return weapon
    if isinstance(armour, Refusal):
        return armour
    if refusal := not_held(hand, (weapon, armour)) or bot_refusal(state, seat, weapon, armour):
        return refusal
    values = EFFECTIVE[state.surge[seat]]
    bot = PlayedBot(seat, weapon, armour, values[weapon], values[armour])
    draft.change(
        phase="battle",
        hands=put(state.hands, seat, without(hand, (weapon, armour))),
        field=(*state.field, bot),
        passed=state.passed if state.options.passes_are_final else (),
    )
    draft.tell(_bot_played(bot, state.field))
    tell_hands(draft, (seat,))
    ask_after(draft, seat)
    return None


def pass_bot(draft: Draft[State], seat: Seat) -> None:
    """Pass on the bot on the field, and ask the next player."""
    draft.change(passed=(*draft.state.passed, seat))
    draft.tell(Passed(seat, draft.state.options.passes_are_final))
    ask_after(draft, seat)


def _needed_value(state: State) -> int:
    """Return the weapon value that destroys the bot on the field. 0 if there's none yet."""
    if not state.field:
        return 0
    return needed_against(state.field[-1].armour_value, state.options.surged_king)


def _bot_played(bot: PlayedBot, field: tuple[PlayedBot, ...]) -> BotPlayed:
    victim = field[-1] if field else None
    return BotPlayed(
        bot.owner, bot.weapon, bot.armour, bot.weapon_value, bot.armour_value, len(field),
        victim.owner if victim else None, victim.armour_value if victim else None,
    )  # fmt: skip
