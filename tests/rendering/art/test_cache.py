"""The cache never holds more bytes than allowed, and drops the picture that was unused the longest."""

import pytest

from bot.rendering.art.cache import PictureCache


class Painter:
    """A fake renderer that notes which pictures it draws."""

    def __init__(self, cache: PictureCache) -> None:
        self.cache, self.drawn = cache, ""

    def ask(self, keys: str, size: int = 10) -> None:
        for key in keys:
            assert self.cache.get(key.encode(), lambda key=key: self._draw(key, size)) == key.encode() * size  # type: ignore[misc]

    def _draw(self, key: str, size: int) -> bytes:
        self.drawn += key
        return key.encode() * size


@pytest.fixture
def painter() -> Painter:
    return Painter(PictureCache(max_bytes=30))


def test_known_picture_is_not_drawn_again(painter: Painter) -> None:
    painter.ask("ababba")

    assert painter.drawn == "ab"


def test_longest_unused_picture_makes_room(painter: Painter) -> None:
    painter.ask("abcad")
    painter.ask("acdb")

    assert painter.drawn == "abcdb"


def test_the_bytes_held_are_counted_and_bounded(painter: Painter) -> None:
    painter.ask("abcdefgh")

    assert (len(painter.cache), painter.cache.used_bytes) == (3, 30)


def test_oversized_picture_is_given_but_not_kept(painter: Painter) -> None:
    painter.ask("ab")
    painter.ask("x", size=31)

    assert (len(painter.cache), painter.cache.used_bytes) == (2, 20)


def test_a_picture_drawn_twice_at_once_counts_once(painter: Painter) -> None:
    def draw_while_another_does() -> bytes:
        painter.ask("a")
        return b"a" * 10

    painter.cache.get(b"a", draw_while_another_does)

    assert (len(painter.cache), painter.cache.used_bytes) == (1, 10)
