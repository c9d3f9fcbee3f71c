"""Shards identify when it is their turn, and ask again when it is not."""

from bot.process.identifying import BETWEEN_SECONDS, Identifying
from bot.storage.errors import NotSaved


class Row:
    """What the database answers to those who ask for a turn."""

    def __init__(self, *answers: float | Exception) -> None:
        self.answers = list(answers)
        self.buckets: list[int] = []
        self.slept: list[float] = []

    async def take(self, bucket: int, seconds: float) -> float:
        assert seconds == BETWEEN_SECONDS
        self.buckets.append(bucket)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)


async def test_a_shard_waits_as_long_as_its_bucket_is_taken() -> None:
    row = Row(3.5, 0.2, 0)
    identifying = Identifying(row.take, row.sleep)
    identifying.buckets = 16

    await identifying.turn(35)

    assert (row.buckets, row.slept) == ([3, 3, 3], [3.5, 0.2])


async def test_a_shard_waits_for_a_database_that_is_away() -> None:
    row = Row(NotSaved("the database could not be written"), 0)

    await Identifying(row.take, row.sleep).turn(0)

    assert row.slept == [BETWEEN_SECONDS]
