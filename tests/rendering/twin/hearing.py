"""What a blind player hears: the texts of two pages as Discord draws them, and how words become values.

Nothing here sees a state, a sheet or an engine: what a reader of a game knows, it has from texts alone.
"""

import re
from collections.abc import Iterable, Mapping
from typing import TypeAlias

import msgspec

from bot.rendering.page import Page, Text
from bot.rendering.scene import Scene

Cards: TypeAlias = tuple[str, ...]
"""Cards in the notation, sorted: how they lie does not matter."""
Letters: TypeAlias = frozenset[str]
"""Players by their seats; the first one listed is A."""

SUITS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
SUIT_WORDS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
RANK_WORDS = {"ace": "A", "jack": "J", "queen": "Q", "king": "K"}
LETTERS = "ABCDEFGHIJ"
NONE: Letters = frozenset()
EXACT_DIGITS = 45
"""Longer numbers are told by both ends and their length."""

_CARD = re.compile(r"(10|[2-9AJQK])([♣♦♥♠])|(joker)")
_PLAYER = re.compile(r"(▶ )?@(.+?): (.*)")


class Heard(msgspec.Struct, frozen=True):
    """The paragraphs of the table and, for somebody with a seat, of their own page and who they are."""

    table: tuple[str, ...]
    own: tuple[str, ...] = ()
    me: str = ""

    @property
    def title(self) -> str:
        return self.table[0]

    @property
    def zones(self) -> list[str]:
        return self.table[1].splitlines()

    @property
    def log(self) -> list[str]:
        """What the last moves were told with, a line a move; empty where nothing is told."""
        return self.table[2].splitlines() if self._tells_moves else []

    @property
    def state(self) -> str:
        """Who is awaited, or how it ended; after the end the score sheet may follow."""
        return self.table[3 if self._tells_moves else 2]

    @property
    def _tells_moves(self) -> bool:
        return self.table[2].startswith("-# ")

    @property
    def own_lines(self) -> list[str]:
        """The player's own zones, without the head above and the request below."""
        return self.own[1].splitlines() if self.own else []


class PlayerLine(msgspec.Struct, frozen=True):
    """What is told of one player: whether the arrow points there, the facts, and the lines below."""

    marked: bool
    facts: tuple[str, ...]
    below: tuple[str, ...] = ()

    def has(self, fact: str) -> bool:
        """Whether this is said in exactly these words."""
        return fact in self.facts

    def number(self, pattern: str) -> int:
        """The number in the fact of this form; 0 when there is none."""
        return int(self.told(pattern) or 0)

    def told(self, pattern: str) -> str | None:
        """What the fact of this form says in its brackets; None when there is none."""
        found = [match[1] for fact in self.facts if (match := re.fullmatch(pattern, fact))]
        assert len(found) < 2, f"{pattern} twice in {self.facts}"
        return found[0] if found else None


def heard(table: Page, own: Page | None, scene: Scene) -> Heard:
    """The pages' texts with names for mentions, and without the signs that Discord turns into type."""
    me = "" if scene.viewer is None else scene.name(scene.viewer)
    return Heard(_drawn(table, scene), () if own is None else _drawn(own, scene), me)


def _drawn(page: Page, scene: Scene) -> tuple[str, ...]:
    names = {str(user): name for user, name in zip(scene.players, scene.names, strict=True)}
    texts = [block.text for block in page.blocks if isinstance(block, Text)]
    mentions = [re.sub(r"<@(\d+)>", lambda one: f"@{names[one[1]]}", text) for text in texts]
    return tuple(re.sub(r"\*\*|```\n?|\n```", "", text) for text in mentions)


def listed(lines: Iterable[str]) -> dict[str, PlayerLine]:
    """The players by name, in the order of their seats."""
    players: dict[str, PlayerLine] = {}
    name = ""
    for line in lines:
        if match := _PLAYER.fullmatch(line):
            name = match[2]
            players[name] = PlayerLine(bool(match[1]), tuple(match[3].split(" · ")))
        elif name and line.startswith("> "):
            players[name] = msgspec.structs.replace(players[name], below=(*players[name].below, line[2:]))
        else:
            name = ""
    return players


def those(players: Mapping[str, PlayerLine], fact: str) -> Letters:
    """The players of whom this is said."""
    return frozenset(letter for letter, player in players.items() if player.has(fact))


def marked(players: Mapping[str, PlayerLine]) -> Letters:
    """The players to whom the arrow points."""
    return frozenset(letter for letter, player in players.items() if player.marked)


def each(players: Mapping[str, PlayerLine], pattern: str) -> dict[str, int]:
    """Everybody's number in the fact of this form."""
    return {letter: player.number(pattern) for letter, player in players.items()}


def seated(given: Heard, phases: Mapping[str, str]) -> tuple[dict[str, PlayerLine], Heard, str]:
    """The players by letter, all that was heard with letters for names (`@A`), and the phase by its words."""
    players = listed(given.zones)
    what = with_letters(given, players)
    phase = next((phase for words, phase in phases.items() if words in what.state), "over")
    return dict(zip(LETTERS, players.values(), strict=False)), what, phase


def with_letters(what: Heard, names: Iterable[str]) -> Heard:
    """The same with `@A` for the first of these names, and so on."""
    letters = dict(zip(names, LETTERS, strict=False))
    longest_first = sorted(letters, key=len, reverse=True)
    pattern = re.compile("|".join(f"@{re.escape(name)}" for name in longest_first))

    def plain(texts: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(pattern.sub(lambda one: f"@{letters[one[0][1:]]}", text) for text in texts)

    return Heard(plain(what.table), plain(what.own), letters.get(what.me, ""))


def named(text: str) -> Letters:
    """The players whom a text mentions."""
    return frozenset(re.findall(r"@([A-J])\b", text))


def found(pattern: str, text: str) -> re.Match[str] | None:
    """Where a text says this, once at most."""
    hits = list(re.finditer(pattern, text))
    assert len(hits) < 2, f"{pattern} more than once in {text}"
    return hits[0] if hits else None


def needed(pattern: str, text: str) -> re.Match[str]:
    """Where a text says this; it must."""
    hit = found(pattern, text)
    assert hit, f"nobody hears {pattern!r} in {text!r}"
    return hit


def number(pattern: str, text: str) -> int:
    """The number that a text says in this form; 0 when it does not."""
    hit = found(pattern, text)
    return int(hit[1].replace("−", "-")) if hit else 0


def run(text: str) -> Cards:
    """The cards of a text in the order in which they are said."""
    return tuple("JK" if joker else rank + SUITS[sign] for rank, sign, joker in _CARD.findall(text))


def cards(text: str) -> Cards:
    """The cards of a text."""
    return tuple(sorted(run(text)))


def card(text: str) -> str:
    """The one card of a text."""
    (one,) = run(text)
    return one


def by_rank(text: str) -> Cards:
    """Cards gathered by rank: `7 ♣♦♦ · K ♠ · joker ×2`."""
    gathered: list[str] = []
    for part in [] if text == "none" else text.split(" · "):
        rank, _, rest = part.partition(" ")
        many = int(rest.removeprefix("×") or 1) if rank == "joker" else 0
        gathered += ["JK"] * many or [rank + SUITS[sign] for sign in rest]
    return tuple(sorted(gathered))


def rank(word: str) -> str:
    """A rank in words, `kings` or `7s`."""
    one = word.removesuffix("s")
    return RANK_WORDS.get(one, one)


def winners(state: str) -> Letters:
    """Who has won, as the first sentence of the end says."""
    return named(needed(r"^(.*?(?:wins?|share the win)!|Nobody wins\.|The game is drawn\.)", state)[1])


def sized(zone: Mapping[str, object]) -> dict[str, int]:
    """How many cards everybody has there, whether they are seen or not."""
    return {letter: part if isinstance(part, int) else len(list_of(part)) for letter, part in zone.items()}


def list_of(zone: object) -> list[str]:
    """The cards of a zone of a sheet that its viewer sees."""
    return zone if isinstance(zone, list) else []


def amount(points: int) -> str:
    """Points as they are told, without commas: `-50`, `12345678901…234567890 (52 digits)`."""
    digits = str(abs(points))
    if len(digits) > EXACT_DIGITS:
        ends = len(digits) - (len(digits) - 1) // 3 * 3 + 9
        digits = f"{digits[:ends]}…{digits[-9:]} ({len(digits)} digits)"
    return f"{'-' if points < 0 else ''}{digits}"
