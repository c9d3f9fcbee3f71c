"""A table before the deal."""

import msgspec

from bot.games import GAMES
from bot.sessions.lobby import Pace, opened


def test_a_rematch_of_an_old_game_is_played_by_the_rules_of_today() -> None:
    game = GAMES["skrap"]
    old = {**msgspec.to_builtins(game.options()), "edition": 0, "target": 5}

    record = opened(
        game, old, guild_id=1, channel_id=2, host_id=3, pace=Pace(600, 60), chance_key=b"0" * 32, now=0.0
    )

    assert record.options["edition"] == game.options().edition
    assert record.options["target"] == 5
