"""The abilities of the playground's page, used through the same requests that the page sends."""

from typing import Any

import pytest

from bot.games import GAMES
from bot.playground.world import NAMES, World
from bot.rendering.commands import EVERYWHERE, GAME_COMMANDS
from bot.rendering.lobbies import LOBBIES
from tests.languages import tongues
from tests.playground.visitor import Visitor, all_text, parts, text_of


async def test_one_request_starts_a_game_without_clutter(visitor: Visitor, world: World) -> None:
    begun = await visitor.ask("/open", game="crap")

    assert begun["seats"] == ["ann", "ben", "cyd"]
    assert list(begun["acts"].values()) == ["dm"]
    assert world.table is not None
    assert "Turn 1" in text_of((await visitor.messages("cyd"))[-1])
    assert [
        message for seat in begun["seats"] for message in await visitor.messages(seat) if message["private"]
    ] == []


async def test_game_for_two_begins_with_two(visitor: Visitor) -> None:
    assert (await visitor.ask("/open", game="crapette"))["seats"] == ["ann", "ben"]


@pytest.mark.parametrize("game", GAMES)
async def test_every_game_begins_by_one_request(visitor: Visitor, game: str) -> None:
    assert (await visitor.ask("/open", game=game))["acts"]


async def test_solo_game_opens_in_the_dm(visitor: Visitor) -> None:
    assert "/cards " in await visitor.offered("ann", "/ca", "dm")

    await visitor.say("ann", "/cards game:Skrap", "dm")
    await visitor.press("ann", "Play alone", "dm")

    [table] = [message for message in await visitor.messages("ann", "dm") if not message["private"]]
    assert "**Skrap** · table 1" in text_of(table)
    assert "Choose your surge card" in text_of(table)
    people = (await visitor.state())["people"]
    assert {one["key"]: one["acts"] for one in people if one["acts"]} == {"ann": "dm"}
    assert await visitor.messages("ben", "dm") == []


async def test_second_or_unknown_game_is_refused(visitor: Visitor) -> None:
    status, answer = await visitor.try_to("/open", game="poker")
    assert status == 409
    assert "crapette" in answer["error"]
    await visitor.say("ann", "/cards game:Skrap")

    status, answer = await visitor.try_to("/open", game="skrap")

    assert status == 409
    assert "already has a table" in answer["error"]
    await visitor.ask("/open", game="skrap", seat="ann")
    status, answer = await visitor.try_to("/open", game="craits", seat="ann")
    assert (status, answer) == (409, {"error": "Ann already has a table in the DM."})


async def test_unknown_game_has_no_cover(visitor: Visitor) -> None:
    assert (await visitor.client.get("/cover/crapette")).content_type == "image/png"
    assert (await visitor.client.get("/cover/poker")).status == 409


async def test_failed_start_leaves_its_reason_visible(visitor: Visitor, world: World) -> None:
    world.bot.sessions.games = {}

    status, answer = await visitor.try_to("/open", game="skrap")

    assert status == 409
    assert "The newest messages show the reason" in answer["error"]
    assert any(message["private"] for message in await visitor.messages("ann"))


async def test_every_offer_tells_its_minutes(visitor: Visitor) -> None:
    offers = await (await visitor.client.get("/games")).json()

    assert [offer["id"] for offer in offers] == list(LOBBIES)
    assert all(offer["name"] in offer["said"] and " min" in offer["said"] for offer in offers)
    assert "3–6 players" in offers[1]["said"]


async def test_page_is_fresh_until_something_happens(visitor: Visitor) -> None:
    assert (await visitor.state())["fresh"]

    await visitor.say("ann", "/my-tables")

    assert not (await visitor.state())["fresh"]


async def test_active_players_controls_are_located(visitor: Visitor) -> None:
    assert await acting(visitor) == {}
    await visitor.ask("/dms", seat="ben", closed=True)
    await visitor.ask("/open", game="skrap")
    assert await acting(visitor) == {"ann": "dm", "ben": "channel", "cyd": "dm"}

    await visitor.press("ann", "My hand")
    await visitor.say("ann", (await visitor.offered("ann", "/surge-card card:"))[0])

    assert await acting(visitor) == {"ben": "channel", "cyd": "dm"}


async def test_user_gets_the_chosen_language(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    tongues.install(monkeypatch)
    await visitor.ask("/language", seat="ben", language="de")
    for user in ("ann", "ben"):
        await visitor.say(user, "/my-tables")

    people = {one["key"]: one["language"] for one in (await visitor.state())["people"]}
    assert people == {"ann": "en", "ben": "de", "cyd": "en"}
    said = {user: text_of((await visitor.messages(user))[-1]) for user in ("ann", "ben")}
    assert "de~" in said["ben"]
    assert "de~" not in said["ann"]
    offered = await visitor.ask("/suggest", seat="ben", place="channel", text="/cardcrate open:de~Pri")
    assert [one["label"] for one in offered["items"]] == ["De~Privacy"]
    [whole] = await visitor.offered("ben", "/cardcrate open:de~Pri")
    assert await visitor.try_to("/say", seat="ben", place="channel", text=whole) == (200, {})
    status, answer = await visitor.try_to("/language", seat="ben", language="xx")
    assert (status, answer) == (409, {"error": "There's no language called xx."})


async def test_first_user_sets_server_and_channel_languages(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    tongues.install(monkeypatch)
    [whole] = await visitor.offered("ann", "/setup-cardcrate language:fr channel:#ca")
    assert whole == "/setup-cardcrate language:fr channel:#cards "

    await visitor.say("ann", "/setup-cardcrate language:de")
    await visitor.say("ann", whole)

    settings = text_of((await visitor.messages("ann"))[-1])
    assert "de~" not in settings, "what only Ann reads is in her own language"
    assert "Other languages: <#" in settings
    status, answer = await visitor.try_to(
        "/say", seat="ann", place="channel", text="/setup-cardcrate language:fr channel:#dogs"
    )
    assert (status, answer) == (409, {"error": "channel is one of #cards."})
    refused = await visitor.try_to("/say", seat="ben", place="channel", text="/setup-cardcrate language:es")
    assert refused == (409, {"error": "There's no command /setup-cardcrate here."})
    await visitor.say("ann", "/cards game:skrap")
    assert "fr~" in text_of((await visitor.messages("ben"))[-1])


async def acting(visitor: Visitor) -> dict[str, str]:
    """Return where each active player has to act."""
    return {one["key"]: one["acts"] for one in (await visitor.state())["people"] if one["acts"]}


async def test_game_is_opened_joined_and_started(visitor: Visitor) -> None:
    await visitor.start_game()

    table = text_of((await visitor.messages("cyd"))[-1])
    assert "Turn 1" in table


async def test_users_see_only_their_own_private_messages(visitor: Visitor) -> None:
    await visitor.start_game()
    for seat in ("ann", "ben"):
        await visitor.say(seat, "/hand")

    ann, ben = (await visitor.state("ann"))["seats"], (await visitor.state("ben"))["seats"]
    assert list(ann) == ["ann"]
    assert list(ben) == ["ben"]
    cards = next(line for line in all_text(ann["ann"]["channel"]).splitlines() if "Your hand (" in line)
    assert cards in all_text(ann["ann"]["dm"])
    assert cards not in str(ben)
    public = [message["id"] for message in ann["ann"]["channel"] if not message["private"]]
    assert public == [message["id"] for message in ben["ben"]["channel"] if not message["private"]]


async def test_private_answer_is_dismissed_by_its_reader(visitor: Visitor) -> None:
    await visitor.say("ann", "/my-tables")
    (answer,) = await visitor.messages("ann")
    assert answer["private"]
    where = {"place": "channel", "message": answer["id"]}

    status, _ = await visitor.try_to("/dismiss", seat="ben", **where)
    assert status == 409
    await visitor.ask("/dismiss", seat="ann", **where)

    assert await visitor.messages("ann") == []


async def test_public_message_cannot_be_dismissed(visitor: Visitor) -> None:
    await visitor.say("ann", "good evening")
    (message,) = await visitor.messages("ben")

    status, answer = await visitor.try_to("/dismiss", seat="ben", place="channel", message=message["id"])

    assert status == 409
    assert "nobody else" in answer["error"]


async def test_select_menu_in_the_dm_makes_a_move(visitor: Visitor) -> None:
    await visitor.start_game()
    seat = await visitor.whose_turn()

    await visitor.choose(seat, "Acquire:", place="dm")

    assert "bluffing?" in all_text(await visitor.messages(seat))


async def test_slash_command_with_options_makes_a_move(visitor: Visitor) -> None:
    await visitor.start_game()
    seat = await visitor.whose_turn()
    other = next(name for name in ("ann", "ben", "cyd") if name != seat)

    await visitor.say(seat, f"/cooperate player:{other.title()}")

    assert "cooperate" in all_text(await visitor.messages("ann"))


async def numbers(visitor: Visitor) -> Any:
    """Return the form for exact numbers, opened by the host."""
    await visitor.press("ann", "More")
    await visitor.press("ann", "Options")
    return (await visitor.press("ann", "Exact numbers"))["form"]


def written(form: Any, **values: str) -> dict[str, str]:
    """Return the values of a submitted form: the prefilled ones, and these."""
    fields = [line["component"] for line in form["components"]]
    return {field["custom_id"]: field["value"] for field in fields} | values


async def test_form_is_submitted(visitor: Visitor) -> None:
    await visitor.say("ann", "/cards game:C.R.A.P.")
    form = await numbers(visitor)
    assert form["title"] == "Exact numbers"

    await visitor.ask("/submit", seat="ann", form=form["id"], values=written(form, threshold="333"))

    assert "first over 333" in str(await visitor.messages("ben"))


async def test_form_is_submitted_only_once(visitor: Visitor) -> None:
    await visitor.say("ann", "/cards game:C.R.A.P.")
    form = await numbers(visitor)
    sent: dict[str, Any] = {"seat": "ann", "form": form["id"], "values": written(form, threshold="333")}
    await visitor.ask("/submit", **sent)

    status, _ = await visitor.try_to("/submit", **sent)

    assert status == 409


async def test_file_is_fetched_by_its_recipient(visitor: Visitor) -> None:
    await visitor.say("ann", "/cardcrate open:Privacy")
    await visitor.press("ann", "Download")
    (file,) = (await visitor.messages("ann"))[-1]["files"]

    answer = await visitor.client.get(file["url"])

    assert file["name"].endswith(".json")
    assert answer.content_type == "application/json"
    assert (await visitor.client.get(file["url"].replace("/ann/", "/ben/"))).status == 409


async def test_slash_lists_commands_in_order(visitor: Visitor) -> None:
    before = await visitor.offered("ann", "/")
    assert await visitor.offered("ann", "/my") == ["/my-tables"]
    await visitor.say("ann", "/cards game:crap")
    after = await visitor.offered("ann", "/")

    assert [line.strip("/ ") for line in before] == list(EVERYWHERE)
    assert [line.strip("/ ") for line in after] == [*EVERYWHERE, *GAME_COMMANDS["crap"]]


async def test_dm_offers_the_channels_commands(visitor: Visitor) -> None:
    offered = await visitor.offered("ann", "/", place="dm")

    assert {"/hand ", "/cards "} <= set(offered)
    assert {*offered, "/setup-cardcrate "} == {*await visitor.offered("ann", "/")}


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("/cards ", ["/cards game:", "/cards length:"]),
        ("/cards rul", ["/cards rules:"]),
        ("/cards game:c.r", ["/cards game:crap "]),
        ("/cards game:crap ", ["/cards game:crap length:"]),
        ("/cards game:crap length:s", ["/cards game:crap length:Short "]),
        ("/setup-cardcrate channel:#c", ["/setup-cardcrate channel:#cards "]),
    ],
)
async def test_continuations_of_a_line_are_offered(visitor: Visitor, typed: str, expected: list[str]) -> None:
    offered = await visitor.offered("ann", typed)

    assert offered[: len(expected)] == expected


async def test_completion_knows_the_earlier_options(visitor: Visitor) -> None:
    (first, *_) = await visitor.offered("ann", "/cards game:crap rules:thresh")

    assert first.startswith("/cards game:crap rules:threshold=")


async def test_completion_offers_ones_own_cards(visitor: Visitor) -> None:
    await visitor.start_game()
    seat = await visitor.whose_turn()
    hand = next(line for line in all_text(await visitor.messages(seat, "dm")).splitlines() if "hand" in line)

    cards = await visitor.offered(seat, "/protect card:")

    assert 0 < len(cards) <= hand.count(" ")
    assert all(card.startswith("/protect card:") for card in cards)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("/nonsense", "no command /nonsense"),
        ("/turn", "move is missing"),
        ("/turn Kings", "for example move:Kings"),
        ("/cards pace:13", "pace is one of"),
        ("/setup-cardcrate channel:#zoo", "channel is one of"),
        ("/table table:many", "table is a number"),
        ("/cardcrate table:0", "table"),
        ("   ", "nothing to send"),
    ],
)
async def test_invalid_line_is_explained(visitor: Visitor, line: str, said: str) -> None:
    status, answer = await visitor.try_to("/say", seat="ann", text=line)

    assert status == 409
    assert said in answer["error"]


async def test_dm_message_is_seen_only_by_its_writer(visitor: Visitor) -> None:
    await visitor.say("ann", "hello **all**")
    await visitor.say("ann", "hello bot", place="dm")

    assert [m["text"] for m in await visitor.messages("ben")] == ["hello **all**"]
    assert [m["text"] for m in await visitor.messages("ann", "dm")] == ["hello bot"]
    assert await visitor.messages("ben", "dm") == []


async def test_outdated_control_is_refused(visitor: Visitor) -> None:
    await visitor.say("ann", "/cards game:C.R.A.P.")
    table = (await visitor.messages("ben"))[-1]
    control = next(part for part in parts(table) if part.get("label") == "Join")["custom_id"]
    press = {"seat": "ben", "message": table["id"], "control": control}
    await visitor.ask("/press", **press)

    status, answer = await visitor.try_to("/press", **press)

    assert status == 409
    assert "has just changed" in answer["error"]


async def test_restarted_bot_continues_the_game(visitor: Visitor) -> None:
    await visitor.start_game()
    seat = await visitor.whose_turn()
    await visitor.choose(seat, "Acquire:", place="dm")
    before = visitor.server.world.bot

    await visitor.ask("/restart")

    assert visitor.server.world.bot is not before
    for other in {"ann", "ben", "cyd"} - {seat}:
        await visitor.press(other, "Believe")
    assert "Turn 2" in text_of(next(m for m in await visitor.messages("ann") if "Turn" in text_of(m)))


async def test_restart_discards_open_forms(visitor: Visitor) -> None:
    await visitor.say("ann", "/cards game:C.R.A.P.")
    form = await numbers(visitor)
    await visitor.ask("/restart")

    status, _ = await visitor.try_to("/submit", seat="ann", form=form["id"], values={})

    assert status == 409


async def test_closed_dms_get_no_messages(visitor: Visitor) -> None:
    await visitor.ask("/dms", seat="ben", closed=True)
    await visitor.start_game()

    state = await visitor.state("ben")
    assert [person["closed"] for person in state["people"]] == [False, True, False]
    assert state["seats"]["ben"]["dm"] == []
    assert await visitor.messages("cyd", "dm")

    await visitor.ask("/dms", seat="ben", closed=False)
    await visitor.ask("/wait", seconds=1800)
    assert "C.R.A.P." in all_text(await visitor.messages("ben", "dm"))


async def test_passing_time_skips_an_idle_players_turn(visitor: Visitor) -> None:
    await visitor.start_game()
    before = (await visitor.state())["now"]

    await visitor.ask("/wait", seconds=301)

    assert (await visitor.state())["now"] == pytest.approx(before + 301, abs=1)
    assert "is skipped" in all_text(await visitor.messages("ann"))


async def test_next_move_reposts_a_deleted_table(visitor: Visitor) -> None:
    await visitor.start_game()
    await visitor.ask("/delete-table")
    assert "Turn 1" not in all_text(await visitor.messages("cyd"))

    await visitor.choose(await visitor.whose_turn(), "Acquire:", place="dm")

    assert "Turn 1" in all_text(await visitor.messages("cyd"))


async def test_deleting_a_missing_table_is_refused(visitor: Visitor) -> None:
    status, _ = await visitor.try_to("/delete-table")

    assert status == 409


async def test_users_join_until_none_is_left(visitor: Visitor) -> None:
    assert (await visitor.ask("/add-user"))["seat"] == "dan"
    await visitor.say("dan", "hello")
    for _ in NAMES[4:]:
        await visitor.ask("/add-user")

    status, _ = await visitor.try_to("/add-user")

    assert status == 409
    assert len((await visitor.state())["people"]) == len(NAMES)


async def test_warnings_show_the_bots_log(visitor: Visitor, world: World) -> None:
    await visitor.say("ann", "/cards game:C.R.A.P.")
    world.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50013, message="Missing")
    await visitor.press("ben", "Join")

    lines = await (await visitor.client.get("/warnings")).json()

    assert any("page_not_delivered" in line for line in lines)
    assert len((await visitor.state())["warnings"]) == len(lines)


async def test_warnings_show_errors_of_bot_tasks(visitor: Visitor, world: World) -> None:
    async def on_message(_message: object) -> None:
        raise ValueError("out of cards")

    world.bot.add_listener(on_message)
    await visitor.say("ann", "hello")

    lines = await (await visitor.client.get("/warnings")).json()
    assert any("ValueError: out of cards" in line for line in lines)


async def test_page_hears_of_every_change(visitor: Visitor) -> None:
    events = await visitor.client.get("/events")
    first = await events.content.readuntil(b"\n\n")

    await visitor.say("ann", "hello")

    assert await events.content.readuntil(b"\n\n") != first
    assert events.content_type == "text/event-stream"


async def test_hours_of_play_need_no_memory(visitor: Visitor, world: World) -> None:
    for _ in range(60):
        await visitor.say("ann", "/my-tables")

    assert len(await visitor.messages("ann")) == 40
    assert world.env.http_requests == []
    assert world.env.transcript() == ""


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/say", {"seat": "ann", "text": "x" * 4001}),
        ("/say", {"text": "hello"}),
        ("/say", {"seat": "ann", "place": "elsewhere", "text": "hello"}),
        ("/press", {"seat": "ann", "message": "../1", "control": "x"}),
        ("/wait", {"seconds": -5}),
        ("/restart", {"now": True}),
    ],
)
async def test_malformed_request_is_rejected(visitor: Visitor, path: str, body: Any) -> None:
    status, answer = await visitor.try_to(path, **body)

    assert status == 400
    assert "I don't understand that request" in answer["error"]


async def test_absent_user_is_unknown(visitor: Visitor) -> None:
    assert (await visitor.client.get("/state", params={"seats": "zoe"})).status == 409
    assert (await visitor.try_to("/say", seat="zoe", text="hello"))[0] == 409
