"""A table of Crapette: a reader of its block, and the facts that only words say."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from bot.engine.chance import seat_letter
from bot.games.crapette.ending import Remains
from bot.rendering import words
from bot.rendering.scene import Scene
from tests.helpers import views
from tests.rendering.twin import hearing
from tests.rendering.twin.hearing import NONE, Cards, Heard, Letters
from tests.rendering.twin.pictured import COVERED, PileSeen, Seen, SideSeen

NOT_TOLD: Mapping[str, str] = {
    "hand_unseen": "who has watched knows; it decides only what is progress, which is told when that matters",
    "crapaud_unseen": "as with hands",
}
PHASES: Mapping[str, str] = {r"@\w, your turn\.": "play", r"@\w lifted \S+\.": "put"}
ENDS: Final = {
    r"Out of cards\.": "out",
    r"@\w resigned\.": "resign",
    r"@\w's time ran out\.": "clock",
    r"@\w missed three turns\.": "timeouts",
    r"Agreed draw\.": "agreed",
    r"The same position \w+ times\.": "repetition",
    r"\d+ turns without progress\.": "no-progress",
    r"\w+ turns each: fewer cards left wins\.": "turns",
}
WARNING: Final = 20
"""How many turns before a draw, and moves before their limit, the texts say how near it is."""
MAX_HOUSE_MOVES: Final = 60
WARNING_STEPS: Final = 15
"""How many moves are taken back before their number is told."""

_SIDE = re.compile(r"@(\w)  hand (\d+) · discard (\S+) \((\d+)\) · crapaud (\S+) \((\d+)\)")


class SideText(msgspec.Struct, frozen=True):
    """A player's cards in hand, without a lifted one, and the open piles."""

    hand: int
    discard: PileSeen
    crapaud: PileSeen


class TableText(msgspec.Struct, frozen=True):
    """A table, as its text tells."""

    title: str
    sides: Mapping[str, SideText]
    finish: tuple[str, ...]
    houses: Mapping[str, Cards]
    """Bottom to top."""
    lifted: str | None
    empty: int
    lines: tuple[str, ...]
    """The lines below the block, word by word."""


class Known(msgspec.Struct, frozen=True):
    """All that matters for play. Every viewer knows the same."""

    phase: str
    awaited: Letters
    offer: Letters
    clock: dict[str, int | None]
    """Seconds that are left with a chess clock. None where the time is running."""
    winners: Letters
    end: str | None
    table: TableText


def read(given: Heard) -> Known:
    """Return the knowledge of a player who has heard only this."""
    text, state = "\n".join(given.zones), given.state
    if given.own:
        assert text in given.own, "a player's page shows another table"
    told = table(text)
    turn = hearing.found(r" · to move: @(\w)$", told.title)
    offer = hearing.found(r"@(\w) offers a draw\.", state)
    return Known(
        phase=next(phase for words, phase in PHASES.items() if re.search(words, state)) if turn else "over",
        awaited=frozenset(turn[1] if turn else ()) | (frozenset("AB") - {offer[1]} if offer else NONE),
        offer=frozenset(offer[1]) if offer else NONE,
        clock=_clock(state),
        winners=NONE if turn else hearing.winners(state),
        end=None if turn else next(end for words, end in ENDS.items() if re.search(words, state)),
        table=told,
    )


def table(text: str) -> TableText:
    """Return the facts in the text of a table."""
    title, far, *houses, finish, near, last = text.splitlines()[:13]
    lifted = hearing.needed(r"^Lifted: (\S+) · empty houses: (\d)$", last)
    return TableText(
        title=title,
        sides=dict(map(_side, (far, near))),
        finish=tuple(_finish(hearing.needed(r"^Finish  (.*)$", finish)[1])),
        houses={line[:2]: hearing.run(line[3:]) for line in houses},
        lifted=None if lifted[1] == "-" else hearing.card(lifted[1]),
        empty=int(lifted[2]),
        lines=tuple(text.splitlines()[13:]),
    )


def _side(line: str) -> tuple[str, SideText]:
    letter, hand, discard, discards, crapaud, crapauds = hearing.needed(_SIDE.pattern, line).groups()
    piles = (_pile("Discard pile", discard, discards), _pile("Crapaud", crapaud, crapauds))
    return letter, SideText(int(hand), *piles)


def _pile(name: str, top: str, count: str) -> PileSeen:
    assert (top == "-") == (count == "0")
    return PileSeen(name) if top == "-" else PileSeen(name, int(count), hearing.card(top))


def _finish(line: str) -> Iterator[str]:
    """`♠ 8 -  ♥ 7 -`: the tops of the piles, or their suit where they're empty."""
    for part in line.split("  "):
        sign, *ranks = part.split(" ")
        yield from (("" if rank == "-" else rank) + hearing.SUITS[sign] for rank in ranks)


def _clock(state: str) -> dict[str, int | None]:
    told = hearing.found(r"@(\w)'s clock runs out \S+\. @(\w) has (\d+):(\d\d) left\.", state)
    return {told[1]: None, told[2]: int(told[3]) * 60 + int(told[4])} if told else {}


def shown(seen: Seen, title: str, lines: tuple[str, ...]) -> TableText:
    """Return a picture as a text tells it."""
    hands = [side.piles[0] for side in seen.sides.values()]
    lifted = next((hand.top for hand in hands if hand.top not in (None, COVERED)), None)
    return TableText(
        title=title,
        sides={letter: _shown_side(side) for letter, side in seen.sides.items()},
        finish=seen.finish,
        houses=seen.houses,
        lifted=lifted,
        empty=sum(not lying for lying in seen.houses.values()),
        lines=lines,
    )


def _shown_side(side: SideSeen) -> SideText:
    hand, discard, crapaud = side.piles
    return SideText((hand.count or 0) - (hand.top not in (None, COVERED)), discard, crapaud)


def differences(told: TableText, seen: Seen) -> list[str]:
    """Return the differences between the text of a table and its picture, with players as `@A` in both."""
    said = tuple(line.removesuffix(".") for line in told.lines)
    pairs = [(told, shown(seen, told.title, told.lines)), (said, seen.said)]
    mover = hearing.found(r" · to move: @(\w)$", told.title)
    pairs += [(seen.sides[mover[1]].acts, True)] if mover else []
    return [f"{text} and {picture}" for text, picture in pairs if text != picture]


def expected(scene: Scene, seen: Seen) -> Known:
    """Return the same from the sheet, and from the piles that a picture shows."""
    sheet = views.noted(scene)
    over = sheet.end is not None
    to_move = "" if over else f" · to move: @{sheet.turn}"
    return Known(
        phase=sheet.phase,
        awaited=frozenset(map(seat_letter, scene.deciders)),
        offer=frozenset(sheet.offer or ()),
        clock={
            letter: None if scene.deadline is not None and letter == sheet.turn else _left(scene, letter)
            for letter in sheet.used
            if scene.options["clock-minutes"] and not over
        },
        winners=frozenset(sheet.winners),
        end=sheet.end,
        table=shown(seen, f"Crapette · turn {sheet.turn_number}{to_move}", tuple(lines(scene))),
    )


def lines(scene: Scene) -> Iterator[str]:
    """Yield the lines below the block."""
    sheet = views.noted(scene)
    if sheet.end is not None:
        yield from _left_over(scene)
        return
    if scene.options["clock-minutes"] and scene.deadline is None:
        times = (f"@{letter} {_minutes(_left(scene, letter))}" for letter in "AB")
        yield f"Time left: {' and '.join(times)}."
    yield from _this_turn(sheet)
    limit = scene.options["no-progress-turns"]
    if sheet.idle_turns >= limit - WARNING:
        until = " until this one" if sheet.progress else ""
        yield f"No progress for {sheet.idle_turns} turns{until}: {limit} make a draw."
    for letter, missed in sheet.timeouts.items():
        if missed == 1:
            yield f"@{letter} ran out of time in one turn: three in a row lose the game."
        elif missed:
            yield f"@{letter} ran out of time in {missed} turns in a row: three lose the game."


def _this_turn(sheet: Any) -> Iterator[str]:
    for letter in sheet.offered:
        if letter != sheet.offer:
            yield f"@{letter} offered a draw this turn."
    if sheet.undo:
        many = len(sheet.undo)
        yield "One move can be taken back." if many == 1 else f"{many} moves can be taken back."
    if sheet.undo_used >= WARNING_STEPS:
        yield f"{sheet.undo_used} of 20 moves taken back this turn."
    if sheet.house_moves >= MAX_HOUSE_MOVES - WARNING:
        yield f"{sheet.house_moves} of {MAX_HOUSE_MOVES} moves from house to house in a row."


def _left_over(scene: Scene) -> Iterator[str]:
    """The cards that the players had left, which no sheet has but the last move."""
    for event in scene.recent[-1].events if scene.recent else ():
        if isinstance(event, Remains):
            lifted = () if event.lifted is None else (event.lifted,)
            piles = {
                "hand": event.hand, "discard pile": event.discard, "crapaud": event.crapaud, "lifted": lifted,
            }  # fmt: skip
            left = [f"{name} {' '.join(map(words.card, cards))}" for name, cards in piles.items() if cards]
            if left:
                yield f"@{seat_letter(event.seat)} still had: {', '.join(left)}."


def _left(scene: Scene, letter: str) -> int:
    left: int = scene.options["clock-minutes"] * 60 - views.noted(scene).used[letter]
    return max(0, left)


def _minutes(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02}"
