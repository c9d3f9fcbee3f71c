"""News from Discord waits until the database has taken it, in order, and only the newest of each topic."""

from collections.abc import Awaitable, Callable

from bot.sessions.pauses import News
from bot.storage.errors import NotSaved


class Book:
    """A list of lines that can't be written to while it's full."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.is_full = False

    def write(self, line: str) -> Callable[[], Awaitable[None]]:
        async def act() -> None:
            if self.is_full:
                raise NotSaved("the disk is full")
            self.lines.append(line)

        return act


async def test_news_waits_while_unsaved_and_arrives_in_order() -> None:
    news, book = News(), Book()
    book.is_full = True
    await news.take(("server", 1), book.write("1 gone"))
    await news.take(("server", 2), book.write("2 gone"))
    await news.catch_up()
    assert book.lines == []

    book.is_full = False
    await news.catch_up()
    await news.catch_up()

    assert book.lines == ["1 gone", "2 gone"]


async def test_the_newest_of_a_topic_counts() -> None:
    news, book = News(), Book()
    book.is_full = True
    await news.take(("server", 1), book.write("1 gone"))
    await news.take(("server", 2), book.write("2 gone"))
    await news.take(("server", 1), book.write("1 back"))

    book.is_full = False
    await news.catch_up()

    assert book.lines == ["2 gone", "1 back"]


async def test_news_during_work_on_its_topic_survives() -> None:
    news, book = News(), Book()

    async def old() -> None:
        book.lines.append("gone")
        news._waiting[topic] = book.write("back")  # as another task would while this one waits

    topic = ("server", 1)
    await news.take(topic, old)

    assert book.lines == ["gone", "back"]


async def test_one_other_failure_stops_nothing_else() -> None:
    news, book = News(), Book()

    async def broken() -> None:
        raise ZeroDivisionError

    book.is_full = True
    await news.take(("server", 1), book.write("1 gone"))
    await news.take(("server", 2), broken)
    await news.take(("server", 3), book.write("3 gone"))
    book.is_full = False
    await news.catch_up()
    await news.catch_up()

    assert book.lines == ["1 gone", "3 gone"]
