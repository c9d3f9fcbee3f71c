"""Commands understand text in every spelling: in any case, with accents, spaces or wide letters."""

from collections.abc import Callable
from typing import Any, Final

import pytest

from bot.engine.options import parse_options
from bot.engine.spelling import key, plain
from bot.games import GAMES
from cogs.base import seat_named
from tests.helpers.guild import SimGuild
from tests.helpers.tables import dealt, started, with_computers

SPELLINGS: Final[tuple[Callable[[str], str], ...]] = (
    str.lower,
    str.upper,
    str.title,
    lambda text: text.replace("a", "á").replace("e", "é"),
    lambda text: f"  {text} ",
    lambda text: "".join(chr(ord(sign) + 0xFEE0) if sign.isalnum() else sign for sign in text),
)
"""Ways to spell a text. The last one uses the wide letters of Asian keyboards."""


@pytest.mark.parametrize(
    ("text", "compared"), [("São_Paulo", "saopaulo"), ("C.R.A.P.", "crap"), ("⚙ Hare", "hare"), ("J ♣️", "jc")]
)
def test_texts_are_compared_by_letters_and_digits(text: str, compared: str) -> None:
    assert key(text) == compared
    assert plain(f" {text}\n") == plain(text)


async def test_games_are_completed_in_any_spelling(guild: SimGuild) -> None:
    for number, spelt in enumerate(SPELLINGS):
        who = guild.players[number % 4]  # so that nobody types too much
        for command in ("cards", "card-rules"):
            assert await who.complete(command, "game", spelt("russian ba")) == ["crapette"]


async def test_tables_are_completed_in_any_spelling(guild: SimGuild) -> None:
    session = await dealt(guild)
    guild.channel = guild.handle.create_text_channel("new")

    for spelt in SPELLINGS:
        offered: list[Any] = await guild.players[0].complete("cardcrate", "table", spelt(session.game.name))
        assert offered == [session.record.id]
    assert await guild.players[0].complete("cardcrate", "table", "whist") == []


async def test_computers_are_named_in_any_spelling(guild: SimGuild) -> None:
    ann, session = guild.players[0], await with_computers(guild, "wasp", "hare")

    for spelt in SPELLINGS:
        assert len(await ann.complete("challenge", "player", spelt("was"))) == 1
        assert seat_named(session, spelt("wasp")) == 1


async def test_options_are_read_in_any_spelling(guild: SimGuild) -> None:
    ann = guild.players[0]

    for spelt in SPELLINGS:
        assert "jokers=on" in await ann.complete("cards", "rules", spelt("joke").strip(), game="crap")
        given = parse_options(GAMES["crap"].options, spelt("threshold=250 jokers=off"))
        assert given == {"threshold": 250, "jokers": False}


@pytest.mark.players(3)
@pytest.mark.parametrize("suits", ["cdhs", "♣♦♥♠"])
async def test_cards_are_completed_and_played_in_any_spelling(guild: SimGuild, suits: str) -> None:
    session = await started(guild)
    turn = session.game.deciders(session.state)[0]
    card = next(card for card in session.state.hands[turn] if card != "JK")
    typed = f" {card[:-1].lower()} {suits['CDHS'.index(card[-1])]}\ufe0f"

    assert await guild.players[turn].complete("protect", "card", typed) == [card]
    await guild.players[turn].slash("protect", card=typed)

    assert session.state.protected[turn] == (card,)


async def test_ranks_are_read_in_any_spelling(guild: SimGuild) -> None:
    session = await started(guild)
    turn = session.game.deciders(session.state)[0]

    told = await guild.players[turn].slash("score-set", rank="t")

    assert "can't read" not in told.text
    assert "10" in told.text
