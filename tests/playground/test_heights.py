"""Tables and hands fit the screen of a phone, whatever is played."""

import pytest

from bot.games import GAMES
from tests.helpers.chromium import in_browser
from tests.playground.browser import PHONE, Browser
from tests.playground.measures import height_of_hand, height_of_table
from tests.playground.test_browser_games import MOVES, THREE, TWO, begin

pytestmark = in_browser

MAX_PIXELS = 655
"""The pixels that a phone leaves for one message."""
HIGHEST = ("crap", "craits")
"""The games whose hands need the most space. The others run at night."""


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=() if game in HIGHEST else pytest.mark.night) for game in GAMES]
)
async def test_table_and_hand_each_fit_a_phone(
    browser: Browser, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    names = TWO if game == "crapette" else THREE
    driver = await begin(browser, GAMES[game].name, names)
    await driver.play(MOVES - 1)
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
