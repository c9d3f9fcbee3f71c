"""Descriptions of pictures: every zone in words, every card that is seen by name, within Discord's limit.

Each zone can be said in several ways, from full to brief. When all together are too long, the longest
is said more briefly, again and again, so that no player's cards are given up before another's.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from bot.engine.cards import JOKER, RANK_OF, Card
from bot.rendering import words
from bot.rendering.art.faces import BACK_FACE, Shown
from bot.rendering.art.fonts import printable
from bot.rendering.art.zones import Banner, Board, Columns, Fan, Group, Pile, Seat, Spread, Zone

MAX_ALT_CHARACTERS: Final = 1024
COUNTED: Final = 3
"""From this brevity on cards are counted by rank, at the next one altogether."""
BRIEFEST: Final = 4
"""How many times a zone can be said more briefly."""


def alt_text(board: Board, most: int = MAX_ALT_CHARACTERS) -> str:
    """The whole board in words, at most `most` characters."""
    parts = [[said(zone, brevity) for brevity in range(BRIEFEST + 1)] for row in board.rows for zone in row]
    return shortened([part for part in parts if part[0]], most)


def shortened(parts: Sequence[list[str]], most: int) -> str:
    """One version of each part, the fullest that fit together; cut evenly when not even the briefest do."""
    level = [0] * len(parts)
    while _length(chosen := [part[at] for part, at in zip(parts, level, strict=True)]) > most:
        briefer = [place for place, part in enumerate(parts) if level[place] + 1 < len(part)]
        if not briefer:
            return "\n".join(_cut_evenly(chosen, most))
        level[max(briefer, key=lambda place: len(chosen[place]))] += 1
    return "\n".join(chosen)


def said(zone: Zone, brevity: int = 0) -> str:
    """A zone in words: 0 full, 1 with cards by rank, 2 without labels, 3 ranks counted, 4 groups counted."""
    match zone:
        case Pile():
            return _pile(zone)
        case Fan():
            return f"{zone.label}, {words.number(len(zone.cards), 'card')}: {_cards(zone.cards, brevity)}."
        case Spread():
            return f"{zone.label}: {_groups(zone.groups, brevity)}." if zone.groups else ""
        case Seat():
            return _seat(zone, brevity)
        case Columns():
            return "; ".join(f"{one.label} {_run(one.cards, brevity)}" for one in zone.columns) + "."
        case Banner():
            return _banner(zone)


def _length(chosen: Sequence[str]) -> int:
    return sum(map(len, chosen)) + max(0, len(chosen) - 1)


def _cut_evenly(texts: Sequence[str], most: int) -> list[str]:
    """The texts, the long ones cut to the same length."""
    limit = most
    while _length([text[:limit] for text in texts]) > most:
        limit -= 1
    return [text if len(text) <= limit else text[: limit - 1] + "…" for text in texts]


def _pile(pile: Pile) -> str:
    name = pile.label or pile.spoken
    if pile.top is None:
        return f"{name}: empty."
    count = "" if pile.count is None else words.number(pile.count, pile.unit)
    top = _one(pile.top)
    if not count:
        return f"{name}: {top}."
    return f"{name}: {count}{', ' if pile.top == BACK_FACE else ', on top '}{top}."


def _one(shown: Shown) -> str:
    return "face down" if shown == BACK_FACE else words.card(shown)


def _cards(cards: Sequence[Shown], brevity: int) -> str:
    """Cards by name; hidden ones are counted."""
    open_cards = [card for card in cards if card != BACK_FACE]
    hidden = len(cards) - len(open_cards)
    texts = [_open_cards(open_cards, brevity)] if open_cards else []
    if hidden:
        texts.append(f"{hidden} face down")
    return " and ".join(texts) or "none"


def _open_cards(cards: Sequence[Card], brevity: int) -> str:
    if brevity == 0:
        return " ".join(map(words.card, cards))
    if brevity < COUNTED:
        return words.by_rank(cards)
    ranks = Counter("joker" if card == JOKER else RANK_OF[card] for card in cards)
    return " ".join(rank if count == 1 else f"{rank}×{count}" for rank, count in ranks.items())


def _run(cards: Sequence[Shown], brevity: int) -> str:
    """A column from its covered end to its open one."""
    if brevity < COUNTED or len(cards) < 3:
        return " ".join(map(_one, cards)) or "empty"
    return f"{_one(cards[0])} to {_one(cards[-1])} ({len(cards)})"


def _groups(groups: Sequence[Group], brevity: int) -> str:
    if brevity == BRIEFEST:
        cards = sum(len(one.cards) for one in groups)
        return f"{words.number(cards, 'card')} in {words.number(len(groups), 'group')}"
    return "; ".join(_group(one, brevity) for one in groups) or "none"


def _group(group: Group, brevity: int) -> str:
    label = f"{group.label}: " if group.label and brevity < 2 else ""
    across = f", {_one(group.across)} across" if group.across else ""
    return f"{label}{_cards(group.cards, brevity)}{across}"


def _seat(seat: Seat, brevity: int) -> str:
    facts = [f"{seat.score} {seat.unit}".strip()] if seat.score else []
    if seat.hand is not None:
        facts.append(f"holds {words.number(seat.hand, 'card')}")
    facts += seat.notes
    laid = _groups(seat.groups, brevity) if seat.groups else ""
    about = ". ".join(filter(None, (", ".join(facts), laid)))
    return f"{_who(seat)}: {about}." if about else f"{_who(seat)}."


def _who(seat: Seat) -> str:
    """The player; with the seat's number where the picture can show nothing else."""
    facts = [] if printable(seat.name) else [f"seat {seat.place}"]
    if seat.acts:
        facts.append("to act")
    return f"{seat.name} ({', '.join(facts)})" if facts else seat.name


def _banner(banner: Banner) -> str:
    dice = f" Dice: {', '.join(map(str, banner.dice))}." if banner.dice else ""
    sign = f" Suit: {words.SUIT_NAME[banner.sign]}." if banner.sign else ""
    end = "" if not banner.title or banner.title[-1] in ".!?" else "."
    return f"{banner.title}{end} {banner.text}{dice}{sign}".strip()
