"""What the picture of a C.R.A.P. table says in large: the newest event, and what is asked now."""

from typing import Final

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
from bot.rendering.telling import Either, Moment, Tell, TellAs, TellCount
from bot.rendering.widths import number


def headline(scene: Scene) -> str:
    """The newest event that is worth a headline; how the game ended when it is over."""
    return plates.headline(scene, HEADLINES, _under_way)


def _under_way(scene: Scene) -> str:
    """The action that waits for answers, where nothing is known of what has happened."""
    view = view_of(scene)
    player = plates.short_name(scene, view.turn)
    match view.pending:
        case Acquisition(rank=rank):
            return say("{player} asks for {ranks}", player=player, ranks=words.ranks_name(rank))
        case Ballot(target=None):
            return say("Allow forced recycling?")
        case Ballot(target=int(target)):
            return say("Is {player} to recycle?", player=plates.short_name(scene, target))
        case Duel(target=target):
            return say("{player} challenges {other}", player=player, other=plates.short_name(scene, target))
    return say("The cards are dealt")


def _given(_event: Surrendered, moment: Moment) -> int:
    """Return how many cards all have given."""
    return sum(one.count for one in moment.all(Surrendered))


def _rewards(_event: Rewarded, moment: Moment) -> str:
    """Return how many cards each of the two draws."""
    return moment.each((one.seat, one.count) for one in moment.all(Rewarded) if one.count)


def _best(event: ScoringRound, _moment: Moment) -> int:
    return max(event.gained, default=0)


HEADLINES: Final[plates.Headlines] = (
    (
        ScoringRound,
        Either(
            _best,
            Tell(
                "Round {number}: {player} +{points}",
                player=lambda event, moment: moment.name(event.gained.index(_best(event, moment))),
                points=lambda event, moment: number(_best(event, moment)),
            ),
            Tell("Round {number}: no sets"),
        ),
    ),
    (FinalCount, Tell("The last count")),
    (SetLaid, Tell("{player} lays {copies} {ranks}", **story.SET)),
    (
        BluffCalled,
        Either(
            "proof",
            Tell("{player} is wrong about {other}", other="acquirer"),
            Tell("{player} catches {other}", other="acquirer"),
        ),
    ),
    (NothingFound, Tell("Nobody has one: {card} goes")),
    (
        Surrendered,
        Either(
            _given,
            TellCount("{player} gets a card", "{player} gets {number} cards", _given, player="acquirer"),
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
                Tell("{player} need not recycle", player="target"),
            ),
            Either("passed", Tell("Forced recycling is on"), Tell("Forced recycling stays off")),
        ),
    ),
    (Recycled, Tell("{player} recycles")),
    (
        Rewarded,
        Either(
            _rewards, Tell("{rewards} in the challenge", rewards=_rewards), Tell("No match in the challenge")
        ),
    ),
    (Cooperated, Tell("{player} and {other} cooperate")),
    (CardProtected, Tell("{player} protects a card")),
    (RankAsked, Tell("{player} asks for {ranks}")),
    (Challenged, Tell("{player} challenges {other}")),
    (
        VoteCalled,
        Either(
            story.has_target,
            Tell("Is {player} to recycle?", player="target"),
            Tell("Allow forced recycling?"),
        ),
    ),
    (PlayerLeft, Tell("{player} leaves")),
    (Skipped, TellAs("out of time", "{player} is skipped")),
    (RandomDiscarded, Tell("{player} loses a card")),
    (HandRolled, Tell("The cards are dealt")),
)
