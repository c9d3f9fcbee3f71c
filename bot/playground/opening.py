"""The games that the page offers at the start, and the actions that begin one with a click."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Final

import msgspec

from bot.games import GAMES
from bot.playground.refusals import Busy, Refused
from bot.playground.seat import Place, Seat, controls_of
from bot.playground.world import World
from bot.rendering.art.pictures import picture
from bot.rendering.art.plan import CoverPlan
from bot.rendering.art.spoken import description
from bot.rendering.covers import cover_plan
from bot.rendering.lobbies import LOBBIES
from bot.rendering.lobby import short_minutes

USUAL_PLAYERS: Final = 3
"""The number of hands that fit side by side. A game with other limits gets the number nearest to it."""


class Offer(msgspec.Struct, frozen=True):
    """A game as the page offers it. `said` describes its cover in words."""

    id: str
    name: str
    said: str


def offers() -> list[Offer]:
    """Return all games in the order in which the bot offers them."""
    return [Offer(game_id, GAMES[game_id].name, description(_cover(game_id))) for game_id in LOBBIES]


def cover(game_id: str) -> bytes:
    """Return a game's cover as PNG. Raises Refused if there's no such game."""
    return picture(_cover(_known_game(game_id)), "cover").png


def _cover(game_id: str) -> CoverPlan:
    """Return the plan of a cover, with the minutes of a short game against computers."""
    game = GAMES[game_id]
    return cover_plan(game, short_minutes(game, alone=True))


def _known_game(game_id: str) -> str:
    if game_id not in GAMES:
        raise Refused(f"There's no game called {game_id}. Choose one of {', '.join(GAMES)}.")
    return game_id


async def deal_alone(world: World, seat: Seat, game_id: str) -> None:
    """Deal a short game to a user and computers in the user's DM. Raises Refused if no deal results."""
    if await world.bot.sessions.at(seat.dm.id) is not None:
        raise Refused(f"{seat.name} already has a table in the DM.")
    await _command(world, seat, "cards", "dm", game=_known_game(game_id))
    await press(world, seat, "alone", "dm")
    session = await world.bot.sessions.at(seat.dm.id)
    if session is None or session.record.status != "playing":
        raise Refused("The game hasn't started. The newest messages show the reason.")


async def deal_to_all(world: World, game_id: str) -> list[Seat]:
    """Open a table of this game in the channel, seat users, and deal. Returns the users.

    Raises Refused if no deal results. The bot's messages about that stay visible.
    """
    sizes = GAMES[_known_game(game_id)].seats
    if world.table is not None:
        raise Refused("The channel already has a table.")
    wanted = min(max(USUAL_PLAYERS, sizes.start), sizes.stop - 1)
    while len(world.seats) < wanted:
        await world.add_user()
    players = list(world.seats.values())[:wanted]
    before = {message.id for seat in players for message in seat.messages("channel")}
    with suppress(Busy):
        await world.do(lambda: players[0].slash("channel", "cards", {"game": game_id}))
    for seat in players[1:]:
        await press(world, seat, "join")
    await press(world, players[0], "start")
    if not world.deciders:
        raise Refused("The game hasn't started. The newest messages show the reason.")
    await _clear(world, players, before)
    return players


async def learn(world: World, seat: Seat, game_id: str) -> None:
    """Open the rules of a game as a user, then its lesson."""
    await _command(world, seat, "card-rules", game=game_id)
    await press(world, seat, f"learn {game_id}")


async def press(world: World, seat: Seat, act: str, place: Place = "channel") -> None:
    """Click the newest button with this act in a place, if there's one."""
    for message in reversed(seat.messages(place)):
        found = controls_of([component.to_dict() for component in message.components])
        for control in found:
            if control.startswith("b:") and control.split(":", 3)[3] == act:
                with suppress(Busy):
                    await world.do(partial(seat.click, place, message.id, control))
                return


async def _command(world: World, seat: Seat, name: str, place: Place = "channel", **values: str) -> None:
    with suppress(Busy):
        await world.do(lambda: seat.slash(place, name, values))


async def _clear(world: World, players: Sequence[Seat], before: set[int]) -> None:
    """Dismiss the answers to the commands, so that only a table and hands are visible."""
    messages = [message for seat in players for message in seat.messages("channel")]
    answers = [message for message in messages if message.flags.ephemeral and message.id not in before]
    with suppress(Busy):
        await world.dismiss_all({message.id: message for message in answers}.values())
