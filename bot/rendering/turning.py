"""The moves that `/turn` suggests. Each has a name of its own, and any of its words finds it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from bot.engine.chance import seat_of
from bot.engine.moves import Move, option_kinds, option_texts
from bot.engine.spelling import key, plain
from bot.rendering import words
from bot.rendering.catalog import say
from bot.rendering.face import Face
from bot.rendering.faces import FACES
from bot.rendering.panel import leads_to
from bot.rendering.scene import Scene

MAX_ENTRIES: Final = 25
MAX_CHARACTERS: Final = 100
"""The most characters of a name or value in Discord's list of suggestions."""


class Entry(msgspec.Struct, frozen=True):
    """A move in the list, by name and by the text that Discord sends back."""

    name: str
    value: str
    """The table, its revision and the move: `12.7 acquire rank:7`."""
    found_by: str


def entries(scene: Scene, *, is_one_of_several: bool = False) -> list[Entry]:
    """Return entries for the viewer's legal moves, the offers of their hand first.

    A name begins with the table if there are several. Entries with too long a value are left out.
    """
    face = FACES[scene.game.id]
    moves = listed_moves(scene, face)
    labels = move_names(moves, scene, face)
    if is_one_of_several:
        table = words.capitalised(words.table_name(scene, plain=True))
        labels = [say("{table} · {move}", table=table, move=name) for name in labels]
    found = [_entry(scene, face, move, name) for move, name in zip(moves, labels, strict=True)]
    return [one for one in found if len(one.value) <= MAX_CHARACTERS]


def move_names(moves: Sequence[Move], scene: Scene, face: Face) -> list[str]:
    """Return a name for each of these moves, no two the same."""
    return _distinct(moves, [face.button(move, scene) for move in moves], scene)


def asks_first(move: Move, scene: Scene) -> bool:
    """Whether a typed move needs a click, too: it's behind *More* and can't be taken back, like resigning."""
    face = FACES[scene.game.id]
    return move.verb in face.finals and move.verb in face.behind_more and move in face.menu_moves(scene)


def listed_moves(scene: Scene, face: Face) -> list[Move]:
    """Return the legal moves in the order of the hand, without `unlisted` verbs. `finals` come last."""
    legal = [move for move in scene.legal if move.verb not in face.unlisted]
    visible = [move for move in face.menu_moves(scene) if move in legal]
    every = list(dict.fromkeys([*visible, *legal]))
    offered = [move for quick in face.quick_moves(scene) for move in every if leads_to(quick, move)]
    moves = dict.fromkeys([*offered, *every])
    return sorted(moves, key=lambda move: move.verb in face.finals)


def matching(found: Sequence[Entry], typed: str) -> list[Entry]:
    """Return the entries that every typed word finds, up to Discord's limit, first by their names alone."""
    wanted = [key(word) for word in plain(typed).split()]
    fitting = [one for one in found if all(word in one.found_by for word in wanted)]
    return sorted(fitting, key=lambda one: any(word not in key(one.name) for word in wanted))[:MAX_ENTRIES]


def parse_choice(value: str) -> tuple[int, int, str] | None:
    """Return the table, revision and move of a chosen entry. None for text that someone has typed."""
    head, _, move = value.partition(" ")
    table, dot, revision = head.partition(".")
    is_chosen = bool(dot and move) and table.isdecimal() and revision.isdecimal() and len(head) < 32
    return (int(table), int(revision), move) if is_chosen else None


def nothing_to_do(scene: Scene) -> str:
    """Return the answer that no table waits for the viewer, with the players who are up at this one."""
    if scene.has_left:
        return say(words.YOU_LEFT)
    return say(
        "Nothing to do for you right now. Up at table {number}: {players}.",
        number=scene.session_id,
        players=words.names(scene, scene.deciders),
    )


def _entry(scene: Scene, face: Face, move: Move, name: str) -> Entry:
    texts = option_texts(move).items()
    chosen = [face.option_label(move.verb, option, text, scene) for option, text in texts]
    found_by = key(" ".join([name, str(move), face.label(move, scene), *filter(None, chosen)]))
    return Entry(name, f"{scene.session_id}.{scene.revision} {move}", found_by)


def _distinct(moves: Sequence[Move], names: Sequence[str], scene: Scene) -> list[str]:
    """Return the names, with details for equal ones, because a phone sends the first of two equal ones."""
    detailed = [
        _with_details(move, name, moves, names, scene) for move, name in zip(moves, names, strict=True)
    ]
    counts = Counter(detailed)
    return [
        name if counts[name] == 1 else _append(name, str(move))
        for move, name in zip(moves, detailed, strict=True)
    ]


def _with_details(move: Move, name: str, moves: Sequence[Move], names: Sequence[str], scene: Scene) -> str:
    same = [option_texts(other) for other, called in zip(moves, names, strict=True) if called == name]
    if len(same) < 2:
        return name[:MAX_CHARACTERS]
    own = option_texts(move)
    differing = [option for option in own if len({texts.get(option) for texts in same}) > 1]
    return _append(name, " ".join(_details(move, differing, scene)))


def _details(move: Move, options: Sequence[str], scene: Scene) -> Iterator[str]:
    """Yield the values of these options as people read them."""
    texts, kinds = option_texts(move), option_kinds(type(move))
    for name in options:
        if (chosen := FACES[scene.game.id].option_label(move.verb, name, texts[name], scene)) is not None:
            yield chosen
        elif kinds[name] == "seat":
            yield scene.name(seat_of(texts[name]))
        elif kinds[name] in ("card", "cards"):
            yield words.cards(texts[name].split(","))
        elif name == "suit":
            yield words.SUIT_SIGN[texts[name]]
        else:
            yield name if texts[name] == "true" else texts[name]


def _append(name: str, detail: str) -> str:
    """Return a name with a detail. Only the name is cut, and a detail without room for a name is dropped."""
    room = MAX_CHARACTERS - len(detail) - 3
    return f"{name[:room]} · {detail}" if detail and room > 0 else name[:MAX_CHARACTERS]
