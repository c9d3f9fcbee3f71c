"""Every game and every face has the same rooms: modules of the same names that hold the same things."""

import ast
import inspect
import pkgutil
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from importlib import import_module
from types import ModuleType
from typing import Any, Final

import pytest

from bot.engine.contract import Game, Options
from bot.engine.draft import GameState
from bot.engine.events import Event
from bot.engine.moves import Move
from bot.games import GAMES
from bot.rendering.face import Face
from bot.rendering.faces import FACES

GAME_ROOMS: Final[Mapping[str, tuple[str, ...]]] = {
    "game": (),
    "options": (),
    "state": (),
    "cards": (),
    "dealing": ("blank_table", "deal_game"),
    "turns": (),
    "leaving": (),
    "ending": ("how_it_ended",),
    "legal": ("ACTIONS", "who_decides", "legal_moves"),
    "clock": ("running_clock", "time_out"),
    "completion": ("complete",),
    "position": ("to_position", "from_position"),
    "veil": ("veiled",),
    "faults": ("broken_invariants",),
    "notes": (),
    "determinizing": ("determinize",),
}
"""The rooms of a game, and the names that each exports in this order. Chapters aren't among them."""
NEEDED: Final = frozenset(
    ("game", "options", "state", "dealing", "legal", "clock", "position", "veil", "faults")
)
"""The rooms that every game needs."""
KINDS: Final[Mapping[str, type]] = {"game": Game, "options": Options, "state": GameState}
"""The base of the one class that each of these rooms defines."""
FACE_ROOMS: Final[Mapping[str, tuple[str, ...]]] = {
    "prompts": ("PHASES",),
    "controls": ("VERBS", "quick_moves", "menu_moves", "LABELS", "BUTTONS"),
    "board": ("goal", "table_plan", "hand_plan", "hand"),
    "story": ("lines",),
    "sentences": ("SENTENCES",),
    "refusals": ("REFUSALS",),
    "news": ("NEWS",),
    "reasons": ("REASONS",),
    "scores": ("ending",),
    "lobby": ("LOBBY",),
    "look": ("LOOK",),
    "orders": ("ORDER_QUESTIONS",),
}
OPTIONAL_FACE_ROOMS: Final = frozenset(("orders",))
"""The rooms that a face can do without."""
SMALL_FACE_NEEDED: Final = frozenset(("board", "lobby", "look", "prompts"))
"""The rooms that a small face needs, which keeps its sentences in `prompts` like the manual's."""

ORDERS: Final = "orders for slow tables aren't rules: they ask the rules which move to make"
MORE_IN_GAMES: Final[Mapping[str, Mapping[str, str]]] = {
    "crap": {
        "orders": ORDERS,
        "duel": "challenging, the clock and leaving all ask how a challenge stands",
        "duel_offers": "choosing among thousands of ways to place cards is a matter of its own",
        "last_action": "every chapter says what it made known, and no rule looks at it",
    },
    "skrap": {
        "orders": ORDERS,
        "forgotten": "which bots were destroyed is worked out from a view and notes, before anything is dealt",
        "guessing": "what others threw, placed and hold is guessed apart from how a table is put together",
        "unseen": "notes and determinizing both ask which cards nobody has seen",
    },
    "craits": {"orders": ORDERS},
    "crapette": {"history": "turns and the position both write the text by which positions are compared"},
}
"""For each game, the modules without a move or an event of their own, with the reason."""
MORE_IN_FACES: Final[Mapping[str, Mapping[str, str]]] = {
    "crap": {
        "hands": "prompts, controls and reasons count the viewer's cards in the same ways",
        "looking_back": "bluffs and calls are counted over a whole game, which no other face has anything of",
    },
    "crapette": {"piles": "board, sentences, refusals and controls name the 22 piles in the same ways"},
    "craits": {"hands": "what the viewer holds, who comes next and long numbers are asked by many rooms"},
    "skrap": {
        "hands": "what the viewer holds and the bot that stands is asked by board, prompts and controls"
    },
    "crazy-rummy": {"hands": "board, sentences and controls write cards in the same ways"},
}
"""For each game, the modules of its face that aren't rooms, with the reason."""

each_game = pytest.mark.parametrize("game_id", GAMES)


def modules_of(package: str) -> dict[str, ModuleType]:
    """Return the modules of a package by their short names."""
    found = import_module(package)
    return {one.name: import_module(f"{package}.{one.name}") for one in pkgutil.iter_modules(found.__path__)}


def of_game(game_id: str) -> dict[str, ModuleType]:
    return modules_of(f"bot.games.{game_id.replace('-', '_')}")


def of_face(game_id: str) -> dict[str, ModuleType]:
    return modules_of(f"bot.rendering.{game_id.replace('-', '_')}")


def own_classes(module: ModuleType, kind: type) -> list[type]:
    """Return the classes of this kind that a module defines."""
    classes = [one for _, one in inspect.getmembers(module, inspect.isclass)]
    return [one for one in classes if issubclass(one, kind) and one.__module__ == module.__name__]


def lacking(
    modules: Mapping[str, ModuleType], rooms: Mapping[str, tuple[str, ...]], needed: AbstractSet[str]
) -> list[str]:
    """Return the rooms that are missing, and the exports that rooms lack."""
    missing = sorted(needed - modules.keys())
    return missing + [
        f"{room}.{name}"
        for room, names in rooms.items()
        if room in modules
        for name in names
        if not hasattr(modules[room], name)
    ]


def unasked_for(modules: Mapping[str, ModuleType], more: Mapping[str, str]) -> Iterator[str]:
    """Yield the modules of a game that are neither rooms nor chapters, and aren't listed with a reason."""
    for name, module in modules.items():
        is_chapter = bool(own_classes(module, Move) or own_classes(module, Event))
        if name not in GAME_ROOMS and not is_chapter and name not in more:
            yield name


@each_game
def test_game_has_its_rooms_and_what_they_export(game_id: str) -> None:
    modules = of_game(game_id)

    assert lacking(modules, GAME_ROOMS, NEEDED) == []
    for room, kind in KINDS.items():
        assert len(own_classes(modules[room], kind)) == 1, room


@each_game
def test_classes_are_named_after_the_game(game_id: str) -> None:
    modules = of_game(game_id)
    [game] = own_classes(modules["game"], Game)
    [state] = own_classes(modules["state"], GameState)
    [options] = own_classes(modules["options"], Options)

    assert state.__name__ == "State"
    assert options.__name__ == f"{game.__name__}Options"


@each_game
def test_other_modules_are_chapters_of_rules(game_id: str) -> None:
    more = MORE_IN_GAMES.get(game_id, {})

    assert list(unasked_for(of_game(game_id), more)) == []
    assert more.keys() <= of_game(game_id).keys()


@each_game
def test_what_a_room_says_has_the_form_that_a_game_asks_for(game_id: str) -> None:
    for name, method in vars(type(GAMES[game_id])).items():
        if isinstance(method, staticmethod):
            asked, given = (inspect.signature(one) for one in (getattr(Game, name), method.__func__))
            assert len(given.parameters) == len(asked.parameters) - 1, name


@each_game
def test_games_follow_order_of_contract(game_id: str) -> None:
    [kind] = ast.parse(inspect.getsource(type(GAMES[game_id]))).body
    assert isinstance(kind, ast.ClassDef)
    assigned = [target for one in kind.body if isinstance(one, ast.Assign) for target in one.targets]
    said = [one.id for one in assigned if isinstance(one, ast.Name) and one.id in Game.__annotations__]

    assert said == sorted(said, key=list(Game.__annotations__).index)


@each_game
def test_package_exports_its_game_and_nothing_else(game_id: str) -> None:
    package = import_module(f"bot.games.{game_id.replace('-', '_')}")
    modules = of_game(game_id)
    [kind] = own_classes(modules["game"], Game)
    names = {
        name for name, value in vars(package).items() if name[:2] != "__" and not inspect.ismodule(value)
    }

    assert names == {"GAME", kind.__name__, "Final"}
    assert package.GAME is GAMES[game_id]
    for name, module in modules.items():
        assert [one for one in vars(module).values() if isinstance(one, Game)] == [], name
        if name != "game":
            assert own_classes(module, Game) == [], name
            assert kind not in vars(module).values(), name


@each_game
def test_face_has_its_rooms_and_what_they_export(game_id: str) -> None:
    modules, more = of_face(game_id), MORE_IN_FACES.get(game_id, {})
    is_small = "sentences" not in modules
    needed = SMALL_FACE_NEEDED if is_small else FACE_ROOMS.keys() - OPTIONAL_FACE_ROOMS

    assert lacking(modules, FACE_ROOMS, needed) == []
    assert modules.keys() - FACE_ROOMS.keys() == more.keys()


@each_game
def test_rooms_have_the_form_faces_need(game_id: str) -> None:
    for name, method in vars(FACES[game_id]).items():
        if inspect.isfunction(method):
            asked, given = (inspect.signature(one) for one in (getattr(Face, name), method))
            wanted = [parameter.annotation for parameter in asked.parameters.values()][1:]
            assert [parameter.annotation for parameter in given.parameters.values()] == wanted, name


@each_game
def test_rooms_say_things_in_the_same_order(game_id: str) -> None:
    for modules, rooms in ((of_game(game_id), GAME_ROOMS), (of_face(game_id), FACE_ROOMS)):
        for room in modules.keys() & rooms.keys():
            places = {name: place for place, name in enumerate(written(modules[room]))}
            own = [places[name] for name in rooms[room] if name in places]
            assert own == sorted(own), room


def written(module: ModuleType) -> list[str]:
    """Return the names that a module defines, in the order of its file."""
    found = []
    for node in ast.parse(inspect.getsource(module)).body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found.append(name)
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                found.append(name)
    return found


def module(**members: Any) -> ModuleType:
    """Return a module with these members, as if it had defined the classes among them."""
    made = ModuleType("made")
    for name, value in members.items():
        if inspect.isclass(value):
            value.__module__ = "made"
        setattr(made, name, value)
    return made


def test_missing_room_or_export_is_found() -> None:
    rooms = {"legal": module(ACTIONS={}, who_decides=len), "dealing": module()}

    assert lacking(rooms, GAME_ROOMS, frozenset(("clock", "legal"))) == [
        "clock",
        "dealing.blank_table",
        "dealing.deal_game",
        "legal.legal_moves",
    ]


def test_module_that_is_no_chapter_needs_reason() -> None:
    class Knock(Move, frozen=True):
        pass

    class Knocked(Event, frozen=True):
        pass

    made = {
        "cards": module(),
        "moves": module(Knock=Knock),
        "told": module(Knocked=Knocked),
        "misc": module(),
    }

    assert list(unasked_for(made, {})) == ["misc"]
    assert list(unasked_for(made, {"misc": "used by two chapters"})) == []


def test_module_that_only_imports_moves_is_no_chapter() -> None:
    importing = ModuleType("importing")
    importing.Move = Move  # type: ignore[attr-defined]

    assert list(unasked_for({"importing": importing}, {})) == ["importing"]
