"""The last moves at a table: few lines, the newest set apart, and nothing twice."""

from collections.abc import Sequence

import msgspec
import pytest

from bot.engine.events import Event, TimedOut
from bot.games import GAMES
from bot.games.crap.acquiring import Believed, BluffCalled, RandomDiscarded, RankAsked
from bot.games.crap.protecting import CardProtected
from bot.games.crap.scoring import ScoringRound
from bot.players.computers import Computer
from bot.rendering import pages, words
from bot.rendering.faces import FACES
from bot.rendering.story import MAX_LINE_CHARACTERS, MAX_LINES, bold, story
from tests.helpers.walks import USUAL
from tests.rendering.crap.sessions import after, seen
from tests.rendering.twin.moments import moments

CRAP = FACES["crap"]
ONE_LINE_A_MOVE = ("crap", "skrap", "craits")
"""Games that tell every move in a line. The others put a turn of several moves in one line."""
ASKS: Sequence[Event] = [RankAsked(0, "9", (1, 2))]
CATCH: Sequence[Event] = [BluffCalled(2, 0, "9", None), RandomDiscarded(0, "KH")]


def protects(seat: int, count: int = 1) -> Sequence[Event]:
    return [CardProtected(seat, count)]


def told(*moves: Sequence[Event]) -> tuple[list[str], str]:
    return story(after(seen({}), moves), CRAP)


def test_newest_event_stands_apart_from_those_before_it() -> None:
    assert told(protects(0), protects(1), protects(2)) == (
        ["Ann protects a card (1 now).", "Ben protects a card (1 now)."],
        "Cyd protects a card (1 now).",
    )


def test_before_anything_has_happened_nothing_is_told() -> None:
    assert told() == ([], "")


def test_at_most_four_lines_precede_newest() -> None:
    before, newest = told(*(protects(place % 3, place) for place in range(9)))

    assert len(before) == MAX_LINES == 4
    assert before[-1] == "Ben protects a card (7 now)."
    assert newest == "Cyd protects a card (8 now)."


def test_an_answer_leaves_the_question_in_the_headline() -> None:
    assert told(protects(2), ASKS, [Believed(1)]) == told(protects(2), ASKS)
    assert told(protects(2), ASKS, [TimedOut((1,)), Believed(1)]) == told(protects(2), ASKS)
    assert told(protects(2), ASKS)[1] == "Ann: **“Acquire 9s!”**"


def test_outcome_of_action_replaces_its_beginning() -> None:
    before, newest = told(protects(2), ASKS, [Believed(1)], CATCH)

    assert before == ["Cyd protects a card (1 now)."]
    assert newest == "Cyd calls the bluff. **Busted:** Ann had no 9s and loses K♥."


def test_line_names_player_at_the_time() -> None:
    past = after(seen({}), [protects(0), ASKS, CATCH, protects(0), protects(1)]).recent
    away: dict[int, int] = {0: Computer("hare", "medium").id}
    sat_in = [
        msgspec.structs.replace(one, stand_ins=away if 1 < place < 4 else {})
        for place, one in enumerate(past)
    ]
    back = msgspec.structs.replace(seen({}), recent=tuple(sat_in))
    away_still = msgspec.structs.replace(back, stand_ins=away, names=("⚙ Hare for Ann", "Ben", "Cyd"))

    before = [
        "Ann protects a card (1 now).",
        "Cyd calls the bluff. **Busted:** Hare for Ann had no 9s and loses K♥.",
        "Hare for Ann protects a card (1 now).",
    ]
    assert story(back, CRAP) == (before, "Ben protects a card (1 now).")
    assert story(away_still, CRAP) == story(back, CRAP)
    assert CRAP.lines(back.recent, away_still) == [*before, "Ben protects a card (1 now)."]
    log = pages.log_lines(away_still, away_still.recent)
    assert [("Hare for Ann" in line) for line in log] == [False, False, True, True, False]
    assert log == pages.log_lines(back, back.recent)


def test_move_of_several_lines_loses_none_of_them() -> None:
    count = ScoringRound(number=2, gained=(70, 0, 0), totals=(70, 0, 0), unprotected=(0, 0, 0))

    before, newest = told(protects(2), ASKS, [*CATCH, count])

    assert before == [
        "Cyd protects a card (1 now).",
        "Cyd calls the bluff. **Busted:** Ann had no 9s and loses K♥.",
    ]
    assert newest == "**Scoring round 2:** Ann +70."


@pytest.mark.parametrize("game_id", GAMES)
def test_last_move_is_told_at_the_end(game_id: str) -> None:
    face = FACES[game_id]
    endings = [one for one in moments(GAMES[game_id], 4, USUAL, 2000) if one.scene(None).outcome]
    scene = endings[0].scene(None)

    before, newest = story(scene, face)

    assert newest == ""
    assert before == [line[:MAX_LINE_CHARACTERS] for line in face.lines(scene.recent, scene)][-MAX_LINES:]


def test_a_very_long_line_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CRAP, "lines", lambda past, _scene: ["x" * 1000 for _ in past])

    before, newest = story(after(seen({}), [protects(0), protects(1)]), CRAP)

    assert {len(line) for line in (*before, newest)} == {MAX_LINE_CHARACTERS}
    assert newest.endswith("…")


def test_bold_spans_text_and_small_each_line() -> None:
    assert bold("Cyd **catches** Ann.") == "**Cyd catches Ann.**"
    assert bold("") == ""
    assert words.small("a", "b") == "-# a\n-# b"


def test_events_the_game_forgets_are_told_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = after(seen({}), [protects(0), protects(1)])
    monkeypatch.setattr(CRAP, "remembered", lambda _past, _scene: ())

    assert story(scene, CRAP) == ([], "")
