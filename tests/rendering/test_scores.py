"""The score sheet below a result: what stands on it, how wide and how long it gets."""

import hashlib
import random
import re
from typing import Any

import msgspec
import pytest

from bot.engine.moves import Leave
from bot.engine.notation import read_options
from bot.games import GAMES
from bot.games.crap.scoring import FinalCount, ScoringRound
from bot.games.skrap.opening import RoundVoid
from bot.games.skrap.scoring import Champion
from bot.rendering import pages
from bot.rendering.faces import FACES
from bot.rendering.scene import Scene
from bot.rendering.scores import MAX_WIDTH_CHARACTERS, Round, score_sheet
from bot.sessions import play
from bot.sessions.clocks import Moment
from bot.sessions.session import Change, Session
from bot.storage.records import Played
from tests.helpers.records import at_table

NAMES = ("Ann", "Ben", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim")
SHORT: dict[str, tuple[int, dict[str, Any]]] = {
    "crap": (3, {"threshold": 50, "turn-limit": 200}),
    "skrap": (4, {"target": 12}),
    "craits": (3, {"hands": 4}),
}
with_rounds = pytest.mark.parametrize("game_id", SHORT)


def table_for(game_id: str, seats: int, seed: int = 1, **options: Any) -> Session:
    """A table in the lobby."""
    game = GAMES[game_id]
    record = at_table(
        game,
        tuple(range(100, 100 + seats)),
        read_options(game, options),
        id=1,
        chance_key=hashlib.sha256(f"{seed}".encode()).digest(),
    )
    session = Session(game, record)
    session.names = dict(zip(record.players, NAMES, strict=False))
    return session


def played_out(
    game_id: str, seed: int = 1, *, leaves_after: int | None = None
) -> tuple[Session, list[Played]]:
    """A short random game to its end, and all its moves; perhaps somebody leaves on the way."""
    seats, options = SHORT[game_id]
    session, chance = table_for(game_id, seats, seed, **options), random.Random(seed)
    moves: list[Played] = []
    change: Any = play.dealt(session, Moment.at(0.0))
    while True:
        assert isinstance(change, Change)
        assert change.played is not None
        session.adopt(change)
        moves.append(change.played)
        if session.record.status == "over":
            return session, moves
        seat = chance.choice(session.game.deciders(session.state))
        move = chance.choice(session.game.legal(session.state, seat)[:8])
        change = play.moved(session, seat, Leave() if len(moves) == leaves_after else move, Moment.at(0.0))


def rounds_of(session: Session) -> list[Round]:
    return list(FACES[session.game.id].rounds(session.scene(None)))


def block_of(text: str) -> list[str]:
    """The lines of the sheet."""
    return text[text.index("**Scores by ") :].split("```")[1].strip("\n").splitlines()


def a_scene(names: tuple[str, ...], game_id: str = "skrap", **more: Any) -> Scene:
    scene = table_for(game_id, len(names)).scene(None)
    return msgspec.structs.replace(scene, names=names, **more)


def heads(*won: int) -> tuple[Champion, ...]:
    """Rounds won by the first player."""
    return tuple(
        Champion(seat=0, weapon="KS", armour="2H", heads=head, total=sum(won[: place + 1]), lost=False)
        for place, head in enumerate(won)
    )


def shown(scene: Scene, room: int = 3000) -> str:
    face = FACES[scene.game.id]
    return score_sheet(scene, face.rounds(scene), unit=face.unit, gains=face.gains, room=room)


@pytest.mark.parametrize("seed", range(4))
@with_rounds
def test_the_sheet_adds_up_to_the_result(game_id: str, seed: int) -> None:
    session, _ = played_out(game_id, seed, leaves_after=60 * (seed % 2) or None)
    sheet: Any = session.scene(None).sheet
    counted = list((sheet.heads if game_id == "skrap" else sheet.totals).values())
    totals = [0] * len(counted)

    for one in rounds_of(session):
        for seat, total in enumerate(one.totals):
            parts = re.findall(r"[+−]?\d+", one.gains[seat])
            totals[seat] += sum(int(part.replace("−", "-")) for part in parts)
            assert total in (None, totals[seat])

    assert totals == counted
    assert rounds_of(session)


@with_rounds
def test_the_sheet_is_below_the_result_and_the_same_after_a_restart(game_id: str) -> None:
    session, moves = played_out(game_id)
    again = Session(session.game, session.record, moves)
    again.names = session.names

    text = pages.table(session.scene(None)).text

    assert pages.table(again.scene(None)).text == text
    assert text.index("**Scores by ") > text.index(FACES[game_id].result(session.scene(None)))
    assert len(block_of(text)) >= 1 + len(rounds_of(session))


@with_rounds
def test_a_restarted_session_keeps_few_moves_at_hand_but_all_scores(game_id: str) -> None:
    session, moves = played_out(game_id)
    filler = [msgspec.structs.replace(moves[-1], events=b"[]")] * 200

    later = Session(session.game, session.record, [*moves, *filler])

    assert later.scores == session.scores
    assert len(later.recent) == 120


def test_each_line_tells_what_was_won_and_the_total() -> None:
    text = shown(a_scene(("Ann", "Ben"), scores=(*heads(3), RoundVoid(round=2), *heads(2))))

    assert text.splitlines()[0] == "**Scores by round**: heads, then the total"
    assert [line.split() for line in block_of(text)] == [
        ["Ann", "Ben"],
        ["1", "+3", "3", "0", "0"],
        ["2", "–", "3", "–", "0"],
        ["3", "+2", "5", "0", "0"],
    ]


def test_heads_that_nobody_collects_count_for_nobody() -> None:
    lost = msgspec.structs.replace(heads(4)[0], lost=True)

    assert block_of(shown(a_scene(("Ann", "Ben"), scores=(lost,))))[1].split() == ["1", "0", "0", "0", "0"]


def test_the_last_count_of_a_game_at_its_turn_limit_is_called_the_end() -> None:
    rounds = (
        ScoringRound(number=1, gained=(70, 0, 0), totals=(70, 0, 0), unprotected=(0, 0, 0)),
        FinalCount(gained=(0, 39, 0), totals=(70, 39, 0)),
    )

    lines = block_of(shown(a_scene(("Ann", "Ben", "Cyd"), "crap", scores=rounds)))

    assert lines[1].split() == ["1", "+70", "70", "0", "0", "0", "0"]
    assert lines[2].split() == ["end", "0", "70", "+39", "39", "0", "0"]


def test_pressure_in_a_hand_that_was_not_scored_is_added_at_the_end() -> None:
    session, _ = played_out("craits")
    position = session.game.dump(session.state)
    position["totals"]["B"] += 40
    session.state = session.game.load(position, 3, session.options)

    (*_, last) = rounds_of(session)

    assert last.name == "end"
    assert last.gains == ("0", "+40", "0")


@pytest.mark.parametrize("players", range(2, 11))
@pytest.mark.parametrize("most", [9, 1500, 10**80])
def test_no_line_is_wider_than_a_phone(players: int, most: int) -> None:
    names = tuple(f"{name} the magnificent" for name in NAMES[:players])
    totals = tuple(most * (-1) ** seat for seat in range(players))
    rounds = [Round(name=str(place), gains=("+120",) * players, totals=totals) for place in range(1, 31)]

    for room in (9000, 3000, 700):
        text = score_sheet(a_scene(names), rounds, unit="hand", gains="points", room=room)
        lines = block_of(text)
        assert max(map(len, lines)) <= MAX_WIDTH_CHARACTERS
        assert sum(line.split()[0] == "30" for line in lines if line) == lines.count("") + 1
        assert len(text) <= room


def test_where_there_is_little_room_the_totals_stay() -> None:
    scene = a_scene(("Ann", "Ben"), scores=heads(*[1] * 20))
    whole = shown(scene)

    text = shown(scene, room=len(whole) - 1)

    assert text.splitlines()[0] == "**Scores by round**: the total after each"
    assert block_of(text)[-1].split() == ["20", "20", "0"]
    assert len(block_of(text)) == 21


def test_many_rounds_fit_a_message_and_the_older_ones_are_in_the_log() -> None:
    session, moves = played_out("skrap")
    session.scores = heads(*[1] * 200)
    scene = session.scene(None)

    text = pages.table(scene).text

    assert len(text) < 4000
    found = re.search(r"^-# Rounds 1 to (\d+) are in the log\.$", text, re.MULTILINE)
    assert found is not None
    assert [line.split()[0] for line in block_of(text)[1 : 201 - int(found[1])]] == [
        str(number) for number in range(int(found[1]) + 1, 201)
    ]
    log = pages.log_lines(scene, session.retold(moves, None))
    assert sum("is the champion" in line for line in log) == len(
        Session(session.game, session.record, moves).scores
    )


def test_a_single_round_in_the_log_is_told_in_the_singular_and_without_room_there_is_no_sheet() -> None:
    rounds = [Round(name=f"{place}", gains=("0",) * 4, totals=(10**80,) * 4) for place in range(1, 9)]
    scene = a_scene(NAMES[:4])

    def sheet(room: int) -> str:
        return score_sheet(scene, rounds, unit="round", gains="points", room=room)

    totals = sheet(len(sheet(9000)) - 1)
    assert "-# Round 1 is in the log." in sheet(len(totals) - 1)
    assert sheet(50) == ""


def test_names_stay_above_their_columns_and_cannot_end_the_block() -> None:
    text = shown(a_scene(("```\nb`", "李小龙", "דנה"), scores=heads(1)))
    names, line = block_of(text)

    assert text.count("```") == 2
    assert names.startswith(" ")
    assert "''' b'" in names
    assert len(names) == len(line) - 3 + 1  # three signs as wide as two, and one that is not seen
    assert "\u200eדנה" in names


def test_a_game_without_rounds_has_no_sheet() -> None:
    scene = a_scene(("Ann", "Ben"), "crapette")

    assert shown(scene) == ""
