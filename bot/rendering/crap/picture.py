"""C.R.A.P. as pictures: the table for everybody, the hand for its owner."""

from collections.abc import Sequence
from typing import Final

import msgspec

from bot.engine.cards import JOKER, RANK_OF, Card
from bot.engine.chance import Seat, seat_letter
from bot.games.crap.cards import SINGLE, LaidSet, set_value
from bot.games.crap.sheet import CrapSheet
from bot.rendering import plates, words
from bot.rendering.art.hands import Order, in_parts
from bot.rendering.art.plan import (
    BACK,
    MAX_TALL,
    Die,
    Fan,
    HandPlan,
    Heap,
    Middle,
    Part,
    Row,
    Section,
    Stage,
    TablePlan,
    Tile,
    Tray,
    Wanted,
)
from bot.rendering.catalog import say
from bot.rendering.crap.headlines import headline, line
from bot.rendering.crap.table import laid_sets, leaders, points_of, sheet_of
from bot.rendering.scene import Scene
from bot.rendering.widths import number

GAME: Final = "crap"


def plan_of_table(scene: Scene) -> TablePlan:
    """What the picture of the table shows."""
    sheet = sheet_of(scene)
    lead = leaders(scene)
    rows = tuple(_row(scene, seat, leads=seat in lead) for seat in range(len(scene.players)))
    goal = number(scene.options["threshold"])
    foot = say("banked + on the table · over {goal} wins", goal=goal)
    stage = Stage(headline(scene), line(scene), (*_asked(sheet), *_piles(sheet)))
    return TablePlan(GAME, stage, rows, foot=foot)


def plan_of_hand(scene: Scene, order: Order) -> HandPlan:
    """What the picture of the viewer's hand shows."""
    assert scene.viewer is not None
    sheet, letter = sheet_of(scene), seat_letter(scene.viewer)
    cards = plates.seen(sheet.hands[letter])
    sections: list[Section] = [Fan(_parts(scene, cards, order))]
    if protected := plates.seen(sheet.protected[letter]):
        sections.append(Tray(say("Protected"), protected, shield=True))
    if placed := plates.seen(sheet.placed[letter]):
        sections.append(Tray(say("Hidden"), placed, label=say("hidden")))
    title = say("Your hand · {number}", number=len(cards))
    return HandPlan(GAME, title, _ask(scene), scene.asked, tuple(sections))


def _parts(scene: Scene, cards: Sequence[Card], order: Order) -> tuple[Part, ...]:
    """The hand by rank or suit; a rank that makes a set says what it is worth."""
    parts, laid = [Part(one) for one in in_parts(cards, order)], laid_sets(scene)
    if order != "rank":
        return tuple(parts)
    return tuple(
        msgspec.structs.replace(part, label=say("a set: {value}", value=_worth(part.cards[0], laid)))
        if len(part.cards) >= SINGLE and part.cards[0] != JOKER
        else part
        for part in parts
    )


def _worth(card: Card, laid: Sequence[LaidSet]) -> int:
    """What four of this card's rank would score now."""
    return set_value(RANK_OF[card], double=False, laid=laid)


def _ask(scene: Scene) -> str:
    """What is asked of the viewer, in a few words."""
    if not scene.asked:
        return ""
    match scene.phase:
        case "bluff-window":
            rank = (sheet_of(scene).pending or {})["rank"]
            return say("{ranks}: believe or call?", ranks=words.ranks_name(rank))
        case "challenge-place":
            return say("hide cards")
        case "challenge-guess-1" | "challenge-guess-2":
            return say("guess a card")
        case "vote":
            return say("yes or no?")
    return say("your turn")


def _asked(sheet: CrapSheet) -> Sequence[Middle]:
    """The rank that is asked for, or the die of a challenge."""
    match sheet.pending:
        case {"action": "acquire", "rank": rank}:
            return (Wanted(rank),)
        case {"die": die}:
            return (Die(die),)
    return ()


def _piles(sheet: CrapSheet) -> Sequence[Heap]:
    top = sheet.discard[-1] if sheet.discard else None
    return (
        Heap(say("Stock"), BACK if sheet.stock else None, sheet.stock),
        Heap(say("Discard pile"), top, len(sheet.discard)),
    )


def _row(scene: Scene, seat: Seat, *, leads: bool) -> Row:
    sheet, letter = sheet_of(scene), seat_letter(seat)
    away, points = letter in sheet.left, points_of(scene, seat)
    row = Row(
        name=plates.whole_name(scene, seat),
        place=seat + 1,
        unnamed=plates.unnamed(scene, seat),
        acts=seat in scene.deciders,
        away=away,
        leads=leads,
        hand=None if away else plates.size(sheet.hands[letter]),
        protected=plates.size(sheet.protected[letter]),
        tiles=tuple(_tile(one["rank"], one["cards"]) for one in sheet.sets if one["owner"] == letter),
        cards=(BACK,) * plates.size(sheet.placed[letter]),
        points=points,
        unit=plates.points(points),
    )
    if away:
        return msgspec.structs.replace(row, note=say("has left"))
    if letter in sheet.leaving:
        return msgspec.structs.replace(row, note=say("is leaving"))
    row = _answering(scene, row, letter)
    # The plate says that they must act, and the line on the stage what; their words are for the description.
    is_brief = row.acts and row.note and len(scene.players) > MAX_TALL
    return msgspec.structs.replace(row, sign="dots") if is_brief else row


def _answering(scene: Scene, row: Row, letter: str) -> Row:
    """The row with what its player has answered, or is to answer."""
    sheet = sheet_of(scene)
    pending, turn = sheet.pending or {}, letter == sheet.turn
    replace = msgspec.structs.replace
    match scene.phase:
        case "bluff-window" if turn:
            return replace(row, note=say("asks"), short=f"{pending['rank']}?")
        case "bluff-window" if row.acts:
            return replace(row, note=say("believe or call?"))
        case "bluff-window" if letter in pending["believed"]:
            return replace(row, note=say("believes"), sign="check")
        case "challenge-place" if row.acts:
            return replace(row, note=say("hides cards"))
        case "challenge-guess-1" | "challenge-guess-2" if row.acts:
            return replace(row, note=say("guesses a card"))
        case "challenge-guess-2" if letter in pending["guesses"]:
            guess = pending["guesses"][letter]
            card = words.card(guess["rank"] + guess["suit"])
            return replace(row, note=say("guesses {card}", card=card), short=f"{card}?")
        case "vote":
            return _voting(row, letter, sheet)
    return row


def _voting(row: Row, letter: str, sheet: CrapSheet) -> Row:
    pending, replace = sheet.pending or {}, msgspec.structs.replace
    if row.acts:
        return replace(row, note=say("yes or no?"))
    if letter in pending["votes"]:
        return replace(row, note=say("has voted"), sign="check")
    if letter == pending.get("target"):
        return replace(row, note=say("is to recycle?"))
    return replace(row, note=say("called the vote")) if letter == sheet.turn else row


def _tile(rank: str, cards: Sequence[Card]) -> Tile:
    return Tile(rank, len(cards), wilds=list(cards).count(JOKER))
