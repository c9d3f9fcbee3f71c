"""Sealed deals at a table: the seal before anyone joins, what players add, and the proof after the end."""

import hashlib
import re
from collections.abc import Awaitable, Callable
from typing import Any
from unittest.mock import AsyncMock

import pytest

from bot.fair.verifying import Unproved, verify_proof
from bot.sessions import fault_points
from bot.sessions.lobby import Pace
from bot.sessions.session import Session
from bot.storage import privacy
from bot.storage.archive import BEFORE_ALL
from tests.cogs.test_endings import end_waiting, lose_channel, run_out
from tests.fair.checkers import by_bot, by_script
from tests.helpers.figures import Figure
from tests.helpers.guild import Reply, SimGuild, text_of
from tests.sabotage.fair import deal_whatever_players_add, show_another_seal
from tests.sabotage.planting import sabotaged

SEAL = re.compile(r"[0-9a-f]{64}")


def seal_in(message: Any) -> str:
    [seal] = SEAL.findall(text_of(message))
    return str(seal)


async def lobby(guild: SimGuild, game: str = "crap") -> Session:
    await guild.players[0].slash("cards", game=game)
    return await guild.session()


async def dealt(guild: SimGuild, game: str = "crap") -> Session:
    session = await lobby(guild, game)
    for player in guild.players[1:]:
        await player.press(guild.table, "Join")
    await guild.players[0].press(guild.table, "Start")
    assert session.record.status == "playing"
    return session


async def ended(guild: SimGuild) -> None:
    asked = await guild.players[0].open("end")
    await guild.players[0].press(asked.message, "End it")


async def files_of(reply: Reply) -> dict[str, bytes]:
    return {one.filename: await one.read() for one in reply.message.attachments}


@sabotaged("P25", show_another_seal)
async def test_lobby_shows_an_unchanging_seal_from_the_start(guild: SimGuild) -> None:
    session = await lobby(guild)
    deal = session.record.deal
    assert deal is not None
    before = seal_in(guild.table)

    await guild.players[1].press(guild.table, "Join")

    assert before == seal_in(guild.table)
    assert before == hashlib.sha256(b"cardcrate deal 1\n1\n" + deal.secret).hexdigest()
    assert session.record.chance_key == b""


async def test_filtered_lobby_still_shows_its_seal(guild: SimGuild) -> None:
    posts = "/channels/*/messages"
    guild.env.inject_error("POST", posts, status=400, code=200000, message="no", times=1)

    session = await lobby(guild)

    assert "filter blocks the rest" in text_of(guild.table)
    assert seal_in(guild.table) == sealed(session)


@sabotaged("P25", deal_whatever_players_add, raises=(Unproved,))
async def test_proof_is_valid_and_contains_players_words(guild: SimGuild) -> None:
    session = await lobby(guild)
    seal = seal_in(guild.table)
    ann, ben, cyd, dan = guild.players
    for player in (ben, cyd, dan):
        await player.press(guild.table, "Join")
    said = await ben.add_words("seven  come eleven")
    await ann.press(guild.table, "Start")
    await ended(guild)

    reply = await dan.press(guild.table, "Verify")

    assert said.is_private
    assert "“seven come eleven” is in the deal." in said.text
    assert reply.is_private
    assert reply.message.content.startswith("### Check this deal yourself\nThe seal was made at <t:")
    assert "before ben joined" in reply.message.content.lower()
    files = await files_of(reply)
    assert sorted(files) == ["cardcrate-table-1.json", "verify.en.html"]
    proof = verify_proof(files["cardcrate-table-1.json"], seal)
    assert by_script(files["cardcrate-table-1.json"].decode()) == ""
    assert [(one.person, one.words) for one in proof.shares] == [
        (str(ann.id), ""),
        (str(ben.id), "seven come eleven"),
        (str(cyd.id), ""),
        (str(dan.id), ""),
    ]
    assert all(int(one.interaction) for one in proof.shares)
    assert bytes.fromhex(proof.key) == session.record.chance_key
    assert proof.moves[0].position == session.game.dump(session.state)


async def test_closed_lobby_reveals_its_secret(guild: SimGuild) -> None:
    session = await lobby(guild)
    seal, ann = seal_in(guild.table), guild.players[0]
    more = await ann.press(guild.table, "More")
    sure = await ann.press(more.message, "Close the table")
    await ann.press(sure.message, "Close it")

    reply = await guild.players[1].open("deal", table=1)

    proof = verify_proof((await files_of(reply))["cardcrate-table-1.json"], seal)
    assert (proof.transcript, proof.moves, proof.ended) == ("", [], "cancelled")
    assert session.record.status == "cancelled"


async def test_result_controls_work_after_packing(guild: SimGuild) -> None:
    await dealt(guild)
    await ended(guild)
    result, ann = guild.table, guild.players[0]
    assert await guild.bot.store.pack_next(BEFORE_ALL, guild.bot.sessions.clock() + 1) is not None
    await guild.restart()

    replay = await ann.press(result, "Replay")
    verify = await ann.press(result, "Verify")
    rules = await ann.press(result, "Rules")
    more = await ann.press(result, "More")
    log = await ann.press(more.message, "Log")

    assert "**The deal:**" in replay.text
    assert by_bot((await files_of(verify))["cardcrate-table-1.json"].decode()) == ""
    assert "C.R.A.P." in rules.text
    assert "rolls" in log.text
    await ann.press(result, "Rematch")
    assert (await guild.session()).record.id == 2


async def resigned(guild: SimGuild, _session: Session) -> None:
    await guild.players[0].resign()


async def drawn(guild: SimGuild, session: Session) -> None:
    turn = session.state.turn
    await guild.players[turn].move("offer-draw")
    await guild.players[1 - turn].move("accept-draw")


async def abandoned(guild: SimGuild, session: Session) -> None:
    for _ in range(7):
        await guild.pass_time(21)
    assert session.record.is_idle
    await run_out(guild, session)


async def out_of_reach(guild: SimGuild, _session: Session) -> None:
    await guild.bot.pauses.server_gone(guild.handle.id)
    await end_waiting(guild)


@pytest.mark.players(2)
@pytest.mark.parametrize(
    ("game", "end"),
    [("crapette", resigned), ("crapette", drawn), ("craits", abandoned), ("crapette", out_of_reach)],
)
async def test_every_kind_of_ending_opens_the_deal(
    guild: SimGuild, game: str, end: Callable[[SimGuild, Session], Awaitable[None]]
) -> None:
    guild.bot.sessions.pace = Pace(turn=20, response=20)
    await lobby(guild, game)
    seal, (ann, ben) = seal_in(guild.table), guild.players
    await ben.press(guild.table, "Join")
    await ann.press(guild.table, "Start")

    await end(guild, await guild.session())

    reply = await ben.press(guild.table, "Verify")
    assert verify_proof((await files_of(reply))["cardcrate-table-1.json"], seal).moves


@pytest.mark.players(2)
async def test_lost_channel_opens_the_deal_for_players(guild: SimGuild) -> None:
    await lobby(guild, "crapette")
    seal, (ann, ben) = seal_in(guild.table), guild.players
    await ben.press(guild.table, "Join")
    await ann.press(guild.table, "Start")
    await lose_channel(guild)
    await end_waiting(guild)
    guild.channel = guild.handle.create_text_channel("another")

    reply = await ben.open("deal", table=1)

    assert verify_proof((await files_of(reply))["cardcrate-table-1.json"], seal).moves


async def test_rematch_has_a_new_seal(guild: SimGuild) -> None:
    first = await dealt(guild)
    await ended(guild)

    await guild.players[1].press(guild.table, "Rematch")

    again = await guild.session()
    assert first.record.deal is not None
    assert again.record.deal is not None
    assert again.record.deal.secret != first.record.deal.secret


async def test_deal_continues_after_a_restart(guild: SimGuild) -> None:
    session = await lobby(guild)
    seal = seal_in(guild.table)
    await guild.restart()
    for player in guild.players[1:]:
        await player.press(guild.table, "Join")
    await guild.players[0].press(guild.table, "Start")
    await guild.restart()
    await ended(guild)

    reply = await guild.players[0].open("deal", table=session.record.id)

    assert by_bot((await files_of(reply))["cardcrate-table-1.json"].decode()) == ""
    assert seal.encode() in (await files_of(reply))["cardcrate-table-1.json"]


async def test_running_or_foreign_game_gives_no_proof(guild: SimGuild) -> None:
    session = await dealt(guild)
    early = await guild.players[0].open("deal", table=1)
    forged = await guild.players[1].forge(guild.table, f"b:{session.record.id}:1:verify")
    assert early.text == forged.text == "The seal of this table is opened when it ends."
    await ended(guild)
    eve = guild.join("eve")

    elsewhere = await eve.open("deal", in_dm=True, table=1)

    assert "attachments" not in elsewhere.text
    assert not elsewhere.message.attachments


async def test_only_seated_players_add_words_before_deal(guild: SimGuild) -> None:
    ann, ben, *_ = guild.players
    await lobby(guild)
    stranger = await ben.submit(await ben.act("words"), words="x")
    blank = await ann.add_words("   ")
    assert stranger.text == "You don't have a seat at this table."
    assert "up to 64 characters" in blank.text
    for player in guild.players[1:]:
        await player.press(guild.table, "Join")
    await ann.press(guild.table, "Start")

    late = await ann.submit(await ann.act("words"), words="x")

    assert late.text == "Too late for that. The cards are already dealt."


async def test_fair_command_explains_the_deal_in_ten_sentences(guild: SimGuild) -> None:
    before = await guild.players[0].open("deal")
    await lobby(guild)
    await guild.players[0].add_words("<@1> *my* word")
    during = await guild.players[0].open("deal")

    explained = before.text.partition("\n")[2]
    assert len(re.findall(r"^- [A-Z][^.]*\.$", explained, re.MULTILINE)) == 10
    assert seal_in(during.message) == seal_in(guild.table)
    assert "my" in during.text
    assert "<@1>" not in during.text


@pytest.mark.night
async def test_about_counts_overdue_seals(guild: SimGuild) -> None:
    await dealt(guild)
    await guild.pass_time(90_000)

    reply = await guild.players[0].open("about")

    assert "### Cardcrate " in reply.text
    assert "The deals of all tables that have ended are open." in reply.text


async def test_proof_stays_valid_without_a_forgotten_player(guild: SimGuild) -> None:
    await dealt(guild)
    ann, ben, *_ = guild.players
    known = await guild.bot.store.read_long(privacy.known_of, ben.id)
    assert known["tables"][0]["share_of_deal"]["interaction_id"]
    await ended(guild)
    await guild.bot.sessions.forget(ben.id)

    reply = await ann.press(guild.table, "Verify")

    file = (await files_of(reply))["cardcrate-table-1.json"]
    assert [one.seat for one in verify_proof(file).shares] == ["A", "C", "D"]
    assert str(ben.id).encode() not in file


CRASHES = ("before-commit", "after-commit", "after-adopt", "before anything is shown")


@pytest.mark.parametrize("point", CRASHES)
async def test_crash_lets_nobody_join_without_the_seal(
    guild: SimGuild, point: str, monkeypatch: pytest.MonkeyPatch, figure: Figure
) -> None:
    ann, ben, *_ = guild.players

    def die(name: str) -> None:
        if name == point:
            raise OSError("the process dies here")

    with monkeypatch.context() as crash:
        crash.setattr(fault_points, "reach", die)
        crash.setattr(guild.bot.publisher, "show", lambda *_, **__: None)
        crash.setattr(guild.bot.publisher, "may_stand", AsyncMock(return_value=True))
        await ann.slash("cards", game="crap")
        assert guild.messages == []
    await guild.restart()
    if await guild.bot.sessions.at(guild.channel.id) is None:
        await ann.slash("cards", game="crap")
    session = await guild.session()
    assert seal_in(guild.table) == sealed(session)

    await ben.press(guild.table, "Join")

    assert session.record.players == (ann.id, ben.id)
    figure("P25", crashes=1, joined_before_the_seal=0)


def sealed(session: Session) -> str:
    deal = session.record.deal
    assert deal is not None
    return hashlib.sha256(f"cardcrate deal 1\n{session.record.id}\n".encode() + deal.secret).hexdigest()
