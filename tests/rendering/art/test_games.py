"""The pictures of every game show exactly what their viewers may see, and Discord accepts them."""

from io import BytesIO

import msgspec
import pytest
from PIL import Image

from bot.rendering.art.hands import Order
from bot.rendering.art.shortening import MAX_ALT_CHARACTERS
from bot.rendering.art.spoken import description
from tests.rendering.art.games import NAMES, PICTURES, hand_of, in_hand, on_table, scenes, table_of, there
from tests.rendering.art.plans import acting, players, seen

EVERY = {"crap": 5, "skrap": 3, "craits": 10, "crazy-rummy": 10, "crapette": 25}
SEEDS = (0, 1, 2, 3)
WITH_HANDS = [name for name in PICTURES if name != "crapette"]

games = pytest.mark.parametrize("name", PICTURES)
seeds = pytest.mark.parametrize("seed", SEEDS)


@games
@seeds
def test_the_table_shows_every_open_card_once(name: str, seed: int) -> None:
    game, pictures = PICTURES[name]
    for seen_by in scenes(game, seed, EVERY[name]):
        scene = seen_by(None)

        assert seen(table_of(pictures, scene)) == on_table(scene)


@games
@seeds
def test_table_is_same_for_everyone(name: str, seed: int) -> None:
    game, pictures = PICTURES[name]
    for seen_by in scenes(game, seed, EVERY[name]):
        public = seen_by(None)
        for seat in public.active:
            assert table_of(pictures, seen_by(seat)) == table_of(pictures, public)


@games
@seeds
def test_only_deciding_players_are_marked(name: str, seed: int) -> None:
    game, pictures = PICTURES[name]
    for seen_by in scenes(game, seed, EVERY[name]):
        scene = seen_by(None)
        table = table_of(pictures, scene)

        assert sorted(place - 1 for place, _ in acting(table)) == sorted(scene.deciders)
        assert {one.name for one in players(table)} <= set(NAMES[: len(scene.players)])


@pytest.mark.parametrize("name", ["crap", "craits", "crazy-rummy"])  # Skrap's hand still has the surge card.
def test_an_empty_hand_says_so_in_its_picture(name: str) -> None:
    game, pictures = PICTURES[name]
    empty = [
        there(pictures.hand_picture(scene)).alt
        for seed in range(8)
        for seen_by in scenes(game, seed, 1)
        for scene in map(seen_by, seen_by(None).active)
        if getattr(hand_of(pictures, scene), "is_empty", False)
    ]

    assert empty
    assert {alt.splitlines()[-1] for alt in empty} == {"Your hand is empty."}


@pytest.mark.parametrize("name", WITH_HANDS)
@pytest.mark.parametrize("order", ["rank", "suit"])
def test_a_hand_shows_exactly_what_its_owner_sees(name: str, order: Order) -> None:
    game, pictures = PICTURES[name]
    for seen_by in scenes(game, 6, EVERY[name]):
        for seat in seen_by(None).active:
            scene = seen_by(seat)

            assert seen(hand_of(pictures, scene, order)) == in_hand(scene)


@games
def test_tables_are_pngs_that_discord_takes(name: str) -> None:
    game, pictures = PICTURES[name]
    *_, last = scenes(game, 7, EVERY[name])
    picture = pictures.table_picture(last(None))

    assert picture.name == "table.png"
    assert Image.open(BytesIO(picture.png)).size[0] in (900, 1100)
    assert len(picture.png) < 150_000
    assert 0 < len(picture.alt) <= MAX_ALT_CHARACTERS


@pytest.mark.parametrize("name", WITH_HANDS)
def test_hands_are_pngs_that_discord_takes(name: str) -> None:
    game, pictures = PICTURES[name]
    first = next(scenes(game, 7, EVERY[name]))
    picture = there(pictures.hand_picture(first(first(None).active[0])))

    assert picture.name == "hand.png"
    assert len(picture.png) < 150_000
    assert picture.alt.startswith("Your hand")


@games
@pytest.mark.parametrize("status", ["cancelled", "frozen"])
def test_a_game_that_was_stopped_awaits_nobody(name: str, status: str) -> None:
    game, pictures = PICTURES[name]
    scene = msgspec.structs.replace(next(scenes(game, 8, EVERY[name]))(None), status=status, deciders=())

    assert "(to act)" not in description(table_of(pictures, scene))
