"""Every game from the lobby to the result through slash commands, with a restart in the middle.

`--walks N` plays N games of each.
"""

from collections.abc import Mapping
from random import Random

import pytest

from bot.engine.moves import Move, verb_of
from bot.games import GAMES
from bot.sessions.session import Session
from tests.helpers.figures import Figure
from tests.helpers.guild import SimGuild, labels, text_of, walk
from tests.helpers.tables import started

pytestmark = pytest.mark.no_cover  # random walks: tracing them would double their time

PLANS = {
    "crap": (4, "threshold=50 jokers=on turn-limit=60"),
    "skrap": (2, "target=16"),
    "craits": (3, "hands=2 forced-draws=by-hand"),
    "crazy-rummy": (3, "target=300 max-hands=2"),
    "crapette": (2, "no-progress-turns=60 repetition=2"),
}
"""The number of players, and options that make the game short. A short game doesn't need a plan."""
LEFT_OUT = {"crapette": {"accept-draw", "resign", "line", "pass"}}
"""Verbs that end a game, or that a random walk can't reach. `test_crapette_commands` uses them."""
MAX_MOVES = 700
"""The most moves of a walk. The first walk of each game must end with fewer."""
BRISK = {"flip", "put", "turn-over"}
"""Verbs that make progress in Crapette. A walk that mostly moves cards between houses would never end."""
GIVEN_UP = {"crapette": "resign"}
"""The verb that ends the first walk of a long game after every other was used. Later walks go on."""
LONG = ("crapette",)
"""Games played with every command only at night. `test_closed_dms` plays them to their end in every run."""
SEEDS = {"crap": "3", "skrap": "57", "craits": "11", "crazy-rummy": "29", "crapette": "2"}
"""Seeds of deals that soon have a use for every command. Others work, but most games take longer."""


def plan_of(game: str) -> tuple[int, str]:
    """Return the number of players of a game, and its options."""
    return PLANS.get(game, (GAMES[game].seats[0], ""))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make one test for each walk."""
    if "walk_number" in metafunc.fixturenames:
        metafunc.parametrize("walk_number", range(metafunc.config.getoption("--walks")))


@pytest.mark.slow
@pytest.mark.parametrize(
    "game_id",
    [
        pytest.param(
            game, marks=[pytest.mark.players(plan_of(game)[0]), *[pytest.mark.night] * (game in LONG)]
        )
        for game in GAMES
    ],
)
async def test_whole_game_by_commands_with_restart(
    guild: SimGuild, game_id: str, walk_number: int, figure: Figure
) -> None:
    is_first = walk_number == 0
    deal, walk_name = SEEDS.get(game_id, "whole game"), game_id
    if not is_first:
        deal = walk_name = f"{game_id} {walk_number}"
    wanted = {verb_of(kind) for kind in GAMES[game_id].moves} - LEFT_OUT.get(game_id, set())

    session, used, moves = await walked(guild, game_id, deal, walk_name, GIVEN_UP if is_first else {})

    figure("P31", moves_through_the_whole_bot=moves)
    if not is_first and moves == MAX_MOVES:
        return
    assert session.record.status == "over", f"not over after {moves} moves"
    assert not is_first or wanted - used == set()
    assert "Rematch" in [component.get("label") for component in walk(guild.table)]


@pytest.mark.night
@pytest.mark.server
@pytest.mark.players(plan_of("craits")[0])
async def test_whole_game_on_server_with_restart(guild: SimGuild) -> None:
    session, _, _ = await walked(guild, "craits", SEEDS["craits"], "craits", {})

    assert session.record.status == "over"
    assert "Rematch" in [component.get("label") for component in walk(guild.table)]


async def walked(
    guild: SimGuild, game_id: str, deal: str, walk_name: str, given_up: Mapping[str, str]
) -> tuple[Session, set[str], int]:
    """Play a game at random, with a restart. Return its session, the verbs used and the number of moves."""
    session = await started(guild, game_id, plan_of(game_id)[1], seed=deal)
    wanted = {verb_of(kind) for kind in GAMES[game_id].moves} - LEFT_OUT.get(game_id, set())
    chance, moves, used = Random(walk_name), 0, set[str]()
    while session.record.status == "playing" and moves < MAX_MOVES:
        seat = chance.choice(session.game.deciders(session.state))
        unused = wanted - used if wanted - used or game_id not in given_up else {given_up[game_id]}
        move = choose(session, seat, unused, chance)
        await make(guild, session, seat, move)
        used.add(move.verb)
        moves += 1
        if moves == 20:
            position = session.record.position
            await guild.restart()
            session = await guild.session()
            assert session.record.position == position
        if moves % 25 == 0 and session.record.status == "playing":
            await look(guild, session)
    return session, used, moves


def choose(session: Session, seat: int, unused: set[str], chance: Random) -> Move:
    """Choose a legal move, if possible with an unused verb, and never one that agrees to a draw."""
    ending = {"accept-draw"}
    if any(move.verb == "accept-draw" for move in session.game.legal(session.state, seat)):
        ending.add("offer-draw")  # it accepts the open offer
    legal = [move for move in session.game.legal(session.state, seat) if move.verb not in ending]
    fresh = [move for move in legal if move.verb in unused]
    brisk = [move for move in legal if move.verb in BRISK]
    return chance.choice(fresh or (brisk if brisk and chance.random() < 0.7 else legal))


async def make(guild: SimGuild, session: Session, seat: int, move: Move) -> None:
    """Choose the move from the list of `/turn`, or type it if it isn't there. Check that it's made."""
    before, player = session.record.revision, guild.players[seat]
    offered = await player.complete("turn", "move", str(move))
    chosen = next((value for value in offered if value.partition(" ")[2] == str(move)), str(move))
    reply = await player.slash("turn", move=chosen)
    if session.record.revision == before:  # it asks first
        reply = await player.press(reply.message, labels(reply.message)[0])
    assert session.record.revision > before, f"{move}: {reply.text}"
    assert reply.is_private


async def look(guild: SimGuild, session: Session) -> None:
    """Check that the table shows a phase, and that everyone can open their own page."""
    phase_line = text_of(guild.table).splitlines()[1]
    assert phase_line
    for player in guild.players:
        reply = await player.slash("hand")
        assert reply.is_private
        assert f"table {session.record.id}" in reply.text
