"""Faults of the sealed deal: a seal of something else, and a key that players don't influence."""

import hashlib
from unittest.mock import patch

import msgspec

from bot.fair.deal import Beacon
from bot.rendering import fair
from bot.rendering.scene import Scene
from bot.sessions import play
from bot.storage.records import Record
from tests.sabotage.planting import Planted


def show_another_seal() -> Planted:
    def other(scene: Scene) -> list[str]:
        seal = hashlib.sha256(str(len(scene.players)).encode()).hexdigest()
        return [f"[Fair deal ✓]({fair.EXPLANATION}#seal={seal})"]

    return patch.object(fair, "seal_link", other)


def deal_whatever_players_add() -> Planted:
    real = play.fixed

    def lonely(record: Record, beacon: Beacon | None) -> Record:
        made = real(record, beacon)
        assert record.deal is not None
        return msgspec.structs.replace(made, chance_key=hashlib.sha256(record.deal.secret).digest())

    return patch.object(play, "fixed", lonely)
