"""The log on the page."""

import logging

import pytest
import structlog

from bot.playground.logbook import MAX_LINES, Logbook


@pytest.fixture
def logbook() -> Logbook:
    return Logbook()


def test_warnings_are_kept_but_chatter_is_not(logbook: Logbook) -> None:
    with logbook.listening():
        structlog.get_logger("ours").info("all_is_well")
        structlog.get_logger("ours").warning("page_delayed", session=3)

    assert list(logbook.lines) == ["page_delayed session=3"]


def test_error_is_kept_with_its_kind(logbook: Logbook) -> None:
    with logbook.listening():
        structlog.get_logger("ours").error("failed", exc_info=ValueError("seven"))
        try:
            {"seven": 7}["eight"]
        except KeyError:
            structlog.get_logger("ours").exception("failed_again")

    assert list(logbook.lines) == ["failed ValueError: seven", "failed_again KeyError: 'eight'"]


def test_warnings_of_libraries_are_kept(logbook: Logbook) -> None:
    with logbook.listening():
        logging.getLogger("discord.gateway").warning("shard %s is slow", 0)
        logging.getLogger("discord.gateway").info("shard 0 is back")

    assert list(logbook.lines) == ["shard 0 is slow"]


def test_nothing_is_kept_after_listening(logbook: Logbook) -> None:
    before = structlog.get_config()["processors"]
    with logbook.listening():
        pass
    structlog.get_logger("ours").warning("too_late")
    logging.getLogger("discord").warning("too late")

    assert list(logbook.lines) == []
    assert structlog.get_config()["processors"] == before


def test_only_the_last_lines_are_kept(logbook: Logbook) -> None:
    with logbook.listening():
        for number in range(MAX_LINES + 5):
            logging.getLogger("discord").error("line %s", number)

    assert len(logbook.ages) == len(logbook.lines) == MAX_LINES
    assert logbook.lines[0] == "line 5"


def test_every_line_has_an_age() -> None:
    seconds = [100.0]
    logbook = Logbook(lambda: seconds[0])
    with logbook.listening():
        logging.getLogger("discord").error("one")
        seconds[0] = 130.0
        logging.getLogger("discord").error("two")
        seconds[0] = 140.0

    assert logbook.ages == [40.0, 10.0]
