"""The games that the page offers at the start, and how one click begins one of them."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Final

import msgspec

from bot.games import GAMES
from bot.playground.refusals import Busy, Refused
from bot.playground.seat import Seat, controls_of
from bot.playground.world import World
from bot.rendering.catalog import say
from bot.rendering.faces import FACES
from bot.rendering.lobbies import LOBBIES

USUAL_PLAYERS: Final = 3
"""The number of hands that fit side by side. A game with other limits gets the number nearest to it."""


class Offer(msgspec.Struct, frozen=True):
    """A game as the page offers it."""

    id: str
    name: str
    players: str
    line: str
    colour: str


def offers() -> list[Offer]:
    """Return all games in the order in which the bot offers them."""
    return [
        Offer(
            id=game.id,
            name=game.name,
            players=_players(game.seats),
            line=say(LOBBIES[game.id].line),
            colour=f"#{FACES[game.id].accent:06x}",
        )
        for game in map(GAMES.__getitem__, LOBBIES)
    ]


def _players(sizes: range) -> str:
    """Return `3 to 6` or `2`."""
    return f"{sizes.start} to {sizes.stop - 1}" if len(sizes) > 1 else str(sizes.start)


async def open_game(world: World, game_id: str, *, alone: bool = False) -> list[Seat]:
    """Open a table of this game, seat users or computers and deal, as users would. Returns the users.

    Raises Refused if no deal results. The bot's messages about that stay visible.
    """
    if game_id not in GAMES:
        raise Refused(f"There is no game {game_id} here; there are {', '.join(GAMES)}.")
    if world.table is not None:
        raise Refused("There is a table in the channel already.")
    sizes = GAMES[game_id].seats
    wanted = min(max(USUAL_PLAYERS, sizes.start), sizes.stop - 1)
    people = 1 if alone else wanted
    while len(world.seats) < people:
        await world.add_user()
    players = list(world.seats.values())[:people]
    before = {message.id for seat in players for message in seat.messages("channel")}
    with suppress(Busy):
        await world.do(lambda: players[0].slash("channel", "cards", {"game": game_id}))
    for seat in players[1:]:
        await press(world, seat, "join")
    for _ in range(wanted - people):
        await press(world, players[0], "computers")
        await press(world, players[0], "sit medium any")
    await press(world, players[0], "start")
    if not world.deciders:
        raise Refused("The game has not begun. The newest messages say why.")
    await _clear(world, players, before)
    return players


async def learn(world: World, seat: Seat, game_id: str) -> None:
    """Open the rules of a game, and the lesson from there."""
    with suppress(Busy):
        await world.do(lambda: seat.slash("channel", "card-rules", {"game": game_id}))
    await press(world, seat, f"learn {game_id}")


async def press(world: World, seat: Seat, act: str) -> None:
    """Click the newest button in the channel that does this, if there is one."""
    for message in reversed(seat.messages("channel")):
        found = controls_of([component.to_dict() for component in message.components])
        for control in found:
            if control.startswith("b:") and control.split(":", 3)[3] == act:
                with suppress(Busy):
                    await world.do(partial(seat.click, "channel", message.id, control))
                return


async def _clear(world: World, players: Sequence[Seat], before: set[int]) -> None:
    """Dismiss the answers to the commands, so that only a table and hands are visible."""
    said = [message for seat in players for message in seat.messages("channel")]
    answers = [message for message in said if message.flags.ephemeral and message.id not in before]
    with suppress(Busy):
        await world.dismiss_all({message.id: message for message in answers}.values())
