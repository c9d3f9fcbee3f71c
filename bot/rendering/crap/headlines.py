"""The large words of a C.R.A.P. picture: the newest event, and the present question."""

from collections.abc import Mapping
from typing import Any, Final

from bot.games.crap.acquiring import BluffCalled, NothingFound, RandomDiscarded, RankAsked, Surrendered
from bot.games.crap.challenging import Challenged, Rewarded
from bot.games.crap.clock import Skipped
from bot.games.crap.cooperating import Cooperated
from bot.games.crap.dealing import HandRolled
from bot.games.crap.departure import PlayerLeft
from bot.games.crap.laying import SetLaid
from bot.games.crap.protecting import CardProtected
from bot.games.crap.recycling import Recycled
from bot.games.crap.scoring import FinalCount, ScoringRound
from bot.games.crap.state import Acquisition, Ballot, Duel
from bot.games.crap.voting import VoteCalled, VoteClosed
from bot.rendering import plates, words
from bot.rendering.catalog import say
from bot.rendering.crap import story
from bot.rendering.crap.hands import view_of
from bot.rendering.scene import Scene
from bot.rendering.telling import By, Either, Moment, Tell, TellAs, TellCount, varied
from bot.rendering.widths import number

MANY_MATCHES: Final = 4
"""How many matches of a guess are worth a cheer."""


def headline(scene: Scene) -> str:
    """Return the newest event worth a headline. At the end, return the result."""
    return plates.headline(scene, HEADLINES, _under_way)


def _under_way(scene: Scene) -> str:
    """The action that waits for answers, where nothing is known of what has happened."""
    view = view_of(scene)
    player = plates.short_name(scene, view.turn)
    match view.pending:
        case Acquisition(rank=rank):
            return say("{player}: “Acquire {ranks}!”", player=player, ranks=words.ranks_name(rank))
        case Ballot(target=None):
            return say("Allow forced recycling?")
        case Ballot(target=int(target)):
            return say("Must {player} recycle?", player=plates.short_name(scene, target))
        case Duel(target=target):
            return say("{player} challenges {other}", player=player, other=plates.short_name(scene, target))
    return say("The cards are dealt")


def given(_event: Surrendered, moment: Moment) -> int:
    """Return how many cards all have given."""
    return sum(one.count for one in moment.all(Surrendered))


def _rewards(_event: Rewarded, moment: Moment) -> str:
    """Return how many cards each of the two draws."""
    return moment.each((one.seat, one.count) for one in moment.all(Rewarded) if one.count)


def _best(event: ScoringRound, _moment: Moment) -> int:
    return max(event.gained, default=0)


def _matches(_event: Rewarded, moment: Moment) -> str:
    most = max(one.count for one in moment.all(Rewarded))
    return "many" if most >= MANY_MATCHES else "some" if most else "none"


BEST: Final[Mapping[str, Any]] = {
    "player": lambda event, moment: moment.name(event.gained.index(_best(event, moment))),
    "points": lambda event, moment: number(_best(event, moment)),
}
HEADLINES: Final[plates.Headlines] = (
    (
        ScoringRound,
        Either(
            _best,
            varied(
                Tell("Round {number}: {player} +{points}", **BEST),
                Tell("Payday! {player} +{points}", **BEST),
                Tell("The points are in: {player} +{points}", **BEST),
            ),
            Tell("Round {number}: no sets"),
        ),
    ),
    (FinalCount, Tell("Final count")),
    (
        SetLaid,
        Either(
            lambda event, _: event.rank in ("K", "A"),
            varied(
                Tell("{player} scores {copies} {ranks}!", **story.SET),
                Tell("{player} flaunts {copies} {ranks}!", **story.SET),
                Tell("Make way for {player}'s {copies} {ranks}!", **story.SET),
            ),
            Tell("{player} scores {copies} {ranks}", **story.SET),
        ),
    ),
    (
        BluffCalled,
        Either(
            "proof",
            varied(
                Tell("{other} was telling the truth!", other="acquirer"),
                Tell("No bluff: {other} had it!", other="acquirer"),
                Tell("{other} wasn't bluffing!", other="acquirer"),
            ),
            varied(
                Tell("{player} catches {other}!", other="acquirer"),
                Tell("Busted, {other}!", other="acquirer"),
                Tell("{other} was bluffing!", other="acquirer"),
            ),
        ),
    ),
    (NothingFound, Tell("Nobody has one. Discard: {card}")),
    (
        Surrendered,
        Either(
            given,
            TellCount("{player} gets a card", "{player} gets {number} cards", given, player="acquirer"),
            Tell("Nothing for {player}", player="acquirer"),
        ),
    ),
    (
        VoteClosed,
        Either(
            story.has_target,
            Either(
                "passed",
                Tell("Voted: {player} recycles", player="target"),
                Tell("{player} keeps the hand", player="target"),
            ),
            Either("passed", Tell("Forced recycling is on"), Tell("Forced recycling stays off")),
        ),
    ),
    (Recycled, Tell("{player}: “Recycle!”")),
    (
        Rewarded,
        By(
            _matches,
            {
                "many": varied(
                    Tell("What a guess! {rewards}", rewards=_rewards),
                    Tell("Mind reader! {rewards}", rewards=_rewards),
                    Tell("Spot on! {rewards}", rewards=_rewards),
                ),
                "some": Tell("{rewards} in the challenge", rewards=_rewards),
                "none": Tell("No matches in the challenge"),
            },
        ),
    ),
    (Cooperated, Tell("{player} and {other} cooperate")),
    (CardProtected, Tell("{player} protects a card")),
    (RankAsked, Tell("{player}: “Acquire {ranks}!”")),
    (Challenged, Tell("{player} challenges {other}")),
    (
        VoteCalled,
        Either(
            story.has_target,
            Tell("Must {player} recycle?", player="target"),
            Tell("Allow forced recycling?"),
        ),
    ),
    (PlayerLeft, Tell("{player} leaves")),
    (Skipped, TellAs("out of time", "{player} is skipped")),
    (RandomDiscarded, Tell("{player} loses a card")),
    (HandRolled, Tell("The cards are dealt")),
)
