"""`/daily`: the same cards for everyone, one try, a list, and a line that proves a result."""

import asyncio
import re
from datetime import date, timedelta
from hashlib import sha256

import msgspec
import pytest

from bot.fair import daily as days
from bot.games import GAMES
from bot.players.daily import daily_of
from bot.players.policy import EDITION
from bot.rendering import daily, numbers, pages, words
from bot.rendering.daily import Share
from bot.rendering.page import Picture, Text
from bot.sessions import fault_points
from bot.sessions.session import Session
from bot.storage import analysis, dailies
from bot.storage.analysis import StoredReview
from bot.storage.dailies import Chain, StoredDaily
from tests.fair.checkers import by_bot, by_script
from tests.fair.test_tables import files_of
from tests.helpers.guild import Player, Reply, SimGuild, labels, text_of
from tests.helpers.playing_on import play_on

pytestmark = pytest.mark.rare_heartbeats
DAY = 86400
LINE = re.compile(rf"cc{EDITION} [a-z-]+ \d{{4}} -?\d+ \S+\.\S{{4}}")


async def opened(guild: SimGuild, player: Player, game: str) -> Reply:
    """Open today's daily of a game, and return its page."""
    shown = await player.slash("daily")
    if "### Daily" not in shown.text:
        more = await player.press(shown.message, "More")
        shown = await player.press(more.message, "Other games")
    if game == guild.bot.sessions.dailies.games[0]:
        return await player.press(shown.message, labels(shown.message)[0])
    return await player.choose(shown.message, "Other games", GAMES[game].name)


async def table_of(guild: SimGuild, player: Player, game: str) -> Session:
    """Return a player's table of today's daily of a game."""
    tried = (await guild.bot.sessions.dailies.tries(player.actor.user.id))[game]
    session = await guild.bot.sessions.get(tried.session_id or 0)
    assert session is not None
    return session


async def finished(guild: SimGuild, player: Player, game: str, level: str = "medium") -> Reply:
    """Play today's daily of a game to its end, and return the page with its result."""
    await opened(guild, player, game)
    session = await table_of(guild, player, game)
    await play_on(guild, session, player, "easy" if level == "easy" else "medium")
    return await opened(guild, player, game)


def following(guild: SimGuild, game: str) -> str:
    """Return the label of the button that leads from one of today's dailies to the next."""
    first, second, *_ = guild.bot.sessions.dailies.games
    return f"Next: {GAMES[second if game == first else first].name}"


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.players(2)
@pytest.mark.slow
async def test_daily_is_played_shared_and_checked(guild: SimGuild, game: str) -> None:
    ann, ben = guild.players
    begun = [await opened(guild, player, game) for player in (ann, ben)]
    assert begun[0].text.replace("Ann", "Ben") == begun[1].text
    assert all(reply.is_private for reply in begun)
    assert "Hint" not in labels(begun[0].message)

    done = await finished(guild, ann, game)
    assert re.match(r"## (♛ Won by \d|Lost by \d|Level)", done.text)
    assert labels(done.message) == ["Share", "Today's list", "Review", following(guild, game), "Replay"]
    await ann.press(done.message, "Share")
    shared = text_of(guild.messages[-1])
    [moves] = re.findall(r" · (\d+) moves\b", shared)
    assert f" · {moves} moves" in done.text
    [line] = LINE.findall(shared)
    assert "**Ann** · Daily " in shared
    assert "@" not in shared
    assert len(shared) <= 200
    assert labels(guild.messages[-1]) == ["Play it too"]

    early = await ben.slash("daily", check=line)
    assert early.text == f"Play today's {GAMES[game].name} first."
    await finished(guild, ben, game, "easy")
    if days.NO_MOVES not in line:
        assert (await ben.slash("daily", check=line)).text.startswith(f"It checks out: {moves} moves, ")
        lead = int(line.split()[3])
        forged = days.read_line(line)
        assert forged is not None
        text = (await ben.slash("daily", check=str(forged._replace(lead=lead + 3)))).text
        said = f"{numbers.short(lead)}, not {numbers.short(lead + 3)}."
        assert text == f"It doesn't check out. These moves come to {said}"


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.slow
async def test_checkers_take_a_daily_from_the_next_day(guild: SimGuild, game: str) -> None:
    ann = guild.players[0]
    await finished(guild, ann, game)
    session = await table_of(guild, ann, game)
    number = session.record.id
    early = await ann.slash("cardcrate", open="deal", table=number)
    assert early.text.startswith("You can check this deal once its day is over")
    assert not early.message.attachments

    await guild.pass_time(DAY)
    files = await files_of(await ann.slash("cardcrate", open="deal", table=number))

    [proof] = [raw.decode() for name, raw in files.items() if name.endswith(".json")]
    assert f'"table":{session.record.day.replace("-", "")}' in proof
    assert (by_bot(proof), by_script(proof)) == ("", "")


async def test_daily_typed_again_shows_the_table_at_once(guild: SimGuild) -> None:
    ann = guild.players[0]
    first = await opened(guild, ann, "skrap")
    session = await table_of(guild, ann, "skrap")
    await play_on(guild, session, ann, most=1)

    again = await ann.slash("daily")

    assert f"**Skrap** · daily, {words.date(session.record.day)}" in first.text
    assert (await table_of(guild, ann, "skrap")).record.id == session.record.id
    assert again.text.startswith("**Skrap** · daily, ")
    assert again.text != first.text
    more = await ann.press(again.message, "More")
    games = await ann.press(more.message, "Other games")
    assert "begun" in str(games.message.components)


async def test_daily_is_named_by_its_day_everywhere(guild: SimGuild) -> None:
    ann = guild.players[0]
    begun = await opened(guild, ann, "craits")
    session = await table_of(guild, ann, "craits")
    named = f"Craits · daily, {words.date(session.record.day)}"
    asked = await ann.privacy("Delete")
    live = [await ann.press(begun.message, "More"), await ann.slash("my-tables")]
    offered = await ann.actor.autocomplete(guild.channel, "cardcrate", "table", "", open="leave")
    log = await ann.act_at(session.record.id, "log")
    await play_on(guild, session, ann)
    replay = await ann.press((await opened(guild, ann, "craits")).message, "Replay")
    sent = await ann.press(replay.message, "As a file")

    stats = await ann.stats()

    assert all(named in reply.text for reply in live)
    assert "You also leave a daily (Craits)" in asked.text
    assert [one["name"] for one in offered] == [f"Daily, {session.record.day}: Craits"]
    assert log.text.startswith(f"**Log of Craits** · daily, {words.date(session.record.day)} · page 1")
    assert f"{named}: " in stats.text
    assert sent.text.startswith(f"{named}, move by move. ")
    assert f"table {session.record.id}" not in stats.text


async def test_daily_that_was_left_offers_no_rematch(guild: SimGuild) -> None:
    ann = guild.players[0]
    more = await ann.press((await opened(guild, ann, "skrap")).message, "More")
    asked = await ann.press(more.message, "Leave…")

    ended = await ann.press(asked.message, "Leave")

    assert labels(ended.message) == ["Other games", "Replay"]
    games = await ann.press(ended.message, "Other games")
    assert "given up" in str(games.message.components)
    assert labels((await ann.choose(games.message, "Other games", "Skrap")).message) == labels(ended.message)
    assert (await ann.slash("daily")).text.startswith("### Daily")


async def test_result_leads_to_next_game_of_day(guild: SimGuild) -> None:
    ann, [first, second, *_] = guild.players[0], guild.bot.sessions.dailies.games
    done = await finished(guild, ann, first)

    await ann.press(done.message, f"Next: {GAMES[second].name}")

    assert (await table_of(guild, ann, second)).record.status == "playing"


async def test_list_asked_for_in_dm_is_in_server(guild: SimGuild) -> None:
    shown = await guild.players[0].slash_in_dm("daily")

    reply = await guild.players[0].press(shown.message, "Today's list")

    assert reply.text.startswith("Each server has its own list.")


@pytest.mark.players(2)
async def test_shared_line_leads_others_to_their_own_table(guild: SimGuild) -> None:
    ann, ben = guild.players
    done = await finished(guild, ann, "skrap")
    await ann.press(done.message, "Share")
    line = guild.messages[-1]
    before = text_of(line)

    reply = await ben.press(line, "Play it too")

    assert reply.is_private
    assert "Skrap" in reply.text
    assert (await table_of(guild, ben, "skrap")).record.players[0] == ben.actor.user.id
    assert text_of(guild.messages[-1]) == before


async def test_racing_presses_make_one_try(guild: SimGuild) -> None:
    ann, sessions = guild.players[0], guild.bot.sessions

    tables = await asyncio.gather(
        *(sessions.dailies.open("craits", ann.actor.user.id, 1, 1000 + number) for number in range(50))
    )

    assert len({session.record.id for session in tables if session is not None}) == 1
    assert len(await sessions.store.read(dailies.of_user, ann.actor.user.id)) == 1


async def test_shared_result_never_has_over_200_characters(guild: SimGuild) -> None:
    await finished(guild, guild.players[0], "skrap")
    session = await table_of(guild, guild.players[0], "skrap")
    standing, scene = await guild.bot.sessions.dailies.standing(session), session.scene(0)
    assert standing is not None
    texts = []
    for rounds in (5, 90):
        share = Share("Bartholomew the Second of Anyham", [1] * rounds, "c" * days.MAX_LINE)
        [block, *_] = daily.share_page(scene, pages.face_of(scene), standing, share).blocks
        assert isinstance(block, Text)
        texts.append(block.text)

    assert [text.count(daily.WON) for text in texts] == [5, 0]
    assert max(map(len, texts)) <= 200


async def test_picture_of_the_result_tells_the_lead(guild: SimGuild) -> None:
    await finished(guild, guild.players[0], "skrap")
    session = await table_of(guild, guild.players[0], "skrap")
    standing = await guild.bot.sessions.dailies.standing(session)
    assert standing is not None

    scene = msgspec.structs.replace(session.scene(0), pictures=True)
    page = daily.result_page(scene, pages.face_of(scene), standing)

    [picture] = [block for block in page.blocks if isinstance(block, Picture)]
    assert picture.alt.startswith(words.capitalised(daily.lead_words(standing.lead)))


async def test_equally_good_players_share_the_crown(guild: SimGuild) -> None:
    tables = []
    for player in guild.players[:3]:
        await finished(guild, player, "skrap")
        tables.append((await table_of(guild, player, "skrap")).record.id)
    for number, skill in zip(tables, (0.101, 0.098, 0.02), strict=True):
        stored = StoredReview(number, 0, EDITION, skill, 0.1, "{}")
        await guild.bot.store.write(analysis.keep_review, stored)

    found = await guild.bot.sessions.dailies.listed(guild.bot.sessions.dailies.day, "skrap", guild.handle.id)

    best = {one.user_id for one in found if one.is_best_played}
    assert best == {player.id for player in guild.players[:2]}


async def test_stored_try_is_dealt_later(guild: SimGuild) -> None:
    ann, sessions = guild.players[0], guild.bot.sessions
    of_day = await sessions.dailies.today("skrap")
    assert of_day is not None
    await sessions.dailies._insert(of_day, ann.actor.user.id, 1, 77)
    assert (await table_of(guild, ann, "skrap")).record.status == "lobby"
    await guild.restart()

    await opened(guild, ann, "skrap")

    session = await table_of(guild, ann, "skrap")
    assert session.record.status == "playing"
    assert session.record.chance_key == of_day.key


async def test_daily_and_its_line_survive_a_restart(guild: SimGuild) -> None:
    ann = guild.players[0]
    await opened(guild, ann, "craits")
    await play_on(guild, await table_of(guild, ann, "craits"), ann, most=3)
    await guild.restart()

    await finished(guild, ann, "craits")

    code = await guild.bot.sessions.dailies.code(await table_of(guild, ann, "craits"))
    assert (await guild.bot.sessions.dailies.check(code, ann.actor.user.id)).kind == "holds"


@pytest.mark.parametrize("point", ["before-commit", "after-commit", "after-adopt"])
@pytest.mark.parametrize("call", [1, 2, 3])
@pytest.mark.slow
async def test_crash_loses_neither_the_try_nor_its_proof(
    guild: SimGuild, point: str, call: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, passed = guild.players[0], 0

    def die(name: str) -> None:
        nonlocal passed
        passed += name == point
        if passed >= call:
            raise OSError("the process dies here")

    await opened(guild, ann, "craits")
    session = await table_of(guild, ann, "craits")
    with monkeypatch.context() as crash:
        crash.setattr(fault_points, "reach", die)
        with pytest.raises(OSError, match="dies here"):
            await play_on(guild, session, ann)
    await guild.restart()

    await finished(guild, ann, "craits")

    assert len(await guild.bot.store.read(dailies.of_user, ann.actor.user.id)) == 1
    code = await guild.bot.sessions.dailies.code(await table_of(guild, ann, "craits"))
    assert (await guild.bot.sessions.dailies.check(code, ann.actor.user.id)).kind == "holds"


async def test_daily_posts_nothing_and_calls_nobody(guild: SimGuild) -> None:
    ann = guild.players[0]
    before = len(guild.messages)

    await finished(guild, ann, "skrap")
    await guild.pass_time(3 * DAY)

    assert len(guild.messages) == before
    assert not ann.dms


@pytest.mark.players(3)
@pytest.mark.slow
async def test_list_ranks_a_server_and_names_best_play(guild: SimGuild) -> None:
    ann, ben, cyd = guild.players
    assert "Nobody yet." in (await listed(guild, ann)).text
    await finished(guild, ann, "craits", "easy")
    hidden = (await listed(guild, ben)).text
    assert "Ann" in hidden
    assert not re.search(r"[+−]\d", hidden)
    done = [await finished(guild, player, "craits") for player in (ben, cyd)]
    assert "Place 1 of 3" in done[1].text or "Place 2 of 3" in done[1].text

    shown = (await listed(guild, cyd)).text

    assert re.search(r"1\. (Ben|\*\*you\*\*|Ann) · [+−]\d+", shown)
    assert "♛ best played" in shown, "nobody has to press Review for it"


async def listed(guild: SimGuild, player: Player) -> Reply:
    """Return the page with today's list of Craits."""
    shown = await player.slash("daily")
    page = await player.press(shown.message, "Today's list")
    if "### Craits" in page.text:
        return page
    return await player.choose(page.message, "Other games", "Craits")


async def test_fewer_moves_decide_between_equal_leads(guild: SimGuild) -> None:
    day, results = guild.bot.sessions.dailies.day, ((5, 30), (5, 28), (5, 28))
    for player, (lead, moves) in zip(guild.players, results, strict=False):
        tried = StoredDaily(day, "craits", player.id, guild.handle.id, None, lead, moves, "", -2)
        await guild.bot.store.write(dailies.put_daily, tried)

    [_, *rows, _] = (await listed(guild, guild.players[0])).text.splitlines()

    assert rows == ["1. Ben · +5 · 28 moves", "1. Cyd · +5 · 28 moves", "3. **you** · +5 · 30 moves"]


async def test_result_that_comes_after_closing_is_not_listed(guild: SimGuild) -> None:
    ann = guild.players[0]
    await opened(guild, ann, "skrap")
    session = await table_of(guild, ann, "skrap")
    day = guild.bot.sessions.dailies.day
    await guild.pass_time(2 * DAY + 1)

    await play_on(guild, session, ann, "medium")

    assert session.record.status == "over"
    assert await guild.bot.sessions.dailies.listed(day, "skrap", guild.handle.id) == []
    [tried] = await guild.bot.store.read(dailies.of_user, ann.actor.user.id)
    assert tried.lead is not None


async def test_new_day_brings_a_try_with_other_cards(guild: SimGuild) -> None:
    ann = guild.players[0]
    await finished(guild, ann, "skrap")
    first = await table_of(guild, ann, "skrap")

    await guild.pass_time(DAY)
    await opened(guild, ann, "skrap")

    second = await table_of(guild, ann, "skrap")
    assert second.record.id != first.record.id
    assert second.record.chance_key != first.record.chance_key


async def test_key_of_yesterday_deals_yesterdays_cards(guild: SimGuild) -> None:
    ann = guild.players[0]
    await opened(guild, ann, "skrap")
    session = await table_of(guild, ann, "skrap")
    day = session.record.day
    await guild.pass_time(DAY)

    page = (await ann.slash("daily", check="key")).text

    keys = re.findall(r"`([0-9a-f]{64})`", page)
    [(_, anchor)] = await guild.bot.sessions.dailies.anchors()
    assert keys[1] == anchor
    assert daily_of(GAMES["skrap"], day, days.Source(bytes.fromhex(keys[0]))).key == session.record.chance_key
    now = await guild.bot.sessions.dailies.source(guild.bot.sessions.dailies.day)
    assert now is not None
    assert now.key.hex() not in page


async def test_next_chain_is_named_on_last_days(guild: SimGuild) -> None:
    ann, day = guild.players[0], date.fromisoformat(guild.bot.sessions.dailies.day)
    old = Chain(str(day - timedelta(days.DAYS - 20)), bytes(32))
    assert "next chain" not in (await ann.slash("daily", check="key")).text
    await guild.bot.store.write(dailies.replace_chain, old)
    await guild.restart()

    pages = [await ann.slash("daily", check="key"), await ann.slash("cardcrate", open="about")]

    [_, (first_day, anchor)] = await guild.bot.sessions.dailies.anchors()
    assert first_day == old.end
    assert [page.text.count(f"Its anchor: `{anchor}`") for page in pages] == [1, 1]
    first = await guild.bot.sessions.dailies.source(old.end)
    assert first is not None
    assert sha256(first.key).hexdigest() == anchor


async def test_key_page_of_the_first_day_has_none(guild: SimGuild) -> None:
    page = (await guild.players[0].slash("daily", check="key")).text

    assert "Key of" not in page
    assert "The chain began" in page


async def test_forgotten_player_leaves_the_list(guild: SimGuild) -> None:
    ann = guild.players[0]
    await finished(guild, ann, "skrap")
    sessions = guild.bot.sessions

    await sessions.forget(ann.actor.user.id)

    assert await sessions.store.read(dailies.of_user, ann.actor.user.id) == []
    assert await sessions.dailies.listed(sessions.dailies.day, "skrap", guild.handle.id) == []


async def test_moves_for_other_cards_do_not_hold(guild: SimGuild) -> None:
    ann = guild.players[0]
    await finished(guild, ann, "skrap")
    line = days.ResultLine(EDITION, "skrap", guild.bot.sessions.dailies.day[5:].replace("-", ""), 5, "AQab_-")

    reply = await ann.slash("daily", check=str(line))

    assert reply.text == "It doesn't check out. With my cards for that day, these moves don't end the game."


@pytest.mark.parametrize("text", ["cc1 craits 0101 5 AQ.xxxx", "hello", "cc1 poker 0101 5 AQ.xxxx"])
async def test_line_that_is_none_is_called_damaged(guild: SimGuild, text: str) -> None:
    reply = await guild.players[0].slash("daily", check=text)

    assert reply.text == "That code is damaged. Copy the whole line."


async def test_line_of_other_computers_says_which(guild: SimGuild) -> None:
    line = days.ResultLine(9, "craits", "0101", 5, "AQ")

    reply = await guild.players[0].slash("daily", check=str(line))

    assert reply.text == f"That game was against other computers (edition 9). Mine are edition {EDITION}."


async def test_how_it_works_has_ten_sentences(guild: SimGuild) -> None:
    ann = guild.players[0]
    shown = await ann.slash("daily")

    how = await ann.press(shown.message, "How it works")

    assert how.text.count("\n") == 10
    assert "Anyone who runs this program could look at the day's cards." in how.text
    assert "### Daily" in (await ann.press(how.message, "Back")).text


async def test_stats_tell_days_and_lead_of_dailies(guild: SimGuild) -> None:
    ann = guild.players[0]
    assert "Dailies" not in (await ann.slash("cardcrate", open="stats")).text
    await finished(guild, ann, "skrap", "easy")
    await guild.pass_time(DAY)
    done = await finished(guild, ann, "skrap")
    leads = [one.lead for one in await guild.bot.store.read(dailies.of_user, ann.actor.user.id)]
    assert "You've played 2 days." in done.text

    shown = await ann.slash("cardcrate", open="stats")
    assert "\nDailies: 2 days.\n" in shown.text
    skrap = await ann.choose(shown.message, "All games", "Skrap")

    best = max(lead for lead in leads if lead is not None)
    assert f"Dailies: 2 days. Best lead: {numbers.signed(best)}. Median against par: " in skrap.text
