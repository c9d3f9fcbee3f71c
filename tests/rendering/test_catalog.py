"""Messages are looked up before their facts are filled in, and typed text in a fact stays text."""

from bot.rendering.catalog import message, say, say_as, say_count


def test_facts_are_named_in_the_message() -> None:
    assert say("It's {player}'s turn.", player="Ben") == "It's Ben's turn."


def test_braces_in_a_fact_stay_as_they_are() -> None:
    assert say("It's {player}'s turn.", player="{seat}") == "It's {seat}'s turn."


def test_a_number_chooses_its_form() -> None:
    cards = [
        say_count("{player} draws a card card.", "{player} draws {number}.", n, player="Ann") for n in (1, 3)
    ]
    assert cards == ["Ann draws a card card.", "Ann draws 3."]


def test_a_constant_is_marked_and_said_later() -> None:
    assert say(message("Auto-skip {time}."), time="soon") == "Auto-skip soon."


def test_a_context_is_for_translators_only() -> None:
    assert say_as("rank", "{rank}s", rank="10") == "10s"
