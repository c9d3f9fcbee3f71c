"""*Decide ahead*: a player's private page for orders at a slow table, and the lines about their results."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec

from bot.engine.moves import Move
from bot.engine.notation import parse_move
from bot.rendering import turning, words
from bot.rendering.catalog import message, say
from bot.rendering.face import Face, Prompt
from bot.rendering.page import Block, Button, Choice, Page, Select, Text, button_rows
from bot.rendering.panel import action
from bot.rendering.scene import Scene, SeenMove
from bot.rendering.values import Value, find_value, select_of
from bot.storage.records import Order

NEXT: Final = "next"
ASK: Final = "ask"
"""The choice of a player who wants to be asked."""
ASKED_AGAIN: Final = message("You'll be asked again.")
MAX_CHOICES: Final = 24
RECENT_SECONDS: Final = 600.0
"""A player who moved by hand this recently is probably still around."""
WHY_ENDED: Final = {
    "touched": message("Your plan is off: your hand has changed."),
    "round": message("The round is over. You'll be asked again."),
    "time": message("Your time ran out, so you'll be asked again."),
    "idle": message("Nobody has played for a while, so you'll be asked again."),
}


def page(scene: Scene, face: Face) -> Page:
    """Return the *Decide ahead* page: a select for each kind of order. A choice leads back to the hand."""
    head = say("### Decide ahead\n-# So nobody has to wait for you. Only you see this.")
    blocks: list[Block] = [Text(head)]
    kinds = dict.fromkeys((*scene.plans, *(order.kind for order in _open_orders(scene))))
    blocks += [_next_select(scene, face) if kind == NEXT else _select(scene, face, kind) for kind in kinds]
    buttons = [Button(say("Back"), action(scene, "home"))]
    if _open_orders(scene):
        buttons.insert(0, Button(say("Take it all back"), action(scene, "unplan")))
    return Page((*blocks, *button_rows(buttons)), accent=face.accent)


def line(scene: Scene, face: Face) -> str:
    """Return the viewer's orders in one short line. Empty if there are none."""
    parts = [_order_words(scene, face, order) for order in _open_orders(scene)]
    return say("Decided ahead: {plans}", plans=" · ".join(parts)) if parts else ""


def outcome(scene: Scene, face: Face) -> Prompt | None:
    """Return the result of the viewer's last move, below their decision if an order made the move."""
    order = _executed_order(scene)
    if order is None:
        return face.outcome(scene)
    return _result(order, scene, face, [one for one in scene.recent if one.revision >= order.acted])


def news(scene: Scene, face: Face) -> str:
    """Return what an order just did for a viewer who must act now, and why they're asked after all."""
    order = _executed_order(scene) if scene.asked else None
    lines = [_why_asked(scene, face)]
    if order is not None:
        result = _result(order, scene, face, [one for one in scene.recent if one.revision == order.acted])
        lines = [result.line, *result.below, *lines]
    return "\n".join(filter(None, lines))


def _executed_order(scene: Scene) -> Order | None:
    """Return the order that made the viewer's last move, if one did."""
    return next((one for one in scene.orders if one.acted), None)


def _result(order: Order, scene: Scene, face: Face, moves: Sequence[SeenMove]) -> Prompt:
    """Return what an order did, with the outcome of these moves below it."""
    usual, text = (
        face.outcome(msgspec.structs.replace(scene, recent=tuple(moves))),
        face.decided(order, scene),
    )
    if not text and order.kind == NEXT:
        text = say("As you decided: {move}.", move=_name(scene, face, order))
    return Prompt(text, () if usual is None else (usual.line, *usual.below))


def _why_asked(scene: Scene, face: Face) -> str:
    """Return why the viewer is asked although they had an order. Empty if no order was dropped."""
    order = next((one for one in scene.orders if one.ended not in (None, "used")), None)
    if order is None or order.ended is None or not scene.asked:
        return ""
    if order.ended == "impossible":
        return say("Your plan is off: **{move}** isn't possible any more.", move=_name(scene, face, order))
    return face.touched(order, scene) if order.ended == "touched" else say(WHY_ENDED[order.ended])


def next_player_line(scene: Scene) -> str:
    """Tell a viewer who has just moved that the next player was here lately. Empty if they weren't."""
    pressed, viewer = scene.pressed, scene.viewer
    if viewer is None or scene.asked or viewer >= len(pressed) or pressed[viewer] != max(pressed):
        return ""
    if not scene.recent or scene.recent[-1].seat != viewer:
        return ""
    seats = [seat for seat in scene.deciders if scene.is_there(seat) and pressed[seat]]
    latest = max(seats, key=pressed.__getitem__, default=viewer)
    if latest == viewer or pressed[viewer] - pressed[latest] > RECENT_SECONDS:
        return ""
    facts = {"player": words.name(scene, latest), "time": words.soon(pressed[latest])}
    return say("{player} moved {time} and is up.", **facts)


def _open_orders(scene: Scene) -> list[Order]:
    return [order for order in scene.orders if order.ended is None]


def _select(scene: Scene, face: Face, kind: str) -> Select:
    """Return the select for a kind of order that holds until it's taken back."""
    about = face.order_questions[kind]
    values = (Value(ASK, message("ask me")), *about.values)
    present = next((order.value for order in _open_orders(scene) if order.kind == kind), ASK)
    return select_of(about.title, values, present, action(scene, f"plan {kind} *"))


def _next_select(scene: Scene, face: Face) -> Select:
    """Return the select for the move of the viewer's next turn."""
    chosen = next((order for order in _open_orders(scene) if order.kind == NEXT), None)
    turn = _turn_scene(scene)
    moves = _some_of_each(turning.listed_moves(turn, face))
    texts = [str(move) for move in moves]
    if chosen is not None and chosen.value not in texts:
        moves = [_move(scene, chosen.value), *moves[: MAX_CHOICES - 1]]
    no_order = say("Your next turn: {move}", move=say("ask me"))
    choices = [
        Choice(no_order if chosen is None else words.capitalised(say("ask me")), ASK, chosen=chosen is None)
    ]
    for move, name in zip(moves, turning.move_names(moves, turn, face), strict=True):
        is_given = chosen is not None and str(move) == chosen.value
        label = say("Your next turn: {move}", move=name) if is_given else name
        hint = face.next_hint(move, turn)
        choices.append(Choice(label[:100], str(move), hint=hint[:100] or None, chosen=is_given))
    closed = next(choice.label for choice in choices if choice.chosen)
    return Select(closed, action(scene, f"plan {NEXT} *"), tuple(choices))


def _some_of_each(moves: list[Move]) -> list[Move]:
    """Drop moves of the most common verb until a select has room for the rest."""
    while len(moves) > MAX_CHOICES:
        [(verb, _)] = Counter(move.verb for move in moves).most_common(1)
        last = max(place for place, move in enumerate(moves) if move.verb == verb)
        moves = [*moves[:last], *moves[last + 1 :]]
    return moves


def _order_words(scene: Scene, face: Face, order: Order) -> str:
    if order.kind == NEXT:
        return say("next turn: {move}", move=_name(scene, face, order))
    about = face.order_questions[order.kind]
    value = find_value(about.values, order.value)
    return order.value if value is None else say(value.changed or value.label, number=order.value)


def _name(scene: Scene, face: Face, order: Order) -> str:
    """Return the move of a next-turn order in the face's words."""
    [name] = turning.move_names([_move(scene, order.value)], _turn_scene(scene), face)
    return name


def _move(scene: Scene, value: str) -> Move:
    return parse_move(scene.game, value, len(scene.players))


def _turn_scene(scene: Scene) -> Scene:
    """Return the viewer's scene as if it were their turn."""
    assert scene.viewer is not None
    view = scene.game.on_my_turn(scene.view, scene.viewer)
    moves: Sequence[Move] = [_move(scene, value) for value in scene.plans.get(NEXT, ())]
    return msgspec.structs.replace(
        scene, view=view, phase=scene.game.phase(view), deciders=(scene.viewer,), legal=tuple(moves)
    )
