"""Facts about a table of Skrap that only words say, from its sheet."""

from collections.abc import Iterator, Mapping
from typing import Final

from bot.engine.chance import seat_letter
from bot.games.skrap.cards import MIN_CARDS_TO_ANSWER
from bot.rendering.scene import Scene
from tests.helpers import views
from tests.rendering.twin import hearing
from tests.rendering.twin.hearing import NONE, Heard, Letters
from tests.rendering.twin.written import Board, Hand

NOT_TOLD: Mapping[str, str] = {
    "turn": "in the phases that have one, the player awaited",
}
PHASES: Mapping[str, str] = {
    "choose a surge card": "surge",
    "rock, paper or scissors": "throw",
    "play first: build a bot": "open",
    "destroy it or pass": "battle",
    "play scavengers for an 11th card?": "scavenge",
}
ENDS: Mapping[str, str] = {
    "The last round was played.": "round-limit",
    "Everyone else had left.": "last-player",
    "": "target",
}
LEFT: Final = "You've left this game and don't have any cards."
SUITS: Final = {suit: word for word, suit in hearing.SUIT_WORDS.items()}
ASKED: Final = {
    "surge": "chooses a card",
    "throw": "to throw",
    "open": "plays first",
    "battle": "to answer",
    "scavenge": "scavengers?",
}


def hand(given: Heard) -> Hand | None:
    if not given.own or given.own_lines[0] == LEFT:
        return None
    forms = r"Your hand \((\d+)\)", "Weapons: (.*)", "Armour: (.*)"
    number, weapons, armour = (
        hearing.needed(rf"(?m)^{one}$", "\n".join(given.own_lines))[1] for one in forms
    )
    cards = hearing.cards(f"{weapons} {armour}")
    assert len(cards) == int(number)
    return Hand(cards, frozenset(given.own_lines[3:]))


def own(scene: Scene) -> Iterator[str]:
    sheet, letter = views.noted(scene), seat_letter(scene.viewer or 0)
    if surge := sheet.surge[letter]:
        yield f"Surge card {hearing.signed(surge)}: {SUITS[surge[-1]]} +1"
    if letter in sheet.throws:
        yield f"You throw {sheet.throws[letter]}."


def notes(scene: Scene, letter: str) -> list[str]:
    """Return everything a row may note of a player, the most important first."""
    sheet = views.noted(scene)
    owners = [bot["owner"] for bot in sheet.field]
    in_battle = bool(owners) and not scene.outcome
    wrecked = owners[:-1].count(letter)
    passed = "out of this round" if scene.options["pass-rule"] == "final" else "passes"
    too_few = hearing.sized(sheet.hands)[letter] < MIN_CARDS_TO_ANSWER
    has_bot = in_battle and letter == owners[-1]
    is_champion = sheet.phase == "scavenge" and len(owners) > 1 and letter not in sheet.left
    facts = {
        "has left": letter in sheet.left,
        ASKED.get(sheet.phase, ""): letter in map(seat_letter, scene.deciders),
        "has thrown": letter in sheet.throws,
        "card chosen": sheet.phase == "surge" and sheet.surge[letter],
        "takes an 11th card": in_battle and letter in sheet.scavengers,
        "champion": has_bot and is_champion,
        "bot in play": has_bot and not is_champion,
        "skips scavengers" if sheet.phase == "scavenge" else passed: in_battle and letter in sheet.passed,
        "no bot left": sheet.phase == "battle"
        and not has_bot
        and letter not in (*sheet.left, *sheet.unable)
        and too_few,
        "lost a bot" if wrecked == 1 else f"lost {wrecked} bots": in_battle and wrecked,
        "can't build": letter in sheet.unable,
    }
    return [fact for fact, holds in facts.items() if holds]


def facts(scene: Scene, letter: str) -> Iterator[str]:
    sheet = views.noted(scene)
    if sheet.phase == "scavenge" and sheet.surge[letter]:
        yield f"surge card: {hearing.signed(sheet.surge[letter])}"
    yield from notes(scene, letter)[1:]


def exact(scene: Scene, letter: str) -> str:
    heads = views.noted(scene).heads[letter]
    return "one head" if heads == 1 else f"{heads} heads"


def board(_scene: Scene, _letter: str) -> Board:
    return Board()


def small(scene: Scene) -> str:
    sheet, options = views.noted(scene), scene.options
    is_open = sheet.phase not in ("surge", "scavenge") and any(sheet.surge.values())
    foot = f"First to {options['target']} heads wins{' · +1: surge bonus' * is_open}"
    aside = f" Set aside: {sheet.aside}." if sheet.aside else ""
    undealt = f" Not dealt: {sheet.pack}." if sheet.field else ""
    return f"{foot}. Round {sheet.round} of at most {options['max-rounds']}.{undealt}{aside}"


def lines(scene: Scene) -> Iterator[str]:
    sheet = views.noted(scene)
    if sheet.field:
        weapon, armour = (_played(sheet.field[-1], kind) for kind in ("weapon", "armour"))
        yield f"The bot has {weapon.replace('joker', 'a joker')} and {armour}."
    if sheet.contenders:
        yield f"{' and '.join(_listed(sheet.contenders))} throw: the loser plays first."
        if sheet.undecided:
            yield f"Tied {sheet.undecided} of 3 times: after that, it's random."
    if not sheet.field:
        yield "No bot yet."
        return
    if sheet.phase == "battle":
        value = sheet.field[-1]["armour_value"]
        is_joker = value == 14 and scene.options["surged-king"] == "joker-only"
        yield "Only a joker destroys it." if is_joker else f"A weapon of {value} or more destroys it."
    yield f"Bots destroyed this round: {len(sheet.field) - 1}."


def winners(scene: Scene) -> Letters:
    sheet = views.noted(scene)
    return frozenset(sheet.winners) if sheet.phase == "over" else NONE


def _listed(letters: list[str]) -> Iterator[str]:
    """The names before `and`, then the name after it."""
    names = [f"@{letter}" for letter in letters]
    yield ", ".join(names[:-1])
    yield names[-1]


def _played(bot: Mapping[str, object], kind: str) -> str:
    return f"{hearing.signed(str(bot[kind]))} as {kind} {bot[f'{kind}_value']}"
