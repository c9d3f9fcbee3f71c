"""C.R.A.P. as pictures: the table for everybody, the hand for its owner."""

from collections.abc import Sequence
from typing import Final

import msgspec

from bot.engine.cards import JOKER, RANK_OF, Card
from bot.engine.chance import Seat
from bot.games.crap.cards import SINGLE, LaidSet, set_value
from bot.games.crap.state import Acquisition, Duel, State
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
    TablePlan,
    Tile,
    Tray,
    Wanted,
)
from bot.rendering.catalog import say
from bot.rendering.crap.asking import PHASES
from bot.rendering.crap.drama import DRAMAS
from bot.rendering.crap.headlines import HEADLINES, headline
from bot.rendering.crap.table import leaders, on_table, points_of, view_of
from bot.rendering.face import worded
from bot.rendering.scene import Scene
from bot.rendering.widths import number

GAME: Final = "crap"


def table_plan(scene: Scene) -> TablePlan:
    """What the picture of the table shows."""
    view = view_of(scene)
    lead = leaders(scene)
    rows = tuple(_row(scene, seat, leads=seat in lead) for seat in range(len(scene.players)))
    goal = number(scene.options["threshold"])
    foot = say("banked + on the table · over {goal} wins", goal=goal)
    said = headline(scene), plates.line(scene, PHASES)
    stage = plates.stage(scene, said, (*_asked(view), *_piles(view)), HEADLINES, DRAMAS)
    return TablePlan(GAME, stage, rows, foot=foot)


def hand_plan(scene: Scene, order: Order) -> HandPlan:
    """What the picture of the viewer's hand shows."""
    assert scene.viewer is not None
    view, own = view_of(scene), scene.viewer
    cards = view.hands[own]
    sections: list[Section] = [Fan(_parts(scene, cards, order))]
    if protected := view.protected[own]:
        sections.append(Tray(say("Protected"), protected, shield=True))
    if placed := view.placed[own]:
        sections.append(Tray(say("Hidden"), placed, label=say("hidden")))
    title = say("Your hand · {number}", number=len(cards))
    ask = worded(PHASES[scene.phase].own, scene) if scene.asked else ""
    return HandPlan(GAME, title, ask, scene.asked, tuple(sections))


def _parts(scene: Scene, cards: Sequence[Card], order: Order) -> tuple[Part, ...]:
    """The hand by rank or suit; a rank that makes a set says what it is worth."""
    parts, laid = [Part(one) for one in in_parts(cards, order)], view_of(scene).sets
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


def _asked(view: State) -> Sequence[Middle]:
    """The rank that is asked for, or the die of a challenge."""
    match view.pending:
        case Acquisition(rank=rank):
            return (Wanted(rank),)
        case Duel(die=die):
            return (Die(die),)
    return ()


def _piles(view: State) -> Sequence[Heap]:
    top = view.discard[-1] if view.discard else None
    return (
        Heap(say("Stock"), BACK if view.stock else None, len(view.stock)),
        Heap(say("Discard pile"), top, len(view.discard)),
    )


def _row(scene: Scene, seat: Seat, *, leads: bool) -> Row:
    view = view_of(scene)
    away, points = seat in view.left, points_of(scene, seat)
    is_banked = bool(away or view.end)
    row = Row(
        name=plates.whole_name(scene, seat),
        place=seat + 1,
        avatar=plates.avatar(scene, seat),
        unnamed=plates.unnamed(scene, seat),
        acts=seat in scene.deciders,
        away=away,
        leads=leads,
        hand=None if away else len(view.hands[seat]),
        protected=len(view.protected[seat]),
        tiles=tuple(_tile(one) for one in view.sets if one.owner == seat),
        cards=(BACK,) * len(view.placed[seat]),
        points=points,
        total="" if is_banked else number(view.totals[seat] + on_table(scene)[seat]),
        unit=plates.points(points),
    )
    if away:
        return msgspec.structs.replace(row, note=say("has left"))
    if seat in view.leaving:
        return msgspec.structs.replace(row, note=say("is leaving"))
    row = _answering(scene, row, seat)
    # The plate says that they must act, and the line on the stage what; their words are for the description.
    is_brief = row.acts and row.note and len(scene.players) > MAX_TALL
    return msgspec.structs.replace(row, sign="dots") if is_brief else row


def _answering(scene: Scene, row: Row, seat: Seat) -> Row:
    """The row with what its player has answered, or is to answer."""
    view, replace = view_of(scene), msgspec.structs.replace
    if row.acts:
        note = PHASES[scene.phase].note
        return replace(row, note=worded(note, scene)) if note else row
    match scene.phase:
        case "bluff-window" if seat == view.turn:
            return replace(row, note=say("asks"), short=f"{view.acquisition.rank}?")
        case "bluff-window" if seat in view.acquisition.believed:
            return replace(row, note=say("believes"), sign="check")
        case "challenge-guess-2" if (guess := view.duel.guesses[seat]) is not None:
            card = words.card(guess.rank + guess.suit)
            return replace(row, note=say("guesses {card}", card=card), short=f"{card}?")
        case "vote" if view.ballot.votes[seat] is not None:
            return replace(row, note=say("has voted"), sign="check")
        case "vote" if seat == view.ballot.target:
            return replace(row, note=say("is to recycle?"))
        case "vote" if seat == view.turn:
            return replace(row, note=say("called the vote"))
    return row


def _tile(laid: LaidSet) -> Tile:
    return Tile(laid.rank, len(laid.cards), wilds=laid.cards.count(JOKER))
