"""The facts that a table of Skrap must tell."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from bot.engine.chance import seat_letter
from bot.games.skrap.cards import ARMOURS, MIN_CARDS_TO_ANSWER
from bot.rendering.scene import Scene
from tests.helpers import views
from tests.rendering.twin import spelling
from tests.rendering.twin.hearing import Cards
from tests.rendering.twin.spelling import COVERED, SUITS, card
from tests.rendering.twin.told import NOTHING, Row, Told, all_rows, nothing, own_hand, rows_told, seen, sized

NOT_TOLD: Mapping[str, str] = {"turn": "in the phases that have one, the player awaited"}
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
ASKED: Final = NOTHING
UNREAD: Final = r"(?<=[♣♦♥♠r]) \(\d+\)"
"""The values of cards, which follow from the surge card."""
NOTES: Final = {
    "surge": "chooses a card",
    "throw": "to throw",
    "open": "plays first",
    "battle": "to answer",
    "scavenge": "scavengers?",
}
last_heard = nothing


def told(scene: Scene) -> Told:
    sheet, options = views.noted(scene), scene.options
    bot, wrecked, goal = sheet.field[-1] if sheet.field else None, len(sheet.field[:-1]), options["target"]
    scavenges = sheet.phase == "scavenge"
    champion = bot["owner"] if bot and scavenges and wrecked else None
    is_won = champion and champion not in sheet.left

    def row(letter: str) -> Row:
        heads, surge = sheet.heads[letter], sheet.surge[letter]
        note, *more = [*notes(scene, letter), ""]
        placed = (f"surge card: {card(surge)}",) if scavenges and surge else ()
        return Row(
            note=note,
            points=str(heads),
            unit="head" if heads == 1 else "heads",
            exact="one head" if heads == 1 else f"{heads} heads",
            dots=(min(heads, goal), goal, wrecked if is_won and letter == champion else 0),
            surge="" if scavenges or not surge else COVERED if sheet.phase == "surge" else surge,
            cards=seen(sheet.scavengers.get(letter, ())),
            said=(*placed, *filter(None, more)),
        )

    is_open = sheet.phase not in ("surge", "scavenge") and any(sheet.surge.values())
    small = (
        f"first to {goal} heads wins{' · +1: surge bonus' * is_open}",
        f"Round {sheet.round} of at most {options['max-rounds']}",
        *([f"Not dealt: {sheet.pack}"] if bot else []),
        *([f"Set aside: {sheet.aside}"] if sheet.aside else []),
    )
    return rows_told(
        scene,
        all_rows(scene, row, sheet.heads.__getitem__),
        small,
        piles=() if bot else (spelling.pile("Not dealt", sheet.pack),),
        middle=(
            f"The bot has {_played(bot, 'weapon').replace('joker', 'a joker')} and {_played(bot, 'armour')}",
        )
        if bot
        else (),
        said=tuple(_said(scene, wrecked)),
        drawn=(
            *([f"{wrecked} at stake"] if wrecked and sheet.phase == "battle" else []),
            *([f"+{spelling.number(wrecked, 'head', '1')}"] if is_won else []),
        ),
        own=_own(scene),
        own_written=()
        if scene.viewer is None or scene.has_left or scene.outcome
        else tuple(_own_lines(sheet, seat_letter(scene.viewer))),
    )


def notes(scene: Scene, letter: str) -> Iterator[str]:
    """Yield the notes that a player's row may have, the most important first."""
    sheet = views.noted(scene)
    owners = [bot["owner"] for bot in sheet.field]
    in_battle, wrecked = bool(owners) and not scene.outcome, owners[:-1].count(letter)
    has_bot = in_battle and letter == owners[-1]
    is_champion = sheet.phase == "scavenge" and len(owners) > 1 and letter not in sheet.left
    passed = "out of this round" if scene.options["pass-rule"] == "final" else "passes"
    too_few = sized(sheet.hands)[letter] < MIN_CARDS_TO_ANSWER and letter not in (*sheet.left, *sheet.unable)
    facts = {
        "has left": letter in sheet.left,
        NOTES.get(sheet.phase, ""): letter in map(seat_letter, scene.deciders),
        "has thrown": letter in sheet.throws,
        "card chosen": sheet.phase == "surge" and sheet.surge[letter],
        "takes an 11th card": in_battle and letter in sheet.scavengers,
        "champion": has_bot and is_champion,
        "bot in play": has_bot and not is_champion,
        "skips scavengers" if sheet.phase == "scavenge" else passed: in_battle and letter in sheet.passed,
        "no bot left": sheet.phase == "battle" and not has_bot and too_few,
        "lost a bot" if wrecked == 1 else f"lost {wrecked} bots": in_battle and wrecked,
        "can't build": letter in sheet.unable,
    }
    yield from (fact for fact, holds in facts.items() if holds)


def _said(scene: Scene, wrecked: int) -> Iterator[str]:
    sheet = views.noted(scene)
    if sheet.contenders:
        yield f"{spelling.listed([f'@{letter}' for letter in sheet.contenders])} throw: the loser plays first."
        if sheet.undecided:
            yield f"Tied {sheet.undecided} of 3 times: after that, it's random."
    if not sheet.field:
        yield "No bot yet."
        return
    if sheet.phase == "battle":
        value = sheet.field[-1]["armour_value"]
        is_joker = value == 14 and scene.options["surged-king"] == "joker-only"
        yield "Only a joker destroys it." if is_joker else f"A weapon of {value} or more destroys it."
    yield f"Bots destroyed this round: {wrecked}."


def _played(bot: Mapping[str, Any], kind: str) -> str:
    return f"{card(bot[kind])} as {kind} {bot[f'{kind}_value']}"


def _own_lines(sheet: Any, own: str) -> Iterator[str]:
    hand = seen(sheet.hands[own])
    yield f"Your hand ({len(hand)})"
    yield f"Weapons: {spelling.cards(one for one in hand if one not in ARMOURS) or 'none'}"
    yield f"Armour: {spelling.cards(one for one in hand if one in ARMOURS) or 'none'}"
    if surge := sheet.surge[own]:
        yield f"Surge card {card(surge)}: {SUITS[surge[-1]]} +1"
    if own in sheet.throws:
        yield f"You throw {sheet.throws[own]}."


def _own(scene: Scene) -> Any:
    sheet, own = views.noted(scene), seat_letter(scene.viewer or 0)
    surge, bot = sheet.surge[own], sheet.field[-1] if sheet.field else None
    answers, is_seen = scene.asked and sheet.phase == "battle", isinstance(surge, str)
    aside: dict[str, Cards] = {"surge card" if answers else "Surge card": (surge,) if is_seen else ()}
    if answers and bot:
        aside[f"armour {bot['armour_value']}"] = seen([bot["weapon"], bot["armour"]])
    legal = {getattr(move, "weapon", None) for move in scene.legal}
    fits = tuple(one for one in seen(sheet.hands[own]) if one in legal) if answers else ()
    boost = SUITS[surge[-1]] if is_seen and sheet.phase != "scavenge" else None
    return own_hand(scene, aside, playable=fits or None, suit=boost)
