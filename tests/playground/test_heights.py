"""Tables and hands fit the screen of a phone, whatever is played."""

import pytest

from bot.engine.notation import parse_move
from bot.games import GAMES
from bot.players.policies import POLICIES
from bot.playground.opening import deal_alone, press
from bot.playground.world import World
from bot.sessions import computers
from bot.sessions.frame import End
from bot.sessions.play import MakeMove
from bot.sessions.session import Session
from tests.helpers.chromium import in_browser
from tests.playground.browser import PHONE, Browser
from tests.playground.measures import height_of_hand, height_of_table
from tests.playground.test_browser_games import MOVES, THREE, TWO, begin

pytestmark = in_browser

MAX_PIXELS = 655
"""The pixels that a phone leaves for one message."""
HIGHEST = ("crap", "craits")
"""The games whose hands need the most space. The others run at night."""
LONE_MOVES = 4
"""The moves of a person alone, after each of which their message is measured."""


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=() if game in HIGHEST else pytest.mark.night) for game in GAMES]
)
async def test_table_and_hand_each_fit_a_phone(
    browser: Browser, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    names = TWO if game == "crapette" else THREE
    driver = await begin(browser, GAMES[game].name, names)
    await driver.play(MOVES)
    browser.draw_pictures(True)
    await driver.play(1)
    turn = driver.awaited(await driver.session())
    await driver.put_away()
    page = await browser.open(f"seat={turn}", PHONE)

    table, hand = await height_of_table(page, turn), await height_of_hand(page, turn)

    with capsys.disabled():
        print(f"\n{game}: table {table:.0f} px, hand {hand:.0f} px")
    assert max(table, hand) <= MAX_PIXELS
    await page.close()


@pytest.mark.parametrize("game", GAMES)
async def test_lone_table_and_its_result_fit_a_phone(
    browser: Browser, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    await deal_alone(browser.server.world, browser.server.world.seats["ann"], game)

    await fits_alone(browser, LONE_MOVES, capsys)


@pytest.mark.parametrize("game", [game for game in GAMES if game != "crapette"])
async def test_lone_table_with_every_seat_taken_fits_phone(
    browser: Browser, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    world, ann = browser.server.world, browser.server.world.seats["ann"]
    await world.do(lambda: ann.slash("dm", "cards", {"game": game}))
    await press(world, ann, "computers", "dm")
    while len((await at_dm(world)).record.players) < GAMES[game].seats[-1]:
        await press(world, ann, "sit easy any", "dm")
        await press(world, ann, "computers", "dm")
    await press(world, ann, "alone", "dm")

    await fits_alone(browser, 1, capsys)


async def at_dm(world: World) -> Session:
    """Return the table in Ann's DM."""
    session = await world.bot.sessions.at(world.seats["ann"].dm.id)
    assert session is not None
    return session


async def fits_alone(browser: Browser, moves: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Check the heights of Ann's lone table at the deal, after each of some moves, and at its end."""
    world = browser.server.world
    page = await browser.open("seats=ann", PHONE)
    session = await at_dm(world)
    heights = [await height_of_hand(page, "ann")]
    for _ in range(moves):
        await world.do(lambda: moved(world, session))
        heights.append(await height_of_hand(page, "ann"))
    await world.do(lambda: world.bot.sessions.act(session, session.record.host_id, End()))
    over = await height_of_hand(page, "ann")

    with capsys.disabled():
        players = len(session.record.players)
        print(f"\n{session.game.id}, {players} players, alone: {max(heights):.0f} px, over {over:.0f} px")
    assert over <= PHONE["height"]
    assert max(heights) <= PHONE["height"]
    await page.close()


async def moved(world: World, session: Session) -> None:
    """Make the policy's first candidate move for the person who plays alone, once they're asked."""
    while computers.deciding(session):
        await world.env.advance_time(1)
    if session.record.status == "playing":
        move = POLICIES[session.game.id].candidates(session.state, 0)[0]
        made = parse_move(session.game, str(move), len(session.record.players))
        await world.bot.sessions.act(session, session.record.players[0], MakeMove(made))
