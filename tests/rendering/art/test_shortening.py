"""Long descriptions are brought within Discord's limit by being fair."""

from bot.rendering.art.shortening import shortened


def test_what_is_short_stays_whole_and_the_longest_gives_way_first() -> None:
    assert shortened([["short"], ["long" * 5, "lo"], ["longer" * 9, "longer" * 2, "l"]], 40) == "\n".join(
        ("short", "long" * 5, "longer" * 2)
    )


def test_when_nothing_helps_all_that_is_long_is_cut_alike() -> None:
    assert shortened([["short"], ["x" * 50], ["y" * 90]], 27) == "short\nxxxxxxxxx…\nyyyyyyyyy…"


def test_nothing_to_say_is_nothing() -> None:
    assert shortened([], 100) == ""
