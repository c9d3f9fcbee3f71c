"""Users and servers can choose several preferences at the same time, and none is lost."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import pytest

from bot.sessions.preferences import Choices, ServerPreferences
from bot.storage import people
from bot.storage.store import Store

pytestmark = pytest.mark.every_database

ANN, SERVER = 100, 1


async def test_two_choices_at_once_are_both_kept(store: Store) -> None:
    choices = Choices(store)

    await asyncio.gather(choices.set_user(ANN, pictures=False), choices.set_user(ANN, deck="four"))

    chosen = await Choices(store).of_user(ANN)
    assert (chosen.pictures, chosen.deck) == (False, "four")
    assert await choices.of_user(ANN) == chosen


async def test_hidden_name_stays_hidden_after_choice_elsewhere(store: Store) -> None:
    here, elsewhere = Choices(store), Choices(store)
    assert (await elsewhere.of_user(ANN)).listed
    await here.set_user(ANN, listed=False)

    chosen = await elsewhere.set_user(ANN, deck="four")

    assert not chosen.listed
    assert not (await Choices(store).of_user(ANN)).listed


async def test_two_channels_allowed_at_once_are_both_allowed(store: Store) -> None:
    choices = Choices(store)

    def allow(channel: int) -> Callable[[ServerPreferences], Mapping[str, Any]]:
        return lambda before: {"channels": (*before.channels, channel)}

    await asyncio.gather(choices.change_server(SERVER, allow(10)), choices.change_server(SERVER, allow(20)))

    assert {*(await Choices(store).of_server(SERVER)).channels} == {10, 20}


async def test_choice_of_a_newer_version_outlives_ours(store: Store) -> None:
    await store.write(people.change_preferences, "user", ANN, lambda _: {"sparkles": "many"})

    await Choices(store).set_user(ANN, deck="four")

    assert (await store.read(people.preferences, "user", ANN))["sparkles"] == "many"


async def test_usual_value_chosen_again_is_stored(store: Store) -> None:
    await Choices(store).set_user(ANN, deck="four")

    await Choices(store).set_user(ANN, deck="two")

    assert (await Choices(store).of_user(ANN)).deck == "two"


async def test_impossible_value_changes_nothing(store: Store) -> None:
    choices = Choices(store)

    with pytest.raises(msgspec.ValidationError):
        await choices.set_user(ANN, pictures=False, deck="nine")

    assert (await choices.of_user(ANN)).pictures
