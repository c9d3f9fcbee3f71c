"""The key that all chance of a table follows from, fixed at the deal."""

import msgspec

from bot.fair import deal as deals
from bot.fair.deal import Beacon
from bot.players.computers import computer_of
from bot.storage.records import Record


def fixed(record: Record, beacon: Beacon | None) -> Record:
    """The record of a lobby with the text of its deal, and with the key that follows.

    If the deal isn't sealed, or is that of a day, the key was there from the start.
    """
    deal = record.deal
    if deal is None or deal.is_fixed:
        return record
    transcript = deals.transcript_of(
        deal,
        table=record.id,
        game=record.game,
        options=record.options,
        seats=[_sitting(user) for user in record.players],
        beacon=beacon,
    )
    return msgspec.structs.replace(
        record,
        deal=msgspec.structs.replace(deal, transcript=transcript),
        chance_key=deals.key(deal.secret, transcript),
    )


def _sitting(user: int) -> int | str:
    computer = computer_of(user)
    return user if computer is None else f"{computer.character} {computer.level}"
