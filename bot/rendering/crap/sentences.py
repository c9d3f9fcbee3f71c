"""What happens in C.R.A.P., a sentence an event."""

from collections.abc import Mapping
from typing import Final

from bot.engine.events import Event
from bot.games.crap import (
    acquiring,
    challenging,
    clock,
    cooperating,
    dealing,
    departure,
    drawing,
    ending,
    laying,
    leaving,
    protecting,
    recycling,
    scoring,
    turns,
    voting,
)
from bot.rendering import words
from bot.rendering.crap.table import worth
from bot.rendering.face import Sentence
from bot.rendering.scene import Scene

ENDS: Final[Mapping[str, str]] = {
    "threshold": "The goal is passed in a scoring round.",
    "turn-limit": "The last turn is over and the sets are counted.",
    "forfeit": "The others have left.",
    "abandoned": "Nobody has acted for too long.",
}


def _gained(event: scoring.ScoringRound | scoring.FinalCount, scene: Scene) -> str:
    gains = [
        f"{scene.mention(seat)} +{gain} = {event.totals[seat]}"
        for seat, gain in enumerate(event.gained)
        if gain
    ]
    return words.listed(gains) or "nobody has a set"


def _scoring_round(event: scoring.ScoringRound, scene: Scene) -> str:
    back = [
        f"{scene.mention(seat)} takes back {words.number(count, 'protected card')}"
        for seat, count in enumerate(event.unprotected)
        if count
    ]
    returned = f" {words.listed(back)}." if back else ""
    return f"The stock is empty: **scoring round {event.number}**: {_gained(event, scene)}.{returned}"


def _bluff_called(event: acquiring.BluffCalled, scene: Scene) -> str:
    call = f"{scene.mention(event.seat)} calls the bluff:"
    if event.proof is None:
        return f"{call} {scene.mention(event.acquirer)} **was bluffing**."
    return f"{call} {scene.mention(event.acquirer)} shows {words.card(event.proof)}."


def _random_discarded(event: acquiring.RandomDiscarded, scene: Scene) -> str:
    lost = "has no card to lose" if event.card is None else f"loses {words.card(event.card)} at random"
    return f"{scene.mention(event.seat)} {lost}."


def _surrendered(event: acquiring.Surrendered, scene: Scene) -> str:
    one = f"one {words.rank_name(event.rank)}"
    cards = one if event.count == 1 else f"{event.count} {words.ranks_name(event.rank)}"
    return f"{scene.mention(event.seat)} gives {scene.mention(event.acquirer)} {cards}."


def _received(event: acquiring.Received, scene: Scene) -> str:
    cards = words.cards(event.cards)
    if scene.viewer == event.seat:
        return f"{scene.mention(event.giver)} gave you {cards}."
    return f"You gave {scene.mention(event.seat)} {cards}."


def _placed(event: challenging.Placed, scene: Scene) -> str:
    how = " (all there are)" if event.automatic and event.count else ""
    return f"{scene.mention(event.seat)} places {words.number(event.count, 'card')}{how}."


def _set_laid(event: laying.SetLaid, scene: Scene) -> str:
    kind = "a double set" if event.double else "a set"
    across = f" {words.card(event.borrowed)} lies across it as the marker." if event.borrowed else ""
    name = words.ranks_name(event.rank)
    value = worth(event.value, double=event.double)
    laid = f"{kind} of {name} worth {value}: {words.cards(event.cards)}."
    return f"{scene.mention(event.seat)} lays {laid}{across}"


def _start_rolled(event: dealing.StartRolled, scene: Scene) -> str:
    rolls = [f"{scene.mention(seat)} {die}" for seat, die in zip(event.seats, event.dice, strict=True)]
    return f"Roll-off for the start: {', '.join(rolls)}."


def _vote_closed(event: voting.VoteClosed, scene: Scene) -> str:
    said = {True: "yes", False: "no", None: "silent"}
    cast = zip(event.voters, event.votes, strict=True)
    votes = [f"{scene.mention(seat)} {said[vote]}" for seat, vote in cast]
    outcome = "It passes" if event.passed else "It fails"
    return f"{outcome}: {', '.join(votes)}."


def _left(event: departure.PlayerLeft, scene: Scene) -> str:
    why = " after letting too many turns run out" if event.idle else ""
    return f"{scene.mention(event.seat)} has left{why}; discarded: {words.by_rank(event.cards)}."


def _rolled_off(event: recycling.RolledOff, scene: Scene) -> str:
    kept = "the protected cards are lost" if event.lost else "the protected cards stay"
    mine, theirs = event.dice
    who, other = scene.mention(event.seat), scene.mention(event.opponent)
    return f"Roll-off {who} {mine}, {other} {theirs}: {kept}."


def _game_ended(event: ending.GameEnded, scene: Scene) -> str:
    if not event.winners:
        return "The game is over; nobody wins."
    return f"The game is over: {words.players(scene, event.winners)} won."


SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    dealing.HandRolled: lambda e, s: f"{s.mention(e.seat)} rolls {e.dice[0]} + {e.dice[1]}.",
    dealing.Hand: lambda e, _: f"You were dealt {words.cards(e.cards)}.",
    dealing.StartRolled: _start_rolled,
    turns.TurnStarted: lambda _e, _s: "",
    departure.PlayerLeft: _left,
    clock.Skipped: lambda e, s: (
        f"{s.mention(e.seat)}'s turn is skipped ({e.idle} in a row; {e.idle_limit} make a player leave)."
    ),
    leaving.LeaveAnnounced: lambda e, s: f"{s.mention(e.seat)} leaves as soon as this action is done.",
    drawing.Drew: lambda e, s: f"{s.mention(e.seat)} draws {words.number(e.count, 'card')}.",
    drawing.DrewCards: lambda e, _: f"You drew {words.cards(e.cards)}.",
    drawing.DrawsLost: lambda e, s: (
        f"There is nothing left to draw: {s.mention(e.seat)} goes without {words.number(e.count, 'card')}."
    ),
    scoring.ScoringRound: _scoring_round,
    scoring.FinalCount: lambda e, s: f"The last turn is over, the sets are counted: {_gained(e, s)}.",
    scoring.Reshuffled: lambda e, _: f"{words.number(e.count, 'card')} are shuffled into a new stock.",
    laying.SetLaid: _set_laid,
    recycling.RolledOff: _rolled_off,
    recycling.Recycled: lambda e, s: (
        f"{s.mention(e.seat)} recycles {words.cards(e.cards)} and rolls {e.dice[0]} + {e.dice[1]}."
    ),
    acquiring.RankAsked: lambda e, s: f"{s.mention(e.seat)} acquires **{words.ranks_name(e.rank)}**.",
    acquiring.Believed: lambda e, s: f"{s.mention(e.seat)} believes it.",
    acquiring.BluffCalled: _bluff_called,
    acquiring.Surrendered: _surrendered,
    acquiring.Received: _received,
    acquiring.RandomDiscarded: _random_discarded,
    acquiring.NothingFound: lambda e, s: (
        f"Nobody has any: {s.mention(e.seat)} discards {words.card(e.card)}."
    ),
    challenging.Challenged: lambda e, s: (
        f"{s.mention(e.seat)} challenges {s.mention(e.target)} and rolls {e.die}: "
        f"{words.number(e.counts[0], 'card')} against {e.counts[1]}."
    ),
    challenging.Placed: _placed,
    challenging.PlacedCards: lambda e, _: f"You placed {words.cards(e.cards)}.",
    challenging.Guessed: lambda e, s: f"{s.mention(e.seat)} guesses {words.named(e.rank, e.suit)}.",
    challenging.Flipped: lambda e, s: f"{s.mention(e.seat)} had placed {words.cards(e.cards)}.",
    challenging.Rewarded: lambda e, s: f"{s.mention(e.seat)} earns {words.number(e.count, 'card')}.",
    protecting.CardProtected: lambda e, s: f"{s.mention(e.seat)} protects a card ({e.count} now).",
    protecting.ProtectedCard: lambda e, _: f"You protected {words.card(e.card)}.",
    cooperating.Cooperated: lambda e, s: (
        f"{s.mention(e.seat)} and {s.mention(e.target)} cooperate and draw one each."
    ),
    cooperating.HandShown: lambda e, s: f"{s.mention(e.seat)} showed you {words.cards(e.cards)}.",
    voting.VoteCalled: lambda e, s: (
        f"{s.mention(e.seat)} wants {s.mention(e.target)} to recycle: "
        f"{words.number(e.needed, 'yes vote')} needed."
    ),
    voting.Voted: lambda e, s: f"{s.mention(e.seat)} has voted.",
    voting.VoteClosed: _vote_closed,
    ending.GameEnded: _game_ended,
}
