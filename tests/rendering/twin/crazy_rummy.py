"""Crazy Rummy by ear: what the texts tell, and the same from a sheet."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from bot.engine.chance import seat_letter
from bot.rendering.scene import Scene
from tests.helpers import views
from tests.rendering.twin import hearing
from tests.rendering.twin.hearing import NONE, Cards, Heard, Letters, PlayerLine, number

NOT_TOLD: Mapping[str, str] = {}

LEFT: Final = "You have left this game; what you have laid stays on the table."
PHASES: Mapping[str, str] = {", draw a card.": "draw", " or discard.": "play"}
ENDS: Final = {
    "The last hand was played.": "max-hands",
    "Everybody else had left.": "last-player",
    "": "target",
}
CLOSED: Final = -1


class Board(msgspec.Struct, frozen=True):
    """What lies before a player; on full tables by ranks only, or only how many cards there are."""

    sets: list[Cards] | None = None
    fed: Cards | None = None
    held: Cards | None = None
    ranks: dict[str, int] | None = None
    """How many cards of each rank, wilds that stand in for others under `★`."""
    counts: tuple[int, int, int] | None = None
    """How many sets, cards fed, cards in all."""
    held_count: int = 0


class Known(msgspec.Struct, frozen=True):
    """All that matters for play, as one viewer knows it."""

    phase: str
    hand_number: int
    dealer: Letters
    deciders: Letters
    marker: str | None
    wild: str
    packs: int
    stock: int
    rebuilds_left: int
    discarded: int
    top: str | None
    open_ranks: Letters
    hands: dict[str, int]
    hand: Cards | None
    """None for a spectator and for who has left."""
    boards: dict[str, Board]
    first_play_to_come: Letters
    laid: bool
    taken: str | None
    lock: int
    """Turns in a row that took a discard and laid nothing, as soon as a whole round has done so."""
    totals: dict[str, int]
    tied: bool
    aside: int
    left: Letters
    winners: Letters
    end: str | None


def read(given: Heard) -> Known:
    """What somebody knows who has only heard this."""
    players, what, phase = hearing.seated(given, PHASES)
    text, over = "\n".join(what.zones), phase == "over"
    marker = hearing.found(r"(?m)^Wild \(★\): \w+; (\S+) lies on the table$", text)
    pile = hearing.found(r"(?m) · Discards: (\d+), (\S+) on top$", text)
    opened = hearing.needed(r"(?m)^Open to feed: (.*)$", text)[1].replace("nothing yet", "")
    taken = hearing.found(r"(?m)^@\w took (\S+) this turn\.$", text)
    wild = hearing.rank(hearing.needed(r"(?m)^Wild \(★\): (\w+)", text)[1])
    return Known(
        phase=phase,
        hand_number=number(r"Hand (\d+) of at most", text),
        dealer=hearing.those(players, "dealer"),
        deciders=hearing.marked(players),
        marker=hearing.card(marker[1]) if marker else None,
        wild=wild,
        packs=_counted(r"Hand \d+ of at most \d+, (\w+) packs?\.", text),
        stock=number(r"(?m)^Stock: (\d+), ", text),
        rebuilds_left=_counted(r"(?m)^Stock: \d+, (\w+) reshuffles? left ·", text),
        discarded=int(pile[1]) if pile else 0,
        top=hearing.card(pile[2]) if pile else None,
        open_ranks=frozenset(opened.split()),
        hands={letter: _size(player) for letter, player in players.items()},
        hand=_own_hand(what),
        boards={letter: _board(" · ".join(player.below), wild) for letter, player in players.items()},
        first_play_to_come=hearing.those(players, "first laying to come")
        | hearing.those(players, "first laying now"),
        laid=bool(hearing.found(r"(?m)^@\w has laid cards this turn\.$", text)),
        taken=hearing.card(taken[1]) if taken else None,
        lock=_lock(text),
        totals={letter: _points(player) for letter, player in players.items()},
        tied="The goal was reached with a tie" in text,
        aside=_counted(r"(?m)^(\w+) cards? (?:is|are) set aside unseen\.$", text),
        left=hearing.those(players, "has left"),
        winners=hearing.winners(what.state) if over else NONE,
        end=next(end for words, end in ENDS.items() if words in what.state) if over else None,
    )


def _points(player: PlayerLine) -> int:
    return int((player.told(r"(−?[\d,]+)(?: \+ [\d,]+)?") or "").replace("−", "-").replace(",", ""))


def _counted(pattern: str, text: str) -> int:
    """A number that is told as `one` when it is."""
    hit = hearing.found(pattern, text)
    return 0 if hit is None else 1 if hit[1].lower() == "one" else int(hit[1])


def _size(player: PlayerLine) -> int:
    return 1 if player.has("one card") else player.number(r"(\d+) cards")


def _lock(text: str) -> int:
    if "The discard pile is closed until somebody lays or draws from the stock." in text:
        return CLOSED
    return number(r"(\d+) turns? in a row took a discard and laid nothing;", text)


def _own_hand(what: Heard) -> Cards | None:
    if not what.own or what.own_lines[0] == LEFT:
        return None
    first = what.own_lines[0]
    hand = hearing.cards(first.partition(": ")[2])
    count = 0 if first == "Your hand is empty." else _counted(r"^Your hand \((\w+) cards?, ", first)
    assert len(hand) == count
    assert what.own_lines[1] in what.zones, "a player's page contradicts the table"
    return hand


def _board(line: str, wild: str) -> Board:
    """The line below a player, in one of its three lengths."""
    laid, _, held = line.partition("held ")
    laid = laid.removesuffix(" · ")
    if told := hearing.found(r"^(\w+) sets? and (\d+) fed, (\w+) cards? in all$", laid):
        laid_sets, cards = (1 if one == "one" else int(one) for one in (told[1], told[3]))
        return Board(counts=(laid_sets, int(told[2]), cards), held_count=_many(held))
    if "×" in line or held.endswith(("card", "cards")):
        return Board(ranks=_ranks(laid), held_count=_many(held))
    sets, _, fed = laid.partition("fed ")
    parts = [part for part in sets.removesuffix(" · ").split(" · ") if part]
    return Board(sets=[_signs(part, wild) for part in parts], fed=_group(fed, wild), held=_group(held, wild))


def _group(text: str, wild: str) -> Cards:
    return tuple(sorted(card for part in text.split(" · ") if part for card in _signs(part, wild)))


def _signs(part: str, wild: str) -> Cards:
    """One rank with its signs, perhaps with wilds that stand in: `J ♥♠ +★♦`."""
    rank, _, signs = part.removeprefix("★").partition(" ")
    naturals, _, stand_ins = signs.partition(" +★")
    cards = [rank + hearing.SUITS[sign] for sign in naturals]
    return tuple(sorted([*cards, *(wild + hearing.SUITS[sign] for sign in stand_ins)]))


def _ranks(text: str) -> dict[str, int]:
    """`9×4 · J×5 +★2`."""
    ranks = Counter[str]()
    for rank, many, stand_ins in re.findall(r"★?(10|[3-9JQKA])×(\d+)(?: \+★(\d+))?", text):
        ranks[rank] += int(many)
        ranks["★"] += int(stand_ins or 0)
    return dict(+ranks)


def _many(held: str) -> int:
    """How many cards were held at the end, whichever way that is told."""
    told = _counted(r"^(\w+) cards?$", held)
    return told or sum(_ranks(held).values())


def expected(scene: Scene) -> Known:
    """The same from the sheet."""
    sheet = views.noted(scene)
    own = None if scene.viewer is None else seat_letter(scene.viewer)
    over, active = sheet.phase == "over", len(sheet.hands) - len(sheet.left)
    lock = CLOSED if sheet.lock_count >= 2 * active else sheet.lock_count
    done = {*sheet.first_play_done, *sheet.left}
    return Known(
        phase=sheet.phase,
        hand_number=sheet.hand_number,
        dealer=frozenset(sheet.dealer),
        deciders=frozenset(sheet.turn or ()),
        marker=sheet.marker,
        wild=sheet.wild,
        packs=sheet.packs,
        stock=sheet.stock,
        rebuilds_left=scene.options["reshuffles"] - sheet.rebuilds,
        discarded=sum(part if isinstance(part, int) else 1 for part in sheet.discard),
        top=sheet.discard[-1] if sheet.discard else None,
        open_ranks=frozenset(_rank_of(cards, sheet.wild) for sets in sheet.sets.values() for cards in sets),
        hands=hearing.sized(sheet.hands),
        hand=None if own is None or own in sheet.left else tuple(sorted(hearing.list_of(sheet.hands[own]))),
        boards={letter: _laid(sheet, letter, over=over) for letter in sheet.hands},
        first_play_to_come=NONE if over else frozenset(sheet.hands) - done,
        laid=sheet.laid and not over,
        taken=None if over else sheet.taken,
        lock=0 if over or 0 <= lock < active else lock,
        totals=sheet.totals,
        tied=sheet.last_hand and not over,
        aside=sheet.aside,
        left=frozenset(sheet.left),
        winners=frozenset(sheet.winners),
        end=scene.outcome.end if scene.outcome else None,
    )


def _rank_of(cards: Sequence[str], wild: str) -> str:
    """What a set counts as: its rank beside wilds, or the wild rank."""
    return next((card[:-1] for card in cards if card[:-1] != wild), wild)


def _laid(sheet: Any, letter: str, *, over: bool) -> Board:
    held = hearing.list_of(sheet.hands[letter]) if over else []
    return Board(
        sets=[tuple(sorted(cards)) for cards in sheet.sets[letter]],
        fed=tuple(sorted(sheet.fed[letter])),
        held=tuple(sorted(held)),
    )


def as_told(known: Known, wanted: Known) -> Known:
    """What is wanted, boards in the length that was chosen for the table."""
    boards = {
        letter: _shortened(wanted.boards[letter], board, wanted.wild)
        for letter, board in known.boards.items()
    }
    return msgspec.structs.replace(wanted, boards=boards)


def _shortened(whole: Board, told: Board, wild: str) -> Board:
    if told.sets is not None:
        return whole
    sets, fed, held = whole.sets or [], whole.fed or (), whole.held or ()
    if told.counts is not None:
        return Board(counts=(len(sets), len(fed), len(fed) + sum(map(len, sets))), held_count=len(held))
    return Board(ranks=_numbers(sets, fed, wild), held_count=len(held))


def _numbers(sets: Iterable[Cards], fed: Cards, wild: str) -> dict[str, int]:
    ranks = Counter(card[:-1] for card in fed)
    for cards in sets:
        own = _rank_of(cards, wild)
        ranks.update(own if card[:-1] == own else "★" for card in cards)
    return dict(ranks)
