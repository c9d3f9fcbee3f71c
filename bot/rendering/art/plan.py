"""Plans: the contents of pictures. `parts` decides where they go.

A game fills a plan from a scene. Cards are card texts, or `back` for a hidden one.
Texts are whole messages from the catalog. Names may be of any length and in any script.

The same plan is drawn (`pictures`), described (`spoken`) and written (`written`). Facts for words only are
Markdown, and `without_words` leaves them out.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import compress
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from bot.engine.cards import Card, Rank, Suit
from bot.rendering.art.dramas import CardSide, Drama
from bot.rendering.art.palette import Deck

MAX_TALL: Final = 4
"""The most players with tall rows. With more, each has a single line without room for a note."""
BACK: Final = "back"


# The parts of a stage.


class CardPile(msgspec.Struct, frozen=True, gc=False, tag="heap"):
    """A pile that shows its top card, or an empty place."""

    name: str
    """The name for the description: `Stock`."""
    top: CardSide | None = None
    count: int | None = None
    wild: bool = False
    """Whether it's the wildcard, with a gold rim and a star."""
    label: str = ""
    """The text of the pill in place of a count."""


class Wanted(msgspec.Struct, frozen=True, gc=False, tag="wanted"):
    """The rank that a player asks for: a dashed card with a question mark."""

    rank: Rank


class Die(msgspec.Struct, frozen=True, gc=False, tag="die"):
    """The number on a die."""

    number: int


class Played(msgspec.Struct, frozen=True, gc=False, tag="played"):
    """The last card played over the one before it, with the named suit or the cards to draw."""

    top: Card
    under: Card | None = None
    suit: Suit | None = None
    """The suit that was named: a white disc."""
    shout: str = ""
    """The running count, in a burst: `+4`."""


class Bot(msgspec.Struct, frozen=True, gc=False, tag="bot"):
    """Skrap's robot: two cards with their values as played."""

    weapon: Card
    armour: Card
    weapon_value: int
    armour_value: int
    crowned: bool = False
    avatar: str = ""
    """The avatar of its owner."""
    beaten: str = ""
    """The avatar of whoever owned the bot that this one destroyed."""


Middle = CardPile | Wanted | Die | Played | Bot


class Stage(msgspec.Struct, frozen=True, gc=False):
    """The upper part of a table: the newest event, what is going on now, and the middle of the table."""

    headline: str
    line: str = ""
    middle: tuple[Middle, ...] = ()
    """The parts of the middle, from left to right."""
    stake: int = 0
    """The number of robot heads under the line."""
    stake_label: str = ""
    gain: str = ""
    """A large line in the accent, for the end of a round: `+4 heads`."""
    drama: Drama | None = None
    """The picture of the event in the middle of the table, with the piles small at the right edge."""


# The parts of a row.


class Tile(msgspec.Struct, frozen=True, gc=False):
    """A set: its rank, its number of cards, and the number of wild ones."""

    rank: str
    """A rank, or `*` for a set of wild cards alone."""
    count: int
    wilds: int = 0


class ProgressDots(msgspec.Struct, frozen=True, gc=False):
    """A player's progress towards the goal, in dots. The last `fresh` ones are new."""

    lit: int
    goal: int
    fresh: int = 0


class Chip(msgspec.Struct, frozen=True, gc=False):
    """A few words that stand out: `one card`. A description uses `said` for the same fact."""

    text: str
    loud: bool = False


class Row(msgspec.Struct, frozen=True, gc=False):
    """A player at the table."""

    name: str
    place: int
    """The number of their seat, counted from 1."""
    avatar: str
    """The character of a computer, or a person's letter."""
    unnamed: str = ""
    """The text in place of a name that can't be drawn at all."""
    acts: bool = False
    """Whether they owe a move."""
    away: bool = False
    leads: bool = False
    hand: int | None = None
    """The number of cards they hold. None to leave it out."""
    protected: int = 0
    note: str = ""
    """Their present activity, in a few words: `believes`."""
    sign: Literal["", "asks", "check", "cross", "dots"] = ""
    """A sign before the note, or in its place in a compact row."""
    short: str = ""
    """The text in place of the note in a compact row, at most three letters: `9?`."""
    tiles: tuple[Tile, ...] = ()
    cards: tuple[CardSide, ...] = ()
    """The open cards, or backs, in front of the player."""
    dots: ProgressDots | None = None
    chip: Chip | None = None
    surge: CardSide | None = None
    """The player's surge card in Skrap."""
    points: str = ""
    """`240`, or `210 + 40` for banked points and points on the table."""
    total: str = ""
    """The sum, if `points` has two numbers."""
    unit: str = ""
    """The name of the points, for the description: `points`."""
    called: str = ""
    """The name in a message, where no abbreviation is needed."""
    exact: str = ""
    """The points in a message, if a picture doesn't have enough room for them: `3 heads`."""
    dealt: int = 0
    """The size of their first hand, if that matters."""
    board: tuple[str, ...] = ()
    """The cards on their board, one by one, then in fewer and fewer words."""
    said: tuple[str, ...] = ()
    """Facts that aren't drawn: `dealer`."""


Style = Literal["sets", "boards", "fans", "dots"]
"""The contents of a game's rows besides names and points."""


class TablePlan(msgspec.Struct, frozen=True, gc=False, tag="table"):
    """A table: a stage, a row for each player, and a foot."""

    game: str
    stage: Stage
    rows: tuple[Row, ...]
    style: Style = "sets"
    foot: str = ""
    turning: Literal["", "clockwise", "counter-clockwise"] = ""
    """The direction of play, a sign before the foot."""
    deck: Deck = "two"
    small: tuple[str, ...] = ()
    """Sentences that aren't drawn, in small print: `Hand 1 of at most 50.`"""
    said: tuple[str, ...] = ()
    """Sentences that aren't drawn, a line each."""
    record: tuple[str, ...] = ()
    """A title and a line for each past hand, the oldest first: neither drawn nor described."""


# Hands.


class Part(msgspec.Struct, frozen=True, gc=False):
    """Cards of a hand that belong together: a rank, a suit. One with a label is framed as a whole."""

    cards: tuple[CardSide, ...]
    label: str = ""


class Fan(msgspec.Struct, frozen=True, gc=False, tag="fan"):
    """Cards that overlap in one row or more."""

    parts: tuple[Part, ...]
    playable: frozenset[CardSide] | None = None
    """The playable cards, which are raised while the others are dimmed. None if nothing is to be played."""
    wild: frozenset[CardSide] = frozenset()
    left_over: bool = False
    """Whether they're dimmed a little, because they're of no use now."""
    fresh: tuple[CardSide, ...] = ()
    """The cards that are new since the player's last move, with a gold corner. Each counts once."""


class Tray(msgspec.Struct, frozen=True, gc=False, tag="tray"):
    """Cards on a ground of their own, with a label under them or a shield at their corner."""

    name: str
    """The name for the description: `Protected`."""
    cards: tuple[CardSide, ...]
    label: str = ""
    shield: bool = False
    wild: frozenset[CardSide] = frozenset()
    fresh: tuple[CardSide, ...] = ()


class Caption(msgspec.Struct, frozen=True, gc=False, tag="beside"):
    """Words to the right of the last cards: a line, and a number under it."""

    text: str
    value: str = ""


Section = Fan | Tray | Caption


class HandPlan(msgspec.Struct, frozen=True, gc=False, tag="hand"):
    """A player's own hand. Its sections follow each other from left to right and downwards."""

    game: str
    title: str
    """`Your hand · 16`."""
    asked: str = ""
    """The player's choice or duty. In the accent colour when they act."""
    acts: bool = False
    sections: tuple[Section, ...] = ()
    foot: str = ""
    instead: str = ""
    """The text in place of cards if there aren't any."""
    deck: Deck = "two"

    @property
    def is_empty(self) -> bool:
        """Whether it doesn't have any cards."""
        return not any(map(_cards, self.sections))


def mark_new(plan: HandPlan, fresh: Iterable[CardSide]) -> HandPlan:
    """Return a hand with these cards marked as new, unless all of them are."""
    left = Counter(fresh)
    if not Counter(card for one in plan.sections for card in _cards(one)) - left:
        return plan
    return replace(plan, sections=tuple(_marked(one, left) for one in plan.sections))


def _marked(section: Section, left: Counter[CardSide]) -> Section:
    if isinstance(section, Caption):
        return section
    cards = _cards(section)
    return replace(section, fresh=tuple(compress(cards, are_fresh(cards, left))))


def are_fresh(cards: Iterable[CardSide], left: Counter[CardSide]) -> list[bool]:
    """Return for each card whether it's one of the new cards that are left. Those found are taken away."""
    found = []
    for card in cards:
        found.append(left[card] > 0)
        left[card] -= found[-1]
    return found


def new_cards(plan: HandPlan) -> list[CardSide]:
    """Return the cards that are marked as new, in the order of the plan."""
    return [card for one in plan.sections if isinstance(one, Fan | Tray) for card in one.fresh]


def _cards(section: Section) -> tuple[CardSide, ...]:
    match section:
        case Fan(parts=parts):
            return tuple(card for part in parts for card in part.cards)
        case Tray(cards=cards):
            return cards
    return ()


class LonePlan(msgspec.Struct, frozen=True, gc=False, tag="lone"):
    """A table with a hand below it, for the one person who plays there."""

    table: TablePlan
    hand: HandPlan
    own: int = 0
    """The index of their row."""

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.table.game


# Crapette.


class Side(msgspec.Struct, frozen=True, gc=False):
    """One of Crapette's two players: name, cards left, three piles."""

    name: str
    place: int
    avatar: str
    """The character of a computer, or a person's letter."""
    left: str
    """`25 left`."""
    piles: tuple[CardPile, ...]
    """Hand, discard pile and crapaud, with short names because they're drawn."""
    unnamed: str = ""
    """The text in place of a name that can't be drawn at all."""
    acts: bool = False
    newest: str = ""
    """The name of the pile that got the newest card, if it's one of these."""
    movable: tuple[str, ...] = ()
    """The names of the piles whose top card fits on another pile: gold rims for the viewer."""
    raised: str = ""
    """The name of the pile to move from, if it's one of these: larger, with a rim."""
    targets: tuple[str, ...] = ()
    """The names of the piles to which that card can go: gold rims."""
    called: str = ""
    """The name in a message, which can be between backticks."""


class House(msgspec.Struct, frozen=True, gc=False):
    """A house: a column of cards, the last one uncovered."""

    name: str
    cards: tuple[Card, ...]
    movable: bool = False
    raised: bool = False
    target: bool = False
    """These three are as for the piles of a side."""


class DuelPlan(msgspec.Struct, frozen=True, gc=False, tag="duel"):
    """Crapette's table, from the far side to the near one."""

    game: str
    headline: str
    far: Side
    near: Side
    finish: tuple[tuple[Suit, Card | None], ...]
    """The finishing piles with their tops."""
    houses: tuple[House, ...]
    newest: Card | None = None
    """The card moved last. It's on the house `newest_at`, on the finishing pile `newest_finish`, or on a
    side's pile.
    """
    newest_at: str = ""
    newest_finish: int | None = None
    line: str = ""
    """The outcome of the headline's event, if it's remarkable."""
    chain: tuple[tuple[int, str, Card], ...] = ()
    """The last moves of one turn whose cards are still on top: the number in the turn, the place and the
    card. A place is a house, `finish 3`, or `far Discard`.
    """
    finish_targets: tuple[int, ...] = ()
    """The numbers of the finishing piles to which the raised card can go."""
    deck: Deck = "two"
    title: str = ""
    """A line above the piles in a message: `Crapette · turn 17 · to move: Ann`."""
    said: tuple[str, ...] = ()
    """Sentences that aren't drawn, a line each."""


# Covers and the end.


class CoverPlan(msgspec.Struct, frozen=True, gc=False, tag="cover"):
    """A lobby's cover."""

    game: str
    name: str
    mood: tuple[str, ...]
    """Two short lines."""
    facts: str
    """`3-6 players, 20 min`."""


class GamesPlan(msgspec.Struct, frozen=True, gc=False, tag="games"):
    """Small covers of several games side by side."""

    games: tuple[tuple[str, str], ...]
    """Ids and names."""


class Ranked(msgspec.Struct, frozen=True, gc=False):
    """A line of the final ranking."""

    name: str
    avatar: str
    """The character of a computer, or a person's letter."""
    points: str
    rank: str = ""
    """Empty if the game was ended early."""
    won: bool = False
    own: str = ""
    """The mark on the viewer's line: `you`."""
    note: str = ""
    """The parts of the points, or the piles with cards left: `100 + 240`."""
    unnamed: str = ""
    """The text in place of a name that can't be drawn at all."""


class Highlight(msgspec.Struct, frozen=True, gc=False):
    """The game's best moment: a title, and what happened."""

    first: str
    second: str
    cards: tuple[Card, ...] = ()
    """Cards in place of the game's emblem."""
    wild: frozenset[Card] = frozenset()


class EndingPlan(msgspec.Struct, frozen=True, gc=False, tag="ending"):
    """The end of a game: its winners and their cards, everyone's result, at most one highlight."""

    game: str
    headline: str
    line: str
    ranking: tuple[Ranked, ...]
    cards: tuple[Card, ...] = ()
    """The winning cards, at most four."""
    wild: frozenset[Card] = frozenset()
    highlight: Highlight | None = None
    foot: str = ""


Plan = TablePlan | HandPlan | LonePlan | DuelPlan | CoverPlan | GamesPlan | EndingPlan


def without_words(plan: Plan) -> Plan:
    """Return a plan without its facts for words: the same for plans that look the same."""
    match plan:
        case TablePlan():
            return _wordless_table(plan)
        case LonePlan():
            hand = replace(plan.hand, asked="", acts=False)
            return replace(plan, table=_wordless_table(plan.table), hand=hand)
        case DuelPlan():
            far, near = (replace(side, called="") for side in (plan.far, plan.near))
            return replace(plan, far=far, near=near, title="", said=())
    return plan


def _wordless_table(plan: TablePlan) -> TablePlan:
    rows = tuple(replace(row, called="", exact="", dealt=0, board=(), said=()) for row in plan.rows)
    return replace(plan, rows=rows, small=(), said=(), record=())


def in_deck(plan: Plan, deck: Deck) -> Plan:
    """Return a plan with its cards in a deck's colours, if it shows cards of a game."""
    match plan:
        case TablePlan() | HandPlan() | DuelPlan():
            return replace(plan, deck=deck)
        case LonePlan():
            table, hand = replace(plan.table, deck=deck), replace(plan.hand, deck=deck)
            return replace(plan, table=table, hand=hand)
    return plan
