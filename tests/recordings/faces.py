"""The faces: whole walks of every game, seen by all viewers at some moments in all languages.

A key such as `crap/07/0123/A/en/hand` has game, walk, move, viewer (`-`: spectators), language and register.
The language is `*` if there aren't any words, and `others` for the translations, which `--show` prints.
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any, Final

from bot.engine.chance import seat_letter
from bot.games import GAMES
from tests.helpers.walks import RESTLESS, USUAL, Habits, Walk
from tests.recordings import registers
from tests.recordings.recording import Recording
from tests.recordings.registers import LANGUAGES, Moment, Notes, Step, Table

PARTS: Final = tuple(GAMES)
SEEDS: Final = 30
MOMENTS: Final = 20
"""The number of recorded moments of a walk, evenly spread. A phase's first two and the end are added."""
ABSENT: Final = Habits(silence=0.3, leaving=0.004, waiting=0.1, aside=0.1)
HABITS: Final = (USUAL, RESTLESS, ABSENT)
STANDING_IN: Final = 0.03
"""The probability after a move that a computer starts or stops standing in for someone."""


def record(part: str, seed: int, *, with_texts: bool = False) -> Recording:
    """Return the recording of one walk."""
    recording = Recording(texts={} if with_texts else None)
    with registers.nothing_drawn():
        _look(recording, part, seed)
    return recording


def _look(recording: Recording, game_id: str, seed: int) -> None:
    """Record what all viewers see of a walk."""
    for moment in _moments(game_id, seed, _chosen(game_id, seed)):
        start = f"{game_id}/{seed:02}/{moment.number:04}"
        for viewer in moment.viewers:
            who = f"{start}/{'-' if viewer is None else seat_letter(viewer)}"
            for name, shown in registers.wordless(moment, viewer):
                recording.note(f"{who}/*/{name}", shown)
            _note(recording, who, [dict(registers.worded(moment, viewer, tag)) for tag in LANGUAGES])
        if moment.number == 0:
            _note(recording, f"{start}/-", [dict(registers.lobby(moment, tag)) for tag in LANGUAGES])


def _note(recording: Recording, who: str, told: Sequence[Mapping[str, Any]]) -> None:
    """Record the registers in all languages: English, and the translations together."""
    for name in told[0]:
        recording.note(f"{who}/en/{name}", told[0][name])
        recording.note(
            f"{who}/others/{name}", dict(zip(LANGUAGES[1:], (one[name] for one in told[1:]), strict=True))
        )


def _chosen(game_id: str, seed: int) -> list[int]:
    """Return the numbers of the moves after which the walk is recorded."""
    one, met = _walk(game_id, seed), Counter[str]()
    chosen, last = set[int](), 0
    for last, state in enumerate(one.states()):
        phase = one.game.phase(state)
        met[phase] += 1
        if met[phase] <= 2:
            chosen.add(last)
    return sorted({*chosen, *(last * step // MOMENTS for step in range(MOMENTS)), last})


def _walk(game_id: str, seed: int) -> Walk:
    return Walk(GAMES[game_id], seed, HABITS[seed % len(HABITS)])


def _moments(game_id: str, seed: int, chosen: list[int]) -> Iterator[Moment]:
    """Play a walk again, and yield its chosen moments."""
    for moment in moments(game_id, seed):
        if moment.number in chosen:
            yield moment.disturbed(random.Random(f"moment {game_id} {seed} {moment.number}"))


def moments(game_id: str, seed: int) -> Iterator[Moment]:
    """Yield every moment of a walk, with occasional stand-ins for players."""
    one, dice = _walk(game_id, seed), random.Random(f"table {game_id} {seed}")
    table = Table.drawn(one.game, one.seats, one.options, dice)
    stand_ins: Mapping[int, int] = {}
    past, notes = [Step(None, one.dealt.events, stand_ins)], Notes(table)
    notes.hear(one.dealt.events)
    turns = one.turns()
    for number in count():
        yield Moment(number, one.state, table, tuple(past), dict(notes.by_seat), stand_ins)
        turn: Any = next(turns, None)
        if turn is None:
            return
        past.append(Step(turn.seat, turn.step.events, stand_ins))
        notes.hear(turn.step.events)
        if dice.random() < STANDING_IN:
            stand_ins = table.stood_in(stand_ins, one.game.active(one.state), dice)
