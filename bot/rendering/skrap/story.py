"""The story of Skrap: a line for a round's start, each bot, each run of passes, the champion."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from bot.engine.chance import Seat
from bot.engine.events import Event, TimedOut
from bot.games.skrap import (
    battle,
    dealing,
    ending,
    leaving,
    opening,
    scavenging,
    scoring,
    surging,
    throwing,
    turns,
)
from bot.games.skrap.cards import HAND_SIZE, LARGE_HAND_SIZE
from bot.rendering import words
from bot.rendering.catalog import say
from bot.rendering.scene import Scene, SeenMove
from bot.rendering.telling import (
    About,
    By,
    Either,
    Joined,
    Moment,
    Sentence,
    Tell,
    TellCount,
    always,
    counted,
    has,
    silent,
)

QUIET: Final = (
    dealing.Hand,
    surging.SurgePlaced,
    surging.SurgeKept,
    throwing.AskedToThrow,
    throwing.Thrown,
    throwing.ThrowKept,
    opening.Called,
    opening.Unable,
    opening.RoundVoid,
    turns.PassedByRule,
    turns.TurnStarted,
    scavenging.AskedToScavenge,
    scavenging.Scavenged,
    scavenging.NoScavengers,
    ending.GameEnded,
)
"""Events that aren't news. The players' rows show hidden cards, throws and pairs."""
BEGIN: Final = (
    dealing.Dealt,
    throwing.ThrowShown,
    battle.BotPlayed,
    battle.Passed,
    scoring.Champion,
    leaving.PlayerLeft,
)
"""Events that begin a line."""
CONTINUE: Final = (
    surging.SurgeRevealed,
    throwing.AskedToThrow,
    opening.Called,
    opening.Unable,
    opening.Opens,
    opening.RoundVoid,
    turns.PassedByRule,
    scavenging.Scavenged,
    scavenging.NoScavengers,
)
"""Events that continue the line before them."""


def lines(past: Sequence[SeenMove], scene: Scene) -> list[str]:
    """Return the lines of the story, oldest first. Later events may continue the last one."""
    moments: list[Moment] = []
    for move in past:
        timeouts: list[Event] = []
        for event in move.events:
            if isinstance(event, TimedOut):
                timeouts = [event]
            elif isinstance(event, (*BEGIN, *CONTINUE)):
                is_new = not moments or (isinstance(event, BEGIN) and not _continues(moments[-1], event))
                line = Moment(scene.then(move)) if is_new else moments.pop()
                is_mute = isinstance(event, scavenging.NoScavengers)  # it adds no words, so the names stay
                line_scene = line.scene if is_mute else scene.then(move)
                moments.append(Moment(line_scene, (*line.events, *timeouts, event)))
                timeouts = []
    return list(filter(None, map(_line, moments)))


def _continues(line: Moment, event: Event) -> bool:
    """Whether an event continues a line that it could begin: passes in a row share one."""
    return isinstance(event, battle.Passed) and line.has(battle.Passed)


def _line(line: Moment) -> str:
    first = next(event for event in line.events if not isinstance(event, TimedOut))
    return LINE_TEXTS.get(type(first), CONTINUED)(first, line)


def surge_of(called: opening.Called, moment: Moment) -> str:
    """Return the surge card of the called player, if this move turned it up. Else nothing."""
    cards = {
        seat: card
        for one in moment.all(surging.SurgeRevealed)
        for seat, card in zip(one.seats, one.cards, strict=True)
    }
    return words.card(cards[called.seat]) if called.seat in cards else ""


def _unable_seats(_event: Any, moment: Moment) -> Sequence[Seat]:
    """Return the players who can't build this round."""
    return [one.seat for one in moment.all(opening.Unable)]


def _opener_name(_event: Any, moment: Moment) -> str:
    return moment.name(moment.the(opening.Opens).seat)


def _opening_key(_event: Any, moment: Moment) -> str:
    """Return how the first player is found, as a key of `OPENING`."""
    if moment.has(opening.RoundVoid):
        return "void"
    if moment.has(opening.Opens) and moment.has(opening.Unable):
        return "unable"
    if moment.has(opening.Called):
        return "called"
    return "opens" if moment.has(opening.Opens) else "asked"


OPENING: Final = By(
    _opening_key,
    void=Tell("Nobody can build: a new deal."),
    unable=TellCount(
        "{players} can't build this round, so {player} plays first.",
        "{players} can't build this round, so {player} plays first.",
        player=_opener_name,
        **counted(_unable_seats),
    ),
    called=About(
        opening.Called,
        By(
            "by",
            {
                "highest": Either(
                    surge_of,
                    Tell("{player} plays first: {card} is the highest surge card.", card=surge_of),
                    Tell("{player} plays first with the highest surge card."),
                ),
                "lowest": Either(
                    surge_of,
                    Tell("Tie at the top: {player} plays first with the lowest, {card}.", card=surge_of),
                    Tell("Tie at the top: {player} plays first with the lowest surge card."),
                ),
                "throw": Tell("{player} lost the throw and plays first."),
                "chance": Tell("{player} plays first (drawn at random)."),
                "last-contender": Tell("Only {player} is left, and plays first."),
            },
        ),
    ),
    opens=About(opening.Opens, Tell("{player} plays first.")),
    asked=About(throwing.AskedToThrow, Tell("{players} throw for it.")),
)
"""The line about the first player and the reason, or about those who throw. Empty until that's known."""


def _large_hand_seats(event: dealing.Dealt, _moment: Moment) -> Sequence[Seat]:
    """Return the players who got an extra card, by playing scavengers."""
    return [seat for seat, size in enumerate(event.sizes) if size == LARGE_HAND_SIZE]


def _late_seats(_event: Any, moment: Moment) -> Sequence[Seat]:
    """Return the players whose time ran out."""
    return [seat for one in moment.all(TimedOut) for seat in one.seats]


DEALT: Final = Either(
    lambda event, moment: _large_hand_seats(event, moment) and HAND_SIZE in event.sizes,
    Tell(
        "**Round {round}.** {players} {more} cards, the others {fewer}.",
        players=lambda event, moment: moment.names(_large_hand_seats(event, moment)),
        more=always(LARGE_HAND_SIZE),
        fewer=always(HAND_SIZE),
    ),
    Tell("**Round {round}.** {number} cards each.", number=("sizes", max)),
)
"""The line about a deal: how many cards each player got."""
AUTO_SURGE: Final = Either(
    _late_seats,
    Tell(
        "Auto-pick for {players}: the lowest card.",
        players=lambda event, moment: moment.names(_late_seats(event, moment)),
    ),
)
"""The line about players for whom the clock chose a surge card. Empty if there are none."""


def throws(event: throwing.ThrowShown, moment: Moment) -> str:
    """Return everyone's throw: `Ann rock, Ben paper`."""
    return moment.each(zip(event.seats, map(words.shape_name, event.shapes), strict=True))


def _after_loss(_event: throwing.ThrowShown, moment: Moment) -> str:
    """Return what losing a throw led to: `opens`, `again`, or `over` for anything else."""
    called, opens = moment.last(opening.Called), moment.last(opening.Opens)
    if called and opens and called.seat == opens.seat:
        return "opens"
    return "again" if moment.has(throwing.AskedToThrow) else "over"


def _throwers(_event: Any, moment: Moment) -> str:
    return moment.names(moment.the(throwing.AskedToThrow).seats)


SHAPE: Final = ("shapes", lambda shapes: words.shape_name(shapes[0]))
UNDECIDED: Final = By(
    lambda event, _: "shapes" if len(set(event.shapes)) > 1 else len(event.seats) > 2,
    {
        "shapes": Tell("All three shapes: a tie."),
        True: Tell("{players} all throw {shape}: a tie.", shape=SHAPE),
        False: Tell("{players} both throw {shape}: a tie.", shape=SHAPE),
    },
)
THROWN: Final = Either(
    "losers",
    By(
        _after_loss,
        opens=Tell("{throws}: {player} plays first.", throws=throws, player=_opener_name),
        again=Tell("{throws}: {players} throw again.", throws=throws, players=_throwers),
        over=Joined(Tell("{throws}.", throws=throws), OPENING),
    ),
    Joined(UNDECIDED, Either(has(throwing.AskedToThrow), silent, OPENING)),
)
"""The line about a throw: everyone's shape, and the result."""


def has_victim(event: battle.BotPlayed, _moment: Moment) -> bool:
    """Whether a bot has destroyed another one."""
    return event.victim is not None


def _botless_seats(_event: Any, moment: Moment) -> Sequence[Seat]:
    """Return the players passed because they have too few cards. Earlier lines name those who can't build."""
    return [one.seat for one in moment.all(turns.PassedByRule) if one.excuse == "too-few-cards"]


VALUES: Final[Mapping[str, Any]] = {"attack": "weapon_value", "defence": "armour_value"}
BOT: Final = Either(
    has_victim,
    Tell(
        ("{player} destroys {other}'s bot with {weapon} and {armour} ({attack} against {defence})."),
        **{**VALUES, "other": "victim", "defence": "victim_armour"},
    ),
    Either(
        lambda event, moment: event.seat in _late_seats(event, moment),
        Tell(
            "Out of time, {player} builds {weapon} with {armour}: weapon {attack}, armour {defence}.",
            **VALUES,
        ),
        Tell("{player} builds {weapon} with {armour}: weapon {attack}, armour {defence}.", **VALUES),
    ),
)
"""The line about a bot: its values, or the bot that it destroys."""
EXCUSED: Final = Either(
    _botless_seats,
    TellCount("{players} is out of bots.", "{players} are out of bots.", **counted(_botless_seats)),
)


def _passed_seats(_event: Any, moment: Moment, *, late: bool) -> Sequence[Seat]:
    """Return the players who passed in this line: by the clock if `late`, else by hand."""
    late_seats = _late_seats(_event, moment)
    return [one.seat for one in moment.all(battle.Passed) if (one.seat in late_seats) == late]


BY_HAND: Final = partial(_passed_seats, late=False)
BY_CLOCK: Final = partial(_passed_seats, late=True)
PASSES: Final = Either(
    "final",
    Joined(
        Either(
            BY_HAND,
            TellCount(
                "{players} is out of this round.", "{players} are out of this round.", **counted(BY_HAND)
            ),
        ),
        Either(
            BY_CLOCK,
            TellCount(
                "{players} runs out of time and is out of this round.",
                "{players} run out of time and are out of this round.",
                **counted(BY_CLOCK),
            ),
        ),
    ),
    Joined(
        Either(BY_HAND, TellCount("{players} passes.", "{players} pass.", **counted(BY_HAND))),
        Either(
            BY_CLOCK,
            TellCount("{players} passes, out of time.", "{players} pass, out of time.", **counted(BY_CLOCK)),
        ),
    ),
)
"""The line about a run of passes, with a sentence for those by hand and one for those by the clock."""
CHAMPION: Final = Either(
    "heads",
    Either(
        "lost",
        TellCount(
            "{player}'s bot survives, but {player} has left: one head is lost.",
            "{player}'s bot survives, but {player} has left: {number} heads are lost.",
            "heads",
        ),
        TellCount(
            "**{player}'s bot is champion!** One head, total {total}.",
            "**{player}'s bot is champion!** {number} heads, total {total}.",
            "heads",
        ),
    ),
    Tell("**{player}'s bot survives.** No heads."),
)
"""The line about the champion and its heads."""
SCAVENGED: Final = Tell(
    "{player} plays scavengers with {cards}: {number} cards next round.", number=always(LARGE_HAND_SIZE)
)


def _pairs(_event: Any, moment: Moment) -> str:
    """Return the players who played scavengers, with their pairs. Empty if nobody did."""
    events = moment.all(scavenging.Scavenged)
    if len(events) < 2:
        return "".join(SCAVENGED(event, moment) for event in events)
    pairs = moment.each((one.seat, words.cards(one.cards)) for one in events)
    return say("Scavengers: {pairs}. {number} cards next round.", pairs=pairs, number=LARGE_HAND_SIZE)


LEAVING: Final = Either(
    "count",
    TellCount(
        "{player} leaves, and a card is set aside.", "{player} leaves, and {number} cards are set aside."
    ),
    Tell("{player} leaves."),
)
CONTINUED: Final = Joined(OPENING, EXCUSED, _pairs)
"""The words that continue a line, or begin it if the event that began it isn't known."""
LINE_TEXTS: Final[Mapping[type[Event], Sentence]] = {
    dealing.Dealt: Either(
        OPENING, Joined(Tell("**Round {number}.**", number="round"), AUTO_SURGE, OPENING), DEALT
    ),
    throwing.ThrowShown: THROWN,
    battle.BotPlayed: Joined(BOT, EXCUSED),
    battle.Passed: Joined(PASSES, EXCUSED),
    scoring.Champion: Joined(CHAMPION, CONTINUED),
    leaving.PlayerLeft: Joined(LEAVING, CONTINUED),
}
"""The words of a line, by the event that begins it."""
LINES: Final[Mapping[type[Event], Sentence]] = {
    dealing.Dealt: DEALT,
    battle.BotPlayed: BOT,
    scoring.Champion: CHAMPION,
    scavenging.Scavenged: SCAVENGED,
    leaving.PlayerLeft: LEAVING,
}
"""Sentences about events, which the complete log also uses."""


def surge_cards(event: surging.SurgeRevealed, moment: Moment) -> str:
    """Return the surge cards: `Ann K♦, Ben 7♥`."""
    return moment.each(zip(event.seats, map(words.card, event.cards), strict=True))
