"""Write the phrasebook of every game."""

from bot.games import GAMES
from tests.rendering.phrasebook import path_of, phrasebook

for game_id in GAMES:
    path_of(game_id).write_text(phrasebook(game_id), encoding="utf-8")
