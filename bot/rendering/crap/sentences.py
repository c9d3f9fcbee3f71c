"""What happens in C.R.A.P., a sentence an event."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from bot.engine.events import Event
from bot.games.crap import (
    absence,
    acquire,
    challenge,
    cooperate,
    drawing,
    force_recycle,
    protect,
    recycle,
    score,
    setup,
    turn,
)
from bot.games.crap.state import GameOver
from bot.rendering import words
from bot.rendering.scene import Scene

Sentence = Callable[[Any, Scene], str]


def _gained(event: Any, scene: Scene) -> str:
    gains = [
        f"{scene.mention(seat)} +{gain} = {event.totals[seat]}"
        for seat, gain in enumerate(event.gained)
        if gain
    ]
    return words.listed(gains) or "nobody has a set"


def _scoring_round(event: drawing.ScoringRound, scene: Scene) -> str:
    back = [
        f"{scene.mention(seat)} takes back {words.number(count, 'protected card')}"
        for seat, count in enumerate(event.unprotected)
        if count
    ]
    returned = f" {words.listed(back)}." if back else ""
    return f"The stock is empty: **scoring round {event.number}**: {_gained(event, scene)}.{returned}"


def _timed_out(event: absence.TimedOut, scene: Scene) -> str:
    return f"Time is up for {words.players(scene, event.seats)}."


def _bluff_called(event: acquire.BluffCalled, scene: Scene) -> str:
    call = f"{scene.mention(event.seat)} calls the bluff:"
    if event.proof is None:
        return f"{call} {scene.mention(event.acquirer)} **was bluffing**."
    return f"{call} {scene.mention(event.acquirer)} shows {words.card(event.proof)}."


def _random_discarded(event: acquire.RandomDiscarded, scene: Scene) -> str:
    lost = "has no card to lose" if event.card is None else f"loses {words.card(event.card)} at random"
    return f"{scene.mention(event.seat)} {lost}."


def _surrendered(event: acquire.Surrendered, scene: Scene) -> str:
    one = f"one {words.rank_name(event.rank)}"
    cards = one if event.count == 1 else f"{event.count} {words.ranks_name(event.rank)}"
    return f"{scene.mention(event.seat)} gives {scene.mention(event.acquirer)} {cards}."


def _received(event: acquire.Received, scene: Scene) -> str:
    cards = words.cards(event.cards)
    if scene.viewer == event.seat:
        return f"{scene.mention(event.giver)} gave you {cards}."
    return f"You gave {scene.mention(event.seat)} {cards}."


def _placed(event: challenge.Placed, scene: Scene) -> str:
    how = " (all there are)" if event.automatic and event.count else ""
    return f"{scene.mention(event.seat)} places {words.number(event.count, 'card')}{how}."


def _set_laid(event: score.SetLaid, scene: Scene) -> str:
    kind = "a double set" if event.double else "a set"
    worth = f"2 × {event.value}" if event.double else str(event.value)
    across = f" {words.card(event.borrowed)} lies across it as the marker." if event.borrowed else ""
    name = words.ranks_name(event.rank)
    laid = f"{kind} of {name} worth {worth}: {words.cards(event.cards)}."
    return f"{scene.mention(event.seat)} lays {laid}{across}"


def _start_rolled(event: setup.StartRolled, scene: Scene) -> str:
    rolls = [f"{scene.mention(seat)} {die}" for seat, die in zip(event.seats, event.dice, strict=True)]
    return f"Roll-off for the start: {', '.join(rolls)}."


def _vote_closed(event: force_recycle.VoteClosed, scene: Scene) -> str:
    said = {True: "yes", False: "no", None: "silent"}
    cast = zip(event.voters, event.votes, strict=True)
    votes = [f"{scene.mention(seat)} {said[vote]}" for seat, vote in cast]
    outcome = "It passes" if event.passed else "It fails"
    return f"{outcome}: {', '.join(votes)}."


def _left(event: turn.PlayerLeft, scene: Scene) -> str:
    why = " after letting too many turns run out" if event.idle else ""
    return f"{scene.mention(event.seat)} has left{why}; discarded: {words.by_rank(event.cards)}."


def _rolled_off(event: recycle.RolledOff, scene: Scene) -> str:
    kept = "the protected cards are lost" if event.lost else "the protected cards stay"
    mine, theirs = event.dice
    who, other = scene.mention(event.seat), scene.mention(event.opponent)
    return f"Roll-off {who} {mine}, {other} {theirs}: {kept}."


def _over(event: GameOver, scene: Scene) -> str:
    if not event.winners:
        return "The game is over; nobody wins."
    return f"The game is over: {words.players(scene, event.winners)} won."


SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    setup.HandRolled: lambda e, s: f"{s.mention(e.seat)} rolls {e.dice[0]} + {e.dice[1]}.",
    setup.HandDealt: lambda e, _: f"You were dealt {words.cards(e.cards)}.",
    setup.StartRolled: _start_rolled,
    turn.TurnBegan: lambda _e, _s: "",
    turn.PlayerLeft: _left,
    absence.TimedOut: _timed_out,
    absence.Skipped: lambda e, s: (
        f"{s.mention(e.seat)}'s turn is skipped ({e.idle} in a row; {e.idle_limit} make a player leave)."
    ),
    absence.LeaveAnnounced: lambda e, s: f"{s.mention(e.seat)} leaves as soon as this action is done.",
    drawing.Drew: lambda e, s: f"{s.mention(e.seat)} draws {words.number(e.count, 'card')}.",
    drawing.DrewCards: lambda e, _: f"You drew {words.cards(e.cards)}.",
    drawing.DrawsLost: lambda e, s: (
        f"There is nothing left to draw: {s.mention(e.seat)} goes without {words.number(e.count, 'card')}."
    ),
    drawing.ScoringRound: _scoring_round,
    drawing.FinalCount: lambda e, s: f"The last turn is over, the sets are counted: {_gained(e, s)}.",
    drawing.Reshuffled: lambda e, _: f"{words.number(e.count, 'card')} are shuffled into a new stock.",
    score.SetLaid: _set_laid,
    recycle.RolledOff: _rolled_off,
    recycle.Recycled: lambda e, s: (
        f"{s.mention(e.seat)} recycles {words.cards(e.cards)} and rolls {e.dice[0]} + {e.dice[1]}."
    ),
    acquire.RankAsked: lambda e, s: f"{s.mention(e.seat)} acquires **{words.ranks_name(e.rank)}**.",
    acquire.Believed: lambda e, s: f"{s.mention(e.seat)} believes it.",
    acquire.BluffCalled: _bluff_called,
    acquire.Surrendered: _surrendered,
    acquire.Received: _received,
    acquire.RandomDiscarded: _random_discarded,
    acquire.NothingFound: lambda e, s: f"Nobody has any: {s.mention(e.seat)} discards {words.card(e.card)}.",
    challenge.Challenged: lambda e, s: (
        f"{s.mention(e.seat)} challenges {s.mention(e.target)} and rolls {e.die}: "
        f"{words.number(e.counts[0], 'card')} against {e.counts[1]}."
    ),
    challenge.Placed: _placed,
    challenge.PlacedCards: lambda e, _: f"You placed {words.cards(e.cards)}.",
    challenge.Guessed: lambda e, s: f"{s.mention(e.seat)} guesses {words.named(e.rank, e.suit)}.",
    challenge.Flipped: lambda e, s: f"{s.mention(e.seat)} had placed {words.cards(e.cards)}.",
    challenge.Rewarded: lambda e, s: f"{s.mention(e.seat)} earns {words.number(e.count, 'card')}.",
    protect.CardProtected: lambda e, s: f"{s.mention(e.seat)} protects a card ({e.count} now).",
    protect.ProtectedCard: lambda e, _: f"You protected {words.card(e.card)}.",
    cooperate.Cooperated: lambda e, s: (
        f"{s.mention(e.seat)} and {s.mention(e.target)} cooperate and draw one each."
    ),
    cooperate.HandShown: lambda e, s: f"{s.mention(e.seat)} showed you {words.cards(e.cards)}.",
    force_recycle.VoteCalled: lambda e, s: (
        f"{s.mention(e.seat)} wants {s.mention(e.target)} to recycle: "
        f"{words.number(e.needed, 'yes vote')} needed."
    ),
    force_recycle.Voted: lambda e, s: f"{s.mention(e.seat)} has voted.",
    force_recycle.VoteClosed: _vote_closed,
    GameOver: _over,
}
