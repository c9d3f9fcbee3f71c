"""The rules that a new table opens with."""

import msgspec

from bot.games import GAMES
from bot.sessions.lobby import Pace, new_lobby


def test_rematch_of_old_game_has_todays_rules() -> None:
    game = GAMES["skrap"]
    old = {**msgspec.to_builtins(game.options()), "edition": 0, "target": 5}

    record = new_lobby(
        game, old, guild_id=1, channel_id=2, host_id=3, pace=Pace(600, 60), chance_key=b"0" * 32, now=0.0
    )

    assert record.options["edition"] == game.options().edition
    assert record.options["target"] == 5
