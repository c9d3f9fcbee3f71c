"""A picture as it's heard: its description, read back into piles, players and cards.

All games share the words of `bot/rendering/art/spoken.py`, so one reader serves them all. On full tables
a description counts sets and cards. A value that was shortened is compared with the same value shortened.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, TypeAlias

import msgspec

from tests.rendering.twin import hearing
from tests.rendering.twin.hearing import Cards

COVERED: Final = "covered"

Tile: TypeAlias = tuple[str, int, int]
"""Rank, number of cards, number of wild ones."""


class PileSeen(msgspec.Struct, frozen=True):
    """A pile: its name, how many cards, and which one is on top."""

    name: str
    count: int | None = None
    top: str | None = None


class RowSeen(msgspec.Struct, frozen=True):
    """A player at a table."""

    acts: bool = False
    leads: bool = False
    note: str = ""
    points: str = ""
    dots: tuple[int, int, int] = (0, 0, 0)
    """Lit, of how many, and how many of them new."""
    hand: int | None = None
    protected: int = 0
    surge: str | None = None
    tiles: tuple[Tile, ...] = ()
    sets: int | None = None
    """How many, where they're only counted."""
    cards: Cards = ()
    ranks: dict[str, int] | None = None
    """How many of each, where they're only counted."""
    hidden: int = 0
    said: frozenset[str] = frozenset()
    """Facts that aren't drawn."""


class SideSeen(msgspec.Struct, frozen=True):
    """One of Crapette's players."""

    acts: bool
    left: int
    piles: tuple[PileSeen, ...]


class OwnSeen(msgspec.Struct, frozen=True):
    """A player's own cards."""

    count: int = 0
    suit: str | None = None
    """The suit that counts one more."""
    hand: Cards = ()
    playable: Cards | None = None
    wild: Cards = ()
    hidden: int = 0
    aside: dict[str, Cards] = {}
    """What isn't of the hand, by its label."""


class Seen(msgspec.Struct, frozen=True):
    """Everything that the descriptions of two pictures say."""

    has_headline: bool = True
    stage: dict[str, Any] = {}
    """Other things on the table, by name."""
    piles: tuple[PileSeen, ...] = ()
    rows: dict[str, RowSeen] = {}
    foot: tuple[str, ...] = ()
    sides: dict[str, SideSeen] = {}
    finish: tuple[str, ...] = ()
    houses: dict[str, Cards] = {}
    moved: str | None = None
    """The card that was moved last."""
    movable: frozenset[str] = frozenset()
    chosen: str | None = None
    """The card that its player is about to move."""
    targets: frozenset[str] = frozenset()
    said: tuple[str, ...] = ()
    """Sentences that aren't drawn."""
    own: "OwnSeen | Seen | None" = None


RANK: Final = r"(?:10|[2-9AJQK])"
CARD: Final = rf"(?:{RANK}[♣♦♥♠]|joker)"
BY_RANK: Final = rf"(?:{RANK} [♣♦♥♠]+|joker(?: ×\d+)?)"
COUNTED: Final = rf"(?:{RANK}|joker)(?:×\d+)?"
OPEN: Final = rf"{CARD}(?: {CARD})*|{BY_RANK}(?: · {BY_RANK})*|{COUNTED}(?: {COUNTED})*"
HIDDEN: Final = r"(?:a card|\d+ cards) face down"
LYING: Final = rf"(?:(?:{OPEN})(?: and {HIDDEN})?|{HIDDEN})"
TILE: Final = rf"\d+× (?:{RANK}|wild)(?: \((?:one is|\d+ are) wild\)|\*+)?"
PILE: Final = rf"(empty|a card|\d+ cards|{CARD})(?:, (?:on top )?({CARD}))?"
FACTS: Final = {
    "tiles": rf"(?:a set|sets): ({TILE}(?:(?:, | and ){TILE})*)",
    "sets": r"(a set|\d+ sets)",
    "points": r"(\S+(?: \+ \S+)? (?:points|heads?))",
    "leads": r"(leads)",
    "dots": r"(\d+ of \d+(?:, \d+ new)?)",
    "hand": r"holds (a card|\d+ cards)",
    "protected": r"(a protected card|\d+ protected cards)",
    "surge": rf"surge card ({CARD}|face down)",
    "cards": rf"({LYING})",
    "note": r"([^,]+)",
}
"""Everything that may be said of a player, by its form. The note is the rest."""
STAGE: Final = {
    "wanted": r"Asked for: (\w+)\.",
    "die": r"The die shows (\d)\.",
    "top": rf"On top: ({CARD})",
    "under": rf"On top: {CARD} on ({CARD})\.",
    "suit": r"Suit: (\w+)\.",
    "draws": r"To draw: \+(\d+)\.",
    "weapon": rf"The bot has (?:a )?({CARD} as weapon \d+)",
    "armour": rf" and ({CARD} as armour \d+)",
    "stake": r" (\d+) at stake\.$",
    "gain": r" \+(\d+) heads?\. The bot has",
}
PILES: Final = rf"\b(Stock|Discard pile|Not dealt|Wild): {PILE}\."
FOOT: Final = re.compile(r"^(?:banked |after |first to |\w+ wild · |\d+ heads? wins? ).*$", re.MULTILINE)
"""The goal and the form of points, as a foot gives them."""
EMPTY: Final = "Your hand is empty."
"""The text of an empty hand in place of cards. Their number is above it."""
NEW: Final = "New: "
UNREAD: Final = (
    rf"\A(.*?)(?: (?:Asked for|The die shows|On top|The bot has|Moved last|Can go|(?:\+\d+ heads?\. )|{PILES})|$)",
    r"^Your (?:hand|turn) · \d+(?: · \w+ \+1)?\. (.*)$",
    r"((?:left in hand −?[\d,]+|[\d,]+ points? (?:against you|in your favour))\.?|\(seat \d+\))",
    r"(?:a set|feed)(:? \d+): ",
    r"(?:\d|ace|jack|queen|king)s · (\d+): ",
    rf"^({re.escape(EMPTY)})$",
    rf"^({NEW}.*)$",
)
"""Everything left to the text: headline and line, what is asked of the viewer, worths, which cards are new."""
ASIDE: Final = re.compile(r"Protected|placed|[Ss]urge card|armour \d+")


def unread(text: str) -> list[range]:
    """The parts of a description that nothing is compared with."""
    hits = [hit for pattern in UNREAD for hit in re.finditer(pattern, text, re.MULTILINE)]
    return [range(*hit.span(1)) for hit in hits] + [range(*hit.span()) for hit in FOOT.finditer(text)]


def read(table: str, own: str, names: Sequence[str]) -> Seen:
    """Return what someone knows who has heard only this."""
    seen = _duel(table, names) if "Finishing piles: " in table else _table(table, names)
    if not own:
        return seen
    mine = read(own, "", names) if "Finishing piles: " in own else _own(own)
    return msgspec.structs.replace(seen, own=mine)


def _table(text: str, names: Sequence[str]) -> Seen:
    first, *lines = text.splitlines()
    players = [player for line in lines if (player := _player(line, names))]
    rest = [line for line in lines if _player(line, names) is None and not FOOT.fullmatch(line)]
    said = {name: hit[1] for name, pattern in STAGE.items() if (hit := re.search(pattern, first))}
    turnings = [re.fullmatch(r"([\w-]+) · hand (\d+)/(\d+)\.", line) for line in rest]
    more = [line for line, hit in zip(rest, turnings, strict=True) if hit is None]
    return Seen(
        has_headline=not re.match(rf"{PILES}|{'|'.join(STAGE.values())}", first),
        stage=said,
        piles=tuple(pile(*hit.groups()) for hit in re.finditer(PILES, first)),
        rows={letter: _row(acts, facts) for letter, acts, facts in players},
        foot=tuple(part for hit in turnings if hit for part in hit.groups()),
        said=tuple(_sentences(more)),
    )


def _sentences(lines: Iterable[str]) -> Iterator[str]:
    """Sentences without their full stops."""
    return (one.removesuffix(".") for line in lines for one in re.split(r"(?<=\.) ", line))


def _there(hit: re.Match[str] | None) -> re.Match[str]:
    assert hit, "a line that makes no sense"
    return hit


def _player(line: str, names: Sequence[str]) -> tuple[str, bool, str] | None:
    """Letter, whether they act, and what is said of them."""
    for place, name in enumerate(names):
        form = rf"{re.escape(name)}(?: \(seat (\d+)\))?( \(to act\))?(?:: (.*))?"
        if hit := re.fullmatch(form, line.removesuffix(".")):
            return hearing.LETTERS[place], bool(hit[2]), hit[3] or ""
    return None


def _row(acts: bool, text: str) -> RowSeen:
    facts = list(_facts(text))
    place = next((place for place, (name, _) in enumerate(facts) if name == "points"), 0)
    told = {name: fact for at, (name, fact) in enumerate(facts) if name != "note" or at < place}
    lying = told.get("cards", "")
    is_counted = bool(lying) and not re.search("[♣♦♥♠]|^joker( |$)|face down", lying)
    return RowSeen(
        acts=acts,
        leads="leads" in told,
        note=told.get("note", ""),
        points=told.get("points", ""),
        dots=_dots(told.get("dots", "")),
        hand=_many(told["hand"]) if "hand" in told else None,
        protected=_many(told.get("protected", "0")),
        surge=_seen_card(told.get("surge")),
        tiles=_tiles(told.get("tiles", "")),
        sets=_many(told["sets"]) if "sets" in told else None,
        cards=() if is_counted else _cards(lying),
        ranks=_counted(lying) if is_counted else None,
        hidden=_hidden(lying),
        said=frozenset(fact for name, fact in facts[place:] if name == "note"),
    )


def _facts(text: str) -> Iterator[tuple[str, str]]:
    """Yield what is said of a player, in its order."""
    while text:
        forms = ((name, re.match(rf"{form}(?:, |$)", text)) for name, form in FACTS.items())
        name, hit = next((name, hit) for name, hit in forms if hit)
        yield name, hit[1]
        text = text[hit.end() :]


def _many(text: str) -> int:
    """`a card`, `3 cards`."""
    number = text.partition(" ")[0]
    return 1 if number == "a" else int(number)


def _dots(text: str) -> tuple[int, int, int]:
    lit, goal, fresh, *_ = *map(int, re.findall(r"\d+", text)), 0, 0, 0
    return lit, goal, fresh


def _seen_card(text: str | None) -> str | None:
    return COVERED if text == "face down" else hearing.card(text) if text else None


def _tiles(text: str) -> tuple[Tile, ...]:
    """`3× 10 (one is wild) and 2× J`, briefly `3× 10*`."""
    hits = re.findall(rf"(\d+)× ({RANK}|wild)(?: \((one|\d+) \w+ wild\)|(\*+))?", text)
    return tuple(
        sorted(
            (rank, int(count), 1 if said == "one" else int(said or len(stars)))
            for count, rank, said, stars in hits
        )
    )


def _cards(text: str) -> Cards:
    """The open cards of a text, by name or by rank."""
    text = re.sub(rf"(?: and )?{HIDDEN}", "", text)
    return hearing.by_rank(text) if re.search(rf"{RANK} [♣♦♥♠]|×", text) else hearing.cards(text)


def _hidden(text: str) -> int:
    hit = re.search(HIDDEN, text)
    return _many(hit[0]) if hit else 0


def _counted(text: str) -> dict[str, int]:
    """`7×3 K joker`."""
    parts = [part.partition("×") for part in text.split(" ")]
    return {rank: int(many or 1) for rank, _, many in parts}


def pile(name: str, count: str, top: str | None) -> PileSeen:
    """A pile as `PILE` splits it."""
    if count == "empty":
        return PileSeen(name)
    if re.fullmatch(CARD, count):
        return PileSeen(name, None, hearing.card(count))
    return PileSeen(name, _many(count), hearing.card(top) if top else COVERED)


# Crapette


def _duel(text: str, names: Sequence[str]) -> Seen:
    first, far, finish, houses, near, *more = text.splitlines()
    moved = re.search(rf" Moved (?:last: |this turn: (?:\S+ )*)({CARD})\.", first)
    movable = re.search(r" Can go somewhere: (.*)\.$", first)
    chosen = re.search(rf" Chosen: ({CARD})\.", first)
    targets = re.search(r" Can go to (.*)\.$", first)
    sides = [_there_player(_player(line, names)) for line in (far, near)]
    return Seen(
        stage={},
        sides={letter: _side(acts, said) for letter, acts, said in sides},
        finish=tuple(map(_top, finish.removesuffix(".").removeprefix("Finishing piles: ").split(" "))),
        houses={part[:2]: hearing.run(part[3:]) for part in houses.removesuffix(".").split("; ")},
        moved=hearing.card(moved[1]) if moved else None,
        movable=frozenset(movable[1].split(", ")) if movable else frozenset(),
        chosen=hearing.card(chosen[1]) if chosen else None,
        targets=frozenset(targets[1].split(", ")) if targets else frozenset(),
        said=tuple(_sentences(more)),
    )


def _there_player(player: tuple[str, bool, str] | None) -> tuple[str, bool, str]:
    assert player, "a line that is of no player"
    return player


def _side(acts: bool, text: str) -> SideSeen:
    left, _, piles = text.partition(" left. ")
    said = [
        re.match(rf"{name}: {PILE}", piles[piles.index(name) :])
        for name in ("Hand", "Discard pile", "Crapaud")
    ]
    named = zip(("Hand", "Discard pile", "Crapaud"), map(_there, said), strict=True)
    return SideSeen(acts, int(left), tuple(pile(name, *hit.groups()) for name, hit in named))


def _top(text: str) -> str:
    """The top of a finishing pile, or the suit of an empty one."""
    return hearing.SUITS[text[0]] if text.endswith("–") else hearing.card(text)


# Hands


def _own(text: str) -> OwnSeen:
    title, *lines = text.splitlines()
    head = _there(re.match(r"Your (?:hand|turn) · (\d+)(?: · (\w+) \+1)?\.", title))
    if lines and lines[-1] == EMPTY:
        assert head[1] == "0"
        lines.pop()
    told = [line for line in lines if not line.startswith(NEW)]
    sentences = [one for line in told for one in line.removesuffix(".").split(". ")]
    said = [(name, cards) for one in sentences for name, cards in _zone(one) if cards]
    aside = {name: _cards(cards) for name, cards in said if ASIDE.fullmatch(name)}
    hand = [cards for name, cards in said if name != "wild" and not ASIDE.fullmatch(name)]
    return OwnSeen(
        count=int(head[1]),
        suit=head[2],
        hand=tuple(sorted(card for cards in hand for card in _cards(cards))),
        playable=next((_cards(cards) for name, cards in said if name == "Playable"), None),
        wild=tuple(sorted({card for name, cards in said if name == "wild" for card in _cards(cards)})),
        hidden=sum(map(_hidden, hand)),
        aside=aside,
    )


def _zone(text: str) -> list[tuple[str, str]]:
    """Cards with what they're called, and which of them are wild: `nines · 30: 9♦ 9♥ (wild: 6♥)`."""
    if re.fullmatch(r"left in hand −?[\d,]+|\S+ points? (?:against you|in your favour)", text):
        return []
    name, cards, wild = _there(re.fullmatch(rf"(?:(.*): )?({LYING})(?: \(wild: (.*)\))?", text)).groups()
    return [("wild" if name == "Wild" else name or "", cards), ("wild", wild or "")]


def as_told(seen: Seen, wanted: Seen, *, is_full: bool = False) -> Seen:
    """The wanted card, said as briefly as it was. The card under the top is shown where moves have told it.

    Facts that aren't drawn may be missing on a full table only, and those about the table go first.
    """
    rows = {letter: _briefer(one, seen.rows[letter]) for letter, one in wanted.rows.items()}
    if is_full and not seen.said:
        wanted = msgspec.structs.replace(wanted, said=())
        rows = {
            letter: row if seen.rows[letter].said else msgspec.structs.replace(row, said=frozenset())
            for letter, row in rows.items()
        }
    stage = {name: fact for name, fact in wanted.stage.items() if name != "under" or name in seen.stage}
    return msgspec.structs.replace(wanted, rows=rows, stage=stage)


def is_brief(seen: Seen) -> bool:
    """Whether something was only counted."""
    return any(row.sets is not None or row.ranks is not None for row in seen.rows.values())


def _briefer(whole: RowSeen, told: RowSeen) -> RowSeen:
    """A player without what was left out in the description."""
    if told.sets is not None:
        whole = msgspec.structs.replace(whole, tiles=(), sets=len(whole.tiles))
    if told.ranks is not None:
        ranks = Counter("joker" if card == "JK" else card[:-1] for card in whole.cards)
        whole = msgspec.structs.replace(whole, cards=(), ranks=dict(ranks))
    return whole
