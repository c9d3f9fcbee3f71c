"""Lessons: their steps, their end, and the ways to them from the lobby, the rules and the list of games."""

from typing import Any

import pytest

from bot.games import GAMES
from tests.helpers.guild import Player, Reply, SimGuild, labels, text_of, walk
from tests.helpers.tables import started

each_game = pytest.mark.parametrize("game_id", GAMES)


pytestmark = pytest.mark.quick_computers


def presses(message: Any) -> list[str]:
    """Return the labels of a step's answers, right and wrong."""
    return [label for label in labels(message) if label not in ("Back", "Skip")]


def right_press(message: Any) -> str:
    """Return the label of a step's right answer."""
    [label] = [one["label"] for one in walk(message) if one.get("custom_id", "").endswith(" right")]
    return str(label)


async def through(ann: Player, reply: Reply) -> Reply:
    """Go through a lesson, with every wrong answer before the right one. Return the page at its end."""
    while "### That's all of" not in reply.text:
        before, offered = reply.text, presses(reply.message)
        right = right_press(reply.message)
        for label in offered:
            if label == right:
                continue
            answer = await ann.press(reply.message, label)
            assert presses(answer.message) == [right], "no wrong press ends the lesson"
            reply = await ann.press(answer.message, "Back")
            assert reply.text == before
        done = await ann.press(reply.message, right)
        assert presses(done.message) == ["Next"]
        reply = await ann.press(done.message, "Next")
    return reply


@each_game
async def test_lesson_is_played_to_end_in_private(guild: SimGuild, game_id: str) -> None:
    ann = guild.players[0]
    begun = await ann.learn(game_id)
    first, steps = begun.text, len(guild.bot.texts.lessons[game_id].steps)

    end = await through(ann, begun)

    assert begun.is_private
    assert first.startswith(f"-# Lesson · {GAMES[game_id].name} · step 1 of {steps}\n")
    assert end.message.id == begun.message.id
    assert labels(end.message)[0] == "Play it now"
    assert labels(end.message)[1].startswith("Next: ")
    assert labels(end.message)[2:] == ["Rules", "Again"]
    assert guild.messages == [], "nobody else sees anything of it"
    assert await guild.bot.sessions.at(guild.channel.id) is None


async def test_a_lesson_goes_on_after_a_restart(guild: SimGuild) -> None:
    ann = guild.players[0]
    begun = await ann.learn("crap")
    done = await ann.press(begun.message, "Score 7s")

    await guild.restart()
    second = await ann.press(done.message, "Next")

    assert "step 2 of" in second.text
    assert "### That's all of C.R.A.P." in (await through(ann, second)).text


@each_game
async def test_a_lesson_is_played_in_the_dm(guild: SimGuild, game_id: str) -> None:
    ann = guild.players[0]

    end = await through(ann, await ann.learn(game_id, in_dm=True))
    await ann.press(end.message, "Play it now")

    [dealt] = await guild.bot.sessions.of(ann.id)
    assert dealt.record.is_alone
    assert (dealt.game.id, dealt.record.status) == (game_id, "playing")


@each_game
async def test_play_it_now_deals_short_game_against_computers(guild: SimGuild, game_id: str) -> None:
    ann = guild.players[0]
    end = await through(ann, await ann.learn(game_id))

    played = await ann.press(end.message, "Play it now")

    record = (await guild.session()).record
    assert f"table {record.id}" in played.text
    assert record.game == game_id
    assert record.players[0] == ann.id
    assert len(record.players) > 1
    assert all(user < 0 for user in record.players[1:])
    short = GAMES[game_id].lengths_for(alone=True)["short"]
    assert all(record.options[name] == value for name, value in short.items())


async def test_play_it_now_deals_at_own_table(guild: SimGuild) -> None:
    ann = guild.players[0]
    await ann.slash("cards", game="craits")
    opened = await ann.press(guild.table, "Learn it in 2 minutes")
    end = await ann.press(opened.message, "Skip")

    await ann.press(end.message, "Play it now")

    record = (await guild.session()).record
    assert (record.id, record.status, len(record.players)) == (1, "playing", 3)


async def test_play_it_now_says_so_where_game_runs(guild: SimGuild) -> None:
    await started(guild)
    ann = guild.players[0]
    end = await ann.press((await ann.learn("skrap")).message, "Skip")

    busy = await ann.press(end.message, "Play it now")

    assert busy.text == "There's already a table here."
    assert labels(busy.message) == ["Open a thread for yours"]


async def test_play_it_now_calls_no_waiting_players(guild: SimGuild) -> None:
    ann, ben, *_ = guild.players
    await guild.bot.sessions.mention_requests.add(guild.channel.id, ben.id)
    end = await ann.press((await ann.learn("skrap")).message, "Skip")

    await ann.press(end.message, "Play it now")

    assert f"<@{ben.id}>" not in "".join(text_of(message) for message in guild.messages)


async def test_skip_leads_to_end_and_back_to_step(guild: SimGuild) -> None:
    ann = guild.players[0]
    page = await ann.learn("skrap")
    first = page.text
    page = await ann.press(page.message, presses(page.message)[0])
    page = await ann.press(page.message, "Next")
    second = page.text

    page = await ann.press(page.message, "Skip")
    assert "### You skipped the rest of Skrap" in page.text
    assert labels(page.message) == ["Play it now", "Next: C.R.A.P.", "Rules", "Back"]
    page = await ann.press(page.message, "Back")
    assert page.text == second
    page = await ann.press(page.message, "Back")
    assert page.text == first
    assert "Back" not in labels(page.message)


async def test_first_step_tells_the_goal_of_the_game(guild: SimGuild) -> None:
    ann = guild.players[0]

    begun = await ann.learn("skrap")
    first = begun.text
    second = await ann.forge(begun.message, "b:0:0:learn skrap 2")

    assert "-# Goal: 10 heads." in first
    assert "Goal:" not in second.text


@each_game
async def test_last_two_steps_give_nothing_away(guild: SimGuild, game_id: str) -> None:
    ann, steps = guild.players[0], len(guild.bot.texts.lessons[game_id].steps)
    begun = await ann.learn(game_id)

    for number in range(1, steps + 1):
        page = await ann.forge(begun.message, f"b:0:0:learn {game_id} {number}")
        blue = [one["label"] for one in walk(page.message) if one["type"] == 2 and one["style"] == 1]
        assert (blue == []) == (number > steps - 2), number


async def test_wrong_press_keeps_the_cards_in_view(guild: SimGuild) -> None:
    ann = guild.players[0]
    begun = await ann.learn("skrap")

    wrong = await ann.press(begun.message, presses(begun.message)[1])

    assert "Your hand" in begun.text
    assert "Your hand" in wrong.text


async def test_end_of_lesson_leads_to_the_next_game(guild: SimGuild) -> None:
    ann = guild.players[0]
    end = await ann.press((await ann.learn("skrap")).message, "Skip")

    page = await ann.press(end.message, "Next: C.R.A.P.")

    assert "Lesson · C.R.A.P. · step 1" in page.text


async def test_again_restarts_and_rules_open_in_place(guild: SimGuild) -> None:
    ann = guild.players[0]
    begun = await ann.learn("craits")
    first = begun.text
    end = await through(ann, begun)

    again = await ann.press(end.message, "Again")
    assert again.text == first
    end = await through(ann, again)
    rules = await ann.press(end.message, "Rules")
    assert "## Craits in short" in rules.text
    learn = await ann.press(rules.message, "Learn it in 2 minutes")
    assert learn.text == first


async def test_game_is_chosen_among_all(guild: SimGuild) -> None:
    ann = guild.players[0]

    choice = await ann.press((await ann.slash("cards")).message, "Learn one in 2 minutes")
    assert "### Learn which game?" in choice.text
    assert labels(choice.message) == ["Learn"] * 5 + ["Back"]
    crapette = next(
        one["custom_id"]
        for one in walk(choice.message)
        if one.get("custom_id", "").endswith("learn crapette")
    )
    chosen = await ann.forge(choice.message, crapette)

    assert "Lesson · Crapette · step 1" in chosen.text


async def test_list_of_games_leads_to_lessons_and_back(guild: SimGuild) -> None:
    ann = guild.players[0]
    page = await ann.slash("cards")
    games = page.text

    page = await ann.press(page.message, "Learn one in 2 minutes")
    assert "### Learn which game?" in page.text
    page = await ann.press(page.message, "Back")
    assert page.text == games


async def test_lesson_is_found_by_games_other_names(guild: SimGuild) -> None:
    ann = guild.players[0]

    typed = await ann.learn("Crazy Eights")

    assert "Lesson · Craits · step 1" in typed.text


async def test_lobby_offers_lesson_until_second_person_sits(guild: SimGuild) -> None:
    ann, ben, *_ = guild.players
    await ann.slash("cards", game="skrap")
    lesson = await ben.press(guild.table, "Learn it in 2 minutes")

    await ben.press(guild.table, "Join")

    assert lesson.is_private
    assert "Lesson · Skrap · step 1" in lesson.text
    assert "Learn it in 2 minutes" not in labels(guild.table)


async def test_host_learns_while_their_table_stays(guild: SimGuild) -> None:
    ann, ben, *_ = guild.players
    await ann.slash("cards", game="skrap")
    await ben.press(guild.table, "Join")
    learn = f"b:{(await guild.session()).record.id}:0:learn skrap"
    lesson = await ann.forge(guild.table, learn)
    await guild.pass_time(240)

    await ann.press(lesson.message, presses(lesson.message)[0])
    await guild.pass_time(240)

    assert "host, away" not in guild.table_text


@pytest.mark.parametrize(
    ("act", "said"),
    [
        ("learn", "### Learn which game?"),
        ("learn whist 3", "### Learn which game?"),
        ("learn crap", "step 1 of 9"),
        ("learn crap 0", "step 1 of 9"),
        ("learn crap 99", "step 9 of 9"),
        ("learn crap x right", "Your first set"),
        ("learn crap 4 99", "step 4 of 9"),
        ("learn crap end", "### That's all of C.R.A.P."),
        ("learn crap end 99", "### That's all of C.R.A.P."),
    ],
)
async def test_control_of_other_version_shows_nearest_page(guild: SimGuild, act: str, said: str) -> None:
    ann = guild.players[0]
    page = await ann.learn("crap")

    reply = await ann.forge(page.message, f"b:0:0:{act}")

    assert said in reply.text
