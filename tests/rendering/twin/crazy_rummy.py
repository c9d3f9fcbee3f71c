"""Facts about a table of Crazy Rummy that only words say, from its sheet."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from bot.rendering.scene import Scene
from tests.helpers import views
from tests.rendering.twin import hearing
from tests.rendering.twin.hearing import NONE, RANK_WORDS, Heard, Letters
from tests.rendering.twin.written import Board, Hand

NOT_TOLD: Mapping[str, str] = {}
PHASES: Mapping[str, str] = {", draw a card.": "draw", " or discard.": "play"}
ENDS: Mapping[str, str] = {
    "The last hand was played.": "max-hands",
    "Everyone else had left.": "last-player",
    "": "target",
}
LEFT: Final = "You've left this game, but what you laid stays on the table."
ORDER: Final = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")

MANY_HANDS = 50
"""With this limit only points end a game."""


def hand(given: Heard) -> Hand | None:
    if not given.own or given.own_lines[0] == LEFT:
        return None
    first = given.own_lines[0]
    cards = hearing.cards(first.partition(": ")[2])
    told = hearing.found(r"^Your hand \((\w+) cards?, ", first)
    assert len(cards) == (int(told[1].replace("one", "1")) if told else 0)
    assert given.own_lines[1] in given.zones, "a player's page contradicts the table"
    return Hand(cards)


def own(_scene: Scene) -> tuple[str, ...]:
    return ()


def facts(scene: Scene, letter: str) -> Iterator[str]:
    sheet = views.noted(scene)
    if letter in sheet.dealer:
        yield "dealer"
    if sheet.phase != "over" and letter not in {*sheet.first_play_done, *sheet.left}:
        yield "first play now" if sheet.laid and letter == sheet.turn else "first play to come"


def exact(_scene: Scene, _letter: str) -> str:
    return ""


def board(scene: Scene, letter: str) -> Board:
    sheet = views.noted(scene)
    held = hearing.list_of(sheet.hands[letter]) if sheet.phase == "over" else []
    return Board(
        sets=tuple(tuple(sorted(cards)) for cards in sheet.sets[letter]),
        fed=tuple(sorted(sheet.fed[letter])),
        held=tuple(sorted(held)),
    )


def small(scene: Scene) -> str:
    sheet, options = views.noted(scene), scene.options
    packs, left = _number(sheet.packs, "deck"), _number(options["reshuffles"] - sheet.rebuilds, "reshuffle")
    is_over = sheet.phase == "over"
    played = f"{packs[0].upper()}{packs[1:]}."
    if not is_over and options["max-hands"] >= MANY_HANDS:
        played = f"Hand {sheet.hand_number} of at most {options['max-hands']}, {packs}."
    return f"{_foot(sheet, options)}. {played} {left.capitalize()} left."


def _foot(sheet: Any, options: Mapping[str, Any]) -> str:
    shown = "" if sheet.marker else f"{_ranks(sheet.wild)} wild · "
    if sheet.phase == "over":
        after = f"after {_number(sheet.hand_number, 'hand')}"
        return f"{shown}{after}" if shown else after.capitalize()
    if shown:
        return f"{shown}banked + on the board"
    if sheet.last_hand:
        return "Banked + on the board · lead alone to win"
    if options["max-hands"] < MANY_HANDS:
        return f"Banked + on the board · hand {sheet.hand_number} of {options['max-hands']}"
    return f"Banked + on the board · {options['target']:,} end it"


def lines(scene: Scene) -> Iterator[str]:
    sheet = views.noted(scene)
    marked = f", with {hearing.signed(sheet.marker)} on the table" if sheet.marker else ""
    yield f"Wild (★): {_ranks(sheet.wild)}{marked}"
    opened = {_rank_of(cards, sheet.wild) for sets in sheet.sets.values() for cards in sets}
    yield f"Open to feed: {' '.join(rank for rank in ORDER if rank in opened) or 'nothing yet'}"
    if sheet.aside:
        are = "is" if sheet.aside == 1 else "are"
        yield f"{_number(sheet.aside, 'card').capitalize()} {are} set aside unseen."
    if sheet.phase == "over":
        return
    if sheet.last_hand:
        yield "The goal was reached with a tie: the first to lead alone after a hand wins."
    if sheet.taken:
        yield f"@{sheet.turn} took {hearing.signed(sheet.taken)} this turn."
    if sheet.laid:
        yield f"@{sheet.turn} has laid cards this turn."
    active = len(sheet.hands) - len(sheet.left)
    if sheet.lock_count >= 2 * active:
        yield "The discard pile is closed until someone lays or draws from the stock."
    elif sheet.lock_count >= active:
        yield (
            f"{sheet.lock_count} turns in a row took from the discard pile and laid nothing: at {2 * active}, the pile closes."
        )


def winners(scene: Scene) -> Letters:
    sheet = views.noted(scene)
    return frozenset(sheet.winners) if sheet.phase == "over" else NONE


def _number(count: int, what: str) -> str:
    return f"one {what}" if count == 1 else f"{count} {what}s"


def _ranks(rank: str) -> str:
    words = {short: word for word, short in RANK_WORDS.items()}
    return f"{words.get(rank, rank)}s"


def _rank_of(cards: list[str], wild: str) -> str:
    """The rank of a set: the one that isn't wild, or the wild rank."""
    return next((card[:-1] for card in cards if card[:-1] != wild), wild)
