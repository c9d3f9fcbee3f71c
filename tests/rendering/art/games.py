"""Each game's face, random scenes for it, and the cards that its pictures must show."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, TypeVar

import msgspec

from bot.engine.cards import Card
from bot.engine.chance import Seat, seat_letter
from bot.engine.contract import AnyGame, Options
from bot.games import GAMES
from bot.games.crapette.cards import COURTS
from bot.rendering.art.hands import Order
from bot.rendering.art.plan import DuelPlan, Plan
from bot.rendering.crazy_rummy.board import MAX_OPEN
from bot.rendering.face import Face
from bot.rendering.faces import FACES
from bot.rendering.scene import Scene
from tests.helpers import views
from tests.helpers.walks import Walk
from tests.rendering.art.cards import LONG_NAME

PICTURES: Mapping[str, tuple[AnyGame, Face]] = {
    game_id: (game, FACES[game_id]) for game_id, game in GAMES.items()
}
T = TypeVar("T")
NAMES = (LONG_NAME, "Ben", "田中", "Дан", "Eve", "Fay", "Guðrún", "Hal", "Ida", "Jim")


def there(shown: T | None) -> T:
    """Return a value that mustn't be missing."""
    assert shown is not None
    return shown


def headline(scene: Scene) -> str:
    """Return the headline of a table's picture."""
    plan = FACES[scene.game.id].table_plan(scene)
    return plan.headline if isinstance(plan, DuelPlan) else plan.stage.headline


def table_of(face: Face, scene: Scene) -> Plan:
    """Return the plan of the table's picture."""
    return face.table_plan(scene)


def hand_of(face: Face, scene: Scene, order: Order = "rank") -> Plan:
    """Return the plan of the viewer's hand, which must have a picture."""
    shown = face.hand_plan(scene, order)
    assert shown is not None
    return shown


def scenes(game: AnyGame, seed: int, every: int) -> Iterator[Callable[[Seat | None], Scene]]:
    """Yield some states of a random game and its last, each as a function from a viewer to their scene."""
    walk = Walk(game, seed)
    for place, state in enumerate(walk.states()):
        if place % every == 0 or game.outcome(state) is not None:
            yield partial(scene_of, game, state, walk.seats, walk.options)


def scene_at(
    game: AnyGame, seats: int, position: Mapping[str, Any], viewer: Seat | None = None, **options: Any
) -> Scene:
    """Return the scene of a position for this viewer. Options have their Python names."""
    chosen = game.options(**options)
    return scene_of(game, game.load(position, seats, chosen), seats, chosen, viewer)


def scene_of(game: AnyGame, state: Any, seats: int, options: Options, viewer: Seat | None) -> Scene:
    """Return the scene of a state for this viewer."""
    return Scene(
        session_id=1,
        revision=1,
        game=game,
        options=msgspec.to_builtins(options),
        status="playing" if game.outcome(state) is None else "over",
        guild_id=1,
        channel_id=1,
        host_id=1,
        players=tuple(range(1, seats + 1)),
        names=NAMES[:seats],
        end_votes=(),
        created_at=0,
        viewer=viewer,
        view=game.veil(state, viewer),
        phase=game.phase(state),
        active=game.active(state),
        deciders=game.deciders(state),
        legal=() if viewer is None else tuple(game.legal(state, viewer)),
        outcome=game.outcome(state),
    )


def on_table(scene: Scene) -> list[Card]:
    """Return the cards that everyone sees on the table, sorted."""
    return sorted(ON_TABLE[scene.game.id](views.noted(scene), scene))


def in_hand(scene: Scene) -> list[Card]:
    """Return the cards that the picture of the viewer's hand must show, sorted."""
    sheet = views.noted(scene)
    letter = seat_letter(scene.viewer or 0)
    zones = [getattr(sheet, name, {}).get(letter) for name in ("hands", "protected", "placed")]
    more = _skrap_beside(sheet, scene, letter) if scene.game.id == "skrap" else ()
    return sorted([*(card for zone in zones if isinstance(zone, list) for card in zone), *more])


def _skrap_beside(sheet: Any, scene: Scene, letter: str) -> Iterator[Card]:
    """Yield the viewer's surge card, and the bot that they're asked to answer."""
    yield from filter(None, [sheet.surge[letter]])
    if scene.asked and sheet.phase == "battle":
        yield from (sheet.field[-1]["weapon"], sheet.field[-1]["armour"])


def _crap(sheet: Any, _scene: Scene) -> Iterator[Card]:
    yield from sheet.discard[-1:]


def _skrap(sheet: Any, _scene: Scene) -> Iterator[Card]:
    for pair in sheet.scavengers.values():
        yield from pair
    for bot in sheet.field[-1:]:
        yield from (bot["weapon"], bot["armour"])
    if sheet.phase not in ("surge", "scavenge"):
        yield from filter(None, sheet.surge.values())


def _craits(sheet: Any, _scene: Scene) -> Iterator[Card]:
    yield from [sheet.top] if sheet.top else []
    if sheet.revealed:
        for hand in sheet.hands.values():
            yield from hand


def _crazy_rummy(sheet: Any, _scene: Scene) -> Iterator[Card]:
    yield from [sheet.marker] if sheet.marker else []
    yield from sheet.discard[-1:]
    if sheet.phase == "over" and sum(map(len, sheet.hands.values())) <= MAX_OPEN:
        for hand in sheet.hands.values():
            yield from hand


def _crapette(sheet: Any, scene: Scene) -> Iterator[Card]:
    for house in sheet.houses.values():
        yield from house
    for pile in (*sheet.discards.values(), *sheet.crapauds.values()):
        yield from pile[-1:]
    yield from [sheet.lifted] if sheet.lifted else []
    court = COURTS[scene.options["court-order"]]
    for suit, heights in sheet.finish.items():
        yield from (card for height in heights for card in court.suit_pile(suit, height)[-1:])


ON_TABLE: Mapping[str, Callable[[Any, Scene], Iterator[Card]]] = {
    "crap": _crap,
    "skrap": _skrap,
    "craits": _craits,
    "crazy-rummy": _crazy_rummy,
    "crapette": _crapette,
}
