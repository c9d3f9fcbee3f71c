"""Reads written tables: one reader for all games, because one writer writes for them.

A game adds `Words`: facts that only words say, made from its sheet as they should be heard.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Protocol

import msgspec

from bot.rendering.scene import Scene
from tests.rendering.twin import hearing, pictured
from tests.rendering.twin.hearing import NONE, Cards, Heard, Letters, PlayerLine
from tests.rendering.twin.pictured import COVERED, PileSeen, RowSeen, Seen, Tile

CARDS: Final = re.compile(r"(one|\d+)(?: of (\d+))? cards?(, \d+ protected)?")
SHOWS: Final = re.compile(rf"shows ({pictured.CARD}(?: {pictured.CARD})*)")
ELSEWHERE: Final = re.compile(
    r"Wild \(★\): .*, with |Asked for: |The die shows |The bot has |On top: |Points by hand|-# "
)
"""Lines about what is drawn, and records, which aren't described."""
LONG: Final = re.compile(r"(−?)([\d,…]+)(?: \((\d+) digits\))?")
STAND_INS: Final = "★"


class Board(msgspec.Struct, frozen=True):
    """What lies before a player. On full tables by ranks only, or only how many cards there are."""

    sets: tuple[Cards, ...] | None = ()
    fed: Cards = ()
    held: Cards = ()
    ranks: Mapping[str, int] = {}
    """How many cards of each rank, wilds that stand in for others under a star."""
    counts: tuple[int, int, int] | None = None
    """How many sets, cards fed, cards in all."""
    held_count: int = 0
    other: str = ""
    """A board in another form, word by word."""


class Player(msgspec.Struct, frozen=True):
    """A player, as a text tells."""

    acts: bool
    leads: bool
    points: str
    cards: int | None
    """How many they hold."""
    facts: Letters
    """All other facts, as they're told."""
    board: Board = Board()
    dealt: int = 0
    """How many cards they were dealt, which only texts tell."""
    shows: Cards = ()
    """Open cards. Pictures have them also where a board tells them."""


class Hand(msgspec.Struct, frozen=True):
    """A player's own page."""

    cards: Cards
    others: Letters = NONE
    """Everything else on it, word by word."""


class Known(msgspec.Struct, frozen=True):
    """All that someone knows who has heard a table in words."""

    phase: str
    winners: Letters
    end: str | None
    hand: Hand | None
    """None for a spectator and for those who have left."""
    players: Mapping[str, Player]
    small: str
    piles: tuple[PileSeen, ...]
    lines: tuple[str, ...]
    """The lines below the piles, word by word."""


class Words(Protocol):
    """The facts that a game's module adds."""

    PHASES: Mapping[str, str]
    """The phases by the words from which they're heard."""
    ENDS: Mapping[str, str]
    """How a game can end, by the words from which it's heard."""
    NOT_TOLD: Mapping[str, str]
    """Fields of the sheet that aren't told, with the reason why nobody needs them to play."""

    def hand(self, given: Heard) -> Hand | None:
        """Return the player's own cards, as heard."""

    def own(self, scene: Scene) -> Iterable[str]:
        """Return everything else on the player's own page."""

    def facts(self, scene: Scene, letter: str) -> Iterable[str]:
        """Return the facts about a player that only words say."""

    def exact(self, scene: Scene, letter: str) -> str:
        """Return a player's points where a text has them in another form than a picture."""

    def board(self, scene: Scene, letter: str) -> Board:
        """Return a player's board."""

    def small(self, scene: Scene) -> str:
        """Return the small print below the players."""

    def lines(self, scene: Scene) -> Iterable[str]:
        """Return the lines below the piles."""

    def winners(self, scene: Scene) -> Letters:
        """Return the winners."""


# From texts.


def read(given: Heard, words: Words) -> Known:
    """Return the knowledge of a player who has heard only this."""
    _, what, phase = hearing.seated(given, words.PHASES)
    over = phase == "over"
    return msgspec.structs.replace(
        table(what.zones),
        phase=phase,
        winners=hearing.winners(what.state) if over else NONE,
        end=next(end for told, end in words.ENDS.items() if told in what.state) if over else None,
        hand=words.hand(given),
    )


def table(zones: Sequence[str]) -> Known:
    """Return the facts in the text of a table."""
    players = hearing.listed(zones)
    rest = list(zones[sum(1 + len(player.below) for player in players.values()) :])
    small = rest.pop(0).removeprefix("-# ") if rest and rest[0].startswith("-# ") else ""
    piles = tuple(_piles(rest[0])) if rest else ()
    wild = hearing.found(r"(?m)^Wild \(★\): (\w+)", "\n".join(rest))
    return Known(
        phase="",
        winners=NONE,
        end=None,
        hand=None,
        players={
            letter: _player(player, hearing.rank(wild[1]) if wild else "")
            for letter, player in players.items()
        },
        small=small,
        piles=piles,
        lines=tuple(rest[1:] if piles else rest),
    )


def _player(player: PlayerLine, wild: str) -> Player:
    points, *facts = player.facts
    (board,) = player.below or ("",)
    assert len(facts) == len(set(facts)), f"told twice: {facts}"
    held = next((hit for fact in facts if (hit := CARDS.fullmatch(fact))), None)
    shows = next((hit for fact in facts if (hit := SHOWS.fullmatch(fact))), None)
    read = {"ahead", *(hit[0] for hit in (held, shows) if hit)}
    protected = {held[3].strip(", ")} if held and held[3] else NONE
    return Player(
        acts=player.marked,
        leads="ahead" in facts,
        points=points,
        cards=int(held[1].replace("one", "1")) if held else None,
        facts=frozenset({*facts, *protected} - read),
        board=_board(board, wild),
        dealt=int(held[2] or 0) if held else 0,
        shows=hearing.cards(shows[1]) if shows else (),
    )


def _piles(line: str) -> Iterator[PileSeen]:
    """`Stock: 4 cards · Discard pile: 2 cards, on top 8♣`, or nothing."""
    hits = [re.fullmatch(pictured.PILES, f"{part}.") for part in line.split(" · ")]
    yield from (pictured.pile(*hit.groups()) for hit in hits if hit)


def _board(line: str, wild: str) -> Board:
    """The line below a player, in one of its lengths."""
    laid, _, held = line.partition("held ")
    laid = laid.removesuffix(" · ")
    if told := re.fullmatch(r"(\w+) sets? and (\d+) fed, (\w+) cards? in all", laid):
        sets, cards = (1 if one == "one" else int(one) for one in (told[1], told[3]))
        return Board(sets=None, counts=(sets, int(told[2]), cards), held_count=_many(held))
    if "×" in line or held.endswith((" card", " cards")):
        return Board(sets=None, ranks=_ranks(laid), held_count=_many(held))
    groups, _, fed = laid.partition("fed ")
    parts = [part for part in groups.removesuffix(" · ").split(" · ") if part]
    if not all(re.fullmatch(r"★?(10|[2-9AJQK]) [♣♦♥♠]*( \+★[♣♦♥♠]+)?", part) for part in parts):
        return Board(other=line)
    return Board(tuple(_signs(part, wild) for part in parts), _group(fed, wild), _group(held, wild))


def _group(text: str, wild: str) -> Cards:
    return tuple(sorted(card for part in text.split(" · ") if part for card in _signs(part, wild)))


def _signs(part: str, wild: str) -> Cards:
    """One rank with its signs, perhaps with wilds that stand in: `J ♥♠ +★♦`."""
    rank, _, signs = part.removeprefix(STAND_INS).partition(" ")
    naturals, _, stand_ins = signs.partition(" +★")
    cards = [rank + hearing.SUITS[sign] for sign in naturals]
    return tuple(sorted([*cards, *(wild + hearing.SUITS[sign] for sign in stand_ins)]))


def _ranks(text: str) -> dict[str, int]:
    """`9×4 · J×5 +★2`."""
    ranks = Counter[str]()
    for rank, many, stand_ins in re.findall(r"★?(10|[2-9JQKA])×(\d+)(?: \+★(\d+))?", text):
        ranks[rank] += int(many)
        ranks[STAND_INS] += int(stand_ins or 0)
    return dict(+ranks)


def _many(held: str) -> int:
    """Return how many cards were held at the end, in either way."""
    told = re.fullmatch(r"(\w+) cards?", held)
    return sum(_ranks(held).values()) if told is None else 1 if told[1] == "one" else int(told[1])


# From pictures.


def shown(row: RowSeen) -> Player:
    """Return a row of a picture as a text tells it. Texts tell elsewhere what the players who act are asked."""
    facts = {*row.said, *([] if row.acts or not row.note else [row.note])}
    if row.protected:
        facts.add(f"{row.protected} protected")
    if row.surge:
        facts.add("card chosen" if row.surge == COVERED else f"surge card {hearing.signed(row.surge)}")
    if row.hidden:
        facts.add(f"{row.hidden} placed")
    points = row.points.rpartition(" ")[0]
    return Player(row.acts, row.leads, points, row.hand, frozenset(facts), shows=row.cards)


def expected(row: RowSeen, board: Board, dealt: int, exact: str) -> Player:
    """Return a player as a text must tell, from the row of a picture and from what only words say."""
    player = shown(row)
    shows = () if board != Board() else player.shows
    return msgspec.structs.replace(
        player, board=board, dealt=dealt, shows=shows, points=exact or player.points
    )


def drawn_points(points: str) -> str:
    """Return points of a text as a picture has room for them: `one head` is `1`, and long ones are rounded."""
    points = re.sub(r"(\w+) heads?", lambda hit: hit[1].replace("one", "1"), points)
    if (hit := LONG.fullmatch(points)) and (digits := int(hit[3] or len(hit[2].replace(",", "")))) > 7:
        return f"{hit[1]}≈10^{digits - 1}"
    return points


def as_told(known: Known, wanted: Known, wild: str) -> Known:
    """Return the expected facts, with boards in the length chosen for the table."""
    players = {
        letter: msgspec.structs.replace(
            player, board=_shortened(player.board, known.players[letter].board, wild)
        )
        for letter, player in wanted.players.items()
    }
    return msgspec.structs.replace(wanted, players=players)


def _shortened(whole: Board, told: Board, wild: str) -> Board:
    if told.sets is not None:
        return whole
    sets = whole.sets or ()
    if told.counts is not None:
        counts = (len(sets), len(whole.fed), len(whole.fed) + sum(map(len, sets)))
        return Board(sets=None, counts=counts, held_count=len(whole.held))
    ranks = Counter(card[:-1] for card in whole.fed)
    for cards in sets:
        own, _, _ = tile(cards, wild)
        ranks.update(own if card[:-1] == own else STAND_INS for card in cards)
    return Board(sets=None, ranks=dict(ranks), held_count=len(whole.held))


def tile(cards: Cards, wild: str) -> Tile:
    """Return a set as a picture shows it."""
    ranks = [card[:-1] for card in cards]
    rank = next((one for one in ranks if one != wild), wild)
    return rank, len(ranks), ranks.count(wild)


def tiles(board: Board, wild: str) -> tuple[Tile, ...]:
    """Return a board as a picture shows it: the sets, then a tile for each rank of the cards fed."""
    fed = {rank: [card for card in board.fed if card[:-1] == rank] for rank in _ranks_of(board.fed)}
    return tuple(sorted(tile(tuple(cards), wild) for cards in (*(board.sets or ()), *fed.values())))


def _ranks_of(cards: Cards) -> set[str]:
    return {card[:-1] for card in cards}


# Text and picture.


def differences(told: Known, seen: Seen, wild: str = "") -> list[str]:
    """Return the differences between the text of a table and its picture, with players as `@A` in both."""
    pairs = [
        *((told.players[letter], row) for letter, row in seen.rows.items()),
        (told.piles, tuple(one for one in seen.piles if one.name != "Wild")),
        (sentences(told.small, told.lines), seen.said),
    ]
    return [f"{text} and {picture}" for text, picture in pairs if not _agree(text, picture, wild)]


def _agree(text: object, picture: object, wild: str) -> bool:
    if not isinstance(text, Player) or not isinstance(picture, RowSeen):
        return text == picture
    seen = expected(picture, text.board, text.dealt, text.points)
    if text != seen or drawn_points(text.points) != shown(picture).points:
        return False
    if picture.cards and text.board.held and text.board.held != picture.cards:
        return False
    is_brief = text.board.sets is None or bool(text.board.other) or picture.sets is not None
    return is_brief or tiles(text.board, wild) == picture.tiles


def sentences(small: str, lines: Iterable[str]) -> tuple[str, ...]:
    """Return the sentences below the players, except for the foot and for facts that are drawn."""
    _, small = small.split(". ", 1)
    said = [*small.split(". "), *(line for line in lines if not ELSEWHERE.match(line))]
    return tuple(line.removesuffix(".") for line in said)
