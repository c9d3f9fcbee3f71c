"""Games still match their transcripts. After an intended change, run `python -m tests.games.transcripts`."""

import pytest

from bot.engine.contract import AnyGame
from bot.games import GAMES
from tests.games.transcripts import path_of, transcript

MAX_BYTES = 150_000


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_whole_game_goes_as_it_was_written_down(game: AnyGame) -> None:
    written = path_of(game).read_text(encoding="utf-8")

    assert transcript(game).splitlines() == written.splitlines()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_transcript_is_short_enough_to_be_read(game: AnyGame) -> None:
    assert path_of(game).stat().st_size < MAX_BYTES
