"""A rematch seats only who presses: the others are invited, once, and only if they are still there."""

from typing import Any

import pytest

from bot.delivery.errors import Unknown
from tests.helpers.club import Club, Player, Reply, mentioned, text_of
from tests.helpers.tables import started


async def ended(club: Club) -> Any:
    """A game that was ended, and its last table message."""
    await started(club, options="threshold=300")
    asked = await club.players[0].slash("game end")
    await club.players[0].press(asked.message, "End the game")
    return club.table


def invitations(club: Club) -> list[Any]:
    return [message for message in club.messages if "wants a rematch" in text_of(message)]


def notified(club: Club) -> set[int]:
    """Whom Discord was asked to notify by the last invitation."""
    bodies: list[Any] = [
        request.json for request in club.env.http_requests if "wants a rematch" in str(request.json)
    ]
    return {int(user) for user in bodies[-1]["allowed_mentions"]["users"]}


async def test_a_rematch_opens_the_same_game_with_the_same_options_and_one_player(club: Club) -> None:
    over = await ended(club)
    ben = club.players[1]

    await ben.press(over, "Rematch")

    again = await club.session()
    assert again.record.options["threshold"] == 300
    assert (again.record.host_id, again.record.players) == (ben.id, (ben.id,))


async def test_the_others_are_invited_in_one_public_line(club: Club) -> None:
    over = await ended(club)
    ann, ben, cyd, dan = club.players

    await ben.press(over, "Rematch")

    [line] = invitations(club)
    assert mentioned(text_of(line), club.players) == (
        "@ben wants a rematch at table 2. @ann, @cyd and @dan: press **Join** or **Rematch** for a seat."
    )
    assert notified(club) == {ann.id, cyd.id, dan.id}


async def test_nobody_gets_a_dm_or_cards_without_having_pressed(club: Club) -> None:
    over = await ended(club)
    ann, ben, cyd, dan = club.players
    before = len(dan.dms)

    await ben.press(over, "Rematch")
    await ann.press(over, "Rematch")
    await cyd.press(club.table, "Join")
    await ben.press(club.table, "Start")

    again = await club.session()
    assert again.record.status == "playing"
    assert again.record.players == (ben.id, ann.id, cyd.id)
    assert len(dan.dms) == before


async def test_the_next_to_press_joins_the_lobby_and_nobody_is_called_again(club: Club) -> None:
    over = await ended(club)
    ann, ben, *_ = club.players

    await ben.press(over, "Rematch")
    reply = await ann.press(over, "Rematch")
    again = await ann.press(over, "Rematch")

    assert reply.text == "You're in. 2 players, room for 6."
    assert "You have a seat already" in again.text
    assert (await club.session()).record.players == (ben.id, ann.id)
    assert len(invitations(club)) == 1


async def test_two_who_press_at_once_sit_at_one_table(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    over = await ended(club)
    _, ben, cyd, _ = club.players
    real = club.bot.sessions.open

    async def overtaken(*given: Any, **named: Any) -> Any:
        monkeypatch.undo()
        await real(*given, **{**named, "host_id": cyd.id, "interaction_id": None})
        return await real(*given, **named)

    monkeypatch.setattr(club.bot.sessions, "open", overtaken)

    reply = await ben.press(over, "Rematch")

    assert reply.text == "You're in. 2 players, room for 6."
    assert (await club.session()).record.players == (cyd.id, ben.id)
    assert invitations(club) == []


async def test_a_second_rematch_of_the_same_game_mentions_but_notifies_nobody_again(club: Club) -> None:
    over = await ended(club)
    ben = club.players[1]
    await ben.press(over, "Rematch")
    await ben.slash("game leave")

    await ben.press(over, "Rematch")

    assert len(invitations(club)) == 2
    assert notified(club) == set()


async def test_who_wants_no_mentions_is_named_and_not_notified(club: Club) -> None:
    over = await ended(club)
    ann, ben, cyd, dan = club.players
    await club.bot.sessions.choices.set_user(cyd.id, pings=False)

    await ben.press(over, "Rematch")

    [line] = invitations(club)
    assert f"<@{cyd.id}>" in text_of(line)
    assert notified(club) == {ann.id, dan.id}


async def test_who_has_left_the_server_is_neither_seated_nor_named(club: Club) -> None:
    over = await ended(club)
    ben, dan = club.players[1], club.players[3]
    club.guild.remove_member(dan.actor)

    await ben.press(over, "Rematch")

    [line] = invitations(club)
    assert f"<@{dan.id}>" not in text_of(line)
    assert f"<@{dan.id}>" not in text_of(club.table)


async def test_nobody_is_named_when_discord_does_not_say_who_is_there(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = await ended(club)

    async def silent(_guild_id: int, _user_ids: tuple[int, ...]) -> dict[int, str]:
        raise Unknown("no answer")

    monkeypatch.setattr(club.bot.courier, "names", silent)
    ben = club.players[1]

    await ben.press(over, "Rematch")

    [line] = invitations(club)
    assert mentioned(text_of(line), club.players) == (
        "@ben wants a rematch at table 2. Press **Join** or **Rematch** for a seat."
    )


async def refused(club: Club, over: Any, player: Player) -> Reply:
    """Press in vain."""
    before = await club.bot.store.in_guild(club.guild.id)
    reply = await player.press(over, "Rematch")
    assert await club.bot.store.in_guild(club.guild.id) == before
    assert reply.is_private
    return reply


async def test_a_channel_with_another_table_has_no_room_for_a_rematch(club: Club) -> None:
    over = await ended(club)
    await club.players[2].slash("game new", game="skrap")

    reply = await refused(club, over, club.players[1])

    assert "another table" in reply.text
    assert "thread" in reply.text


async def test_the_lobby_of_a_stranger_is_no_rematch(club: Club) -> None:
    over = await ended(club)
    await club.join("zoe").slash("game new", game="crap")

    assert "another table" in (await refused(club, over, club.players[1])).text


async def test_a_rematch_that_has_begun_seats_nobody_any_more(club: Club) -> None:
    over = await ended(club)
    ann, ben, cyd, dan = club.players
    for player in (ann, ben, cyd):
        await player.press(over, "Rematch")
    await ann.press(club.table, "Start")

    assert "another table" in (await refused(club, over, dan)).text


async def test_somebody_who_did_not_play_asks_for_no_rematch(club: Club) -> None:
    over = await ended(club)

    assert "Only those who played" in (await refused(club, over, club.join("zoe"))).text
