"""C.R.A.P. as the table tells it: an action is one line, from the question to what came of it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from bot.engine.cards import JOKER
from bot.engine.chance import Seat
from bot.engine.events import Event, TimedOut
from bot.games.crap import (
    acquiring,
    challenging,
    clock,
    cooperating,
    dealing,
    departure,
    drawing,
    laying,
    leaving,
    protecting,
    recycling,
    scoring,
    turns,
    voting,
)
from bot.games.crap.cards import points
from bot.rendering import words
from bot.rendering.catalog import message, say, say_as, say_count
from bot.rendering.face import Sentence
from bot.rendering.scene import Scene, Told
from bot.rendering.widths import signed

QUIET: Final = (acquiring.Believed, challenging.Placed, challenging.PlacedCards, voting.Voted)
"""What alone is no news: the status says who has answered."""
MAX_NAMED: Final = 4
"""How many thrown cards are named; of more we give only the number."""


def is_news(past: Told) -> bool:
    """Whether a move has done more than answer a question that is still open."""
    return any(not isinstance(event, (*QUIET, TimedOut)) for event in past.events)


def lines(past: Sequence[Told], scene: Scene) -> list[str]:
    """A line an action, oldest first; the last one may still be a question."""
    told: list[str] = []
    action: list[Event] = []
    for move in past:
        if any(isinstance(event, OPENING) for event in move.events):
            action = list(move.events)
            told.append(_opened(action, scene))
        elif action:
            action += move.events
            if _is_closed(move.events):
                told[-1] = _closed(action, scene)
                told += _others(move.events, scene)
                action = []
            else:
                told[-1] = _opened(action, scene)
        else:
            told += filter(None, [_line(move.events, scene)])
    return told


OPENING: Final = (acquiring.RankAsked, challenging.Challenged, voting.VoteCalled)
CLOSING: Final = (
    acquiring.BluffCalled,
    acquiring.Surrendered,
    acquiring.NothingFound,
    challenging.Flipped,
    voting.VoteClosed,
)
AFTER: Final = (scoring.ScoringRound, scoring.FinalCount, departure.PlayerLeft, drawing.DrawsLost)
"""What has a line of its own, also where it comes with another action."""


def _is_closed(events: Iterable[Event]) -> bool:
    """Whether an action is done with these events: it has come to something, or a turn has begun since."""
    return any(isinstance(event, (*CLOSING, turns.TurnStarted, scoring.FinalCount)) for event in events)


def _opened(action: Sequence[Event], scene: Scene) -> str:
    """How an action began, and what has been guessed since."""
    return _line([event for event in action if isinstance(event, (*OPENING, challenging.Guessed))], scene)


def _closed(action: Sequence[Event], scene: Scene) -> str:
    first = next(event for event in action if isinstance(event, OPENING))
    return CLOSED[type(first)](first, action, scene)


def _others(events: Sequence[Event], scene: Scene) -> list[str]:
    return [LINES[type(event)](event, scene) for event in events if isinstance(event, AFTER)]


def _line(events: Sequence[Event], scene: Scene) -> str:
    """A move that is an action of its own."""
    said = [LINES[type(event)](event, scene) for event in events if type(event) in LINES]
    rolled = [event for event in events if isinstance(event, dealing.HandRolled)]
    if rolled:
        said.insert(0, _dealt(rolled, scene))
    return " ".join(filter(None, said))


def _dealt(rolled: Sequence[dealing.HandRolled], scene: Scene) -> str:
    hands = ", ".join(f"{words.name(scene, one.seat)} {sum(one.dice)}" for one in rolled)
    return say("Dealt: {hands}.", hands=hands)


def _acquired(asked: Any, action: Sequence[Event], scene: Scene) -> str:
    """What came of asking for a rank."""
    facts = {"player": words.name(scene, asked.seat), "ranks": words.ranks_name(asked.rank)}
    gifts = ", ".join(
        say("{number} from {player}", number=one.count, player=words.name(scene, one.seat))
        for one in action
        if isinstance(one, acquiring.Surrendered)
    )
    call = next((one for one in action if isinstance(one, acquiring.BluffCalled)), None)
    if call is not None:
        return _doubted(call, gifts, facts, action, scene)
    found = next((one for one in action if isinstance(one, acquiring.NothingFound)), None)
    if found is not None:
        card = words.card(found.card)
        return say(
            "{player} asks for {ranks}, nobody calls. Nobody has one, so {player} discards {card}.",
            **facts,
            card=card,
        )
    if gifts:
        return say("{player} asks for {ranks}, nobody calls: {cards}.", **facts, cards=gifts)
    return say("{player} asks for {ranks}, nobody calls, nothing comes.", **facts)


def _doubted(
    call: acquiring.BluffCalled, gifts: str, facts: Mapping[str, str], action: Sequence[Event], scene: Scene
) -> str:
    """A call: who was right, and what it cost."""
    lost = next((one for one in action if isinstance(one, acquiring.RandomDiscarded)), None)
    card = words.card(lost.card) if lost is not None and lost.card else ""
    caller = words.name(scene, call.seat)
    if call.proof is None:
        if card:
            return say(
                "{caller} **catches** {player} asking for {ranks}; {player} loses {card}.",
                caller=caller,
                card=card,
                **facts,
            )
        return say(
            "{caller} **catches** {player} asking for {ranks}; {player} has no card to lose.",
            caller=caller,
            **facts,
        )
    told = {"caller": caller, "proof": words.card(call.proof), "card": card, "cards": gifts, **facts}
    if gifts and card:
        return say(
            "{caller} doubts {player}'s {ranks}, {player} shows {proof}; {cards}, {caller} loses {card}.",
            **told,
        )
    if gifts:
        return say("{caller} doubts {player}'s {ranks}, {player} shows {proof}; {cards}.", **told)
    if card:
        return say(
            "{caller} doubts {player}'s {ranks}, {player} shows {proof}; {caller} loses {card}.", **told
        )
    return say("{caller} doubts {player}'s {ranks}, {player} shows {proof}.", **told)


def _challenge(opened: Any, action: Sequence[Event], scene: Scene) -> str:
    """Both guesses, what was hidden, and what it brought."""
    flipped = {one.seat: words.cards(one.cards) for one in action if isinstance(one, challenging.Flipped)}
    rivals = {opened.seat: opened.target, opened.target: opened.seat}
    guesses = [
        say(
            "{player} guesses {ranks}, {suit} ({other} hid {cards})",
            player=words.name(scene, one.seat),
            ranks=words.ranks_name(one.rank),
            suit=words.suit_name(one.suit),
            other=words.name(scene, rivals[one.seat]),
            cards=flipped.get(rivals[one.seat], words.cards(())),
        )
        for one in action
        if isinstance(one, challenging.Guessed)
    ]
    rewards = [
        say("{player} draws {number}", player=words.name(scene, one.seat), number=one.count)
        for one in action
        if isinstance(one, challenging.Rewarded) and one.count
    ]
    facts = {"player": words.name(scene, opened.seat), "other": words.name(scene, opened.target)}
    said = ", ".join(guesses) or say("nobody guesses")
    drawn = ", ".join(rewards) or say("no match")
    return say(
        "{player} challenges {other}: {guesses}. {rewards}.",
        **facts,
        guesses=said,
        rewards=words.first_large(drawn),
    )


def _voted(called: Any, action: Sequence[Event], scene: Scene) -> str:
    """How a vote ended, and what followed."""
    closed = next(one for one in action if isinstance(one, voting.VoteClosed))
    facts = {
        "player": words.name(scene, called.seat),
        "yes": sum(vote is True for vote in closed.votes),
        "no": sum(vote is not True for vote in closed.votes),
    }
    if called.target is None:
        if not closed.passed:
            return say("{player} asks to allow forced recycling: failed, {yes} to {no}.", **facts)
        return say("{player} asks to allow forced recycling: passed, {yes} to {no}.", **facts)
    facts["other"] = words.name(scene, called.target)
    if not closed.passed:
        return say("{player} wants {other} to recycle: failed, {yes} to {no}.", **facts)
    passed = say("{player} wants {other} to recycle: passed, {yes} to {no}.", **facts)
    follows = _line(
        [one for one in action if isinstance(one, recycling.RolledOff | recycling.Recycled)], scene
    )
    return f"{passed} {follows}".strip()


Closed = Callable[[Any, Sequence[Event], Scene], str]
CLOSED: Final[Mapping[type[Event], Closed]] = {
    acquiring.RankAsked: _acquired,
    challenging.Challenged: _challenge,
    voting.VoteCalled: _voted,
}


def _set_laid(event: laying.SetLaid, scene: Scene) -> str:
    jokers = event.cards.count(JOKER)
    facts = {
        "player": words.name(scene, event.seat),
        "ranks": words.ranks_name(event.rank),
        "points": points(laying.laid_set(event)),
        "copies": words.copies(len(event.cards)),
        "other": "" if event.lender is None else words.name(scene, event.lender),
    }
    if jokers:
        return say_count(
            "{player} lays {copies} {ranks}, one of them a joker, {points}.",
            "{player} lays {copies} {ranks}, {number} of them jokers, {points}.",
            jokers,
            **facts,
        )
    if event.borrowed is not None:
        card = words.card(event.borrowed)
        return say("{player} lays {copies} {ranks} with {card} across, {points}.", **facts, card=card)
    return say("{player} lays {copies} {ranks}, {points}.", **facts)


def _challenged(event: challenging.Challenged, scene: Scene) -> str:
    facts = {"player": words.name(scene, event.seat), "other": words.name(scene, event.target)}
    mine, theirs = event.counts
    if mine == theirs:
        return say("{player} challenges {other}: both hide {number}.", **facts, number=mine)
    return say(
        "{player} challenges {other}: {player} hides {mine}, {other} {theirs}.",
        **facts,
        mine=mine,
        theirs=theirs,
    )


def _rolled_off(event: recycling.RolledOff, scene: Scene) -> str:
    mine, theirs = event.dice
    facts = {
        "player": words.name(scene, event.seat),
        "other": words.name(scene, event.opponent),
        "mine": mine,
        "theirs": theirs,
    }
    if event.lost:
        return say("Dice for {player}'s protected cards, {mine} to {other}'s {theirs}: lost.", **facts)
    return say("Dice for {player}'s protected cards, {mine} to {other}'s {theirs}: kept.", **facts)


def _recycled(event: recycling.Recycled, scene: Scene) -> str:
    facts = {"player": words.name(scene, event.seat), "count": len(event.cards), "drawn": sum(event.dice)}
    if not event.cards:
        return say(
            "{player} recycles an empty hand and rolls {dice}.", player=facts["player"], dice=facts["drawn"]
        )
    if len(event.cards) <= MAX_NAMED:
        return say("{player} throws {cards} away and rolls {drawn}.", **facts, cards=words.cards(event.cards))
    return say("{player} throws {count} cards away and rolls {drawn}.", **facts)


def _skipped(event: clock.Skipped, scene: Scene) -> str:
    player = words.name(scene, event.seat)
    if event.idle == event.idle_limit - 1:
        return say("{player} is skipped; once more and {player} is out.", player=player)
    return say_as("out of time", "{player} is skipped.", player=player)


def _scoring_round(event: scoring.ScoringRound, scene: Scene) -> str:
    gains = _gained(event.gained, scene)
    if not gains:
        return say("**Scoring round {number}:** nobody has a set.", number=event.number)
    return say("**Scoring round {number}:** {gains}.", number=event.number, gains=gains)


def _gained(gained: Sequence[int], scene: Scene) -> str:
    best = sorted((seat for seat, gain in enumerate(gained) if gain), key=lambda seat: -gained[seat])
    return ", ".join(f"{words.name(scene, seat)} {signed(gained[seat])}" for seat in best)


def _final_count(event: scoring.FinalCount, scene: Scene) -> str:
    gains = _gained(event.gained, scene)
    if not gains:
        return say("**Last turn played.** Nobody has a set.")
    return say("**Last turn played.** {gains}.", gains=gains)


def _left(event: departure.PlayerLeft, scene: Scene) -> str:
    player = words.name(scene, event.seat)
    if event.idle:
        return say("{player} missed too many turns and is out.", player=player)
    return say_count(
        "{player} leaves; one card to the discard pile.",
        "{player} leaves; {number} cards to the discard pile.",
        len(event.cards),
        player=player,
    )


def _began(event: dealing.StartRolled, scene: Scene) -> str:
    rolls = ", ".join(
        f"{words.name(scene, seat)} {die}" for seat, die in zip(event.seats, event.dice, strict=True)
    )
    return say("Tie for the start: {rolls}.", rolls=rolls)


def _one(text: str) -> Callable[[Any, Scene], str]:
    """A line about one player."""
    return lambda event, scene: say(text, player=words.name(scene, event.seat))


def _name(scene: Scene, seat: Seat) -> str:
    return words.name(scene, seat)


def _vote_called(event: voting.VoteCalled, scene: Scene) -> str:
    facts = {"player": words.name(scene, event.seat), "number": event.needed}
    if event.target is None:
        return say("{player} asks to allow forced recycling: {number} yes needed.", **facts)
    other = words.name(scene, event.target)
    return say("{player} wants {other} to recycle: {number} yes needed.", other=other, **facts)


LINES: Final[Mapping[type[Event], Sentence]] = {
    dealing.StartRolled: _began,
    acquiring.RankAsked: lambda e, s: say(
        "{player} asks for {ranks}.", player=_name(s, e.seat), ranks=words.ranks_name(e.rank)
    ),
    laying.SetLaid: _set_laid,
    challenging.Challenged: _challenged,
    challenging.Guessed: lambda e, s: say(
        "{player} guesses {ranks}, {suit}.",
        player=_name(s, e.seat),
        ranks=words.ranks_name(e.rank),
        suit=words.suit_name(e.suit),
    ),
    protecting.CardProtected: lambda e, s: say(
        "{player} protects a card ({number} now).", player=_name(s, e.seat), number=e.count
    ),
    cooperating.Cooperated: lambda e, s: say(
        "{player} and {other} cooperate; both draw one.", player=_name(s, e.seat), other=_name(s, e.target)
    ),
    recycling.RolledOff: _rolled_off,
    recycling.Recycled: _recycled,
    voting.VoteCalled: _vote_called,
    clock.Skipped: _skipped,
    leaving.LeaveAnnounced: _one(message("{player} leaves when this is done.")),
    departure.PlayerLeft: _left,
    drawing.DrawsLost: lambda e, s: say(
        "No cards left, {player} goes without {number}.", player=_name(s, e.seat), number=e.count
    ),
    scoring.ScoringRound: _scoring_round,
    scoring.FinalCount: _final_count,
}
"""What the table's short log says of an event; what is not here stands in the complete one."""
