"""Facts about a table of C.R.A.P. that only words say, and the facts that are told elsewhere."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from bot.engine.chance import seat_letter
from bot.games.crap.cards import SINGLE
from bot.rendering import words
from bot.rendering.scene import Scene
from tests.helpers import views
from tests.rendering.twin import hearing, written
from tests.rendering.twin.crap_tidings import Tidings, read_last, tidings
from tests.rendering.twin.hearing import RANK_WORDS, Cards, Heard, Letters
from tests.rendering.twin.written import Board, Hand

NOT_TOLD: Mapping[str, str] = {
    "scoring_rounds": "no rule asks how many there have been; the totals say what they brought",
}
PHASES: Mapping[str, str] = {
    "bluffing?": "bluff-window",
    "place your cards": "challenge-place",
    "guess what": "challenge-guess",
    " recycle?": "vote",
    "allow forced recycling?": "vote",
    "your turn": "turn",
}
ENDS: Mapping[str, str] = {
    "The last turn was played.": "turn-limit",
    "Everyone else had left.": "forfeit",
    "Nobody moved for too long.": "abandoned",
    "": "threshold",
}
LEFT: Final = "You've left this game and don't have any cards."


def hand(given: Heard) -> Hand | None:
    if not given.own or given.own_lines == (LEFT,):
        return None
    return Hand(_own(given, "Your hand"))


def own(_scene: Scene) -> tuple[str, ...]:
    return ()


def exact(_scene: Scene, _letter: str) -> str:
    return ""


def facts(scene: Scene, letter: str) -> Iterator[str]:
    sheet = views.noted(scene)
    pending = sheet.pending or {}
    if letter in sheet.leaving:
        yield from _answer(scene, pending, letter)
    if sheet.idle[letter]:
        yield f"skipped {sheet.idle[letter]} of {scene.options['idle-limit']} times"


def _answer(scene: Scene, pending: Mapping[str, Any], letter: str) -> Iterator[str]:
    """The part of a leaving player in the action under way."""
    is_on_turn = letter == views.noted(scene).turn
    if pending.get("action") == "acquire" and is_on_turn:
        yield "acquires"
    if letter in pending.get("believed", ()):
        yield "believes"
    if guess := pending.get("guesses", {}).get(letter):
        yield f"guesses {words.card(guess['rank'] + guess['suit'])}"
    if letter in pending.get("votes", {}):
        yield "has voted"
    elif scene.phase == "vote" and letter == pending.get("target"):
        yield "must recycle?"
    elif scene.phase == "vote" and is_on_turn:
        yield "called the vote"


def board(scene: Scene, letter: str) -> Board:
    sets = [_set(one) for one in views.noted(scene).sets if one["owner"] == letter]
    return Board(other=" · ".join(sets))


def _set(one: Mapping[str, Any]) -> str:
    cards = words.cards(one["cards"])
    assert one["double"] == (len(one["cards"]) > SINGLE)
    points = one["value"] * (1 + one["double"]) - one["cards"].count("JK")
    across = f", {words.card(one['borrowed'])} across" if one["borrowed"] else ""
    return f"{_ranks(one['rank'])}, {points}: {cards}{across}"


def small(scene: Scene) -> str:
    sheet, options = views.noted(scene), scene.options
    goal = f"Banked + on the table · over {options['threshold']:,} wins"
    return f"{goal}. Turn {sheet.turn_number} of at most {options['turn-limit']}."


def lines(scene: Scene) -> Iterator[str]:
    sheet = views.noted(scene)
    pending = sheet.pending or {}
    kind, other = pending.get("action"), pending.get("target")
    if kind == "acquire":
        yield f"Asked for: {_ranks(pending['rank'])}."
    if kind == "challenge":
        yield f"The die shows {pending['die']}."
    if len(sheet.discard) > 1:
        yield f"Discard pile: {words.by_rank(sheet.discard)}"
    if getattr(sheet, "forcing", False):
        yield "Forced recycling is on."
    if kind == "allow-forcing":
        yield f"@{sheet.turn} asks to allow forced recycling."
    if kind == "force-recycle":
        yield f"@{sheet.turn} wants @{other} to recycle."
    if kind == "challenge":
        yield f"@{sheet.turn} challenges @{other}."
    most = 2 * (len(sheet.hands) - len(sheet.left))
    if sheet.timeouts == 1 and not sheet.end:
        yield f"One turn timed out: after {most} in a row, the game ends and nobody wins."
    elif sheet.timeouts and not sheet.end:
        yield (f"{sheet.timeouts} turns in a row timed out: after {most}, the game ends and nobody wins.")


def winners(scene: Scene) -> Letters:
    return frozenset(views.noted(scene).winners)


def _ranks(rank: str) -> str:
    names = {short: word for word, short in RANK_WORDS.items()}
    return f"{names.get(rank, rank)}s"


# Elsewhere.


class Known(written.Known, frozen=True):
    """The same with facts in a player's own page, and with the last action."""

    own_protected: Cards = ()
    own_placed: Cards = ()
    own_vote: bool | None = None
    last: Tidings | None = None


def more_heard(known: written.Known, given: Heard) -> Known:
    """Return the facts in a table together with those in a player's page and in the last moves."""
    vote = next((line for line in given.own_lines if line.startswith("You voted ")), None)
    return Known(
        **msgspec.structs.asdict(known),
        own_protected=_own(given, "Protected"),
        own_placed=_own(given, "Placed for the challenge"),
        own_vote=None if vote is None else vote == "You voted yes.",
        last=read_last(given, under_way=known.phase not in ("turn", "over")),
    )


def more_expected(known: written.Known, scene: Scene) -> Known:
    """Return the same from the sheet. Nobody need know which of two guesses is the first one."""
    sheet, own = views.noted(scene), None if scene.viewer is None else seat_letter(scene.viewer)
    phase = sheet.phase.removesuffix("-1").removesuffix("-2")
    hand = None if own is None or own in sheet.left else Hand(_seen(sheet.hands, own))
    return Known(
        **{**msgspec.structs.asdict(known), "phase": phase, "hand": hand},
        own_protected=_seen(sheet.protected, own),
        own_placed=_seen(sheet.placed, own),
        own_vote=(sheet.pending or {}).get("votes", {}).get(own or ""),
        last=tidings(sheet.last, own),
    )


def _own(given: Heard, name: str) -> Cards:
    """The cards of the player's own that are told under this name."""
    line = next((one for one in given.own_lines if one.startswith(name)), "")
    assert line or name != "Your hand"
    own = hearing.cards(line.partition(": ")[2])
    count = hearing.found(r"\((\d+)\)", line)
    assert not count or len(own) == int(count[1]), line
    return own


def _seen(zone: Mapping[str, list[str] | int], own: str | None) -> Cards:
    return () if own is None else tuple(sorted(hearing.list_of(zone[own])))
