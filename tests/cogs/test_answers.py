"""Answers that Discord does not take: the move stands or does not, and nobody is told anything false."""

import pytest
from structlog.testing import capture_logs

from tests.helpers.club import Club, text_of, walk
from tests.helpers.tables import started

SELECT = 3
ANSWERS = "/interactions/*/callback"
LOST = [(404, 10062), (400, 40060), (401, 50027), (404, 10015), (500, 0), (503, 0)]


def refuse(club: Club, status: int, code: int, times: int = 1) -> None:
    club.env.inject_error("POST", ANSWERS, status=status, code=code, message="refused", times=times)


@pytest.mark.parametrize(("status", "code"), LOST)
@pytest.mark.parametrize("door", ["command", "button"])
async def test_a_move_whose_answer_is_lost_stands_and_nothing_more_is_said(
    club: Club, door: str, status: int, code: int
) -> None:
    session = await started(club)
    turn = session.state.turn
    player = club.players[turn]
    refuse(club, status, code, times=9)  # the library itself tries again after a server error

    with capture_logs() as logs:
        if door == "command":
            await player.slash("recycle")
        else:
            await player.press(player.dm, "Recycle")

    assert session.state.turn != turn
    sent = [line for line in logs if line["event"] in ("answer_lost", "interaction_failed")]
    assert [line["event"] for line in sent] == ["answer_lost"]
    assert "rolls" in club.table_text


async def test_a_page_that_discord_refuses_is_answered_as_plain_text(club: Club) -> None:
    session = await started(club)
    player = club.players[session.state.turn]
    refuse(club, 400, 50035)

    reply = await player.slash("hand")

    assert reply.is_private
    assert "Your hand" in reply.text
    assert SELECT not in {component["type"] for component in walk(reply.message)}


async def test_a_page_that_a_filter_stops_is_answered_in_brief(club: Club) -> None:
    session = await started(club)
    player = club.players[session.state.turn]
    refuse(club, 400, 200000, times=2)

    reply = await player.slash("hand")

    assert "A filter of this server" in reply.text


async def test_a_page_refused_in_every_form_leaves_the_table_as_it_is(club: Club) -> None:
    session = await started(club)
    turn = session.state.turn
    refuse(club, 400, 50035, times=3)

    await club.players[turn].slash("recycle")

    assert session.state.turn != turn
    assert "rolls" in text_of(club.table)
