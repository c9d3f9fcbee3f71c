"""C.R.A.P. by ear: what the texts tell, and the same from a sheet."""

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from bot.engine.chance import seat_letter
from bot.games.crap.cards import SINGLE
from bot.rendering.scene import Scene
from tests.helpers import views
from tests.rendering.twin import hearing
from tests.rendering.twin.crap_tidings import Tidings, read_last, tidings
from tests.rendering.twin.hearing import NONE, Cards, Heard, Letters, needed, number

NOT_TOLD: Mapping[str, str] = {
    "scoring_rounds": "no rule asks how many there have been; the totals say what they brought",
}
LEFT: Final = "You have left this game and hold no cards."

PHASES: Mapping[str, str] = {
    "bluffing?": "bluff-window",
    "hide your cards": "challenge-place",
    "guess what": "challenge-guess",
    "to recycle?": "vote",
    "Allow forced recycling?": "vote",
    "your turn": "turn",
}
ENDS: Final = {
    "The last turn was reached.": "turn-limit",
    "Everybody else had left.": "forfeit",
    "Nobody moved for too long.": "abandoned",
    "": "threshold",
}

_SET = r"@(\w) (\w+), (\d+): ((?:[^ ,]+ ?)+)(?:, ([^ ]+) across)?"


class LaidSet(msgspec.Struct, frozen=True):
    """A set on the table."""

    rank: str
    cards: Cards
    double: bool
    value: int
    borrowed: str | None


class Action(msgspec.Struct, frozen=True):
    """What somebody has begun and others must answer."""

    kind: str
    rank: str | None = None
    believed: Letters = NONE
    target: str | None = None
    die: int | None = None
    guesses: tuple[tuple[str, str], ...] = ()
    own_vote: bool | None = None


class Known(msgspec.Struct, frozen=True):
    """All that matters for play, as one viewer knows it."""

    phase: str
    turn: str | None
    turn_number: int
    awaited: Letters
    stock: int
    discard: Cards
    sets: dict[str, list[LaidSet]]
    sizes: dict[str, int]
    protected: dict[str, int]
    placed: dict[str, int]
    hand: Cards
    own_protected: Cards
    own_placed: Cards
    totals: dict[str, int]
    idle: dict[str, int]
    silence: int
    left: Letters
    leaving: Letters
    pending: Action | None
    forcing: bool
    last: Tidings | None
    winners: Letters
    end: str | None


def read(given: Heard) -> Known:
    """What somebody knows who has only heard this."""
    players, what, phase = hearing.seated(given, PHASES)
    text, over = "\n".join(what.zones), phase == "over"
    left = hearing.those(players, "has left")
    leaving = hearing.those(players, "leaves when this is done")
    awaited = hearing.marked(players)
    pending, turn = _under_way(what, phase, set(players) - left - awaited)
    return Known(
        phase=phase,
        turn=None if over else turn or "".join(awaited),
        turn_number=number(r"Turn (\d+) of at most", text),
        awaited=awaited,
        stock=number(r"Stock (\d+)\.", text),
        discard=_discard(text),
        sets={letter: _sets(what, letter) for letter in players},
        sizes={letter: _size(player) for letter, player in players.items()},
        protected=hearing.each(players, r".*cards?, (\d+) protected"),
        placed=hearing.each(players, r"(\d+) hidden"),
        hand=_own(what, "Your hand"),
        own_protected=_own(what, "Protected"),
        own_placed=_own(what, "Hidden for the challenge"),
        totals={letter: _banked(player) for letter, player in players.items()},
        idle=hearing.each(players, r"skipped (\d+) of \d+ times"),
        silence=number(r"(\d+) turns in a row ran out of time;", text)
        or int("One turn ran out of time" in text),
        left=left,
        leaving=leaving,
        pending=pending,
        forcing="Forced recycling is on." in text,
        last=read_last(what, under_way=phase not in ("turn", "over")),
        winners=hearing.winners(what.state) if over else NONE,
        end=next(end for words, end in ENDS.items() if words in what.state) if over else None,
    )


def _discard(text: str) -> Cards:
    return hearing.by_rank(needed(r"(?m)^Discards: (.*)$", text)[1])


def _size(player: hearing.PlayerLine) -> int:
    """A hand: `one card`, `8 cards, 2 protected`; who has left has none."""
    return player.number(r"(\d+) cards(?:, .*)?") or int(
        any(one.startswith("one card") for one in player.facts)
    )


def _banked(player: hearing.PlayerLine) -> int:
    """What is safe: `70 + 120`, before what lies on the table; after the last count it stands alone."""
    points = player.told(r"([\d,]+)(?: \+ [\d,]+)?")
    assert points, f"no points in {player.facts}"
    return int(points.replace(",", ""))


def _sets(what: Heard, letter: str) -> list[LaidSet]:
    """A player's sets; what each counts tells its recorded value."""
    lines = [match for line in what.zones if (match := re.fullmatch(_SET, line)) and match[1] == letter]
    return [_set(match) for match in lines]


def _set(match: re.Match[str]) -> LaidSet:
    cards = hearing.cards(match[4])
    double = len(cards) > SINGLE
    value, rest = divmod(int(match[3]) + cards.count("JK"), 2 if double else 1)
    assert not rest, match[0]
    return LaidSet(
        rank=hearing.rank(match[2]),
        cards=cards,
        double=double,
        value=value,
        borrowed=hearing.card(match[5]) if match[5] else None,
    )


def _own(what: Heard, name: str) -> Cards:
    """The cards of the player's own that stand under this name."""
    line = next((one for one in what.own_lines if one.startswith(name)), "")
    assert line or not what.own or name != "Your hand" or what.own_lines == (LEFT,)
    own = hearing.cards(line.partition(": ")[2])
    count = hearing.found(r"\((\d+)\)", line)
    assert not count or len(own) == int(count[1]), line
    return own


def _under_way(what: Heard, phase: str, answered: set[str]) -> tuple[Action | None, str | None]:
    """The action that waits, and whose it is."""
    text = "\n".join(what.zones)
    if phase == "bluff-window":
        who, rank = re.findall(r"@(\w) asks for (\w+)\.", " ".join([*what.zones, *what.log]))[-1]
        return Action("acquire", rank=hearing.rank(rank), believed=frozenset(answered - {who})), who
    if phase == "vote":
        asked = r"@(\w) (?:wants @(\w) to recycle|asks to allow forced recycling)"
        who, target = re.findall(asked, " ".join([*what.zones, *what.log]))[-1]
        vote = next((line for line in what.own_lines if line.startswith("You voted ")), None)
        own = None if vote is None else vote == "You voted yes."
        kind = "force-recycle" if target else "allow-forcing"
        return Action(kind, target=target or None, own_vote=own), who
    if match := hearing.found(r"(?m)^@(\w) challenges @(\w); the die shows (\d)\.$", text):
        guesses = re.findall(r"(?m)^@(\w) guesses (\w+), (\w+)\.$", text)
        said = tuple((who, hearing.rank(rank) + hearing.SUIT_WORDS[suit]) for who, rank, suit in guesses)
        return Action("challenge", target=match[2], die=int(match[3]), guesses=said), match[1]
    return None, None


def expected(scene: Scene) -> Known:
    """The same from the sheet."""
    sheet = views.noted(scene)
    own = None if scene.viewer is None else seat_letter(scene.viewer)
    over = sheet.phase == "over"
    return Known(
        phase=sheet.phase.removesuffix("-1").removesuffix("-2"),
        turn=None if over else sheet.turn,
        turn_number=sheet.turn_number,
        awaited=frozenset(map(seat_letter, scene.deciders)),
        stock=sheet.stock,
        discard=tuple(sorted(sheet.discard)),
        sets={letter: [_laid(one) for one in sheet.sets if one["owner"] == letter] for letter in sheet.hands},
        sizes=hearing.sized(sheet.hands),
        protected=hearing.sized(sheet.protected),
        placed=hearing.sized(sheet.placed),
        hand=_seen(sheet.hands, own),
        own_protected=_seen(sheet.protected, own),
        own_placed=_seen(sheet.placed, own),
        totals=sheet.totals,
        idle=sheet.idle,
        silence=0 if sheet.end else sheet.timeouts,
        left=frozenset(sheet.left),
        leaving=frozenset(sheet.leaving),
        pending=_pending(sheet.pending, own),
        forcing=getattr(sheet, "forcing", False),
        last=tidings(sheet.last, own),
        winners=frozenset(sheet.winners),
        end=sheet.end,
    )


def _seen(zone: Mapping[str, list[str] | int], own: str | None) -> Cards:
    return () if own is None else tuple(sorted(hearing.list_of(zone[own])))


def _laid(one: Mapping[str, Any]) -> LaidSet:
    return LaidSet(one["rank"], tuple(sorted(one["cards"])), one["double"], one["value"], one["borrowed"])


def _pending(pending: Mapping[str, Any] | None, own: str | None) -> Action | None:
    if pending is None:
        return None
    return Action(
        kind=pending["action"],
        rank=pending.get("rank"),
        believed=frozenset(pending.get("believed", ())),
        target=pending.get("target"),
        die=pending.get("die"),
        guesses=tuple((who, one["rank"] + one["suit"]) for who, one in pending.get("guesses", {}).items()),
        own_vote=pending.get("votes", {}).get(own or ""),
    )
