"""The number of clicks from the hand to a move, and from `/cards` to the first cards.

A button takes one click. A select takes one to open it, and one for each entry that's chosen.
"""

from typing import Any, Final, NamedTuple

import pytest

from bot.games import GAMES
from bot.rendering.faces import FACES
from tests.games.craits.positions import placed
from tests.games.skrap.positions import battling, scavenging, surging
from tests.helpers.guild import Player, Reply, SimGuild, text_of, walk
from tests.helpers.tables import in_position, started

CLICKS_TO_CARDS: Final = 5


class Bar(NamedTuple):
    """A move that Ann makes, and the most clicks that it may take from her hand."""

    game: str
    verb: str
    position: dict[str, Any]
    uses: tuple[str | tuple[str, ...], ...]
    """The controls to use: the label of a button, or that of a select with the entries to choose."""
    most: int
    players: int = 3


CRAP: Final = {
    "hands": {
        "A": ["2D", "7C", "7D", "7H", "7S", "9C", "QD", "QS"],
        "B": ["3C", "3D", "3H"],
        "C": ["4C", "4D"],
    },
    "stock": ["10C", "10D", "10H", "10S", "JC", "JD", "JH", "JS"],
}


def challenged(phase: str, die: int, **hidden: list[str]) -> dict[str, Any]:
    """Return a position in which Ann has challenged Ben and rolled this number."""
    pending = {"action": "challenge", "target": "B", "die": die}
    return {**CRAP, "phase": phase, "pending": pending, "placed": hidden}


BATTLE: Final = battling("A", [("B", "3S", "5H")], A="7S 7H 4C JK 8S 8H", B="2S 2H", C="9S 9H")
MANY_PAIRS: Final = scavenging("B", A="2S 2H 2D 2C 5C 5H", B="4S 4H", C="7S 8H")
STOCK: Final = "JC 10D 10C 6D 6C 6H"
CRAITS: Final = placed("5H 9D QD 8S 2C KC / 3C 4C 7C / 3H 4H 7H", top="5D", stock=STOCK)
COUNT: Final = placed("AH 2C KC QC / 3C 4C / 3H 4H", top="2S", phase="count", count=4, stock=STOCK)
RUMMY: Final = {
    "phase": "play",
    "marker": "6H",
    "packs": 2,
    "discard": ["5S"],
    "stock": ["10C", "8C", "7S", "7H"],
    "hands": {"A": ["4C", "6D", "9D", "9H", "9S", "8S", "JC"], "B": ["KS", "KH"]},
    "sets": {"B": [["8C", "8D", "8H"]]},
}
FEW: Final = RUMMY | {"hands": {"A": ["4C", "9D", "JC", "QD", "AS"], "B": ["KS", "KH"]}}
KINGS: Final = {f"{side}{number}": [f"K{suit}"] for side in "LR" for number, suit in enumerate("CDHS", 1)}
CRAPETTE: Final = {"houses": KINGS | {"L1": ["9S"], "L2": ["8H"]}, "hands": {"A": ["2C"], "B": ["3C"]}}
STACK: Final = CRAPETTE | {"houses": KINGS | {"L1": ["9S"], "L2": ["8H", "7S"], "L3": [], "L4": []}}

BARS: Final = (
    Bar("crap", "score", CRAP, ("Score 7s",), 1),
    Bar("crap", "acquire", CRAP, ("2s",), 1),
    Bar("crap", "acquire", CRAP, (("Acquire:", "3s"),), 2),
    Bar("crap", "recycle", CRAP, ("Recycle", "Discard and roll"), 2),
    Bar("crap", "protect", CRAP, ("Protect", ("A card", "Protect Q♠")), 3),
    Bar("crap", "place", challenged("challenge-place", 1, B=["3C"]), (("Choose", "2♦"),), 2),
    Bar("crap", "place", challenged("challenge-place", 3, B=["3C", "3D", "3H"]), (("Choose", "2♦", "9♣", "Q♦"),), 4),
    Bar("crap", "guess", challenged("challenge-guess-1", 1, A=["5C"], B=["8H"]), (("Guess: rank", "3s"), "Clubs"), 4),
    Bar("skrap", "surge", surging(A="9S 3S QS 5C 7H 9D KD", B="2S", C="3C"), (("Surge card", "K♦"),), 2),
    Bar("skrap", "bot", BATTLE, (("Destroy it", "bot weapon:8S armour:8H"),), 2),
    Bar("skrap", "pass", BATTLE, ("Pass",), 2),
    Bar("skrap", "scavenge", MANY_PAIRS, (("Play scavengers", "scavenge first:2C second:2D"),), 2),
    Bar("skrap", "pass", MANY_PAIRS, ("Skip scavengers",), 2),
    Bar("craits", "play", CRAITS, ("5♥",), 1),
    Bar("craits", "play", CRAITS, ("9♦ · switch to ♥",), 1),
    Bar("craits", "play", CRAITS, ("8♠", "Spades"), 2),
    Bar("craits", "play", COUNT, ("A♥",), 1),
    Bar("crazy-rummy", "meld", RUMMY, ("Lay 9♦ 9♥ 9♠",), 1, players=2),
    Bar("crazy-rummy", "feed", RUMMY, ("Feed 8♠",), 1, players=2),
    Bar("crazy-rummy", "discard", RUMMY, (("Discard one", "4♣"),), 2, players=2),
    Bar("crazy-rummy", "discard", FEW, ("Discard 4♣",), 1, players=2),
    Bar("crazy-rummy", "draw", RUMMY | {"phase": "draw"}, ("Stock",), 1, players=2),
    Bar("crapette", "move", CRAPETTE, ("8♥ from L2", "L1"), 3, players=2),
    Bar("crapette", "move", STACK, (("Move which card?", "7♠ from L2"), "L1"), 3, players=2),
    Bar("crapette", "move", STACK, (("Move which card?", "7♠ from L2"), "L3 · 8♥ 7♠"), 3, players=2),
    Bar("crapette", "flip", CRAPETTE, ("Lift",), 3, players=2),
)  # fmt: skip


async def used(player: Player, message: Any, use: str | tuple[str, ...]) -> tuple[Reply, int]:
    """Use a control. Return its answer, and the number of clicks."""
    if isinstance(use, str):
        return await player.press(message, use), 1
    label, *entries = use
    return await player.choose(message, label, *entries), 1 + len(entries)


@pytest.mark.parametrize(
    "bar",
    [
        pytest.param(bar, marks=pytest.mark.players(bar.players), id=f"{bar.game} {bar.verb} {number}")
        for number, bar in enumerate(BARS)
    ],
)
async def test_a_move_takes_few_clicks_from_the_hand(guild: SimGuild, bar: Bar) -> None:
    session = await started(guild, bar.game)
    state = session.game.load({"turn": "A", **bar.position}, bar.players, session.options)
    await in_position(guild, session, **session.game.dump(state))
    ann, clicks = guild.players[0], 0
    page = await ann.press(guild.table, own_page(bar.game))

    for use in bar.uses:
        page, spent = await used(ann, page.message, use)
        clicks += spent

    moves = [one.move for one in await guild.bot.store.history(session.record.id) if one.seat is not None]
    assert [move.split(" ")[0] for move in moves] == [bar.verb], page.text
    assert clicks <= bar.most


def own_page(game: str) -> str:
    return "My hand" if FACES[game].has_hands else "My moves"


async def opened(player: Player, game: str) -> int:
    """Open a game's lobby from `/cards`. Return the number of clicks."""
    shown = await player.slash("cards")
    acts = [one.get("custom_id", "") for one in walk(shown.message)]
    await player.forge(shown.message, next(act for act in acts if act.endswith(f" {game}")))
    return 1


async def cards_seen(player: Player, game: str) -> int:
    """Show a player their cards after the deal. Return the number of clicks: 0 if they came by DM."""
    if FACES[game].has_hands:
        assert "Your hand" in text_of(player.dm)
        return 0
    page = await player.press(player.guild.table, own_page(game))
    assert page.text.startswith("-# Crapette · table 1")
    return 1


@pytest.mark.players(1)
@pytest.mark.parametrize("game", GAMES)
async def test_lone_player_has_cards_after_few_clicks(guild: SimGuild, game: str) -> None:
    [ann] = guild.players
    guild.bot.sessions.new_key = lambda: b"1" * 32  # in some deals of Crapette the first card is lifted
    clicks = await opened(ann, game)

    page = await ann.press(guild.table, "Play alone")

    assert page.is_private
    assert ("Your hand" if FACES[game].has_hands else "Your turn. What do you move?") in page.text
    assert clicks + 1 <= CLICKS_TO_CARDS


@pytest.mark.players(2)
@pytest.mark.parametrize("game", GAMES)
async def test_two_people_have_cards_after_few_clicks(guild: SimGuild, game: str) -> None:
    """In a game that needs more than two, a computer joins them."""
    ann, ben = guild.players
    clicks = await opened(ann, game)
    await ben.press(guild.table, "Join")
    if 2 not in GAMES[game].seats:
        computers = await ann.press(guild.table, "Add a computer")
        await ann.press(computers.message, "Medium")
        clicks += 2
    await ann.press(guild.table, "Start")

    for player in guild.players:
        assert clicks + 2 + await cards_seen(player, game) <= CLICKS_TO_CARDS
