"""Lobbies of every game keep Discord's limits, and every option has words for people."""

import msgspec
import pytest

from bot.engine.contract import AnyGame
from bot.engine.notation import read_options
from bot.engine.options import OptionFault, option_faults, option_infos, option_text
from bot.games import GAMES
from bot.rendering import lobby, options, pages
from bot.rendering.lobbies import LOBBIES
from bot.rendering.options import time_words
from bot.rendering.page import Select
from bot.rendering.scene import Scene
from tests.helpers.controls import page_fault
from tests.rendering.spoken import session_at

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def lobby_of(game: AnyGame, seats: int, **chosen: object) -> Scene:
    """Return a lobby with this many players and these options."""
    given = read_options(game, {name.replace("_", "-"): value for name, value in chosen.items()})
    return session_at(game, seats, given, key="lobb").scene(None)


@each_game
def test_lobby_fits_discord_with_every_number_of_players(game: AnyGame) -> None:
    for seats in range(1, game.seats.stop):
        assert page_fault(pages.table(lobby_of(game, seats))) is None


@each_game
def test_every_length_shows_its_hint(game: AnyGame) -> None:
    page = pages.table(lobby_of(game, game.seats.start))
    choices = [choice for block in page.blocks if isinstance(block, Select) for choice in block.choices]
    hints = {choice.value: choice.hint for choice in choices if choice.value in game.lengths}

    assert hints == {length: LOBBIES[game.id].hints.get(length) for length in game.lengths}


def test_pace_hides_the_clock_it_overrides() -> None:
    scene = lobby_of(GAMES["crap"], 3, turn_timeout=120)

    assert "2 minutes a turn" in pages.table(scene).text
    assert "2 minutes a turn" not in pages.table(msgspec.structs.replace(scene, pace="slow-3")).text


@each_game
def test_labels_fit_a_phone(game: AnyGame) -> None:
    """A select's label of 48 characters and a hint of 58 take two lines."""
    page = options.options_page(lobby_of(game, game.seats.start))
    assert page_fault(page) is None
    for select in (block for block in page.blocks if isinstance(block, Select)):
        assert len(select.label) <= 48
        assert all(len(choice.hint or "") <= 58 for choice in select.choices)


@each_game
def test_every_option_that_people_choose_has_words(game: AnyGame) -> None:
    assert LOBBIES[game.id].options.keys() == {option.name for option in option_infos(game.options)}


@each_game
def test_every_unusual_value_shows_in_lobby(game: AnyGame) -> None:
    for option in option_infos(game.options):
        for value in LOBBIES[game.id].options[option.name].values or ():
            scene = lobby_of(game, game.seats.start)
            changed = msgspec.structs.replace(scene, options={**scene.options, option.name: value.value})
            told = dict(options.custom_options(game, changed.options))
            is_standard = option_text(value.value) == option_text(option.default)
            assert bool(told) is not is_standard, (option.name, value.value)
            assert all(told.values())


@pytest.mark.parametrize(
    ("game", "option", "one", "many"),
    [
        ("crap", "idle-limit", "out after one skip", "out after 2 skips"),
        ("craits", "hands", "one hand", "2 hands"),
        ("crazy-rummy", "max-hands", "at most one hand", "at most 2 hands"),
    ],
)
def test_option_of_one_is_told_in_singular(game: str, option: str, one: str, many: str) -> None:
    standard = lobby_of(GAMES[game], 3).options
    told = [dict(options.custom_options(GAMES[game], {**standard, option: value})) for value in (1, 2)]

    assert [lines[option] for lines in told] == [one, many]


@each_game
def test_form_stays_within_discords_limits(game: AnyGame) -> None:
    fields = options.number_fields(lobby_of(game, game.seats.start))

    assert 1 <= len(fields) <= 5
    assert all(len(one.label) <= 45 and len(one.hint) <= 100 for one in fields)
    assert all(len(one.text) <= options.MAX_TYPED_CHARACTERS for one in fields)


def test_typed_text_survives_in_buttons_id() -> None:
    game = GAMES["crap"]
    typed = {option.name: "12345678" for option in options.number_options(game)}
    page = options.wrong_page(game, options_faults(game, typed), 5, (lobby_of(game, 3), typed))

    assert page_fault(page) is None
    [row] = [block for block in page.blocks if hasattr(block, "buttons")]
    _, _, packed = row.buttons[0].action.act.partition(" ")
    assert options.unpack(game, packed) == typed


def options_faults(game: AnyGame, typed: dict[str, str]) -> list[OptionFault]:
    """Return the faults of the values typed into a form."""
    return option_faults(game.options, {name: options.read_number(text) for name, text in typed.items()})


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(86400, "one day"), (259200, "3 days"), (3600, "one hour"), (600, "10 minutes"), (90, "90 seconds")],
)
def test_time_is_told_in_its_largest_whole_unit(seconds: int, told: str) -> None:
    assert time_words(seconds) == told


def test_hostile_names_change_nothing_of_the_lobby() -> None:
    scene = lobby_of(GAMES["crap"], 1)
    named, nameless = (
        msgspec.structs.replace(scene, names=(name,)) for name in ("**A**\n__b__ <@1> @everyone", "\n")
    )

    assert "1. Seat 1 · host" in lobby.page(nameless, pages.face_of(nameless)).text
    shown = lobby.page(named, pages.face_of(named)).text.replace("\u200b", "")
    assert r"1. \*\*A\*\* \_\_b\_\_ \<@1\> @everyone · host" in shown


@pytest.mark.parametrize(
    ("target", "players", "share"), [(10, 3, None), (10, 4, 42), (10, 5, 73), (14, 5, 24), (15, 5, None)]
)
def test_one_round_is_warned_of_below_15_heads(target: int, players: int, share: int | None) -> None:
    page = pages.table(lobby_of(GAMES["skrap"], players, target=target))

    told = f"To {target} heads, {share} of 100 games end in round one"
    assert (told in page.text) is (share is not None)
    assert ("games end in round one" in page.text) is (share is not None)


@pytest.mark.parametrize(
    ("faces", "players", "hands", "share"),
    [
        (False, 4, 15, None),
        (False, 5, 14, None),
        (False, 5, 15, 40),
        (True, 3, 15, None),
        (True, 4, 15, 40),
        (True, 5, 2, None),
        (True, 5, 10, 35),
        (True, 5, 15, 70),
        (True, 6, 15, None),
    ],
)
def test_packs_are_advised_where_penalties_decide(
    faces: bool, players: int, hands: int, share: int | None
) -> None:
    page = pages.table(lobby_of(GAMES["craits"], players, faces=faces, hands=hands))

    assert (f"decides {share} of 100 games" in page.text) is (share is not None)
    assert ("shuffle pressure" in page.text) is (share is not None)
