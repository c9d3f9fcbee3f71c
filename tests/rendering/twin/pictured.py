"""What is heard of a picture: its description, read back into piles, players and cards.

On full tables a description says zones more briefly: cards by rank, then without labels, then counted.
A value that was shortened is compared with the same value shortened.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec

from tests.rendering.twin import hearing
from tests.rendering.twin.hearing import Cards

COVERED: Final = "covered"


class PileSeen(msgspec.Struct, frozen=True):
    """A pile: its name, how many cards, and which one is on top."""

    name: str
    count: int | None = None
    top: str | None = None


class GroupSeen(msgspec.Struct, frozen=True):
    """Cards that lie together: each one, or how many of each rank; and how many lie face down."""

    cards: Cards | None = ()
    ranks: dict[str, int] | None = None
    hidden: int = 0
    label: str = ""
    across: str | None = None


class PlayerSeen(msgspec.Struct, frozen=True):
    """A player: whether they are awaited, what is told of them, what lies before them."""

    acts: bool = False
    facts: tuple[str, ...] = ()
    groups: tuple[GroupSeen, ...] = ()
    counted: tuple[int, int] | None = None
    """Where nothing else has room: how many cards in how many groups."""


class Seen(msgspec.Struct, frozen=True):
    """Everything that the descriptions of two pictures say."""

    piles: list[PileSeen]
    players: dict[str, PlayerSeen]
    middle: dict[str, tuple[GroupSeen, ...]]
    """What lies in the middle of the table, by its owner."""
    columns: dict[str, Cards]
    going_on: dict[str, str]
    """What is said in words across the table; players are letters."""
    own: dict[str, Cards]


SAID: Final = {
    "turn": r" Turn (\d+) of",
    "rank": r" acquires (\w+)\.",
    "die": r" Dice: (\d)\.",
    "round": r" Round (\d+),",
    "falls to": r" The bot falls to (.*?)\.",
    "suit": r" Suit: (\w+)\.",
    "hand": r"\bHand (\d+)(?: of|,)",
    "ended": r"^Hand (\d+) is over\.",
    "direction": r" Hand \d+ of \d+, (\w+)\.",
    "count": r" to answer the count of (\d+)\.",
    "king": r" is to play (\d) cards? more\.",
    "jacks": r" Jacks in a row: (\d+)\.",
    "wild": r" (\w+) are wild\.",
    "tie": r" The target was reached with a (tie)\.",
}
PEOPLE: Final = {
    "actor": r"^(.*?) (?:is to act\.|acquires |challenges |wants )",
    "target": r" (?:challenges|wants) (.*?)(?: to recycle)?\. ",
    "awaited": r"Waiting for (.+?)(?: to (?:believe|place|guess|vote)[^.]*)?\.",
    "winners": r"^(.*) wins?\. The game is over\.$",
}
_GUESS = re.compile(r"(?:^|\. )([^.]*?) guesses the (\w+) of (\w+)\.")


def read(table: str, own: str, names: Sequence[str]) -> Seen:
    """What somebody knows who has heard only this."""
    piles: list[PileSeen] = []
    players: dict[str, PlayerSeen] = {}
    middle: dict[str, tuple[GroupSeen, ...]] = {}
    columns: dict[str, Cards] = {}
    going_on: dict[str, str] = {}
    for line in table.splitlines():
        if pile := _pile(line):
            piles.append(pile)
        elif player := _player(line, names):
            players[hearing.LETTERS[names.index(player[0])]] = player[1]
        elif re.match(r"L1 ", line):
            columns = {part[:2]: hearing.run(part[3:]) for part in line.removesuffix(".").split("; ")}
        elif spread := re.fullmatch(r"(.*)'s (?:bot|champion): (.*)\.", line):
            middle[_whose(spread[1], names)] = _groups(spread[2])
        else:
            going_on = _said(line, names)
    return Seen(piles, dict(sorted(players.items())), middle, columns, going_on, _own(own))


def _said(line: str, names: Sequence[str]) -> dict[str, str]:
    """The facts of a sentence or two."""
    facts = {name: hit[1] for name, pattern in SAID.items() if (hit := re.search(pattern, line))}
    people = {name: hit[1] for name, pattern in PEOPLE.items() if (hit := re.search(pattern, line))}
    for role, some in people.items():
        facts[role] = " ".join(_whose(one, names) for one in re.split(", | and ", some))
    for who, rank, suit in _GUESS.findall(line):
        facts[f"guess of {_whose(who, names)}"] = hearing.rank(rank) + hearing.SUIT_WORDS[suit]
    return facts


def _whose(drawn: str, names: Sequence[str]) -> str:
    """The player of a name as pictures have it: without signs that cannot be drawn, or by the seat."""
    seats = [f"Seat {place}" for place in range(1, len(names) + 1)]
    if drawn in seats:
        return hearing.LETTERS[seats.index(drawn)]
    (place,) = [place for place, name in enumerate(names) if set(drawn.split()) <= set(name.split())]
    return hearing.LETTERS[place]


def _pile(line: str) -> PileSeen | None:
    match = re.fullmatch(r"([A-Z][a-z]+(?: [a-z]+)?): (?:(\d+) \w+, )?(?:on top )?(.*)\.", line)
    if match is None:
        return None
    name, count, top = match.groups()
    if top == "empty":
        return PileSeen(name)
    if top != "face down" and not re.fullmatch(r"\d*[AJQK]?[♣♦♥♠]|joker", top):
        return None
    return PileSeen(name, int(count) if count else None, COVERED if top == "face down" else hearing.card(top))


def _player(line: str, names: Sequence[str]) -> tuple[str, PlayerSeen] | None:
    name = next((name for name in names if re.match(re.escape(name) + r"( \([^)]*\))?[:.]", line)), None)
    if name is None:
        return None
    marks, _, rest = line.removeprefix(name).removesuffix(".").partition(": ")
    facts, _, groups = rest.partition(". ")
    counted = re.fullmatch(r"(\d+) cards? in (\d+) groups?", groups)
    return name, PlayerSeen(
        acts="to act" in marks,
        facts=tuple(fact for fact in facts.split(", ") if fact),
        groups=_groups(groups) if groups and not counted else (),
        counted=(int(counted[1]), int(counted[2])) if counted else None,
    )


def _groups(text: str) -> tuple[GroupSeen, ...]:
    return tuple(map(_group, text.split("; ")))


def _group(text: str) -> GroupSeen:
    """`70 − 1: 7♣ 7♦ joker`, `7 ♣♦ · joker`, `7×2 joker`, `2 face down`; perhaps `, 5♣ across`."""
    rest, _, across = text.removesuffix(" across").partition(", ")
    label, colon, lying = rest.rpartition(": ")
    lying, _, hidden = lying.rpartition(" and ") if " and " in lying else (lying, "", "")
    if lying.endswith("face down"):
        lying, hidden = "", lying
    is_counted = lying != "" and not re.search("[♣♦♥♠]", lying) and lying != "joker"
    return GroupSeen(
        cards=None if is_counted else _cards(lying),
        ranks=_counted(lying) if is_counted else None,
        hidden=hearing.number(r"(\d+) face down", hidden),
        label=label if colon else "",
        across=hearing.card(across) if across else None,
    )


def _cards(text: str) -> Cards:
    return hearing.by_rank(text) if re.search(r"(?:\d|[AJQK]) [♣♦♥♠]", text) else hearing.cards(text)


def _counted(text: str) -> dict[str, int]:
    """`7×3 K joker`."""
    parts = [part.partition("×") for part in text.split(" ")]
    return {rank: int(many or 1) for rank, _, many in parts}


def _own(text: str) -> dict[str, Cards]:
    """A player's own cards by what they are called."""
    zones: dict[str, Cards] = {}
    for line in text.splitlines():
        name, _, cards = line.removesuffix(".").partition(": ")
        name, _, count = name.partition(", ")
        zones[name] = _cards(cards)
        assert not count or hearing.number(r"(\d+) cards?", count) == len(zones[name]) + _hidden(cards), line
    return zones


def _hidden(cards: str) -> int:
    return hearing.number(r"(\d+) face down", cards)


def as_told(seen: Seen, wanted: Seen) -> Seen:
    """What is wanted, said as briefly as it was."""
    players = {letter: _briefer(one, seen.players[letter]) for letter, one in wanted.players.items()}
    return msgspec.structs.replace(wanted, players=players)


def _briefer(whole: PlayerSeen, told: PlayerSeen) -> PlayerSeen:
    """A player without what was left out in the description."""
    if told.counted:
        cards = sum(len(one.cards or ()) + one.hidden for one in whole.groups)
        return msgspec.structs.replace(whole, groups=(), counted=(cards, len(whole.groups)))
    has_labels = any(one.label for one in told.groups)
    has_cards = all(one.cards is not None for one in told.groups)
    groups = tuple(
        msgspec.structs.replace(
            one,
            label=one.label if has_labels else "",
            cards=one.cards if has_cards else None,
            ranks=None if has_cards else _ranks(one.cards or ()),
        )
        for one in whole.groups
    )
    return msgspec.structs.replace(whole, groups=groups)


def _ranks(cards: Cards) -> dict[str, int]:
    return dict(Counter("joker" if card == "JK" else card[:-1] for card in cards))
