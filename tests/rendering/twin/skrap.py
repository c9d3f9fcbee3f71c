"""Skrap by ear: what the texts tell, and the same from a sheet."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from bot.engine.chance import seat_letter
from bot.rendering.scene import Scene
from tests.rendering.twin import hearing
from tests.rendering.twin.hearing import NONE, Cards, Heard, Letters, PlayerLine, needed, number

NOT_TOLD: Mapping[str, str] = {
    "turn": "in the phases that have one, the player awaited",
}

PHASES: Mapping[str, str] = {
    "must place a surge card": "surge",
    "must throw rock, paper or scissors": "throw",
    "must play the first bot": "open",
    "may destroy the current bot or pass": "battle",
    "may play scavengers or pass": "scavenge",
}
ENDS: Final = {
    r"The goal of \d+ heads is reached\.": "target",
    r"The last of \d+ rounds is over\.": "round-limit",
    r"All the others have left\.": "last-player",
}
PASSED: Final = ("has passed", "out of this battle", "no scavengers")


class Bot(msgspec.Struct, frozen=True):
    """The last bot, face up: each card with what it counts."""

    owner: str
    weapon: tuple[str, int]
    armour: tuple[str, int]


class Known(msgspec.Struct, frozen=True):
    """All that matters for play, as one viewer knows it."""

    phase: str
    round: int
    awaited: Letters
    heads: dict[str, int]
    sizes: dict[str, int]
    hands: dict[str, int]
    hand: Cards | None
    """None for a spectator and for who has left."""
    surge: dict[str, str]
    """A card, or `placed` while it is hidden."""
    own_surge: str | None
    contenders: Letters
    thrown: Letters
    own_throw: str | None
    undecided: int
    unable: Letters
    passed: Letters
    bot: Bot | None
    destroyed: dict[str, int]
    scavengers: dict[str, Cards]
    undealt: int
    aside: int
    left: Letters
    winners: Letters
    end: str | None


def read(given: Heard) -> Known:
    """What somebody knows who has only heard this."""
    players, what, phase = hearing.seated(given, PHASES)
    text, over = "\n".join(what.zones), phase == "over"
    throw = hearing.found(r"(?m)^Throw between (.*): who loses opens \(undecided in a row: (\d),", text)
    return Known(
        phase=phase,
        round=number(r"^Round (\d+) of at most", what.title.splitlines()[1]),
        awaited=hearing.marked(players),
        heads=hearing.each(players, r"(\d+) of \d+ heads"),
        sizes=hearing.each(players, r"\d+ of (\d+) cards? in hand"),
        hands=hearing.each(players, r"(\d+) of \d+ cards? in hand"),
        hand=_own_hand(what),
        surge={letter: said for letter, player in players.items() if (said := _surge(player))},
        own_surge=_own_surge(what),
        contenders=hearing.named(throw[1]) if throw else NONE,
        thrown=hearing.those(players, "has thrown"),
        own_throw=_own_line(what, "Your throw"),
        undecided=int(throw[2]) if throw else 0,
        unable=hearing.those(players, "unable to build a bot"),
        passed=frozenset().union(*(hearing.those(players, word) for word in PASSED)),
        bot=_bot(text),
        destroyed=_destroyed(players, text),
        scavengers={letter: pair for letter, player in players.items() if (pair := _scavengers(player))},
        undealt=int(needed(r"(?m)^Undealt: (\d+) cards?", text)[1]),
        aside=number(r"set aside: (\d+) cards?$", text),
        left=hearing.those(players, "has left"),
        winners=hearing.winners(what.state) if over else NONE,
        end=next(end for words, end in ENDS.items() if re.search(words, what.state)) if over else None,
    )


def _destroyed(players: Mapping[str, PlayerLine], text: str) -> dict[str, int]:
    by_owner = hearing.each(players, r"(\d+) destroyed bots?")
    total = hearing.found(r"(?m)^Destroyed this round: (\d+) bots?$", text)
    assert sum(by_owner.values()) == int(total[1] if total else 0)
    assert bool(total) == ("No bot has been played" not in text)
    return by_owner


def _surge(player: PlayerLine) -> str | None:
    shown = player.told(r"surge card (\S+ \(.*\))")
    return hearing.card(shown) if shown else "placed" if player.has("surge card placed") else None


def _scavengers(player: PlayerLine) -> Cards:
    return hearing.cards(player.told(r"scavengers (.*)") or "")


def _own_line(what: Heard, name: str) -> str | None:
    """What the player's own page has under this name."""
    lines = dict(line.split(": ", 1) for line in what.own_lines if ": " in line)
    return lines.get(name)


def _own_hand(what: Heard) -> Cards | None:
    if not what.own or what.own_lines == ["You have left this game and hold no cards."]:
        return None
    told = {name: _own_line(what, name) or "" for name in ("Your hand", "Weapons", "Armour")}
    assert all(told.values()), what.own
    hand = tuple(sorted(hearing.run(f"{told['Weapons']} {told['Armour']}")))
    assert len(hand) == number(r"^(\d+) cards?$", told["Your hand"])
    return hand


def _own_surge(what: Heard) -> str | None:
    said = _own_line(what, "Surge card")
    return hearing.card(said) if said else None


def _bot(text: str) -> Bot | None:
    title = r"(?m)^(?:Current bot|Champion|Last bot) of @(\w): "
    match = hearing.found(title + r"weapon (\S+) \((\d+)\), armour (\S+) \((\d+)\)$", text)
    if match is None:
        assert "No bot has been played in this round." in text
        return None
    weapon, armour = hearing.card(match[2]), hearing.card(match[4])
    return Bot(match[1], (weapon, int(match[3])), (armour, int(match[5])))


def expected(scene: Scene) -> Known:
    """The same from the sheet."""
    sheet: Any = scene.sheet
    own = None if scene.viewer is None else seat_letter(scene.viewer)
    destroyed = Counter(bot["owner"] for bot in sheet.field[:-1])
    return Known(
        phase=sheet.phase,
        round=sheet.round,
        awaited=frozenset(map(seat_letter, scene.deciders)),
        heads=sheet.heads,
        sizes=sheet.sizes,
        hands=hearing.sized(sheet.hands),
        hand=None if own is None or own in sheet.left else tuple(sorted(hearing.list_of(sheet.hands[own]))),
        surge={letter: _surge_seen(sheet, card) for letter, card in sheet.surge.items() if card},
        own_surge=None if own is None else sheet.surge[own],
        contenders=frozenset(sheet.contenders),
        thrown=frozenset(sheet.throws),
        own_throw=sheet.throws.get(own),
        undecided=sheet.undecided,
        unable=frozenset(sheet.unable),
        passed=frozenset(sheet.passed),
        bot=_last(sheet.field[-1]) if sheet.field else None,
        destroyed={letter: destroyed[letter] for letter in sheet.hands},
        scavengers={letter: tuple(sorted(pair)) for letter, pair in sheet.scavengers.items()},
        undealt=sheet.pack,
        aside=sheet.aside,
        left=frozenset(sheet.left),
        winners=frozenset(sheet.winners),
        end=scene.outcome.end if scene.outcome else None,
    )


def _surge_seen(sheet: Any, card: str | int) -> str:
    """On the table all surge cards are hidden until everybody has placed one."""
    return "placed" if sheet.phase == "surge" else str(card)


def _last(bot: Mapping[str, Any]) -> Bot:
    return Bot(bot["owner"], (bot["weapon"], bot["weapon_value"]), (bot["armour"], bot["armour_value"]))
