"""Skrap by ear: what the texts tell, and the same from a sheet."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from bot.engine.chance import seat_letter
from bot.rendering.scene import Scene
from tests.helpers import views
from tests.rendering.twin import hearing
from tests.rendering.twin.hearing import NONE, Cards, Heard, Letters, PlayerLine, needed, number

NOT_TOLD: Mapping[str, str] = {
    "turn": "in the phases that have one, the player awaited",
}

PHASES: Mapping[str, str] = {
    "hide your surge": "surge",
    "who loses opens": "throw",
    "open with a bot": "open",
    "wreck it or pass": "battle",
    "A pair for an 11th card?": "scavenge",
}
ENDS: Final = {
    "The last round was played.": "round-limit",
    "Everybody else had left.": "last-player",
    "": "target",
}
PASSED: Final = ("passes", "out of this round", "shows no pair")


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
    falls_to: str | None
    """In a battle: the weapon that is needed, or a joker."""
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
    throw = hearing.found(r"(?m)^(.*) throw: who loses opens\.$", text)
    falls = hearing.found(r"(?m)^It falls to (?:a (joker) only|a weapon of (\d+) or more)\.$", text)
    return Known(
        phase=phase,
        round=number(r"Round (\d+) of at most", text),
        awaited=hearing.marked(players),
        heads=_counted(players, "one head", r"(\d+) heads"),
        sizes=hearing.each(players, r"\d+ of (\d+) cards"),
        hands=hearing.each(players, r"(\d+) of \d+ cards"),
        hand=_own_hand(what),
        surge={letter: said for letter, player in players.items() if (said := _surge(player))},
        own_surge=_own_surge(what),
        contenders=hearing.named(throw[1]) if throw else NONE,
        thrown=hearing.those(players, "has thrown"),
        own_throw=_own_line(what, r"You throw (\w+)\."),
        undecided=number(r"Undecided (\d) of 3 times", text),
        unable=hearing.those(players, "cannot build this round"),
        passed=frozenset().union(*(hearing.those(players, word) for word in PASSED)),
        bot=_bot(text),
        falls_to=falls[1] or falls[2] if falls else None,
        destroyed=_destroyed(players, text),
        scavengers={letter: pair for letter, player in players.items() if (pair := _scavengers(player))},
        undealt=int(needed(r"Not dealt: (\d+)\.", text)[1]),
        aside=number(r"Set aside: (\d+)\.", text),
        left=hearing.those(players, "has left"),
        winners=hearing.winners(what.state) if over else NONE,
        end=next(end for words, end in ENDS.items() if words in what.state) if over else None,
    )


def _counted(players: Mapping[str, PlayerLine], one: str, many: str) -> dict[str, int]:
    """Everybody's number, where one is a word."""
    return {letter: int(player.has(one)) or player.number(many) for letter, player in players.items()}


def _destroyed(players: Mapping[str, PlayerLine], text: str) -> dict[str, int]:
    by_owner = _counted(players, "lost a bot", r"lost (\d+) bots")
    total = hearing.found(r"(?m)^Bots wrecked this round: (\d+)\.$", text)
    assert sum(by_owner.values()) == int(total[1] if total else 0)
    assert bool(total) == ("No bot stands yet." not in text)
    return by_owner


def _surge(player: PlayerLine) -> str | None:
    shown = player.told(r"surge (?!hidden)(\S+)")
    return hearing.card(shown) if shown else "placed" if player.has("surge hidden") else None


def _scavengers(player: PlayerLine) -> Cards:
    return hearing.cards(player.told(r"shows (?!no )(.*)") or "")


def _own_line(what: Heard, pattern: str) -> str | None:
    """What the one line of this form on the player's own page says."""
    found = hearing.found(rf"(?m)^{pattern}$", "\n".join(what.own_lines))
    return found[1] if found else None


def _own_hand(what: Heard) -> Cards | None:
    if not what.own or what.own_lines == ("You have left this game and hold no cards.",):
        return None
    weapons, armour = _own_line(what, "Weapons: (.*)"), _own_line(what, "Armour: (.*)")
    assert weapons, what.own
    assert armour, what.own
    hand = tuple(sorted(hearing.run(f"{weapons} {armour}")))
    assert str(len(hand)) == _own_line(what, r"Your hand \((\d+)\)")
    return hand


def _own_surge(what: Heard) -> str | None:
    said = _own_line(what, r"Surge (\S+): \w+ \+1")
    return hearing.card(said) if said else None


def _bot(text: str) -> Bot | None:
    title = r"(?m)^@(\w)'s (?:bot|champion): "
    match = hearing.found(title + r"weapon (\S+) \((\d+)\), armour (\S+) \((\d+)\)$", text)
    if match is None:
        assert "No bot stands yet." in text
        return None
    weapon, armour = hearing.card(match[2]), hearing.card(match[4])
    return Bot(match[1], (weapon, int(match[3])), (armour, int(match[5])))


def expected(scene: Scene) -> Known:
    """The same from the sheet."""
    sheet = views.noted(scene)
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
        falls_to=_falls_to(scene) if sheet.phase == "battle" else None,
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


def _falls_to(scene: Scene) -> str:
    sheet = views.noted(scene)
    armour = sheet.field[-1]["armour_value"]
    return "joker" if armour == 14 and scene.options["surged-king"] == "joker-only" else str(armour)


def _last(bot: Mapping[str, Any]) -> Bot:
    return Bot(bot["owner"], (bot["weapon"], bot["weapon_value"]), (bot["armour"], bot["armour_value"]))
