"""What the picture of a C.R.A.P. table says in large: the newest event, and what is asked now."""

from collections.abc import Sequence
from typing import Final

from bot.engine.events import Event
from bot.games.crap.acquiring import BluffCalled, NothingFound, RandomDiscarded, RankAsked, Surrendered
from bot.games.crap.cards import points
from bot.games.crap.challenging import Challenged, Rewarded
from bot.games.crap.clock import Skipped
from bot.games.crap.cooperating import Cooperated
from bot.games.crap.dealing import HandRolled
from bot.games.crap.departure import PlayerLeft
from bot.games.crap.laying import SetLaid, laid_set
from bot.games.crap.protecting import CardProtected
from bot.games.crap.recycling import Recycled
from bot.games.crap.scoring import FinalCount, ScoringRound
from bot.games.crap.state import Acquisition, Ballot, Duel
from bot.games.crap.voting import VoteCalled, VoteClosed
from bot.rendering import plates, words
from bot.rendering.catalog import say, say_as, say_count
from bot.rendering.crap.asking import PHASES
from bot.rendering.crap.table import view_of
from bot.rendering.face import worded
from bot.rendering.scene import Scene
from bot.rendering.widths import number


def headline(scene: Scene) -> str:
    """The newest event that is worth a headline; how the game ended when it is over."""
    return plates.headline(scene, HEADLINES, _under_way)


def line(scene: Scene) -> str:
    """What is asked now; the players are named elsewhere."""
    over = plates.ending(scene)
    return over[1] if over else worded(PHASES[scene.phase].stage, scene)


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


def _asked(event: RankAsked, _all: Sequence[Event], scene: Scene) -> str:
    name = plates.short_name(scene, event.seat)
    return say("{player} asks for {ranks}", player=name, ranks=words.ranks_name(event.rank))


def _called(event: BluffCalled, _all: Sequence[Event], scene: Scene) -> str:
    caller, asker = plates.short_name(scene, event.seat), plates.short_name(scene, event.acquirer)
    if event.proof is None:
        return say("{player} catches {other}", player=caller, other=asker)
    return say("{player} is wrong about {other}", player=caller, other=asker)


def _surrendered(event: Surrendered, events: Sequence[Event], scene: Scene) -> str:
    given = sum(one.count for one in events if isinstance(one, Surrendered))
    asker = plates.short_name(scene, event.acquirer)
    if not given:
        return say("Nothing for {player}", player=asker)
    return say_count("{player} gets a card", "{player} gets {number} cards", given, player=asker)


def _found_nothing(event: NothingFound, _all: Sequence[Event], _scene: Scene) -> str:
    return say("Nobody has one: {card} goes", card=words.card(event.card))


def _laid(event: SetLaid, _all: Sequence[Event], scene: Scene) -> str:
    return say(
        "{player} lays {copies} {ranks}, {points}",
        player=plates.short_name(scene, event.seat),
        copies=words.copies(len(event.cards)),
        ranks=words.ranks_name(event.rank),
        points=points(laid_set(event)),
    )


def _rewarded(_event: Rewarded, events: Sequence[Event], scene: Scene) -> str:
    won = [one for one in events if isinstance(one, Rewarded)]
    earned = [f"{plates.short_name(scene, one.seat)} {one.count}" for one in won if one.count]
    if not earned:
        return say("No match in the challenge")
    return say("{rewards} in the challenge", rewards=", ".join(earned))


def _scored(event: ScoringRound, _all: Sequence[Event], scene: Scene) -> str:
    best = max(event.gained, default=0)
    if not best:
        return say("Round {number}: no sets", number=event.number)
    winner = plates.short_name(scene, event.gained.index(best))
    return say("Round {number}: {player} +{points}", number=event.number, player=winner, points=number(best))


def _vote_closed(event: VoteClosed, _all: Sequence[Event], scene: Scene) -> str:
    if event.target is None:
        return say("Forced recycling is on") if event.passed else say("Forced recycling stays off")
    target = plates.short_name(scene, event.target)
    if event.passed:
        return say("Voted: {player} recycles", player=target)
    return say("{player} need not recycle", player=target)


def _vote_called(event: VoteCalled, _all: Sequence[Event], scene: Scene) -> str:
    if event.target is None:
        return say("Allow forced recycling?")
    return say("Is {player} to recycle?", player=plates.short_name(scene, event.target))


def _pair(event: Challenged | Cooperated, scene: Scene) -> dict[str, str]:
    seats = {"player": event.seat, "other": event.target}
    return {fact: plates.short_name(scene, seat) for fact, seat in seats.items()}


HEADLINES: Final[plates.Headlines] = (
    (ScoringRound, _scored),
    (FinalCount, lambda _e, _a, _s: say("The last count")),
    (SetLaid, _laid),
    (BluffCalled, _called),
    (NothingFound, _found_nothing),
    (Surrendered, _surrendered),
    (VoteClosed, _vote_closed),
    (Recycled, lambda e, _a, s: say("{player} recycles", player=plates.short_name(s, e.seat))),
    (Rewarded, _rewarded),
    (Cooperated, lambda e, _a, s: say("{player} and {other} cooperate", **_pair(e, s))),
    (CardProtected, lambda e, _a, s: say("{player} protects a card", player=plates.short_name(s, e.seat))),
    (RankAsked, _asked),
    (Challenged, lambda e, _a, s: say("{player} challenges {other}", **_pair(e, s))),
    (VoteCalled, _vote_called),
    (PlayerLeft, lambda e, _a, s: say("{player} leaves", player=plates.short_name(s, e.seat))),
    (
        Skipped,
        lambda e, _a, s: say_as("out of time", "{player} is skipped", player=plates.short_name(s, e.seat)),
    ),
    (
        RandomDiscarded,
        lambda e, _a, s: say("{player} loses a card", player=plates.short_name(s, e.seat)),
    ),
    (HandRolled, lambda _e, _a, _s: say("The cards are dealt")),
)
