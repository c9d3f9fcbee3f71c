"""A table as a blind player hears it: the texts of two pages as Discord draws them, and how words become values.

Nothing here sees a state, a sheet or an engine: what a reader of a game knows, it has from texts alone.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

import msgspec

from bot.rendering.faces import FACES
from bot.rendering.page import Page, Text
from bot.rendering.scene import Scene

Cards: TypeAlias = tuple[str, ...]
"""Cards in the notation, sorted: how they lie doesn't matter."""
Letters: TypeAlias = frozenset[str]
"""Players by their seats. The first one listed is A."""

SUITS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
SIGNS = {suit: sign for sign, suit in SUITS.items()}
SUIT_WORDS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
RANK_WORDS = {"ace": "A", "jack": "J", "queen": "Q", "king": "K"}
LETTERS = "ABCDEFGHIJ"
NONE: Letters = frozenset()

_CARD = re.compile(r"(10|[2-9AJQK])([♣♦♥♠])|(joker)")
_PLAYER = re.compile(r"(▶ )?@([A-J]):? (.*)")


class Heard(msgspec.Struct, frozen=True):
    """Everything the texts say, players as `@A`: the table in words, the log, and the page of a player with a seat."""

    title: str
    zones: tuple[str, ...]
    """The cards on the table, a line each."""
    state: str
    """The players who must act, or the ending."""
    log: tuple[str, ...]
    """The last moves in full, a line each, oldest first."""
    own_lines: tuple[str, ...] = ()
    """The player's own zones, without the head above and the request below."""
    own: tuple[str, ...] = ()
    """All paragraphs of the player's page."""
    me: str = ""


class PlayerLine(msgspec.Struct, frozen=True):
    """Everything about one player: whether the arrow points there, the facts, and the lines below."""

    marked: bool
    facts: tuple[str, ...]
    below: tuple[str, ...] = ()

    def has(self, fact: str) -> bool:
        """Whether this is said in exactly these words."""
        return fact in self.facts

    def number(self, pattern: str) -> int:
        """The number in the fact of this form. 0 when there's none."""
        return int(self.told(pattern) or 0)

    def told(self, pattern: str) -> str | None:
        """Return what the fact of this form says in its brackets. None when there's none."""
        found = [match[1] for fact in self.facts if (match := re.fullmatch(pattern, fact))]
        assert len(found) < 2, f"{pattern} twice in {self.facts}"
        return found[0] if found else None


def heard(table: Page, log: Iterable[str], own: Page | None, scene: Scene) -> Heard:
    """The pages' texts without the signs that Discord turns into type."""
    title, *_, zones, state = drawn(_texts(table), scene)
    mine = () if own is None else drawn(_texts(own), scene)
    return Heard(
        title=title,
        zones=tuple(zones.splitlines()),
        state=state,
        log=drawn(log, scene),
        own_lines=_own_lines(mine, scene) if mine else (),
        own=mine,
        me="" if scene.viewer is None else LETTERS[scene.viewer],
    )


def _own_lines(page: Sequence[str], scene: Scene) -> tuple[str, ...]:
    """The lines of a hand. The page says each of them, if only in its heading."""
    [lines] = drawn([FACES[scene.game.id].hand(scene)], scene)
    own = lines.splitlines()
    unsaid = [line for line in own if line.removesuffix(".") not in "\n".join(page)]
    assert unsaid == []
    return tuple(own)


def _texts(page: Page) -> list[str]:
    return [block.text for block in page.blocks if isinstance(block, Text)]


def drawn(texts: Iterable[str], scene: Scene) -> tuple[str, ...]:
    """Texts with `@A` for the player of the first seat, called or only named."""
    seats = {str(user): LETTERS[seat] for seat, user in enumerate(scene.players)}
    called = [re.sub(r"<@(\d+)>", lambda one: f"@{seats[one[1]]}", text) for text in texts]
    plain = [re.sub(r"\*\*|```\n?|\n```|\\(?=[^\w\s])|\u200b", "", text) for text in called]
    names = {name: LETTERS[seat] for seat, name in enumerate(scene.names)}
    longest = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    named = re.compile(rf"(?<!\w)(?:{longest})(?!\w)")
    return tuple(named.sub(lambda one: f"@{names[one[0]]}", text) for text in plain)


def undrawn(texts: Iterable[str], scene: Scene) -> tuple[str, ...]:
    """Texts with names again in place of letters."""
    return tuple(
        re.sub(r"@([A-J])\b", lambda one: scene.names[LETTERS.index(one[1])], text) for text in texts
    )


def listed(lines: Iterable[str]) -> dict[str, PlayerLine]:
    """The players by name, in the order of their seats."""
    players: dict[str, PlayerLine] = {}
    name = ""
    for line in lines:
        if (match := _PLAYER.fullmatch(line)) and match[2] not in players:
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
    """Everyone's number in the fact of this form."""
    return {letter: player.number(pattern) for letter, player in players.items()}


def seated(given: Heard, phases: Mapping[str, str]) -> tuple[dict[str, PlayerLine], Heard, str]:
    """The players by letter, all that was heard, and the phase by its words."""
    phase = next((phase for words, phase in phases.items() if words in given.state), "over")
    return listed(given.zones), given, phase


def named(text: str) -> Letters:
    """The players whom a text mentions."""
    return frozenset(re.findall(r"@([A-J])\b", text))


def found(pattern: str, text: str) -> re.Match[str] | None:
    """Return where a text says this, once at most."""
    hits = list(re.finditer(pattern, text))
    assert len(hits) < 2, f"{pattern} more than once in {text}"
    return hits[0] if hits else None


def needed(pattern: str, text: str) -> re.Match[str]:
    """Return where a text says this. It must."""
    hit = found(pattern, text)
    assert hit, f"nobody hears {pattern!r} in {text!r}"
    return hit


def number(pattern: str, text: str) -> int:
    """The number that a text says in this form. 0 when it doesn't."""
    hit = found(pattern, text)
    return int(hit[1].replace("−", "-")) if hit else 0


def run(text: str) -> Cards:
    """The cards of a text in the order in which they're said."""
    return tuple("JK" if joker else rank + SUITS[sign] for rank, sign, joker in _CARD.findall(text))


def cards(text: str) -> Cards:
    """The cards of a text."""
    return tuple(sorted(run(text)))


def card(text: str) -> str:
    """The one card of a text."""
    (one,) = run(text)
    return one


def signed(card: str) -> str:
    """A card as texts tell it."""
    return "joker" if card == "JK" else card[:-1] + SIGNS[card[-1]]


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
    """Return who has won, as the first sentence of the end says."""
    return named(needed(r"^(.*?(?:wins?|share the win)\b|Nobody wins|A draw)", state)[1])


def sized(zone: Mapping[str, object]) -> dict[str, int]:
    """Return how many cards everyone has there, whether they're seen or not."""
    return {letter: part if isinstance(part, int) else len(list_of(part)) for letter, part in zone.items()}


def list_of(zone: object) -> list[str]:
    """The cards of a zone of a sheet that its viewer sees."""
    return zone if isinstance(zone, list) else []
