"""The table and the hands of Skrap as text."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import cast

from bot.engine.cards import ORDER, SUIT_OF, Card
from bot.engine.chance import Seat, seat_letter, seat_of
from bot.games.skrap.cards import (
    ARMOURS,
    EFFECTIVE,
    MIN_CARDS_TO_ANSWER,
    WEAPONS,
    is_joker_needed,
    needed_against,
)
from bot.games.skrap.sheet import SkrapSheet
from bot.games.skrap.throwing import MAX_UNDECIDED
from bot.rendering import plates, words
from bot.rendering.catalog import say, say_count
from bot.rendering.scene import Scene


def sheet_of(scene: Scene) -> SkrapSheet:
    """What the scene's viewer may know of the table."""
    return cast("SkrapSheet", scene.sheet)


def own_hand(scene: Scene) -> tuple[Card, ...]:
    """The viewer's cards; none for those who may see none."""
    return () if scene.viewer is None else plates.seen(sheet_of(scene).hands[seat_letter(scene.viewer)])


def own_surge(scene: Scene) -> Card | None:
    """The viewer's surge card, if it is placed."""
    surge = None if scene.viewer is None else sheet_of(scene).surge[seat_letter(scene.viewer)]
    return surge if isinstance(surge, str) else None


def kind_of_own(kind: Iterable[Card], scene: Scene) -> tuple[Card, ...]:
    """The viewer's weapons or armours from low to high, by what they count now."""
    hand, values = own_hand(scene), EFFECTIVE[own_surge(scene)]
    some = [card for one in kind for card in [one] * hand.count(one)]
    return tuple(sorted(some, key=lambda card: (values[card], ORDER[card])))


def owner_of_bot(scene: Scene) -> Seat:
    """Who built the bot that stands."""
    return seat_of(sheet_of(scene).field[-1]["owner"])


def heads_at_stake(scene: Scene) -> int:
    """How many bots lie wrecked in this round."""
    return max(0, len(sheet_of(scene).field) - 1)


def needed(scene: Scene) -> int:
    """The weapon that wrecks the bot that stands."""
    return needed_against(sheet_of(scene).field[-1]["armour_value"], scene.options["surged-king"])


def falls_to_joker(scene: Scene) -> bool:
    """Whether only a joker wrecks the bot that stands."""
    return is_joker_needed(sheet_of(scene).field[-1]["armour_value"], scene.options["surged-king"])


def has_too_few(scene: Scene, letter: str) -> bool:
    """Whether a player is passed by rule, were they to answer the bot that stands."""
    sheet = sheet_of(scene)
    return plates.size(sheet.hands[letter]) < MIN_CARDS_TO_ANSWER and letter != sheet.field[-1]["owner"]


def valued(card: Card, value: int) -> str:
    """A card with what it counts in its bot: `10♠ (11)`."""
    return f"{words.card(card)} ({value})"


def heads(number: int) -> str:
    """A number of heads, in words."""
    return say_count("one head", "{number} heads", number)


def table_text(scene: Scene) -> str:
    """All that lies open: a line a player, then the bots and the round."""
    players = [_player(scene, seat) for seat in range(len(scene.players))]
    return "\n".join([*players, *_throw(scene), *_field(scene), _round(scene)])


def hand_text(scene: Scene) -> str:
    """The viewer's own cards by what they can be, weakest first."""
    if scene.viewer not in scene.active:
        return say("You have left this game and hold no cards.")
    surge, thrown = own_surge(scene), sheet_of(scene).throws.get(seat_letter(scene.viewer))
    lines = [
        say("Your hand ({number})", number=len(own_hand(scene))),
        say("Weapons: {cards}", cards=_listing(kind_of_own(WEAPONS, scene), surge)),
        say("Armour: {cards}", cards=_listing(kind_of_own(ARMOURS, scene), surge)),
    ]
    if surge is not None:
        lines.append(_surged(surge))
    if thrown is not None:
        lines.append(say("You throw {shape}.", shape=words.shape_name(str(thrown))))
    return "\n".join(lines)


def _listing(some: Iterable[Card], surge: Card | None) -> str:
    """Cards of one kind; what each counts is said as soon as the surge suit is known."""
    values = EFFECTIVE[surge]
    texts = [words.card(card) if surge is None else valued(card, values[card]) for card in some]
    return " · ".join(texts) or say("none")


def _surged(card: Card) -> str:
    """A surge card with what it does."""
    return say("Surge {card}: {suit} +1", card=words.card(card), suit=words.suit_name(SUIT_OF[card]))


def _player(scene: Scene, seat: Seat) -> str:
    here = "▶ " if seat in scene.deciders else ""
    return f"{here}**{words.name(scene, seat)}** {' · '.join(_facts(scene, seat_letter(seat)))}"


def _facts(scene: Scene, letter: str) -> Iterator[str]:
    """What stands and lies in front of a player, also of one who has left."""
    sheet = sheet_of(scene)
    yield heads(sheet.heads[letter])
    if letter in sheet.left:
        yield say("has left")
    else:
        held, dealt = plates.size(sheet.hands[letter]), sheet.sizes[letter]
        yield say("{number} of {dealt} cards", number=held, dealt=dealt)
        yield from _state(scene, letter)
    if count := Counter(bot["owner"] for bot in sheet.field[:-1])[letter]:
        yield say_count("lost a bot", "lost {number} bots", count)
    if pair := sheet.scavengers.get(letter):
        yield say("shows {cards}", cards=words.cards(pair))
    if seat_of(letter) in leaders(scene):
        yield say("ahead")


def leaders(scene: Scene) -> frozenset[Seat]:
    """Who has most heads of those who still play; nobody as long as there are none."""
    sheet = sheet_of(scene)
    return plates.leaders(
        [0 if letter in sheet.left else count for letter, count in sheet.heads.items()],
    )


def _state(scene: Scene, letter: str) -> Iterator[str]:
    """A player's surge card, throw and answers of this round."""
    sheet = sheet_of(scene)
    surge = sheet.surge[letter]
    if surge is not None:
        yield say("surge hidden") if sheet.phase == "surge" else _surge_of(str(surge))
    if letter in sheet.contenders:
        yield say("has thrown") if letter in sheet.throws else say("is to throw")
    if letter in sheet.unable:
        yield say("cannot build this round")
    elif sheet.phase == "battle" and has_too_few(scene, letter):
        yield say("no bot left")
    if letter in sheet.passed:
        yield passed(scene)


def _surge_of(card: Card) -> str:
    return say("surge {card}", card=words.card(card))


def passed(scene: Scene) -> str:
    """What a pass is called in this phase."""
    if scene.phase == "scavenge":
        return say("shows no pair")
    return say("out of this round") if scene.options["pass-rule"] == "final" else say("passes")


def _throw(scene: Scene) -> Iterator[str]:
    sheet = sheet_of(scene)
    if not sheet.contenders:
        return
    who = words.names(scene, map(seat_of, sheet.contenders))
    yield say("{players} throw: who loses opens.", players=who)
    if sheet.undecided:
        yield say(
            "Undecided {number} of {most} times; then a lot decides.",
            number=sheet.undecided,
            most=MAX_UNDECIDED,
        )


def _field(scene: Scene) -> Iterator[str]:
    """The last bot face up, and how many lie wrecked."""
    sheet = sheet_of(scene)
    if not sheet.field:
        yield say("No bot stands yet.")
        return
    bot, facts = sheet.field[-1], {"player": words.name(scene, owner_of_bot(scene))}
    facts |= {part: valued(bot[part], bot[f"{part}_value"]) for part in ("weapon", "armour")}
    if sheet.phase == "scavenge":
        yield say("**{player}'s champion:** weapon {weapon}, armour {armour}", **facts)
    else:
        yield say("**{player}'s bot:** weapon {weapon}, armour {armour}", **facts)
    if sheet.phase == "battle":
        yield _falls(scene)
    yield say("Bots wrecked this round: {number}.", number=heads_at_stake(scene))


def _falls(scene: Scene) -> str:
    """What wrecks the bot that stands."""
    if falls_to_joker(scene):
        return say("It falls to a joker only.")
    return say("It falls to a weapon of {number} or more.", number=needed(scene))


def _round(scene: Scene) -> str:
    sheet = sheet_of(scene)
    facts = {"number": sheet.round, "most": scene.options["max-rounds"], "pack": sheet.pack}
    if sheet.aside:
        return say(
            "-# Round {number} of at most {most}. Not dealt: {pack}. Set aside: {aside}.",
            **facts,
            aside=sheet.aside,
        )
    return say("-# Round {number} of at most {most}. Not dealt: {pack}.", **facts)
