"""Descriptions beyond Discord's limit are shortened where they're longest."""

from bot.rendering.art.shortening import TextPart, shortened


def said(*ways: str) -> TextPart:
    """Return a part with these texts, from full to brief."""
    return TextPart(ways.__getitem__, len(ways))


def test_short_text_stays_and_longest_gives_way() -> None:
    assert shortened(
        [said("short"), said("long" * 5, "lo"), said("longer" * 9, "longer" * 2, "l")], 40
    ) == "\n".join(("short", "long" * 5, "longer" * 2))


def test_long_texts_are_cut_alike_at_last() -> None:
    assert shortened([said("short"), said("x" * 50), said("y" * 90)], 27) == "short\nxxxxxxxxx…\nyyyyyyyyy…"


def test_nothing_to_say_is_nothing() -> None:
    assert shortened([], 100) == ""


def test_empty_text_takes_no_line() -> None:
    assert shortened([said("first"), said(""), said("last")], 100) == "first\nlast"


def test_no_text_is_made_that_nobody_reads() -> None:
    assert shortened([TextPart(["all"].__getitem__, ways=3)], 100) == "all"
