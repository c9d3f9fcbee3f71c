"""Every game from the lobby to the rematch without a command: by panels, table buttons and forms.

Seeded dice choose among the controls that users see. An onlooker judges every page and every answer.
Each verb of a game must come up: in the whole game, or in a position prepared for it.
"""

import hashlib
import re
from random import Random
from typing import Any, Final, NamedTuple

import pytest
import simcord

from bot.engine.cards import DECK
from bot.engine.moves import verb_of
from bot.games import GAMES
from bot.rendering.faces import FACES
from bot.sessions.session import Session
from tests.helpers.guild import SimGuild, labels, text_of
from tests.helpers.onlooker import Onlooker
from tests.helpers.random_presser import Door, Liking, RandomPresser
from tests.helpers.tables import in_position, started

pytestmark = pytest.mark.no_cover  # random walks: tracing them would double their time

MAX_TURNS: Final = 900
LONG: Final = ("crap", "crapette")
"""Games that are played to their ends only at night."""
DOORS: Final[tuple[Door, ...]] = ("panel", "dm", "any")
"""Ways to play: the first player, with closed DMs, by panel, the second by DM, the third by either."""

KEEN: Final = {"Finishing": 6, "Lift from": 3, "Turn your": 3, "Take back": 0.2, "Your discard": 0.4}


def patient(label: str) -> float:
    """Return the weight of a control for a player who likes finishing and empty houses, not taking back."""
    usual = 0.3 if label.endswith(", empty") else 1
    return next((keen for begin, keen in KEEN.items() if label.startswith(begin)), usual)


def collecting(label: str) -> float:
    """Return the weight of a control for a player who likes to lay cards on the table."""
    return 8 if label.startswith(("Set of", "Lay", "Score", "Feed")) else 1


class Plan(NamedTuple):
    """The settings for playing a game by pressing alone."""

    players: int
    options: str
    """The options of the game, which keep it short."""
    liking: Liking = lambda _: 1
    hints: str = "(?!)"
    """A pattern of controls that may be refused. To leave them out would give too much away."""
    uncertain: tuple[str, ...] = ()
    """The verbs of these controls."""
    deal: str = ""
    """The seed of the deal. Any will do, but some games are longer."""


BY_HAND: Final = "forced-draws=by-hand"
"""Players draw by hand. Automatic draws come seconds of real time after the last change."""

PLANS: Final[dict[str, Plan]] = {
    "crap": Plan(3, "threshold=50 jokers=on\nforce-recycle=on\nturn-limit=50", collecting),
    "skrap": Plan(3, "target=8\nmax-rounds=6"),
    "craits": Plan(
        3,
        f"hands=2\n{BY_HAND}",
        hints="Idiot!|Say “one card”|.* · 1 card",
        uncertain=("idiot", "one-card"),
        deal="4",
    ),
    # Players must find out which cards make a set: the control only says what it wants. A card that was
    # just taken is offered for the discard, and the answer says why it can't be discarded.
    "crazy-rummy": Plan(
        3,
        "target=300\nmax-hands=3",
        collecting,
        hints="Three or more of one rank|Discard one",
        uncertain=("discard",),
    ),
    "crapette": Plan(2, "no-progress-turns=60\nrepetition=2", patient, hints="the form of Several moves"),
}


class Rare(NamedTuple):
    """A position for a verb that whole games seldom reach, and the presses that use it."""

    game: str
    verb: str
    position: dict[str, Any]
    presses: tuple[tuple[str, ...], ...]
    """A seat letter, followed by the controls that this player uses in order, from their own page on."""
    written: str = ""
    """The text for the form that the last control opens."""


KINGS: Final = {f"{side}{number}": [f"K{suit}"] for side in "LR" for number, suit in enumerate("CDHS", 1)}
HAND: Final = {"A": ["2C"], "B": ["3C"]}
ONE_CARD: Final = {
    "hands": {"A": ["KC", "QC", "5C"], "B": ["KD"], "C": ["QD", "4D"]},
    "top": "KS",
    "stock": ["JC", "10D", "10C", "6D", "6C", "6H"],
    "undeclared": ["B"],
}
RUN: Final = {
    "houses": KINGS | {"L1": ["9S"], "L2": ["8H"]},
    "hands": HAND,
    "crapauds": {"A": ["4D"], "B": ["5D"]},
}
OFFER: Final = ("A", "More", "Offer a draw")

RARE: Final = (
    Rare(
        "crap",
        "score",
        {
            "hands": {"A": ["7C", "7D", "7H", "7S", "2C"], "B": ["3C"], "C": ["4C"]},
            "stock": ["9C", "9D", "9H"],
        },
        (("A", "Score 7s"),),
    ),
    Rare(
        "crap",
        "place",
        {
            "hands": {"A": [*DECK, "2C", "2D", "2H", "2S"], "B": ["9C", "9D"], "C": ["8C"]},
            "phase": "challenge-place",
            "placed": {"B": ["9H", "9S"]},
            "pending": {"action": "challenge", "target": "B", "die": 2},
        },
        (("A", "K♠", "Start over", "9♦", "2♣", "Place"),),
    ),
    Rare(
        "crap",
        "protect",
        {"hands": {"A": [*DECK, "2C"], "B": ["9C"], "C": ["8C"]}},
        (("A", "Protect", "K♠", "Protect K♠"),),
    ),
    Rare(
        "skrap",
        "throw",
        {
            "phase": "throw",
            "contenders": ["A", "B"],
            "hands": {"A": ["2S", "2H"], "B": ["3S", "3H"], "C": ["4S", "4H"]},
            "surge": {"A": "5C", "B": "5D", "C": "KC"},
        },
        (("A", "Rock"), ("B", "Scissors")),
    ),
    Rare(
        "craits",
        "suit",
        {**ONE_CARD, "phase": "opening-suit", "top": "8S", "undeclared": []},
        (("A", "Hearts"),),
    ),
    Rare("craits", "one-card", ONE_CARD, (("B", "Say “one card”"),)),
    Rare("craits", "idiot", ONE_CARD, (("A", "Idiot! Ben"),)),
    Rare(
        "crapette",
        "pass",
        {"houses": KINGS, "crapauds": {"A": ["9S"], "B": ["9D"]}, "hands": {"B": ["3C"]}},
        (("A", "End my turn"),),
    ),
    Rare(
        "crapette",
        "move",
        {"houses": KINGS | {"L1": []}, "crapauds": {"A": ["AD"], "B": ["9D"]}},
        (("A", "A♦ from crapaud", "Finishing pile, first"),),
    ),
    Rare("crapette", "undo", RUN, (("A", "8♥ from L2", "L1, on 9♠"), ("A", "Take back"))),
    Rare("crapette", "line", RUN, (("A", "More", "Several moves"),), "L2-L1 L1x2-L2"),
    Rare("crapette", "offer-draw", RUN, (OFFER,)),
    Rare("crapette", "decline-draw", RUN, (OFFER, ("B", "Decline the draw"))),
    Rare("crapette", "accept-draw", RUN, (OFFER, ("B", "Accept the draw"))),
    Rare("crapette", "resign", RUN, (("B", "More", "Resign…", "Resign"),)),
)


def plan_of(game: str) -> Plan:
    """Return the plan of a game. A new game needs none if it's short and never refuses a control."""
    seats = GAMES[game].seats
    return PLANS.get(game) or Plan(min(len(DOORS), seats[-1]), "")


def players(game: str) -> pytest.MarkDecorator:
    return pytest.mark.players(plan_of(game).players)


def seated(guild: SimGuild, game: str) -> tuple[Onlooker, list[RandomPresser]]:
    """Return an onlooker, and a presser with a way to play for everyone in the guild."""
    plan = plan_of(game)
    onlooker = Onlooker(guild, plan.hints, plan.uncertain)
    pairs = zip(guild.players, DOORS, strict=False)
    people = [RandomPresser(player, onlooker, game, door, plan.liking) for player, door in pairs]
    guild.players[0].close_dms()
    return onlooker, people


async def verbs_of(guild: SimGuild, session: Session) -> list[str]:
    """Return the verbs of all moves that players have made."""
    history = await guild.bot.store.history(session.record.id)
    return [played.move.split(" ")[0] for played in history if played.seat is not None]


async def begun(onlooker: Onlooker, people: list[RandomPresser]) -> Session:
    """Press from the open lobby to the deal. One player leaves and joins again on the way."""
    host, *others = people
    onlooker.session = await onlooker.guild.session()
    for one in others:
        if one.player.actor.name.title() not in text_of(one.table):
            await one.press(one.table, "Join")
    more = await others[0].press(host.table, "More")
    await others[0].press(more.message, "Leave")
    await others[0].press(host.table, "Join")
    await host.press(host.table, "Start")
    return onlooker.session


async def played_out(session: Session, people: list[RandomPresser], dice: Random) -> None:
    """Press for the players who are called until the game is over. Now and then someone browses."""
    for turn in range(MAX_TURNS):
        if session.record.status != "playing":
            return
        if turn % 40 == 20:
            await dice.choice(people).browse()
        called = [one for one in people if one.is_called]
        await dice.choice(called or people).take_turn()
    raise AssertionError(f"not over after {MAX_TURNS} turns")


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=[players(game), *[pytest.mark.night] * (game in LONG)]) for game in GAMES],
)
async def test_a_whole_game_is_played_by_pressing_alone(
    guild: SimGuild, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    guild.bot.sessions.new_key = lambda: hashlib.sha256(f"{game}{plan_of(game).deal}".encode()).digest()
    onlooker, people = seated(guild, game)
    await guild.players[0].slash("cards", game=game, rules=plan_of(game).options)
    monkeypatch.delattr(simcord.MemberActor, "slash")

    session = await begun(onlooker, people)
    await played_out(session, people, Random(game))
    over = people[0].table
    made = set(await verbs_of(guild, session))
    await people[-1].open_more(over, "Log")
    await people[-1].press(over, "Rematch")
    again = await begun(onlooker, [people[-1], *people[:-1]])
    await people[0].look()

    assert onlooker.complaints == []
    assert people[0].places["panel"] > 0
    assert people[0].places["dm"] == 0
    assert (people[1].places["dm"] > 0) == FACES[game].has_hands
    assert re.match("## (♛ .+ wins?|♛ .+ share the win!|Nobody wins|A draw)", text_of(over))
    assert labels(over) == ["Rematch", "Replay", "Review", "More"]
    assert made | {rare.verb for rare in RARE if rare.game == game} == {
        verb_of(one) for one in GAMES[game].moves
    }
    assert again.record.options == session.record.options
    assert again.record.status == "playing"


@pytest.mark.parametrize(
    "rare", [pytest.param(rare, marks=players(rare.game), id=f"{rare.game} {rare.verb}") for rare in RARE]
)
async def test_rare_verb_is_pressed_where_possible(guild: SimGuild, rare: Rare) -> None:
    onlooker, people = seated(guild, rare.game)
    options = BY_HAND if rare.game == "craits" else ""
    onlooker.session = session = await started(guild, rare.game, options)
    state = session.game.load({"turn": "A", **rare.position}, len(people), session.options)
    await in_position(guild, session, **session.game.dump(state))

    for letter, *presses in rare.presses:
        one = people["ABC".index(letter)]
        if rare.written:
            *way, last = presses
            await one.follow(*way)
            await one.write(one.page, last, moves=rare.written)
        else:
            await one.follow(*presses)

    assert onlooker.complaints == []
    assert (await verbs_of(guild, session))[-1] == rare.verb
