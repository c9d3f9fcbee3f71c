"""Crapette by ear: what the texts tell, and the same from a sheet."""

import re
from collections.abc import Mapping
from typing import Final

import msgspec

from bot.engine.chance import seat_letter
from bot.rendering.scene import Scene
from tests.helpers import views
from tests.helpers.walks import COURTS
from tests.rendering.twin import hearing
from tests.rendering.twin.hearing import NONE, Cards, Heard, Letters, number

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
    r"By agreement\.": "agreed",
    r"The same position \w+ times\.": "repetition",
    r"\d+ turns without progress\.": "no-progress",
}
WARNING: Final = 20
"""How many turns before a draw, and moves before their limit, the texts say how near it is."""
MAX_HOUSE_MOVES: Final = 60
WARNING_STEPS: Final = 15
"""From so many moves taken back on it is told how many there were."""

_SIDE = re.compile(r"@(\w)  hand (\d+) · discard (\S+) \((\d+)\) · crapaud (\S+) \((\d+)\)")


class Pile(msgspec.Struct, frozen=True):
    """How many cards lie there, and which one is on top."""

    count: int
    top: str | None


class Known(msgspec.Struct, frozen=True):
    """All that matters for play; every viewer knows the same."""

    phase: str
    turn: str | None
    awaited: Letters
    turn_number: int
    houses: dict[str, Cards]
    """Bottom to top."""
    finish: dict[str, tuple[str, ...]]
    """The ranks on top of a suit's two piles."""
    lifted: str | None
    hands: dict[str, int]
    discards: dict[str, Pile]
    crapauds: dict[str, Pile]
    timeouts: dict[str, int]
    clock: dict[str, int | None]
    """Seconds that are left with a chess clock; None where the time is running."""
    offer: Letters
    offered: Letters
    can_undo: int
    undone: int
    house_moves: int
    idle_turns: int
    has_progress: bool
    winners: Letters
    end: str | None


def read(given: Heard) -> Known:
    """What somebody knows who has only heard this."""
    players = {match[1]: match for line in given.zones if (match := _SIDE.fullmatch(line))}
    text, state = "\n".join(given.zones), given.state
    if given.own:
        assert text in given.own, "a player's page shows another table"
    to_move = hearing.found(r"(?m)^Crapette · turn \d+ · to move: @(\w)$", text)
    turn = to_move[1] if to_move else None
    lifted = hearing.needed(r"(?m)^Lifted: (\S+) · empty houses: \d$", text)[1]
    offer = hearing.found(r"@(\w) offers a draw\.", state)
    return Known(
        phase=next(phase for words, phase in PHASES.items() if re.search(words, state)) if turn else "over",
        turn=turn,
        awaited=frozenset(turn or ()) | (frozenset("AB") - {offer[1]} if offer else NONE),
        turn_number=number(r"(?m)^Crapette · turn (\d+)", text),
        houses=_houses(text),
        finish=_finish(hearing.needed(r"(?m)^Finish  (.*)$", text)[1]),
        lifted=None if lifted == "-" else hearing.card(lifted),
        hands={letter: int(side[2]) for letter, side in players.items()},
        discards={letter: _pile(side[3], side[4]) for letter, side in players.items()},
        crapauds={letter: _pile(side[5], side[6]) for letter, side in players.items()},
        timeouts={
            letter: _counted(rf"@{letter} ran out of time in (one|\d) turn", text) for letter in players
        },
        clock=_clock(state),
        offer=frozenset(offer[1]) if offer else NONE,
        offered=frozenset(re.findall(r"(?m)^@(\w) offered a draw in this turn\.$", text)),
        can_undo=_counted(r"(?m)^(One|\d+) moves? can be taken back\.", text),
        undone=number(r"(?m)^(\d+) of \d+ moves taken back in this turn\.", text),
        house_moves=number(r"(?m)^(\d+) of \d+ moves from house to house in a row\.", text),
        idle_turns=number(r"(?m)^No progress for (\d+) turns", text),
        has_progress="until this one" in text,
        winners=NONE if turn else hearing.winners(state),
        end=None if turn else next(end for words, end in ENDS.items() if re.search(words, state)),
    )


def _counted(pattern: str, text: str) -> int:
    """A number that is a word when it is one."""
    hit = hearing.found(pattern, text)
    return 0 if hit is None else 1 if hit[1].lower() == "one" else int(hit[1])


def _houses(text: str) -> dict[str, Cards]:
    return {house: hearing.run(lying) for house, lying in re.findall(r"(?m)^([LR][1-4]) (.*)$", text)}


def _finish(line: str) -> dict[str, tuple[str, ...]]:
    """`♠ 8 -  ♥ 7 -`."""
    suits = [suit.split(" ") for suit in line.split("  ")]
    return {hearing.SUITS[sign]: tuple(ranks) for sign, *ranks in suits}


def _pile(top: str, count: str) -> Pile:
    return Pile(int(count), None if top == "-" else hearing.card(top))


def _clock(state: str) -> dict[str, int | None]:
    told = hearing.found(r"@(\w) loses \S+\. @(\w) has (\d+):(\d\d) left\.", state)
    return {told[1]: None, told[2]: int(told[3]) * 60 + int(told[4])} if told else {}


def expected(scene: Scene) -> Known:
    """The same from the sheet."""
    sheet = views.noted(scene)
    over, near = sheet.end is not None, scene.options["no-progress-turns"] - WARNING
    is_near = not over and sheet.idle_turns >= near
    ranks = COURTS[scene.options["court-order"]]
    return Known(
        phase=sheet.phase,
        turn=None if over else sheet.turn,
        awaited=frozenset(map(seat_letter, scene.deciders)),
        turn_number=sheet.turn_number,
        houses={house: tuple(lying) for house, lying in sheet.houses.items()},
        finish={
            suit: tuple(ranks[height - 1] if height else "-" for height in heights)
            for suit, heights in sheet.finish.items()
        },
        lifted=sheet.lifted,
        hands=sheet.hands,
        discards={letter: _lying(pile) for letter, pile in sheet.discards.items()},
        crapauds={letter: _lying(pile) for letter, pile in sheet.crapauds.items()},
        timeouts=dict.fromkeys(sheet.hands, 0) if over else sheet.timeouts,
        clock={
            letter: _left(scene, letter)
            for letter in sheet.used
            if scene.options["clock-minutes"] and not over
        },
        offer=frozenset(sheet.offer or ()),
        offered=NONE if over else frozenset(sheet.offered) - frozenset(sheet.offer or ()),
        can_undo=len(sheet.undo),
        undone=0 if over or sheet.undo_used < WARNING_STEPS else sheet.undo_used,
        house_moves=0 if over or sheet.house_moves < MAX_HOUSE_MOVES - WARNING else sheet.house_moves,
        idle_turns=sheet.idle_turns if is_near else 0,
        has_progress=is_near and sheet.progress > 0,
        winners=frozenset(sheet.winners),
        end=sheet.end,
    )


def _lying(pile: list[int | str]) -> Pile:
    covered = sum(part for part in pile if isinstance(part, int))
    return Pile(covered + 1, str(pile[-1])) if pile else Pile(0, None)


def _left(scene: Scene, letter: str) -> int | None:
    sheet = views.noted(scene)
    if scene.deadline is not None and letter == sheet.turn:
        return None
    left: int = scene.options["clock-minutes"] * 60 - sheet.used[letter]
    return max(0, left)
