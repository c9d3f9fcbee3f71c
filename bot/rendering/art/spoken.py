"""Descriptions of pictures, made from their plans: everything visible, in words, within Discord's limit.

Each part can be said in several ways, from full to brief. See `shortening.shortened`.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final

from bot.engine.cards import JOKER, RANK_OF, Card
from bot.rendering import words
from bot.rendering.art.dramas import Bars, Counted, Drama, Fanned, Matched, Portrait, Swept
from bot.rendering.art.fonts import printable
from bot.rendering.art.plan import (
    BACK,
    Bot,
    Caption,
    CardPile,
    CoverPlan,
    Die,
    DuelPlan,
    EndingPlan,
    Fan,
    GamesPlan,
    HandPlan,
    House,
    LonePlan,
    Middle,
    Plan,
    Played,
    Ranked,
    Row,
    Section,
    Side,
    TablePlan,
    Tile,
    Tray,
    Wanted,
    new_cards,
)
from bot.rendering.art.shortening import MAX_ALT_CHARACTERS, TextPart, shortened
from bot.rendering.catalog import message, say, say_count
from bot.rendering.scene import unescaped

TURNING: Final = {
    "clockwise": message("Turns go clockwise."),
    "counter-clockwise": message("Turns go counter-clockwise."),
}


def description(plan: Plan) -> str:
    """Return the description of a picture, shortened to Discord's limit."""
    return shortened(_parts(plan), MAX_ALT_CHARACTERS)


def _parts(plan: Plan) -> list[TextPart]:
    """Return the parts of a picture's description, from top to bottom."""
    match plan:
        case LonePlan():
            return [*_parts(plan.table), *_parts(plan.hand)]
        case TablePlan():
            return [
                fixed(_stage(plan)),
                *(_row(one) for one in plan.rows),
                fixed(_foot(plan)),
                *(_spare(sentences(map(_plain, some))) for some in (plan.small, plan.said)),
            ]
        case HandPlan():
            return [
                fixed(_head(plan)),
                *(_section(one) for one in plan.sections),
                fixed(_new_cards(plan)),
                fixed(_with_stop(plan.instead)),
                fixed(_with_stop(plan.foot)),
            ]
        case DuelPlan():
            return [*_duel(plan), _spare(sentences(map(_plain, plan.said)))]
        case CoverPlan():
            mood = " ".join(plan.mood)
            head = say("{game}: {mood}", game=plan.name, mood=mood) if mood else _with_stop(plan.name)
            return [fixed(head), fixed(plan.facts)]
        case GamesPlan():
            return [fixed(words.listed([name for _, name in plan.games]))]
        case EndingPlan():
            return _ending(plan)


def fixed(text: str) -> TextPart:
    """Return a sentence with one wording only."""
    return TextPart(lambda _: text)


def _spare(text: str) -> TextPart:
    """Return a text that's left out before anything the picture shows."""
    return TextPart(lambda brevity: "" if brevity else text, ways=2, is_spare=True)


def _plain(text: str) -> str:
    """Return Markdown as plain text."""
    return unescaped(text.replace("**", ""))


def _with_stop(text: str) -> str:
    """Return a text with a full stop, unless it's empty or already ends in punctuation."""
    return text if not text or text[-1] in ".!?…" else f"{text}."


def sentences(texts: Iterable[str]) -> str:
    """Return these texts one after another, each as a sentence."""
    return " ".join(_with_stop(one) for one in texts if one)


def _stage(plan: TablePlan) -> str:
    """Return the description of a stage, each sentence once. Skip its line if `said` has it as well."""
    stage, added = plan.stage, [_plain(one).removesuffix(".") for one in plan.said]
    stake = f"{stage.stake} {stage.stake_label}".strip() if stage.stake and not stage.gain else ""
    drama = _drama(stage.drama, [one.name for one in plan.rows]) if stage.drama else ""
    line = "" if stage.line in added else stage.line
    parts = [stage.headline, line, drama, stage.gain, *(middle(one) for one in stage.middle), stake]
    return sentences(dict.fromkeys(parts))


def _drama(one: Drama, names: Sequence[str]) -> str:
    """Return the facts that an event's picture adds to the headline and the line."""
    match one:
        case Portrait(mood="out", cards=(card,)):
            return say("Last card: {card}", card=words.card(card))
        case Portrait(mood="champion", cards=cards):
            return say("Winning cards: {cards}.", cards=words.cards(cards))
        case Bars(gains=gains):
            each = (f"{name} +{gain}" for name, gain in zip(names, gains, strict=True) if gain)
            return say("Gained: {gains}", gains=", ".join(each))
        case Fanned(cards=cards) | Counted(cards=cards):
            return say("Played: {cards}", cards=words.cards(cards))
        case Swept(dice=dice):
            return say("Rolled: {dice}", dice=" ".join(map(str, dice)))
        case Matched(cards=cards, matches=matches):
            shown = (f"{words.card(card)} ({count})" for card, count in zip(cards, matches, strict=True))
            return say("Turned up: {cards}", cards=" ".join(shown))
    return ""


def middle(one: Middle) -> str:
    """Return a part of the stage in words."""
    match one:
        case CardPile():
            return card_pile(one)
        case Wanted():
            return say("Asked for: {ranks}", ranks=words.ranks_name(one.rank))
        case Die():
            return say("The die shows {number}", number=one.number)
        case Played():
            return _played(one)
        case Bot():
            return say(
                "The bot has {weapon} as weapon {attack} and {armour} as armour {defence}",
                weapon=words.one_card(one.weapon),
                attack=one.weapon_value,
                armour=words.card(one.armour),
                defence=one.armour_value,
            )


def card_pile(one: CardPile) -> str:
    """Return a pile in words."""
    if one.top is None:
        return say("{pile}: empty", pile=one.name)
    if one.count is None:
        return say("{pile}: {card}", pile=one.name, card=_card(one.top))
    if one.top == BACK:
        return say_count("{pile}: a card", "{pile}: {number} cards", one.count, pile=one.name)
    return say_count(
        "{pile}: a card, {card}",
        "{pile}: {number} cards, on top {card}",
        one.count,
        pile=one.name,
        card=_card(one.top),
    )


def _played(one: Played) -> str:
    texts = [say("On top: {card}", card=words.card(one.top))]
    if one.under:
        texts = [say("On top: {card} on {under}", card=words.card(one.top), under=words.card(one.under))]
    if one.suit:
        texts.append(say("Suit: {suit}", suit=words.suit_name(one.suit)))
    if one.shout:
        texts.append(say("To draw: {number}", number=one.shout))
    return sentences(texts).rstrip(".")


def _card(shown: str) -> str:
    return say("face down") if shown == BACK else words.card(shown)


def _foot(plan: TablePlan) -> str:
    turning = say(TURNING[plan.turning]) if plan.turning and plan.turning not in plan.foot else ""
    return sentences([plan.foot, turning])


def _row(row: Row) -> TextPart:
    """Return a player's description: in full, then without `said`, then with cards in ever fewer words."""
    return TextPart(partial(_row_text, row), ways=4) if row.said else TextPart(partial(_facts, row), ways=3)


def _row_text(row: Row, brevity: int) -> str:
    return _facts(row, brevity - 1) if brevity else _facts(row, 0, row.said)


def _facts(row: Row, brevity: int, more: Sequence[str] = ()) -> str:
    facts = [row.note or row.short]
    if row.points:
        facts.append(f"{row.points} {row.unit}".strip())
    if row.leads:
        facts.append(say("leads"))
    if row.dots:
        facts.append(say("{won} of {goal}", won=row.dots.lit, goal=row.dots.goal))
        facts.append(say("{number} new", number=row.dots.fresh) if row.dots.fresh else "")
    if row.hand is not None:
        facts.append(say_count("holds a card", "holds {number} cards", row.hand))
    if row.protected:
        facts.append(say_count("a protected card", "{number} protected cards", row.protected))
    if row.surge:
        facts.append(say("surge card {card}", card=_card(row.surge)))
    if row.tiles:
        facts.append(_tiles(row.tiles, brevity))
    if row.cards:
        facts.append(_cards(row.cards, brevity))
    text = ", ".join(filter(None, [*facts, *map(_plain, more)]))
    who = _player(row.name, row.place, acts=row.acts)
    return _with_stop(words.with_label(who, text) if text else who)


def _player(name: str, place: int, *, acts: bool) -> str:
    """Return a player's name, with the seat if a picture can't show it, and whether they must act."""
    player = name if printable(name) else say("{name} (seat {seat})", name=name, seat=place)
    return say("{name} (to act)", name=player) if acts else player


def _tiles(tiles: Sequence[Tile], brevity: int) -> str:
    if brevity == 2:
        return say_count("a set", "{number} sets", len(tiles))
    texts = [f"{one.count}× {_rank(one.rank)}{_wilds(one, brevity)}" for one in tiles]
    return say_count("a set: {sets}", "sets: {sets}", len(tiles), sets=words.listed(texts))


def _rank(rank: str) -> str:
    return say("wild") if rank == "*" else rank


def _wilds(one: Tile, brevity: int) -> str:
    if not one.wilds or one.rank == "*":
        return ""
    if brevity:
        return "*" * one.wilds
    return " " + say_count("(one is wild)", "({number} are wild)", one.wilds)


def _cards(shown: Sequence[str], brevity: int) -> str:
    """Return open cards by name, and the number of hidden ones."""
    open_cards = [one for one in shown if one != BACK]
    hidden = len(shown) - len(open_cards)
    texts = [_open_cards(open_cards, brevity)] if open_cards else []
    if hidden:
        texts.append(say_count("a card face down", "{number} cards face down", hidden))
    return words.listed(texts)


def _open_cards(cards: Sequence[Card], brevity: int) -> str:
    if brevity == 0:
        return " ".join(map(words.card, cards))
    if brevity == 1:
        return words.by_rank(cards)
    ranks = [words.card(one) if one == JOKER else RANK_OF[one] for one in cards]
    return " ".join(
        f"{rank}×{ranks.count(rank)}" if ranks.count(rank) > 1 else rank for rank in dict.fromkeys(ranks)
    )


def _head(plan: HandPlan) -> str:
    return sentences([plan.title, plan.asked])


def _new_cards(plan: HandPlan) -> str:
    cards = new_cards(plan)
    return _with_stop(say("New: {cards}", cards=words.cards(cards))) if cards else ""


def _section(one: Section) -> TextPart:
    if isinstance(one, Caption):
        return fixed(_with_stop(f"{one.text} {one.value}".strip()))
    return TextPart(partial(_section_text, one), ways=3)


def _section_text(one: Fan | Tray, brevity: int) -> str:
    if isinstance(one, Tray):
        wild = _wild_cards(one.cards, one.wild)
        text = words.with_label(one.label or one.name, _cards(one.cards, brevity))
        return sentences([say("{cards} (wild: {wild})", cards=text, wild=wild) if wild else text])
    plain = tuple(card for part in one.parts if not part.label for card in part.cards)
    texts = [words.with_label(part.label, _cards(part.cards, brevity)) for part in one.parts if part.label]
    playable = [card for part in one.parts for card in part.cards if card in (one.playable or ())]
    if playable:
        texts.append(say("Playable: {cards}", cards=_open_cards(playable, brevity)))
        plain = tuple(card for card in plain if card not in (one.playable or ()))
    if plain and playable:
        texts.append(say("Not playable: {cards}", cards=_cards(plain, brevity)))
    elif plain:
        texts.append(_cards(plain, brevity))
    if wild := _wild_cards([card for part in one.parts for card in part.cards], one.wild):
        texts.append(say("Wild: {cards}", cards=wild))
    return sentences(texts)


def _wild_cards(cards: Sequence[str], wild: frozenset[str]) -> str:
    """Return which of the cards are wild, each card once."""
    return " ".join(words.card(one) for one in dict.fromkeys(cards) if one in wild)


def _duel(plan: DuelPlan) -> list[TextPart]:
    newest = ""
    if plan.newest:
        newest = say("Moved last: {card}", card=words.card(plan.newest))
    if plan.chain:
        newest = say("Moved this turn: {cards}", cards=words.pile([card for _, _, card in plan.chain]))
    names = [*(name for side in (plan.far, plan.near) for name in side.movable)]
    names += [one.name for one in plan.houses if one.movable]
    movable = say("Can be moved: {piles}", piles=", ".join(names)) if names else ""
    raised, targets = _raised_card(plan), ", ".join(_target_names(plan))
    chosen = say("Chosen: {card}", card=_card(raised)) if raised else ""
    fitting = say("Can go to {piles}", piles=targets) if targets else ""
    finish = " ".join(words.card(top) if top else f"{words.SUIT_SIGN[suit]}–" for suit, top in plan.finish)
    return [
        fixed(sentences([plan.headline, plan.line, newest, movable, chosen, fitting])),
        fixed(_side(plan.far)),
        fixed(_with_stop(say("Finishing piles: {cards}", cards=finish))),
        TextPart(partial(_houses, plan.houses), ways=2),
        fixed(_side(plan.near)),
    ]


def _raised_card(plan: DuelPlan) -> str | None:
    """Return the card that the player has chosen to move."""
    tops = [pile.top for side in (plan.far, plan.near) for pile in side.piles if pile.name == side.raised]
    return next((top for top in (*tops, *(one.cards[-1] for one in plan.houses if one.raised)) if top), None)


def _target_names(plan: DuelPlan) -> Iterator[str]:
    """Yield the names of the piles to which that card can go."""
    yield from (one.name for one in plan.houses if one.target)
    if plan.finish_targets:
        yield say("Finishing pile")
    for side in (plan.far, plan.near):
        yield from (say("{player}'s {pile}", pile=pile, player=side.name) for pile in side.targets)


def _side(side: Side) -> str:
    piles = ", ".join(card_pile(one) for one in side.piles)
    return words.with_label(_player(side.name, side.place, acts=side.acts), f"{side.left}. {piles}.")


def _houses(houses: Sequence[House], brevity: int) -> str:
    return "; ".join(f"{one.name} {_column(one.cards, brevity)}" for one in houses) + "."


def _column(cards: Sequence[Card], brevity: int) -> str:
    """Return a house's column in words, from its lowest card to the open one."""
    if not cards:
        return say("empty")
    if brevity == 0 or len(cards) < 3:
        return " ".join(map(words.card, cards))
    first, last = words.card(cards[0]), words.card(cards[-1])
    return say("{first} to {last} ({number} cards)", first=first, last=last, number=len(cards))


def _ending(plan: EndingPlan) -> list[TextPart]:
    parts = [sentences([plan.headline, plan.line]), *map(_ranked, plan.ranking)]
    if plan.cards:
        parts.insert(1, say("Winning cards: {cards}.", cards=words.cards(plan.cards)))
    if plan.highlight is not None:
        parts.append(sentences([words.with_label(plan.highlight.first, plan.highlight.second)]))
    return [fixed(one) for one in (*parts, plan.foot)]


def _ranked(one: Ranked) -> str:
    name = f"{one.name} ({one.own})" if one.own else one.name
    points = f"{one.points} ({one.note})" if one.note else one.points
    return words.with_label(f"{one.rank}. {name}" if one.rank else name, points)
