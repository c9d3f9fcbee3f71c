"""Playing through Discord: doors, refusals, stale controls, closed DMs, lost messages, clocks, restarts."""

from typing import Any

import pytest

from bot.engine.cards import DECK
from bot.games.crap.state import State
from bot.sessions.session import Session
from bot.storage import facts, shown
from tests.helpers.guild import NAMES, Player, SimGuild, control, text_of
from tests.helpers.tables import in_position, started
from tests.sabotage.planting import sabotaged
from tests.sabotage.sessions import take_every_control_for_a_fresh_one


async def asked_to_recycle(guild: SimGuild, player: Player) -> Any:
    """Return a player's own page that asks whether they want to recycle."""
    panel = await player.press(guild.table, "My hand")
    return (await player.press(panel.message, "Recycle")).message


def state_of(session: object) -> State:
    state: State = session.state  # type: ignore[attr-defined]
    return state


async def test_a_refused_move_says_whose_turn_it_is(guild: SimGuild) -> None:
    session = await started(guild)
    turn = state_of(session).turn
    other = guild.players[(turn + 1) % 4]

    reply = await other.slash("recycle")

    assert reply.is_private
    assert f"It's {NAMES[turn].title()}'s turn." in reply.text


async def test_stranger_is_told_so_and_gets_no_suggestions(guild: SimGuild) -> None:
    await started(guild)
    stranger = guild.join("zoe")

    reply = await stranger.slash("recycle")
    hand = await stranger.press(guild.table, "My hand")

    assert "play here" in reply.text
    assert "play here" in hand.text
    assert await stranger.complete("protect", "card") == []


async def test_every_command_without_game_explains_opening_one(guild: SimGuild) -> None:
    ann, *_ = guild.players

    for command in ("hand", "table"):
        assert "`/cards`" in (await ann.slash(command)).text
    assert "`/cards`" in (await ann.move("recycle")).text


async def test_command_of_another_game_names_the_present_one(guild: SimGuild) -> None:
    session = await started(guild)
    home, guild.channel = guild.channel, guild.handle.create_text_channel("more")
    await guild.players[0].slash("cards", game="skrap")
    guild.channel = home

    reply = await guild.players[state_of(session).turn].slash("scavenge", pair="7")

    assert reply.text == "This table plays C.R.A.P.: `/turn` lists your moves."


async def test_autocomplete_offers_the_legal_cards(guild: SimGuild) -> None:
    session = await started(guild)
    turn = state_of(session).turn
    hand = state_of(session).hands[turn]

    offered = await guild.players[turn].complete("protect", "card")
    filtered = await guild.players[turn].complete("protect", "card", hand[0][:1].lower())

    assert set(offered) == set(hand)
    assert filtered[0].startswith(hand[0][:1])


async def test_text_that_is_not_a_card_is_refused(guild: SimGuild) -> None:
    session = await started(guild)

    reply = await guild.players[state_of(session).turn].slash("protect", card="queen of hearts")

    assert "“queen of hearts” isn't a card I know." in reply.text


async def test_a_player_may_play_from_the_dm(guild: SimGuild) -> None:
    session = await started(guild)
    turn = state_of(session).turn
    player = guild.players[turn]

    await player.press(player.dm, "Recycle")
    await player.press(player.dm, "Discard and roll")

    assert state_of(session).turn_number == 2
    assert "Your hand" in text_of(player.dm)


async def test_hand_is_never_shown_to_others(guild: SimGuild) -> None:
    session = await started(guild)
    for seat, player in enumerate(guild.players):
        reply = await player.press(guild.table, "My hand")
        assert reply.is_private
        for other, hand in enumerate(state_of(session).hands):
            shown = all(card[:-1] in reply.text for card in hand)
            assert shown or other != seat


async def test_second_click_on_control_has_no_effect(guild: SimGuild) -> None:
    session = await started(guild)
    turn = state_of(session).turn
    player = guild.players[turn]
    panel = await asked_to_recycle(guild, player)
    old = control(panel, "Discard and roll")

    await player.press(panel, "Discard and roll")
    number = state_of(session).turn_number
    reply = await player.actor.click(guild.table, custom_id=control(guild.table, "My hand"))

    assert old.startswith(f"b:{session.record.id}:")
    assert number == 2
    assert reply.ephemeral


@sabotaged("P23", take_every_control_for_a_fresh_one)
async def test_a_stale_button_shows_the_present_hand_instead(guild: SimGuild) -> None:
    session = await started(guild)
    turn = state_of(session).turn
    player, following = guild.players[turn], guild.players[(turn + 1) % 4]
    recycle = control(await asked_to_recycle(guild, player), "Discard and roll")
    await player.slash("recycle")
    assert state_of(session).turn == (turn + 1) % 4
    await following.slash("recycle")

    reply = await player.forge(guild.table, recycle)  # the panel is gone by now

    assert state_of(session).turn_number == 3
    assert "has moved on" in reply.text


DONE_ALREADY = "already done that"


async def test_second_press_of_double_click_is_explained(guild: SimGuild) -> None:
    session = await started(guild)
    player = guild.players[state_of(session).turn]
    panel = await asked_to_recycle(guild, player)
    before = len(guild.env.http_requests)

    await player.press_twice(panel, "Discard and roll")

    answers = [str(one.json) for one in guild.env.http_requests[before:] if one.path.endswith("/callback")]
    assert state_of(session).turn_number == 2
    assert sorted(DONE_ALREADY in answer for answer in answers) == [False, True]
    assert not any("has moved on" in answer for answer in answers)


async def recycled(guild: SimGuild, session: Session) -> None:
    """Recycle for the player on turn, by a button of their own page."""
    player = guild.players[state_of(session).turn]
    await player.press(await asked_to_recycle(guild, player), "Discard and roll")


async def test_repeating_a_later_move_is_not_double_click(guild: SimGuild) -> None:
    session = await started(guild)
    first = guild.players[state_of(session).turn]
    recycle = control(await asked_to_recycle(guild, first), "Discard and roll")
    for _ in range(len(guild.players) + 1):
        await recycled(guild, session)

    reply = await first.forge(guild.table, recycle)  # the panel is gone by now

    assert DONE_ALREADY not in reply.text
    assert "has moved on" in reply.text


async def test_control_outdated_by_others_is_not_second_click(guild: SimGuild) -> None:
    session = await started(guild)
    first = guild.players[state_of(session).turn]
    await recycled(guild, session)
    recycle = f"b:{session.record.id}:{session.record.revision}:move recycle"
    await recycled(guild, session)

    reply = await first.forge(guild.table, recycle)

    assert DONE_ALREADY not in reply.text
    assert "has moved on" in reply.text


async def test_answer_from_older_page_of_window_counts(guild: SimGuild) -> None:
    session = await started(guild)
    turn = state_of(session).turn
    await guild.players[turn].slash("acquire", rank="K")
    others = [player for seat, player in enumerate(guild.players) if seat != turn]
    first_page = guild.table
    await others[0].press(first_page, "Believe")

    await others[1].press(others[1].dm, "Believe")

    assert len(session.game.deciders(session.state)) == 1


async def test_closed_dms_are_answered_with_call_in_channel(guild: SimGuild) -> None:
    for player in guild.players:
        player.close_dms()
    session = await started(guild)
    turn = state_of(session).turn
    call = guild.messages[-1]

    assert f"<@{guild.players[turn].id}>" in text_of(call)
    assert "I can't DM you." in text_of(call)
    reply = await guild.players[turn].press(call, "My hand")

    assert "Your turn. Pick one." in reply.text
    await guild.players[turn].press(await asked_to_recycle(guild, guild.players[turn]), "Discard and roll")
    assert state_of(session).turn_number == 2


async def test_closed_dms_are_not_retried_for_ten_minutes(guild: SimGuild) -> None:
    for player in guild.players:
        player.close_dms()
    session = await started(guild)
    before = _dm_attempts(guild)
    for _ in range(8):
        await guild.players[state_of(session).turn].slash("recycle")

    assert before == 4
    assert _dm_attempts(guild) == before


async def test_later_mention_claims_nothing_about_dms(guild: SimGuild) -> None:
    for player in guild.players:
        player.close_dms()
    session = await started(guild)
    await guild.pass_time(61)

    await guild.players[state_of(session).turn].slash("recycle")

    [call] = [one for one in guild.messages if "your turn at table" in text_of(one)]
    assert f"<@{guild.players[state_of(session).turn].id}>" in text_of(call)
    assert "DM" not in text_of(call)


def _dm_attempts(guild: SimGuild) -> int:
    dms = {f"/channels/{player.actor.user.dm_channel.id}/messages" for player in guild.players}
    return sum(1 for request in guild.env.http_requests if request.method == "POST" and request.path in dms)


async def test_a_deleted_table_is_posted_again(guild: SimGuild) -> None:
    session = await started(guild)
    old = guild.table
    guild.env.inject_error(
        "PATCH",
        f"/channels/*/messages/{old.id}",
        status=404,
        code=10008,
        message="Unknown Message",
        times=None,
    )

    await guild.players[state_of(session).turn].slash("recycle")

    assert guild.table.id != old.id
    assert "Turn 2 of" in guild.table_text


async def test_game_without_permission_to_post_goes_on(guild: SimGuild) -> None:
    session = await started(guild)
    guild.env.inject_error(
        "PATCH",
        f"/channels/{guild.channel.id}/messages/*",
        status=403,
        code=50013,
        message="Missing Permissions",
        times=None,
    )
    host = guild.players[0]

    await guild.players[state_of(session).turn].slash("recycle")
    await guild.players[state_of(session).turn].slash("recycle")

    assert state_of(session).turn_number == 3
    told = [text_of(message) for message in host.dms if "can't show table" in text_of(message)]
    assert len(told) == 1
    assert "Send Messages" in told[0]


async def test_a_table_that_has_scrolled_away_moves_down(guild: SimGuild) -> None:
    session = await started(guild)
    old = guild.table
    for number in range(12):
        await guild.players[0].actor.send(guild.channel, f"chatter {number}")

    await guild.players[state_of(session).turn].slash("recycle")

    assert guild.table.id != old.id
    assert old.id not in {message.id for message in guild.messages}


async def test_overdue_turn_is_skipped_by_stored_deadline(guild: SimGuild) -> None:
    session = await started(guild)
    turn = state_of(session).turn

    await guild.pass_time(301)

    assert state_of(session).turn == (turn + 1) % 4
    assert f"{NAMES[turn].title()} is skipped." in guild.table_text


async def test_downtime_is_not_charged_to_anyone(guild: SimGuild) -> None:
    session = await started(guild)
    turn, deadline = state_of(session).turn, session.record.deadline
    assert deadline is not None
    await guild.pass_time(100)
    await guild.bot.close()
    await guild.bot.store.write(facts.keep_note, "heartbeat", repr(guild.env.now().timestamp() - 3600))

    await guild.restart()
    restarted = await guild.session()

    assert state_of(restarted).turn == turn
    assert restarted.record.deadline == pytest.approx(deadline + 3600, abs=30)


async def test_a_lobby_survives_a_restart(guild: SimGuild) -> None:
    ann, ben, cyd, _ = guild.players
    await ann.slash("cards", game="crap", rules="jokers=on")
    await ben.press(guild.table, "Join")

    await guild.restart()
    await cyd.press(guild.table, "Join")
    await ann.press(guild.table, "Start")

    session = await guild.session()
    assert session.record.players == (ann.id, ben.id, cyd.id)
    assert session.record.options["jokers"] is True


async def test_nothing_is_announced_twice_after_a_restart(guild: SimGuild) -> None:
    await started(guild)
    posted = [message.id for message in guild.messages]
    dms = [len(player.dms) for player in guild.players]

    await guild.restart()

    assert [message.id for message in guild.messages] == posted
    assert [len(player.dms) for player in guild.players] == dms


async def test_leaving_asks_first_and_then_is_for_good(guild: SimGuild) -> None:
    session = await started(guild)
    ann = guild.players[0]

    asked = await ann.open("leave")
    assert session.game.active(session.state) == (0, 1, 2, 3)
    await ann.press(asked.message, "Leave")

    assert 0 not in session.game.active(session.state)
    assert "You've left this game. `/cards` opens another table." in (await ann.slash("recycle")).text


async def test_sixty_cards_can_be_placed_by_buttons(guild: SimGuild) -> None:
    session = await started(guild)
    hands = {"A": [*DECK, "2C", "2D", "2H", "2S"], "B": ["9C", "9D"], "C": ["8C"], "D": ["8D"]}
    await in_position(
        guild,
        session,
        hands=hands,
        stock=[],
        turn="A",
        phase="challenge-place",
        placed={"A": [], "B": ["9H", "9S"], "C": [], "D": []},
        pending={"action": "challenge", "target": "B", "die": 2},
    )
    ann = guild.players[0]

    panel = await ann.press(guild.table, "My hand")
    panel = await ann.choose(panel.message, "Add spades", "K♠")
    assert "1 of 2 chosen: K♠" in panel.text
    panel = await ann.choose(panel.message, "Add clubs", "2♣")
    await ann.press(panel.message, "Place")

    assert set(state_of(session).placed[0]) == {"KS", "2C"}


async def test_guess_is_made_step_by_step_from_panel(guild: SimGuild) -> None:
    session = await started(guild)
    await in_position(
        guild,
        session,
        hands={"A": ["3C"], "B": ["4C"], "C": ["8C"], "D": ["8D"]},
        turn="A",
        phase="challenge-guess-1",
        stock=["KC", "KD", "KH"],
        placed={"A": ["5C"], "B": ["9D"], "C": [], "D": []},
        pending={"action": "challenge", "target": "B", "die": 1},
    )
    ann = guild.players[0]

    panel = await ann.press(guild.table, "My hand")
    panel = await ann.choose(panel.message, "Guess", "9s")
    await ann.press(panel.message, "Hearts ♥")

    assert "Ann guesses 9s, hearts." in guild.table_text


async def test_log_is_private_and_cut_to_asker(guild: SimGuild) -> None:
    session = await started(guild)
    stranger = guild.join("zoe")

    mine = await guild.players[0].open_log()
    theirs = await stranger.open_log()

    assert mine.is_private
    assert "You're dealt" in mine.text
    assert "You're dealt" not in theirs.text
    assert session.record.status == "playing"


async def test_a_control_from_elsewhere_is_answered(guild: SimGuild) -> None:
    await started(guild)
    session_id = (await guild.session()).record.id
    await guild.bot.store.write(shown.forget_place, session_id, "table")

    reply = await guild.players[0].press(guild.table, "My hand")

    assert reply.is_private


async def test_the_panel_says_why_something_is_not_possible(guild: SimGuild) -> None:
    session = await started(guild)
    turn = state_of(session).turn
    waiting = guild.players[(turn + 1) % 4]

    panel = await waiting.press(guild.table, "My hand")
    more = await waiting.press(panel.message, "More")
    why = await waiting.press(more.message, "Why not")

    assert why.text == f"It's {NAMES[turn].title()}'s turn."


async def test_late_command_is_not_carried_out(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await started(guild)
    monkeypatch.setattr(guild.bot.door.interaction_lag, "lag", lambda _sent, _now: 3.0)

    result = await guild.players[state_of(session).turn].actor.slash(guild.channel, "recycle")

    assert result.response is None
    assert state_of(session).turn_number == 1
