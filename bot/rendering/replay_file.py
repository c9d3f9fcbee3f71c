"""A finished game as a file: a case for the referee, and each move's log line and changes."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from bot.engine.notation import by_letter
from bot.rendering import endings, field_names, pages, words
from bot.rendering.scene import Scene, SeenMove
from bot.storage.records import Played
from bot.storage.replay import commands

FORMAT: Final = "cardcrate replay 1"
MAX_BYTES: Final = 8_000_000
"""The most bytes of a file with positions. Discord's limit is ten million."""


def replay_file(
    scene: Scene, history: Sequence[Played], states: Sequence[Any], script: Sequence[Mapping[str, Any]]
) -> bytes:
    """Return the whole game as JSON. `scene` is the public one at its end, with all past moves.

    `python -m bot referee` reads the `case` in it. Each step has the fields of the position that its move
    changed, unless the file would be too large for Discord.
    """
    steps = [
        {"commands": commands(scene.game, played), "at": played.at, "said": _said(told, scene)}
        for played, told in zip(history, scene.recent, strict=True)
    ]
    positions = map(scene.game.dump, states)
    with_positions = [
        {**step, "changed": changed} for step, changed in zip(steps, _changes(positions), strict=True)
    ]
    written = _written(scene, script, with_positions)
    return written if len(written) <= MAX_BYTES else _written(scene, script, steps)


def position_file(scene: Scene, number: int, position: Mapping[str, Any]) -> bytes:
    """Return a position as a case for the referee, to which commands can be added."""
    case = {
        "id": f"table {scene.session_id}, move {number}",
        "game": scene.game.id,
        "seats": len(scene.players),
        "options": _options(scene),
        "position": position,
        "commands": [],
    }
    return json.dumps(case, ensure_ascii=False, indent=1).encode()


def _changes(positions: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the fields of each position that differ from the one before."""
    before: Mapping[str, Any] = {}
    for now in positions:
        yield {name: value for name, value in now.items() if name not in before or before[name] != value}
        before = now


def _written(scene: Scene, script: Sequence[Mapping[str, Any]], steps: Sequence[Mapping[str, Any]]) -> bytes:
    face = pages.face_of(scene)
    whole = {
        "format": FORMAT,
        "title": " · ".join((scene.game.name, words.which(scene, plain=True))),
        "result": endings.ending_text(scene, face),
        "names": by_letter(scene.owners),
        "labels": field_names.labels(face),
        "values": field_names.values(face),
        "case": {
            "id": f"table {scene.session_id}",
            "game": scene.game.id,
            "seats": len(scene.players),
            "options": _options(scene),
            "chance": script,
            "commands": [command for step in steps for command in step["commands"]],
        },
        "steps": steps,
    }
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode()


def _said(told: SeenMove, scene: Scene) -> str:
    """Return the log's words for a move."""
    return pages.face_of(scene).log(told, scene)


def _options(scene: Scene) -> dict[str, Any]:
    """Return the game's options, including the edition of its rules."""
    return {"edition": 1, **scene.options}
