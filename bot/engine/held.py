"""Readers of the cards that a player names, with the same refusals in every game."""

from collections.abc import Collection, Sequence

from bot.engine.cards import ORDER, Card, Cards, NotACard, missing, parse_card, parse_cards
from bot.engine.draft import Refusal


def named_cards(text: str, *, deck: Collection[Card] = ORDER) -> Cards | Refusal:
    """Return the cards of a list, or `bad-card` with the text of one that isn't a card or isn't in `deck`."""
    try:
        cards = parse_cards(text)
    except NotACard as bad:
        return Refusal("bad-card", {"text": bad.text})
    return next((Refusal("bad-card", {"text": card}) for card in cards if card not in deck), cards)


def named_card(text: str, *, deck: Collection[Card] = ORDER) -> Card | Refusal:
    """Return the named card, or `bad-card` with the text if it isn't a card or isn't in `deck`."""
    try:
        card = parse_card(text)
    except NotACard as bad:
        return Refusal("bad-card", {"text": bad.text})
    return card if card in deck else Refusal("bad-card", {"text": card})


def not_held(hand: Sequence[Card], cards: Sequence[Card]) -> Refusal | None:
    """Return `not-in-hand` with the missing cards, copies counted, or None if the hand has them all."""
    lacking = missing(hand, cards)
    return Refusal("not-in-hand", {"cards": lacking}) if lacking else None
