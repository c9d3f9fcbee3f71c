"""The table and the hands of Skrap as text."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, cast

from bot.engine.cards import JOKER, ORDER, SUIT_OF, Card
from bot.engine.chance import Seat, seat_letter
from bot.games.skrap.cards import (
    ARMOURS,
    EFFECTIVE,
    LARGE_HAND_SIZE,
    MIN_CARDS_TO_ANSWER,
    VALUE,
    WEAPONS,
    needed_against,
)
from bot.games.skrap.sheet import SkrapSheet
from bot.games.skrap.throwing import MAX_UNDECIDED
from bot.rendering import words
from bot.rendering.plates import seat_of
from bot.rendering.scene import Scene

TITLES: Final[Mapping[str, str]] = {"scavenge": "Champion", "over": "Last bot"}


def sheet_of(scene: Scene) -> SkrapSheet:
    """What the scene's viewer may know of the table."""
    return cast("SkrapSheet", scene.sheet)


def own_hand(scene: Scene) -> tuple[Card, ...]:
    """The viewer's cards; none for those who may see none."""
    hand = 0 if scene.viewer is None else sheet_of(scene).hands[seat_letter(scene.viewer)]
    return tuple(hand) if isinstance(hand, list) else ()


def own_surge(scene: Scene) -> Card | None:
    """The viewer's surge card, if it is placed."""
    surge = None if scene.viewer is None else sheet_of(scene).surge[seat_letter(scene.viewer)]
    return surge if isinstance(surge, str) else None


def valued(card: Card, value: int) -> str:
    """A card with what it counts in its bot: `10♠ (11)`."""
    return f"{words.card(card)} ({value})"


def surged(card: Card) -> str:
    """A surge card with what it does: `5♥ (hearts +1)`."""
    return f"{words.card(card)} ({words.SUIT_NAME[SUIT_OF[card]]} +1)"


def enough(scene: Scene) -> str:
    """What destroys the current bot: `a weapon of 12 or more`."""
    needed = needed_against(sheet_of(scene).field[-1]["armour_value"], scene.options["surged-king"])
    return "a joker" if needed == VALUE[JOKER] else f"a weapon of {needed} or more"


def mention(scene: Scene, letter: str) -> str:
    """The player of a seat given by its letter."""
    return scene.mention(seat_of(letter))


def table_text(scene: Scene) -> str:
    """All that lies open, a line a player, then the middle of the table."""
    players = [_player(scene, seat) for seat in range(len(scene.players))]
    return "\n".join([*players, *_throw(scene), *_field(scene), _undealt(scene)])


def hand_text(scene: Scene) -> str:
    """The viewer's own cards by what they can be, weakest first."""
    if scene.viewer not in scene.active:
        return "You have left this game and hold no cards."
    cards, surge = own_hand(scene), own_surge(scene)
    thrown = sheet_of(scene).throws.get(seat_letter(scene.viewer))
    lines = [
        f"Your hand: {words.number(len(cards), 'card')}",
        f"Weapons: {_listing(WEAPONS.intersection(cards), cards, surge)}",
        f"Armour: {_listing(ARMOURS.intersection(cards), cards, surge)}",
    ]
    if surge is not None:
        lines.append(f"Surge card: {surged(surge)}")
    if thrown is not None:
        lines.append(f"Your throw: {thrown}")
    return "\n".join(lines)


def _listing(kind: Iterable[Card], cards: tuple[Card, ...], surge: Card | None) -> str:
    """The cards of one kind by value; what each counts is said as soon as the surge suit is known."""
    values = EFFECTIVE[surge]
    some = [card for one in kind for card in [one] * cards.count(one)]
    some.sort(key=lambda card: (values[card], ORDER[card]))
    texts = [words.card(card) if surge is None else valued(card, values[card]) for card in some]
    return " · ".join(texts) or "none"


def _player(scene: Scene, seat: Seat) -> str:
    here = "▶ " if seat in scene.deciders else ""
    return f"{here}{scene.mention(seat)}: {' · '.join(_facts(scene, seat_letter(seat)))}"


def _facts(scene: Scene, letter: str) -> Iterator[str]:
    """What stands and lies in front of a player, also of one who has left."""
    sheet = sheet_of(scene)
    yield f"**{sheet.heads[letter]}** of {scene.options['target']} heads"
    if letter in sheet.left:
        yield "has left"
    else:
        yield f"{_size(scene, letter)} of {words.number(sheet.sizes[letter], 'card')} in hand"
        yield from _state(scene, letter)
    if destroyed := _destroyed(sheet)[letter]:
        yield words.number(destroyed, "destroyed bot")
    if pair := sheet.scavengers.get(letter):
        is_rewarded = sheet.phase == "scavenge" and letter not in sheet.left
        more = f" ({LARGE_HAND_SIZE} cards next round)" if is_rewarded else ""
        yield f"scavengers {words.cards(pair)}{more}"


def _state(scene: Scene, letter: str) -> Iterator[str]:
    """A player's surge card, throw and answers of this round."""
    sheet = sheet_of(scene)
    surge = sheet.surge[letter]
    if surge is not None:
        yield "surge card placed" if sheet.phase == "surge" else f"surge card {surged(str(surge))}"
    if letter in sheet.contenders:
        yield "has thrown" if letter in sheet.throws else "yet to throw"
    if letter in sheet.unable:
        yield "unable to build a bot"
    elif sheet.phase == "battle" and _has_too_few(scene, letter):
        yield "too few cards to answer"
    if letter in sheet.passed:
        yield _passed(scene)


def _has_too_few(scene: Scene, letter: str) -> bool:
    """Whether a player will be passed by rule, were they to answer the current bot."""
    return _size(scene, letter) < MIN_CARDS_TO_ANSWER and letter != sheet_of(scene).field[-1]["owner"]


def _size(scene: Scene, letter: str) -> int:
    zone = sheet_of(scene).hands[letter]
    return len(zone) if isinstance(zone, list) else zone


def _passed(scene: Scene) -> str:
    if scene.phase == "scavenge":
        return "no scavengers"
    return "out of this battle" if scene.options["pass-rule"] == "final" else "has passed"


def _destroyed(sheet: SkrapSheet) -> Counter[str]:
    """How many destroyed bots lie in front of whom."""
    return Counter(bot["owner"] for bot in sheet.field[:-1])


def _throw(scene: Scene) -> Iterator[str]:
    sheet = sheet_of(scene)
    if sheet.contenders:
        who = words.listed([mention(scene, letter) for letter in sheet.contenders])
        undecided = f"undecided in a row: {sheet.undecided}, at {MAX_UNDECIDED} chance picks"
        yield f"Throw between {who}: who loses opens ({undecided})"


def _field(scene: Scene) -> Iterator[str]:
    """The last bot face up, and how many lie destroyed."""
    sheet = sheet_of(scene)
    if not sheet.field:
        yield "No bot has been played in this round."
        return
    bot = sheet.field[-1]
    weapon, armour = valued(bot["weapon"], bot["weapon_value"]), valued(bot["armour"], bot["armour_value"])
    title = TITLES.get(sheet.phase, "Current bot")
    yield f"**{title}** of {mention(scene, bot['owner'])}: weapon {weapon}, armour {armour}"
    destroyed = words.number(len(sheet.field) - 1, "bot")
    yield f"Destroyed this round: {destroyed}{_stakes(scene) if sheet.phase == 'battle' else ''}"


def _stakes(scene: Scene) -> str:
    """What destroys the current bot, and what it brings if all pass."""
    sheet = sheet_of(scene)
    owner = sheet.field[-1]["owner"]
    heads = words.number(len(sheet.field) - 1, "head")
    gain = "nobody collects, its owner has left" if owner in sheet.left else f"+{heads} for its owner"
    return f"\nThe current bot falls to {enough(scene)}; if all pass: {gain}"


def _undealt(scene: Scene) -> str:
    sheet = sheet_of(scene)
    aside = f" · set aside: {words.number(sheet.aside, 'card')}" if sheet.aside else ""
    return f"Undealt: {words.number(sheet.pack, 'card')}{aside}"
