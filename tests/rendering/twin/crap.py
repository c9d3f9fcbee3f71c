"""The facts that a table of C.R.A.P. must tell, and its last action."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from bot.engine.chance import seat_letter
from bot.games.crap.cards import SINGLE
from bot.rendering.scene import Scene
from tests.helpers import views
from tests.rendering.twin import hearing, spelling
from tests.rendering.twin.spelling import SUITS, card, cards, ranks
from tests.rendering.twin.told import NOTHING, Row, Told, all_rows, own_hand, rows_told, seen, sized

NOT_TOLD: Mapping[str, str] = {
    "scoring_rounds": "no rule asks how many there have been; the totals say what they brought"
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
ASKED = UNREAD = NOTHING
NOTES: Final = {
    "bluff-window": "believe or call?",
    "challenge-place": "places cards",
    "challenge-guess": "guesses a card",
    "vote": "yes or no?",
}


def told(scene: Scene) -> Told:
    sheet, options, own = views.noted(scene), scene.options, seat_letter(scene.viewer or 0)
    phase, pending = _phase(sheet), sheet.pending or {}
    kind = pending.get("action")
    laid = {one: sum(map(_points, _sets(sheet, one))) for one in sheet.hands}
    sizes = {name: sized(getattr(sheet, name)) for name in ("protected", "placed")}

    def row(letter: str) -> Row:
        notes, total = list(_notes(scene, phase, letter)), f"{sheet.totals[letter]:,}"
        answers = [note for note in notes[1:] if note != NOTES.get(phase)]
        idle = f"skipped {sheet.idle[letter]} of {options['idle-limit']} times"
        board = " · ".join(map(_set, _sets(sheet, letter)))
        return Row(
            points=total if letter in sheet.left or sheet.end else f"{total} + {laid[letter]:,}",
            note=next(iter(notes), ""),
            protected=sizes["protected"][letter],
            placed=sizes["placed"][letter],
            tiles=tuple(
                (one["rank"], len(one["cards"]), one["cards"].count("JK")) for one in _sets(sheet, letter)
            ),
            board=(board,) if board else (),
            said=(*(answers if letter in sheet.leaving else ()), *([idle] if sheet.idle[letter] else [])),
        )

    middle = {
        f"Asked for: {ranks(pending.get('rank', ''))}": kind == "acquire",
        f"The die shows {pending.get('die')}": kind == "challenge",
    }
    goal = f"banked + on the table · over {options['threshold']:,} wins"
    table = rows_told(
        scene,
        all_rows(scene, row, lambda one: sheet.totals[one] + (0 if sheet.end else laid[one])),
        (goal, f"Turn {sheet.turn_number} of at most {options['turn-limit']}"),
        piles=(
            spelling.pile("Stock", sheet.stock),
            spelling.pile("Discard pile", len(sheet.discard), sheet.discard[-1] if sheet.discard else ""),
        ),
        middle=[one for one, holds in middle.items() if holds],
        said=tuple(_said(sheet)),
        own=own_hand(scene, {"Protected": seen(sheet.protected[own]), "placed": seen(sheet.placed[own])}),
        own_written=()
        if scene.viewer is None or scene.has_left or scene.outcome
        else tuple(_own(sheet, own)),
        last=tuple(sorted(_last(sheet.last))) if sheet.last else (),
    )
    return msgspec.structs.replace(table, phase=phase)


def _said(sheet: Any) -> Iterator[str]:
    """Yield the lines about facts that pictures don't draw."""
    pending = sheet.pending or {}
    kind, other = pending.get("action"), pending.get("target")
    most = 2 * (len(sheet.hands) - len(sheet.left))
    in_a_row = " in a row" if sheet.timeouts == 1 else ""
    late = "One turn timed out" if sheet.timeouts == 1 else f"{sheet.timeouts} turns in a row timed out"
    said = {
        f"Discard pile: {spelling.by_rank(sheet.discard)}": len(sheet.discard) > 1,
        "Forced recycling is on.": getattr(sheet, "forcing", False),
        f"@{sheet.turn} asks to allow forced recycling.": kind == "allow-forcing",
        f"@{sheet.turn} wants @{other} to recycle.": kind == "force-recycle",
        f"@{sheet.turn} challenges @{other}.": kind == "challenge",
        f"{late}: after {most}{in_a_row}, the game ends and nobody wins.": sheet.timeouts and not sheet.end,
    }
    yield from (line for line, holds in said.items() if holds)


def _phase(sheet: Any) -> str:
    """Return the phase, without the number of a guess, which nobody needs."""
    return str(sheet.phase).removesuffix("-1").removesuffix("-2")


def _notes(scene: Scene, phase: str, letter: str) -> Iterator[str]:
    """Yield the notes on a player's task or answer, the most important first."""
    sheet = views.noted(scene)
    pending, is_vote = sheet.pending or {}, phase == "vote"
    guess = pending.get("guesses", {}).get(letter)
    notes = {
        "has left": letter in sheet.left,
        "is leaving": letter in sheet.leaving,
        "acquires": phase == "bluff-window" and letter == sheet.turn,
        NOTES.get(phase, ""): phase in NOTES and letter in map(seat_letter, scene.deciders),
        "believes": letter in pending.get("believed", ()),
        f"guesses {card(guess['rank'] + guess['suit'])}" if guess else "": guess,
        "has voted": letter in pending.get("votes", {}),
        "must recycle?": is_vote
        and letter == pending.get("target")
        and letter not in pending.get("votes", {}),
        "called the vote": is_vote and letter == sheet.turn and letter not in pending.get("votes", {}),
    }
    yield from (note for note, holds in notes.items() if holds)


def _sets(sheet: Any, letter: str) -> list[Mapping[str, Any]]:
    return [one for one in sheet.sets if one["owner"] == letter]


def _points(one: Mapping[str, Any]) -> int:
    assert one["double"] == (len(one["cards"]) > SINGLE)
    return int(one["value"] * (1 + one["double"]) - one["cards"].count("JK"))


def _set(one: Mapping[str, Any]) -> str:
    across = f", {card(one['borrowed'])} across" if one["borrowed"] else ""
    return f"{ranks(one['rank'])}, {_points(one)}: {cards(sorted(one['cards']))}{across}"


def _own(sheet: Any, own: str) -> Iterator[str]:
    """Yield the lines of a player's own page, with cards that the last action showed them alone."""
    hand, last, pending = seen(sheet.hands[own]), sheet.last or {}, sheet.pending or {}
    yield f"Your hand ({len(hand)}): {cards(hand) or 'none'}"
    for name, zone in (("Protected", sheet.protected[own]), ("Placed for the challenge", sheet.placed[own])):
        if zone:
            yield f"{name}: {cards(zone)}."
    if own in pending.get("votes", {}):
        yield f"You voted {'yes' if pending['votes'][own] else 'no'}."
    for giver, given in last.get("gave", {}).items():
        if seen(given):
            yield (
                f"@{last['seat']} got {cards(given)} from you."
                if giver == own
                else f"You got {cards(given)} from @{giver}."
            )
    shown = last.get("hands", {})
    for letter in shown if own in shown else ():
        other = next(one for one in shown if one != own)
        held = cards(shown[letter]) or "an empty hand"
        yield f"You showed @{other} {held}." if letter == own else f"@{letter} showed you {held}."


# The last action.

BEGINNINGS: Final = {
    "acquire": r"@(\w): \W*Acquire (\w+)!",
    "challenge": r"@(\w) challenges @(\w) and rolls (\d):",
    "force-recycle": r"@(\w) wants @(\w) to recycle\. Yes votes",
    "allow-forcing": r"@(\w) asks to allow forced recycling\. Yes votes",
    "recycle": r"(?:@\w rolls \d for [^:]*: [^.]*\. )?@(\w) recycles ",
    "score": r"@(\w) scores ",
    "protect": r"@(\w) protects a card ",
    "cooperate": r"@(\w) and @(\w) cooperate\.",
    "skip": r"@(\w) is skipped \(",
}
"""Patterns of the sentences that begin each action, with groups for who, whom and what."""
FORMS: Final = (
    r"@\w calls the bluff\. \W*Busted|@\w calls the bluff, but @\w shows \S+(?=\.)|@\w gives @\w \d+(?=\.)"
    r"|@\w guesses \w+, \w+(?=\.)|@\w placed [^.]*(?=\.)|@\w has (?:one|\d+) match(?:es)?(?=\.)|Vote (?:passed|failed)"
    r"|@\w rolls \d for their protected cards, @\w \d(?=:)|@\w recycles [^.]* and rolls \d \+ \d(?=\.)"
)
"""A pattern of everything that an action reveals."""


def last_heard(log: Sequence[str], phase: str) -> tuple[str, ...]:
    """Return what the last finished action revealed, from the log."""
    text, is_under_way = " ".join(log), phase not in ("turn", "over")
    begun = _begun(text)
    if len(begun) <= is_under_way:
        return ()
    end = begun[-1][1].start() if is_under_way else len(text)
    kind, start = begun[-1 - is_under_way]
    part = text[start.start() : end]
    votes = [
        (said, who) for said, some in re.findall(r"(Yes|No): ([^.]*)\.", part) for who in hearing.named(some)
    ]
    facts = [hearing.facts(hit, r"\n")[0] for hit in re.findall(FORMS, part)]
    return tuple(
        sorted([" ".join((kind, *start.groups())), *(f"{said}: @{who}" for said, who in votes), *facts])
    )


def _begun(text: str) -> list[tuple[str, re.Match[str]]]:
    """Return all actions in order, with the match of their beginning. A vote includes its forced recycle."""
    hits = [(kind, hit) for kind, pattern in BEGINNINGS.items() for hit in re.finditer(pattern, text)]
    begun: list[tuple[str, re.Match[str]]] = []
    is_forced = False
    for kind, hit in sorted(hits, key=lambda one: one[1].start()):
        before = begun[-1] if begun else ("", hit)
        is_vote = kind == "recycle" and before[0] == "force-recycle" and not is_forced
        is_forced = is_vote and "Vote passed, " in text[before[1].start() : hit.start()]
        if not is_forced:
            begun.append((kind, hit))
    return begun


def _last(last: Mapping[str, Any]) -> Iterator[str]:
    """Yield what the last action revealed, from the sheet."""
    seat, target = last["seat"], last.get("target")
    facts = (last.get("rank") and ranks(last["rank"]), target, last.get("die"))
    yield " ".join((last["action"], seat, *(str(fact) for fact in facts if fact)))
    if caller := last.get("caller"):
        proof = last["proof"]
        yield (
            f"@{caller} calls the bluff, but @{seat} shows {card(proof)}"
            if proof
            else f"@{caller} calls the bluff. Busted"
        )
    yield from (f"@{who} gives @{seat} {many}" for who, many in sized(last.get("gave", {})).items() if many)
    for who, one in last.get("guesses", {}).items():
        yield f"@{who} guesses {ranks(one['rank'])}, {SUITS[one['suit']]}"
    yield from (f"@{who} placed {_shown(some) or 'none'}" for who, some in last.get("placed", {}).items())
    rewards = last.get("rewards", {}).items()
    yield from (
        f"@{who} has {many} matches" if many != 1 else f"@{who} has one match" for who, many in rewards
    )
    yield from (f"{'Yes' if vote else 'No'}: @{who}" for who, vote in last.get("votes", {}).items())
    if (passed := last.get("passed")) is not None:
        yield f"Vote {'passed' if passed else 'failed'}"
    recycler = target or seat
    if rolled := last.get("rolloff"):
        yield f"@{recycler} rolls {rolled[0]} for their protected cards, @{last['opponent']} {rolled[1]}"
    if "cards" in last:
        yield f"@{recycler} recycles {_shown(last['cards']) or 'an empty hand'} and rolls {' + '.join(map(str, last['dice']))}"


def _shown(some: Iterable[str]) -> str:
    """Return cards as text, in the reader's order."""
    return " ".join(sorted(map(card, some)))
