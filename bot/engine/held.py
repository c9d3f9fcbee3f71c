"""Reading the cards that a player names: the same two refusals, with the same facts, in every game."""

from collections.abc import Collection, Sequence

from bot.engine.cards import ORDER, Card, Cards, NotACard, missing, parse_card, parse_cards
from bot.engine.draft import Refusal


def named_cards(text: str, *, pack: Collection[Card] = ORDER) -> Cards | Refusal:
    """The cards of a list. Refused as `bad-card`, with the text, if one isn't a card or isn't in `pack`."""
    try:
        cards = parse_cards(text)
    except NotACard as bad:
        return Refusal("bad-card", {"text": bad.text})
    return next((Refusal("bad-card", {"text": card}) for card in cards if card not in pack), cards)


def named_card(text: str, *, pack: Collection[Card] = ORDER) -> Card | Refusal:
    """Return one card. `bad-card` (`text`: what is none) for anything else."""
    try:
        card = parse_card(text)
    except NotACard as bad:
        return Refusal("bad-card", {"text": bad.text})
    return card if card in pack else Refusal("bad-card", {"text": card})


def not_held(hand: Sequence[Card], cards: Sequence[Card]) -> Refusal | None:
    """`not-in-hand` (`cards`: those that are lacking, copies counted) unless the hand has all of them."""
    lacking = missing(hand, cards)
    return Refusal("not-in-hand", {"cards": lacking}) if lacking else None
