"""Write all transcripts again."""

from bot.games import GAMES
from tests.games.transcripts import path_of, transcript

for game in GAMES.values():
    path_of(game).write_text(transcript(game), encoding="utf-8")
