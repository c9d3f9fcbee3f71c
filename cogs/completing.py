"""Autocomplete entries: cards, players, tables and values of a fixed list."""

import re
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final, TypeVar

from discord import app_commands

from bot.engine.chance import Seat
from bot.engine.moves import Move, fields_of, kind_of
from bot.engine.spelling import key
from bot.rendering import answers, pages, words
from bot.sessions.session import Session
from cogs.base import Choice, Interaction, given_options, kinds_of, live_here

T = TypeVar("T")
MAX_CHOICES = 25
MAX_CHOICE_CHARACTERS: Final = 100
CARD: Final = re.compile(r"(?:10|[2-9AJQK])[CDHS]|JK", re.ASCII)
CARDS: Final = re.compile(rf"(?:{CARD.pattern})(?:[ ,](?:{CARD.pattern}))*", re.ASCII)


def choice(text: str, value: str) -> Choice:
    """Return an entry of a fixed list, whose marked message Discord shows translated and capitalised."""
    name = app_commands.locale_str(words.capitalised(text), message=text)
    return app_commands.Choice(name=name, value=value)


async def suggest(
    interaction: Interaction, verb: str, option: str, typed: str, **given: object
) -> list[Choice]:
    """Return at most 25 legal values for an option, best first. Users without a seat get none."""
    seated = await _game_and_seat(interaction)
    if seated is None:
        return []
    session, seat = seated
    kind = kinds_of(session).get(verb)
    if kind is None:
        return []
    filled = given_options(session, kind, {**given, option: typed})
    values = session.game.complete(session.state, seat, verb, option, filled)
    return [
        Choice(name=with_suits(one.name)[:MAX_CHOICE_CHARACTERS], value=one.value)
        for one in choices(values, typed)
    ]


def suggesting(
    verb: str, option: str, *others: str
) -> Callable[[Interaction, str], Coroutine[Any, Any, list[Choice]]]:
    """Return an autocomplete function for an option, which takes the `others` into account."""

    async def complete(interaction: Interaction, typed: str) -> list[Choice]:
        given = {name: getattr(interaction.namespace, name) for name in others}
        return await suggest(interaction, verb, option, typed, **given)

    return complete


def seats_for(verb: str) -> Callable[[Interaction, str], Coroutine[Any, Any, list[Choice]]]:
    """Return an autocomplete function for a player whom a verb names at this channel's table."""

    async def complete(interaction: Interaction, typed: str) -> list[Choice]:
        seated = await _game_and_seat(interaction)
        if seated is None:
            return []
        session, seat = seated
        await interaction.client.names.learn(session)
        scene = session.scene(seat)
        face, option = pages.face_of(scene), seat_option(kinds_of(session).get(verb))
        moves = [move for move in face.menu_moves(scene) if move.verb == verb and option]
        named = [(face.label(move, scene), _seat_text(session, getattr(move, option))) for move in moves]
        return [
            Choice(name=name[:MAX_CHOICE_CHARACTERS], value=value) for name, value in matching(named, typed)
        ]

    return complete


async def moves_here(interaction: Interaction) -> Sequence[Move]:
    """Return the user's legal moves at this channel's table."""
    seated = await _game_and_seat(interaction)
    if seated is None:
        return ()
    session, seat = seated
    return session.game.legal(session.state, seat)


async def _game_and_seat(interaction: Interaction) -> tuple[Session, Seat] | None:
    """Return this channel's running game and the user's seat in it. None without a seat."""
    session = await live_here(interaction)
    seat = None if session is None else session.seat_of(interaction.user.id)
    return None if session is None or seat is None or session.record.status != "playing" else (session, seat)


def seat_option(kind: type[Move] | None) -> str:
    """Return the option that names a player in a kind of move. Empty if there's none."""
    fields = () if kind is None else fields_of(kind)
    return next((field.encode_name for field in fields if kind_of(field.type) == "seat"), "")


def _seat_text(session: Session, seat: Seat) -> str:
    """Return the text that `seat_named` reads as this seat."""
    user = session.record.players[seat]
    return f"<@{user}>" if user > 0 else str(-user)


def table_choices(tables: Sequence[Session], typed: str) -> list[app_commands.Choice[int]]:
    """Return autocomplete entries for tables."""
    named = [(answers.table_entry(one.scene(None)), one.record.id) for one in tables]
    return [app_commands.Choice(name=name, value=number) for name, number in matching(named, typed)]


def with_suits(text: str) -> str:
    """Return typed cards, `7C,10H`, as panels show them, `7♣ 10♥`. Any other text is unchanged."""
    if CARDS.fullmatch(text) is None:
        return text
    return " ".join(map(words.card, CARD.findall(text)))


def choices(values: list[str], typed: str) -> list[Choice]:
    """Return autocomplete entries that contain the typed text, or the first 25 if none does."""
    # A shortened value would mislead.
    whole = [(value, value) for value in values if len(value) <= MAX_CHOICE_CHARACTERS]
    found = matching(whole, typed) or whole[:MAX_CHOICES]
    return [app_commands.Choice(name=name, value=value) for name, value in found]


def matching(named: Sequence[tuple[str, T]], typed: str) -> list[tuple[str, T]]:
    """Return at most 25 names that contain the typed text in any spelling, best first, with their values."""
    start = key(typed)
    found = [one for one in named if start in key(one[0])]
    return sorted(found, key=lambda one: not key(one[0]).startswith(start))[:MAX_CHOICES]
