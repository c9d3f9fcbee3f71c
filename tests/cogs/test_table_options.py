"""The options of a table before its deal: lengths, selects, exact numbers, and wrong entries."""

import pytest

from tests.helpers.guild import Player, Reply, SimGuild, control, labels, text_of, walk


async def opened(guild: SimGuild, game: str = "crap", players: int = 1, options: str = "") -> Player:
    """Open a lobby with this many players. Return its host."""
    host, *others = guild.players
    await host.slash("cards", game=game, rules=options)
    for other in others[: players - 1]:
        await other.press(guild.table, "Join")
    return host


async def options_of(host: Player) -> Reply:
    """Open the options from *More*."""
    more = await host.press(host.guild.table, "More")
    return await host.press(more.message, "Options")


async def value(guild: SimGuild, name: str) -> object:
    return (await guild.session()).record.options[name]


def fields(reply: Reply) -> dict[str, tuple[str, str, str]]:
    """Return the lines of a form: label, hint and text of each option."""
    lines = [one for one in reply.modal["components"] if "component" in one]
    return {
        one["component"]["custom_id"]: (one["label"], one["description"], one["component"]["value"])
        for one in lines
    }


async def test_new_table_is_short_and_tells_its_length(guild: SimGuild) -> None:
    await opened(guild)

    assert await value(guild, "threshold") == 300
    assert "Short · first over 300 · about 25 min" in labels(guild.table)


async def test_minutes_are_those_of_players_who_sit(guild: SimGuild) -> None:
    await opened(guild, players=4)

    assert "Short · first over 300 · about 25 min" in labels(guild.table)


async def test_host_chooses_length_without_extra_message(guild: SimGuild) -> None:
    host = await opened(guild)

    await host.choose(guild.table, "Short", "long")

    assert len(guild.messages) == 1
    assert await value(guild, "threshold") == 1000
    assert "Long · first over 1,000 · about 80 min" in labels(guild.table)
    assert "Changed" not in guild.table_text


async def test_only_the_host_chooses_the_length(guild: SimGuild) -> None:
    host = await opened(guild)

    reply = await guild.players[1].choose(guild.table, "Short", "long")

    assert reply.text == f"Only <@{host.id}>, the host, can do that."
    assert await value(guild, "threshold") == 300


async def test_a_servers_own_defaults_go_before_the_length(guild: SimGuild) -> None:
    await guild.bot.sessions.choices.set_server(guild.handle.id, options={"crap": "threshold=450"})
    await opened(guild)

    assert await value(guild, "threshold") == 450
    assert "Custom · first over 450" in labels(guild.table)


async def test_crapette_has_clock_and_maximum_length(guild: SimGuild) -> None:
    host = await opened(guild, "crapette")
    assert "Short · 10 min each · at most 20 min" in labels(guild.table)

    await host.choose(guild.table, "Short", "long")

    assert "Long · a day a turn" in labels(guild.table)


async def test_only_the_host_finds_the_options_behind_more(guild: SimGuild) -> None:
    host = await opened(guild, players=2)
    guest, stranger = guild.players[1:3]

    pages = [await one.press(guild.table, "More") for one in (host, guest, stranger)]

    assert [labels(page.message) for page in pages] == [
        ["Options", "Set a time…", "Add words", "Leave", "Close the table"],
        ["Add words", "Leave"],
        [],
    ]
    shown = await guest.forge(pages[1].message, f"b:{(await guild.session()).record.id}:0:options")
    assert (
        shown.text
        == "**C.R.A.P.** · first over 300 · about 25 min\n-# Pace: 5 minutes a turn\n-# Standard rules."
    )


async def test_saved_option_shows_in_lobby(guild: SimGuild) -> None:
    host = await opened(guild)
    page = await options_of(host)
    assert page.text == "### Options · C.R.A.P., table 1\n-# Saved as you choose."
    assert labels(page.message)[:3] == ["Pace: 5 minutes a turn", "Jokers: none", "Forced recycling: off"]

    changed = await host.choose(page.message, "Jokers", "Four jokers")

    assert "Jokers: four" in labels(changed.message)
    assert await value(guild, "jokers") is True
    assert "-# Changed: four jokers" in guild.table_text


async def test_a_closed_select_shows_what_is_chosen(guild: SimGuild) -> None:
    page = await options_of(await opened(guild))

    jokers = next(one for one in walk(page.message) if one.get("custom_id", "").endswith("choose jokers"))
    assert [(one["label"], one["default"]) for one in jokers["options"]] == [
        ("Jokers: none", True),
        ("Four jokers", False),
    ]


async def test_standard_again_takes_everything_back(guild: SimGuild) -> None:
    host = await opened(guild, options="jokers=on threshold=450 turn-timeout=86400")
    assert "-# Changed: four jokers · one day a turn" in guild.table_text
    page = await options_of(host)
    await host.choose(page.message, "Pace: one day a turn", "Relaxed")
    assert "· 10 minutes a turn" in guild.table_text

    back = await host.press(page.message, "Standard again")

    assert "Back to standard rules." in back.text
    assert "minutes a turn" not in guild.table_text
    assert "Changed" not in guild.table_text
    assert "Short · first over 300 · about 25 min" in labels(guild.table)


async def test_form_for_numbers_tells_their_limits(guild: SimGuild) -> None:
    host = await opened(guild)
    form = await host.open_numbers()
    assert form.modal["title"] == "Exact numbers"
    assert fields(form)["threshold"] == ("Points to win", "1 to 1,000,000", "300")

    await host.submit(form, **{"threshold": "1,200", "turn-limit": "500"})

    assert (await value(guild, "threshold"), await value(guild, "turn-limit")) == (1200, 500)
    assert "Custom · first over 1,200" in labels(guild.table)
    assert "-# Changed: at most 500 turns" in guild.table_text


async def test_all_mistakes_are_told_and_entries_kept(guild: SimGuild) -> None:
    host = await opened(guild)
    form = await host.open_numbers()

    wrong = await host.submit(form, **{"threshold": "0", "turn-limit": "lots", "idle-limit": "2"})

    assert wrong.text == (
        "### Two of five don't fit\n- **Points to win:** 1 to 1,000,000, not 0.\n- **Most "
        "turns:** a number, 50 to 2,000, not “lots”.\n-# Nothing has changed. Your entries "
        "are kept."
    )
    assert await value(guild, "threshold") == 300
    again = await host.press(wrong.message, "Correct them")
    assert fields(again)["threshold"] == ("Points to win", "1 to 1,000,000, not 0", "0")
    assert fields(again)["turn-limit"] == ("Most turns", "A number, 50 to 2,000", "lots")
    assert fields(again)["idle-limit"][1:] == ("1 to 10", "2")


async def test_wrong_entry_can_be_left_unchanged(guild: SimGuild) -> None:
    host = await opened(guild)
    wrong = await host.submit(await host.open_numbers(), threshold="0")
    assert wrong.text.startswith("### That doesn't fit\n")

    back = await host.press(wrong.message, "Leave it as it was")

    assert "Saved as you choose" in back.text


async def test_unknown_option_is_answered_by_example(guild: SimGuild) -> None:
    wrong = await guild.players[0].slash("cards", game="crap", rules="\N{PARTY POPPER}")

    assert "example `threshold=…`" in wrong.text


async def test_typed_options_are_told_in_our_words(guild: SimGuild) -> None:
    typed = "threshold=0 jokers=perhaps speed=2"

    wrong = await guild.players[0].slash("cards", game="crap", rules=typed)

    assert wrong.text == (
        "### None of these fit\n"
        "- **Points to win:** 1 to 1,000,000, not 0.\n"
        "- **Jokers:** on or off, not “perhaps”.\n"
        "- **speed:** no such option. There are threshold, jokers, force-recycle, turn-limit, idle-limit, "
        "turn-timeout and response-timeout.\n"
        "-# Nothing has changed."
    )


@pytest.mark.players(5)
async def test_too_few_decks_are_told_with_number_needed(guild: SimGuild) -> None:
    host = await opened(guild, "crazy-rummy", players=5, options="packs=1")

    reply = await host.press(guild.table, "Start")

    assert reply.text == "Decks: 5 players need 2, not 1."


@pytest.mark.players(5)
async def test_craits_with_five_advises_two_decks(guild: SimGuild) -> None:
    host = await opened(guild, "craits", players=4, options="hands=15")
    assert "shuffle pressure" not in guild.table_text
    await guild.players[4].press(guild.table, "Join")
    assert (
        "-# Over 15 hands, shuffle pressure decides 40 of 100 games. Two decks play better."
        in guild.table_text
    )

    await host.press(guild.table, "Play with two decks")

    assert await value(guild, "packs") == 2
    assert "Two decks play better" not in guild.table_text
    assert "-# Changed: two decks" in guild.table_text


async def test_skrap_with_four_advises_final_passes(guild: SimGuild) -> None:
    host = await opened(guild, "skrap", players=4)
    assert "-# To 10 heads, 42 of 100 games end in round one." in guild.table_text

    await host.press(guild.table, "A pass counts for the round")

    assert await value(guild, "pass-rule") == "final"
    assert "end in round one" not in guild.table_text


@pytest.mark.players(3)
async def test_a_full_table_says_so_on_its_button(guild: SimGuild) -> None:
    await opened(guild, "crapette", players=2)

    assert control(guild.table, "Full")
    assert "Full" not in labels(guild.table)


async def test_answer_to_join_goes_when_cards_are_dealt(guild: SimGuild) -> None:
    host = await opened(guild)
    joined = [await one.press(guild.table, "Join") for one in guild.players[1:3]]
    assert joined[1].text == "You're in. 3 of 6 seats taken."

    await host.press(guild.table, "Start")

    deleted = [
        request.path
        for request in guild.env.http_requests
        if request.method == "DELETE" and "@original" in request.path
    ]
    assert len(deleted) == len(joined) + 1  # and the answer to `/cards`


async def test_closing_the_lobby_takes_a_second_press(guild: SimGuild) -> None:
    host = await opened(guild, players=2)
    more = await host.press(guild.table, "More")
    asked = await host.press(more.message, "Close the table")
    assert await guild.bot.sessions.at(guild.channel.id) is not None

    closed = await host.press(asked.message, "Close it")

    assert closed.text == "The table is closed."
    assert await guild.bot.sessions.at(guild.channel.id) is None
    assert guild.messages == []
    said = "C.R.A.P., table 1, is closed. No cards were dealt. `/cards` opens another."
    assert [[text_of(dm) for dm in player.dms] for player in guild.players[:3]] == [[], [said], []]


async def test_a_forged_option_changes_nothing(guild: SimGuild) -> None:
    host = await opened(guild)
    before = (await guild.session()).record
    revision = before.revision

    for act in (f"b:1:{revision}:choose edition 1", f"b:1:{revision}:choose threshold 0"):
        reply = await host.forge(guild.table, act)
        assert "no longer works" in reply.text
    reply = await host.forge(guild.table, f"s:1:{revision}:length", "endless")

    assert "no longer works" in reply.text
    assert (await guild.session()).record == before
