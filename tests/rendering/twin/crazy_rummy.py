"""The facts that a table of Crazy Rummy must tell."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from bot.engine.chance import seat_letter
from bot.games.crazy_rummy.cards import board_points
from bot.rendering.crazy_rummy.board import MAX_OPEN
from bot.rendering.scene import Scene
from tests.helpers import views
from tests.rendering.twin import spelling
from tests.rendering.twin.spelling import STAR, card, number, ranks
from tests.rendering.twin.told import (
    NOTHING,
    Row,
    Tile,
    Told,
    Ways,
    all_rows,
    nothing,
    own_hand,
    rows_told,
    seen,
    sized,
)

NOT_TOLD: Mapping[str, str] = {}
PHASES: Mapping[str, str] = {", draw a card.": "draw", " or discard.": "play"}
ENDS: Mapping[str, str] = {
    "The last hand was played.": "max-hands",
    "Everyone else had left.": "last-player",
    "": "target",
}
ASKED: Final = NOTHING
UNREAD: Final = r", −?[\d,]+ against you|★ (?=\S)|^(?:On your board, |First play|From now on: ).*"
"""Parts of a hand's lines that repeat the table."""
ORDER: Final = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
MANY_HANDS: Final = 50
"""From this limit of hands on, the table names the points that end a game, and not the limit."""
last_heard = nothing


def told(scene: Scene) -> Told:
    sheet = views.noted(scene)
    over = sheet.phase == "over"
    is_open = over and sum(sized(sheet.hands).values()) <= MAX_OPEN

    def laid(letter: str) -> int:
        return board_points(sheet.sets[letter], sheet.fed[letter], sheet.wild)

    def row(letter: str) -> Row:
        total, hand = spelling.rounded(sheet.totals[letter]), seen(sheet.hands[letter]) if over else ()
        return Row(
            note="has left" if letter in sheet.left else "",
            points=total if over else f"{total} + {laid(letter):,}",
            tiles=_tiles(sheet, letter),
            board=_board(sheet, letter, hand),
            cards=hand if is_open else (),
            said=tuple(_facts(sheet, letter)),
        )

    own = seat_letter(scene.viewer or 0)
    discards = sum(part if isinstance(part, int) else 1 for part in sheet.discard)
    return rows_told(
        scene,
        all_rows(scene, row, lambda one: sheet.totals[one] + (0 if over else laid(one))),
        tuple(_small(sheet, scene.options)),
        piles=(
            spelling.pile("Stock", sheet.stock),
            spelling.pile("Discard pile", discards, str(sheet.discard[-1]) if discards else ""),
        ),
        wild=(_wild(sheet),) if sheet.marker else (),
        said=(*([] if sheet.marker else [_wild(sheet)]), *_said(sheet)),
        drawn=(f"Wild: {card(sheet.marker)}",) if sheet.marker else (),
        own=own_hand(
            scene, wild=tuple(sorted({one for one in seen(sheet.hands[own]) if one[:-1] == sheet.wild}))
        ),
        own_written=() if scene.viewer is None or scene.has_left or over else tuple(_own_lines(sheet, own)),
    )


def _facts(sheet: Any, letter: str) -> Iterator[str]:
    if letter in sheet.dealer:
        yield "dealer"
    if sheet.phase != "over" and letter not in {*sheet.first_play_done, *sheet.left}:
        yield "first play now" if sheet.laid and letter == sheet.turn else "first play to come"


def _small(sheet: Any, options: Mapping[str, Any]) -> Iterator[str]:
    packs, left = number(sheet.packs, "deck"), number(options["reshuffles"] - sheet.rebuilds, "reshuffle")
    over, few = sheet.phase == "over", options["max-hands"] < MANY_HANDS
    shown = "" if sheet.marker else f"{ranks(sheet.wild)} wild · "
    goal = f"hand {sheet.hand_number} of {options['max-hands']}" if few else f"{options['target']:,} end it"
    if over:
        yield f"{shown}after {number(sheet.hand_number, 'hand')}"
    elif shown:
        yield f"{shown}banked + on the board"
    else:
        yield f"banked + on the board · {'lead alone to win' if sheet.last_hand else goal}"
    yield (
        packs[0].upper() + packs[1:]
        if over or few
        else f"Hand {sheet.hand_number} of at most {options['max-hands']}, {packs}"
    )
    yield f"{left.capitalize()} left"


def _wild(sheet: Any) -> str:
    marked = f", with {card(sheet.marker)} on the table" if sheet.marker else ""
    return f"Wild ({STAR}): {ranks(sheet.wild)}{marked}"


def _said(sheet: Any) -> Iterator[str]:
    opened = {_rank_of(cards, sheet.wild) for sets in sheet.sets.values() for cards in sets}
    yield f"Open to feed: {' '.join(rank for rank in ORDER if rank in opened) or 'nothing yet'}"
    active = len(sheet.hands) - len(sheet.left)
    runs, over, closes = sheet.lock_count, sheet.phase == "over", sheet.lock_count >= 2 * active
    said = {
        f"{number(sheet.aside, 'card').capitalize()} {'is' if sheet.aside == 1 else 'are'} set aside unseen.": sheet.aside,
        "The goal was reached with a tie: the first to lead alone after a hand wins.": sheet.last_hand
        and not over,
        f"@{sheet.turn} took {card(sheet.taken or 'JK')} this turn.": sheet.taken and not over,
        f"@{sheet.turn} has laid cards this turn.": sheet.laid and not over,
        "The discard pile is closed until someone lays or draws from the stock.": closes and not over,
        f"{runs} turns in a row took from the discard pile and laid nothing: at {2 * active}, the pile closes.": active
        <= runs
        and not closes
        and not over,
    }
    yield from (line for line, holds in said.items() if holds)


def _own_lines(sheet: Any, own: str) -> Iterator[str]:
    hand = seen(sheet.hands[own])
    yield (
        f"Your hand ({number(len(hand), 'card')}): {spelling.cards(hand)}" if hand else "Your hand is empty."
    )
    yield _wild(sheet)


def _rank_of(cards: list[str], wild: str) -> str:
    """Return the rank of a set's natural cards, or the wild rank."""
    return next((one[:-1] for one in cards if one[:-1] != wild), wild)


def _tiles(sheet: Any, letter: str) -> tuple[Tile, ...]:
    """Return the tiles of the sets, then those of the fed cards, one for each rank."""
    ranks = [
        [one[:-1] for one in cards]
        for cards in (*sheet.sets[letter], *spelling.gathered(sheet.fed[letter]).values())
    ]
    return tuple(
        (next((one for one in own if one != sheet.wild), sheet.wild), len(own), own.count(sheet.wild))
        for own in ranks
    )


def _board(sheet: Any, letter: str, hand: tuple[str, ...]) -> Ways:
    """Return a player's open cards in three ways: each card, numbers by rank, and totals."""
    sets, fed, wild = sheet.sets[letter], sheet.fed[letter], sheet.wild
    total = (
        f"{number(len(sets), 'set')} and {len(fed)} fed, {number(sum(map(len, (*sets, fed))), 'card')} in all"
    )
    laid = (
        " · ".join(
            [*(_set(cards, wild) for cards in sets), *([f"fed {spelling.by_rank(fed, wild)}"] if fed else [])]
        ),
        _counted(sets, fed, wild),
        total,
    )
    held = (spelling.by_rank(hand, wild), _counted((), hand, wild), number(len(hand), "card"))
    parts = [laid] * bool(sets or fed) + [tuple(f"held {way}" for way in held)] * bool(hand)
    return tuple(" · ".join(ways) for ways in zip(*parts, strict=True))


def _set(cards: list[str], wild: str) -> str:
    """Return a set with its wilds as text: `J ♥♠ +★♦`."""
    rank = _rank_of(cards, wild)
    naturals, others = ([one for one in cards if (one[:-1] == rank) is is_own] for is_own in (True, False))
    stand_ins = f" +{STAR}{spelling.signs('', others)[1:]}" if others else ""
    return spelling.signs(STAR * (rank == wild) + rank, naturals) + stand_ins


def _counted(sets: Any, others: Any, wild: str) -> str:
    """Return the numbers of cards by rank as text: `9×4 · J×5 +★2`."""
    naturals, stand_ins = Counter[str](one[:-1] for one in others), Counter[str]()
    for cards in sets:
        rank = _rank_of(cards, wild)
        naturals[rank] += sum(one[:-1] == rank for one in cards)
        stand_ins[rank] += sum(one[:-1] != rank for one in cards)
    present = sorted(naturals, key=lambda rank: (rank == wild, ORDER.index(rank)))
    return " · ".join(
        f"{STAR * (rank == wild)}{rank}×{naturals[rank]}"
        + f" +{STAR}{stand_ins[rank]}" * bool(stand_ins[rank])
        for rank in present
    )
