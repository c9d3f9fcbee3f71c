"""What every command is checked for first (section 5): the sender, the turn, the cards named."""

from bot.engine.cards import NotACard, missing, parse_card, parse_cards
from bot.engine.chance import Seat
from bot.engine.contract import Refusal
from bot.games.crazy_rummy.state import Phase, State
from bot.games.crazy_rummy.values import PLAYED_CARDS, Cards


def sender_refusal(state: State, seat: Seat) -> Refusal | None:
    """Why this seat can do nothing at all any more."""
    if seat not in state.active:
        return Refusal("not-a-player")
    if state.phase == "over":
        return Refusal("game-over")
    return None


def turn_refusal(state: State, seat: Seat, phase: Phase) -> Refusal | None:
    """Why this seat cannot do now what belongs to `phase`."""
    if refusal := sender_refusal(state, seat):
        return refusal
    if seat != state.turn:
        return Refusal("not-your-turn", {"seat": state.turn})
    if phase != state.phase:
        return Refusal("wrong-phase", {"phase": state.phase})
    return None


def held_cards(state: State, text: str, *, one: bool = False) -> Cards | Refusal:
    """The cards this text names, all in the hand of the player on turn; `one` when only one may be."""
    try:
        cards = (parse_card(text),) if one else parse_cards(text)
    except NotACard as bad:
        return Refusal("bad-card", {"text": bad.text})
    for card in cards:
        if card not in PLAYED_CARDS:
            # The rules call 2s and jokers unreadable, not merely absent from the hand.
            return Refusal("bad-card", {"text": card})
    lacking = missing(state.hands[state.mover], cards)
    return Refusal("not-in-hand", {"card": lacking[0]}) if lacking else cards
