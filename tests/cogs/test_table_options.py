"""The options of a table before its deal: lengths, selects, exact numbers, and what is wrong with them."""

import pytest

from tests.helpers.club import Club, Player, Reply, control, labels, text_of, walk


async def opened(club: Club, game: str = "crap", players: int = 1, options: str = "") -> Player:
    """A lobby with so many players; its host."""
    host, *others = club.players
    await host.slash("game new", game=game, options=options)
    for other in others[: players - 1]:
        await other.press(club.table, "Join")
    return host


async def options_of(host: Player) -> Reply:
    """The options behind *More*."""
    more = await host.press(host.club.table, "More")
    return await host.press(more.message, "Options")


async def value(club: Club, name: str) -> object:
    return (await club.session()).record.options[name]


def fields(reply: Reply) -> dict[str, tuple[str, str, str]]:
    """The lines of a form: label, hint and text by option."""
    lines = [one for one in reply.modal["components"] if "component" in one]
    return {
        one["component"]["custom_id"]: (one["label"], one["description"], one["component"]["value"])
        for one in lines
    }


async def test_a_new_table_is_short_and_says_how_long_it_takes(club: Club) -> None:
    await opened(club)

    assert await value(club, "threshold") == 300
    assert "Short · first over 300 · about 40 min" in labels(club.table)


async def test_the_minutes_are_those_of_the_players_who_sit(club: Club) -> None:
    await opened(club, players=4)

    assert "Short · first over 300 · about 30 min" in labels(club.table)


async def test_the_host_chooses_a_length_and_gets_no_message_for_it(club: Club) -> None:
    host = await opened(club)

    await host.choose(club.table, "Short", "long")

    assert len(club.messages) == 1
    assert await value(club, "threshold") == 1000
    assert "Long · first over 1,000 · about 110 min" in labels(club.table)
    assert "Changed" not in club.table_text


async def test_only_the_host_chooses_the_length(club: Club) -> None:
    host = await opened(club)

    reply = await club.players[1].choose(club.table, "Short", "long")

    assert reply.text == f"Only <@{host.id}>, the host, can do that."
    assert await value(club, "threshold") == 300


async def test_a_servers_own_defaults_go_before_the_length(club: Club) -> None:
    await club.bot.sessions.choices.set_server(club.guild.id, options={"crap": "threshold=450"})
    await opened(club)

    assert await value(club, "threshold") == 450
    assert "Own length · first over 450" in labels(club.table)


async def test_a_crapette_has_a_clock_and_says_how_long_it_lasts_at_most(club: Club) -> None:
    host = await opened(club, "crapette")
    assert "Short · 10 minutes each · at most 20 min" in labels(club.table)

    await host.choose(club.table, "Short", "long")

    assert "Long · no clock · a day a turn" in labels(club.table)


async def test_only_the_host_finds_the_options_behind_more(club: Club) -> None:
    host = await opened(club, players=2)
    guest, stranger = club.players[1:3]

    pages = [await one.press(club.table, "More") for one in (host, guest, stranger)]

    assert [labels(page.message) for page in pages] == [
        ["Options", "Leave", "Close the table"],
        ["Leave"],
        [],
    ]
    shown = await guest.slash("game options")
    assert shown.text == "**C.R.A.P.** · first over 300 · about 40 min\n-# Standard rules."


async def test_an_option_is_saved_as_it_is_chosen_and_stands_in_the_lobby(club: Club) -> None:
    host = await opened(club)
    page = await options_of(host)
    assert page.text == "### Options · C.R.A.P., table 1\n-# Saved as you choose."
    assert labels(page.message)[:2] == ["Jokers: none", "Vote that somebody recycles: off"]

    changed = await host.choose(page.message, "Jokers", "Four jokers")

    assert "Jokers: four" in labels(changed.message)
    assert await value(club, "jokers") is True
    assert "-# Changed: four jokers" in club.table_text


async def test_a_closed_select_shows_what_is_chosen(club: Club) -> None:
    page = await options_of(await opened(club))

    jokers = next(one for one in walk(page.message) if one.get("custom_id", "").endswith("choose jokers"))
    assert [(one["label"], one["default"]) for one in jokers["options"]] == [
        ("Jokers: none", True),
        ("Four jokers", False),
    ]


async def test_standard_again_takes_everything_back(club: Club) -> None:
    host = await opened(club, options="jokers=on threshold=450 turn-timeout=86400")
    assert "-# Changed: four jokers · one day a turn" in club.table_text
    page = await options_of(host)

    back = await host.press(page.message, "Standard again")

    assert "Standard rules again." in back.text
    assert "Changed" not in club.table_text
    assert "Short · first over 300 · about 40 min" in labels(club.table)


async def test_numbers_are_written_in_a_form_that_says_what_is_allowed(club: Club) -> None:
    host = await opened(club)
    form = await host.open_numbers()
    assert form.modal["title"] == "Exact numbers"
    assert fields(form)["threshold"] == ("Points to win", "50 to 5,000", "300")

    await host.submit(form, **{"threshold": "1,200", "turn-limit": "500"})

    assert (await value(club, "threshold"), await value(club, "turn-limit")) == (1200, 500)
    assert "Own length · first over 1,200" in labels(club.table)
    assert "-# Changed: at most 500 turns" in club.table_text


async def test_all_mistakes_are_told_at_once_and_what_was_typed_is_kept(club: Club) -> None:
    host = await opened(club)
    form = await host.open_numbers()

    wrong = await host.submit(form, **{"threshold": "40", "turn-limit": "lots", "idle-limit": "2"})

    assert wrong.text == (
        "### Two of five do not fit\n"
        "- **Points to win:** 50 to 5,000, not 40.\n"
        "- **Most turns:** a number, 50 to 2,000, not “lots”.\n"
        "-# Nothing has changed. Your entries are kept."
    )
    assert await value(club, "threshold") == 300
    again = await host.press(wrong.message, "Correct them")
    assert fields(again)["threshold"] == ("Points to win", "50 to 5,000, not 40", "40")
    assert fields(again)["turn-limit"] == ("Most turns", "A number, 50 to 2,000", "lots")
    assert fields(again)["idle-limit"][1:] == ("1 to 10", "2")


async def test_what_was_wrong_can_be_left_as_it_was(club: Club) -> None:
    host = await opened(club)
    wrong = await host.submit(await host.open_numbers(), threshold="40")
    assert wrong.text.startswith("### That does not fit\n")

    back = await host.press(wrong.message, "Leave it as it was")

    assert "Saved as you choose" in back.text


async def test_typed_options_are_told_in_words_and_never_in_those_of_a_library(club: Club) -> None:
    host = await opened(club)

    wrong = await host.slash("game options", options="threshold=9 jokers=perhaps speed=2")

    assert wrong.text == (
        "### None of these fit\n"
        "- **Points to win:** 50 to 5,000, not 9.\n"
        "- **Jokers:** on or off, not “perhaps”.\n"
        "- **speed:** no such option. There are threshold, jokers, force-recycle, turn-limit, idle-limit, "
        "turn-timeout and response-timeout.\n"
        "-# Nothing has changed."
    )


@pytest.mark.players(5)
async def test_packs_that_are_too_few_are_told_with_the_number_needed(club: Club) -> None:
    host = await opened(club, "crazy-rummy", players=5, options="packs=1")

    reply = await host.press(club.table, "Start")

    assert reply.text == "Packs: 5 players need 2, not 1."


@pytest.mark.players(5)
async def test_craits_with_five_is_advised_to_take_two_packs(club: Club) -> None:
    host = await opened(club, "craits", players=4)
    assert "reshuffle" not in club.table_text
    await club.players[4].press(club.table, "Join")
    assert "-# With 5, reshuffle penalties decide. Two packs play better." in club.table_text

    await host.press(club.table, "Play with two packs")

    assert await value(club, "packs") == 2
    assert "Two packs play better" not in club.table_text
    assert "-# Changed: two packs" in club.table_text


async def test_skrap_with_four_is_advised_to_make_passes_final(club: Club) -> None:
    host = await opened(club, "skrap", players=4)
    assert "-# With 4 or more, one round often decides." in club.table_text

    await host.press(club.table, "Passes are final")

    assert await value(club, "pass-rule") == "final"
    assert "often decides" not in club.table_text


@pytest.mark.players(3)
async def test_a_full_table_says_so_on_its_button(club: Club) -> None:
    await opened(club, "crapette", players=2)

    assert control(club.table, "Full")
    assert "Full" not in labels(club.table)


async def test_the_answer_to_join_goes_when_the_cards_are_dealt(club: Club) -> None:
    host = await opened(club)
    joined = [await one.press(club.table, "Join") for one in club.players[1:3]]
    assert joined[1].text == "You're in. 3 players, room for 6."

    await host.press(club.table, "Start")

    deleted = [
        request.path
        for request in club.env.http_requests
        if request.method == "DELETE" and "@original" in request.path
    ]
    assert len(deleted) == len(joined) + 1  # and the answer to `/game new`


async def test_closing_the_lobby_takes_a_second_press(club: Club) -> None:
    host = await opened(club, players=2)
    more = await host.press(club.table, "More")
    asked = await host.press(more.message, "Close the table")
    assert await club.bot.sessions.at(club.channel.id) is not None

    closed = await host.press(asked.message, "Close it")

    assert closed.text == "The table is closed."
    assert await club.bot.sessions.at(club.channel.id) is None
    gone = club.messages[-1]
    assert text_of(gone) == "-# C.R.A.P. · closed before the deal. `/game new` opens another."
    assert labels(gone) == []


async def test_a_forged_option_changes_nothing(club: Club) -> None:
    host = await opened(club)
    before = (await club.session()).record
    revision = before.revision

    for act in (f"b:1:{revision}:choose edition 1", f"b:1:{revision}:choose threshold 9"):
        reply = await host.forge(club.table, act)
        assert "does not work any more" in reply.text
    reply = await host.forge(club.table, f"s:1:{revision}:length", "endless")

    assert "does not work any more" in reply.text
    assert (await club.session()).record == before
