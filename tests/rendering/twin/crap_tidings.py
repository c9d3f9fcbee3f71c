"""The facts that the last action of C.R.A.P. has made known: to everyone in the last moves, to a few on their own pages."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from tests.rendering.twin import hearing
from tests.rendering.twin.hearing import Cards, Heard

T = TypeVar("T")


class Tidings(msgspec.Struct, frozen=True):
    """An action that's done, and what came to light. Private parts are empty for everyone else."""

    action: str
    seat: str
    target: str | None = None
    rank: str | None = None
    caller: str | None = None
    proof: str | None = None
    gave: tuple[tuple[str, int], ...] = ()
    die: int | None = None
    guesses: tuple[tuple[str, str], ...] = ()
    placed: tuple[tuple[str, Cards], ...] = ()
    rewards: tuple[tuple[str, int], ...] = ()
    votes: tuple[tuple[str, bool], ...] = ()
    passed: bool | None = None
    rolloff: tuple[str, int, int] | None = None
    recycled: Cards | None = None
    dice: tuple[int, int] | None = None
    given: tuple[tuple[str, Cards], ...] = ()
    """Whose cards went to whom: the giver with the cards, for those two alone."""
    hands: tuple[tuple[str, Cards], ...] = ()
    """Both hands of two who cooperate."""


def tidings(last: Mapping[str, Any] | None, own: str | None) -> Tidings | None:
    """Return what a sheet says of the last action."""
    if last is None:
        return None
    gave, rolled = last.get("gave", {}), last.get("rolloff")
    return Tidings(
        action=last["action"],
        seat=last["seat"],
        target=last.get("target"),
        rank=last.get("rank"),
        caller=last.get("caller"),
        proof=last.get("proof"),
        gave=_pairs((who, many) for who, many in hearing.sized(gave).items() if many),
        die=last.get("die"),
        guesses=_pairs((who, one["rank"] + one["suit"]) for who, one in last.get("guesses", {}).items()),
        placed=_sorted(last.get("placed", {})),
        rewards=_pairs(last.get("rewards", {}).items()),
        votes=_pairs(last.get("votes", {}).items()),
        passed=last.get("passed"),
        rolloff=(last["opponent"], *rolled) if rolled else None,
        recycled=tuple(sorted(last["cards"])) if "cards" in last else None,
        dice=tuple(last["dice"]) if "dice" in last else None,
        given=tuple((who, cards) for who, cards in _sorted(gave) if cards),
        hands=_sorted(last.get("hands", {})) if own in last.get("hands", {}) else (),
    )


def _sorted(zone: Mapping[str, list[str] | int]) -> tuple[tuple[str, Cards], ...]:
    return _pairs((who, tuple(sorted(part))) for who, part in zone.items() if isinstance(part, list))


BEGINNINGS = {
    "acquire": r"@(?P<seat>\w): \W*Acquire (?P<rank>\w+)!",
    "challenge": r"@(?P<seat>\w) challenges @(?P<target>\w) and rolls (?P<die>\d):",
    "force-recycle": r"@(?P<seat>\w) wants @(?P<target>\w) to recycle\. Yes votes",
    "allow-forcing": r"@(?P<seat>\w) asks to allow forced recycling\. Yes votes",
    "recycle": r"(?:@\w rolls \d for [^:]*: [^.]*\. )?@(?P<seat>\w) recycles ",
    "score": r"@(?P<seat>\w) scores ",
    "protect": r"@(?P<seat>\w) protects a card ",
    "cooperate": r"@(?P<seat>\w) and @(?P<target>\w) cooperate\.",
    "skip": r"@(?P<seat>\w) is skipped \(",
}
"""With which sentence each action begins."""


def read_last(what: Heard, *, under_way: bool) -> Tidings | None:
    """The last action that's done, from the moves that are told and the player's own page."""
    text = " ".join(what.log)
    begun = _begun(text)
    done = begun[:-1] if under_way else begun
    if not done:
        return None
    kind, match = done[-1]
    end = begun[-1][1].start() if under_way else len(text)
    facts = match.groupdict()
    rank, die = facts.get("rank"), facts.get("die")
    return _told(
        Tidings(
            action=kind,
            seat=facts["seat"],
            target=facts.get("target"),
            rank=hearing.rank(rank) if rank else None,
            die=int(die) if die else None,
        ),
        text[match.start() : end],
        what,
    )


def _begun(text: str) -> list[tuple[str, re.Match[str]]]:
    """All actions in order. A forced recycle is a part of its vote."""
    hits = [(kind, hit) for kind, pattern in BEGINNINGS.items() for hit in re.finditer(pattern, text)]
    hits.sort(key=lambda one: one[1].start())
    begun: list[tuple[str, re.Match[str]]] = []
    forced = False
    for kind, hit in hits:
        if kind == "recycle" and begun and begun[-1][0] == "force-recycle" and not forced:
            forced = "Vote passed, " in text[begun[-1][1].start() : hit.start()]
            if forced:
                continue
        forced = False
        begun.append((kind, hit))
    return begun


def _told(begun: Tidings, text: str, what: Heard) -> Tidings:
    """The rest of what was told about an action."""
    call = hearing.found(r"@(\w) calls the bluff(?:\. \W*Busted:|, but @\w shows (\S+)\.)", text)
    votes = hearing.found(r"Vote (passed|failed), \d+–\d+\.", text)
    rolled = hearing.found(r"@\w rolls (\d) for their protected cards, @(\w) (\d):", text)
    recycled = hearing.found(r"@\w recycles (?:an empty hand|(.*?)) and rolls (\d) \+ (\d)\.", text)
    return msgspec.structs.replace(
        begun,
        caller=call[1] if call else None,
        proof=hearing.card(call[2]) if call and call[2] else None,
        gave=_pairs((who, int(many)) for who, many in _gifts(text)),
        guesses=_pairs(
            (who, hearing.rank(rank) + hearing.SUIT_WORDS[suit])
            for who, rank, suit in re.findall(r"@(\w) guesses (\w+), (\w+)\.", text)
        ),
        placed=_pairs(
            (who, hearing.cards(shown)) for who, shown in re.findall(r"@(\w) placed ([^.]*)\.", text)
        ),
        rewards=_pairs((who, int(many)) for who, many in re.findall(r"@(\w) earns (\d+)\.", text)),
        votes=_pairs(_cast(text)),
        passed=votes[1] == "passed" if votes else None,
        rolloff=(rolled[2], int(rolled[1]), int(rolled[3])) if rolled else None,
        recycled=hearing.cards(recycled[1] or "") if recycled else None,
        dice=(int(recycled[2]), int(recycled[3])) if recycled else None,
        given=_own(what, r"You got (?P<some>.*) from @(?P<who>\w)\.", r"@\w got (?P<some>.*) from you\."),
        hands=_own(what, r"@(?P<who>\w) showed you (?P<some>.*)\.", r"You showed @\w (?P<some>.*)\."),
    )


def _gifts(text: str) -> list[tuple[str, str]]:
    return re.findall(r"@(\w) gives @\w (\d+)\.", text)


def _cast(text: str) -> Iterable[tuple[str, bool]]:
    """Return who voted how: `Yes: @C and @D. No: @E. Silent: @F.`"""
    for said, players in re.findall(r"(Yes|No): ([^.]*)\.", text):
        for who in hearing.named(players):
            yield who, said == "Yes"


def _own(what: Heard, theirs: str, mine: str) -> tuple[tuple[str, Cards], ...]:
    """Return whose cards the player's own page tells: others' and their own."""
    lines = "\n".join(what.own_lines)
    shown = [(one["who"], hearing.cards(one["some"])) for one in re.finditer(f"(?m)^{theirs}$", lines)]
    own = [(what.me, hearing.cards(one["some"])) for one in re.finditer(f"(?m)^{mine}$", lines)]
    return _pairs([*shown, *own])


def _pairs(pairs: Iterable[tuple[str, T]]) -> tuple[tuple[str, T], ...]:
    """By seat."""
    return tuple(sorted(pairs))
