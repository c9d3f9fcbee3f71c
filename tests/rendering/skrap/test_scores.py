"""The score sheet of Skrap."""

from bot.engine.events import Event
from bot.games.skrap.opening import RoundVoid
from bot.games.skrap.scoring import Champion
from bot.rendering.scores import NOT_IN, Round
from bot.rendering.skrap.scores import score_lines
from tests.rendering.skrap.sessions import BATTLE, session_of


def test_each_round_has_a_line_with_the_heads_of_its_champion() -> None:
    session = session_of(3, BATTLE)
    told: tuple[Event, ...] = (
        Champion(1, "KS", "2H", heads=3, total=3, lost=False),
        RoundVoid(2),
        Champion(0, "9S", "9H", heads=2, total=0, lost=True),
        Champion(0, "9S", "9H", heads=0, total=0, lost=False),
    )
    session.scores = told

    assert score_lines(session.scene(None)) == [
        Round("1", ("0", "+3", "0"), (0, 3, 0)),
        Round("2", (NOT_IN,) * 3, (0, 3, 0)),
        Round("3", ("0", "0", "0"), (0, 3, 0)),
        Round("4", ("0", "0", "0"), (0, 3, 0)),
    ]
