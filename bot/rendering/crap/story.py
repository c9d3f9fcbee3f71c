"""The story of C.R.A.P.: one line for each action, from its question to its outcome."""

from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any, Final

from bot.engine.cards import JOKER, RANK_OF
from bot.engine.chance import Seat
from bot.engine.events import Event
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
from bot.rendering.catalog import say, say_as
from bot.rendering.numbers import signed
from bot.rendering.scene import Scene, SeenMove
from bot.rendering.telling import By, Either, Joined, Moment, Sentence, Tell, TellCount, has, joined, phrases

QUIET: Final = (acquiring.Believed, challenging.Placed, challenging.PlacedCards, voting.Voted)
"""Events that aren't news on their own: the rows show who has answered."""
PRELUDES: Final = (recycling.RolledOff,)
"""Events before the one that tells a move: the roll for protected cards precedes the recycling."""
MAX_NAMED: Final = 4
"""The most recycled cards that a line names. It only counts more than that."""


def lines(past: Sequence[SeenMove], scene: Scene) -> list[str]:
    """Return one line for each action, oldest first. The last action may still be under way."""
    texts: list[str] = []
    action: list[Event] = []
    for move in past:
        then = scene.as_of(move)
        if any(isinstance(event, OPENING) for event in move.events):
            action = list(move.events)
            texts.append(_open_line(action, then))
        elif action:
            action += move.events
            if _is_closed(move.events):
                texts[-1] = _closed_line(Moment(then, action))
                texts += [
                    LINES[type(event)](event, Moment(then))
                    for event in move.events
                    if isinstance(event, SEPARATE)
                ]
                action = []
            elif any(isinstance(event, challenging.Guessed) for event in move.events):
                texts[-1] = _open_line(action, then)
        else:
            texts += filter(None, [_line(move.events, then)])
    return texts


OPENING: Final = (acquiring.RankAsked, challenging.Challenged, voting.VoteCalled)
CLOSING: Final = (
    acquiring.BluffCalled,
    acquiring.Surrendered,
    acquiring.NothingFound,
    challenging.Flipped,
    voting.VoteClosed,
)
SEPARATE: Final = (scoring.ScoringRound, scoring.FinalCount, departure.PlayerLeft, drawing.DrawsLost)
"""Events that get a line of their own even within another action."""


def _is_closed(events: Iterable[Event]) -> bool:
    """Whether these events end an action: its outcome, a new turn or the final count is among them."""
    return any(isinstance(event, (*CLOSING, turns.TurnStarted, scoring.FinalCount)) for event in events)


def _open_line(action: Sequence[Event], scene: Scene) -> str:
    """Return the line about an action under way: its question, and the guesses made so far."""
    return _line([event for event in action if isinstance(event, (*OPENING, challenging.Guessed))], scene)


def _closed_line(action: Moment) -> str:
    first = next(event for event in action.events if isinstance(event, OPENING))
    return CLOSED[type(first)](first, action)


def _line(events: Sequence[Event], scene: Scene) -> str:
    """Return the line about these events. The hand sizes that players rolled come first."""
    moment = Moment(scene, events)
    rolled = moment.each((one.seat, sum(one.dice)) for one in moment.all(dealing.HandRolled))
    dealt = say("Dealt: {hands}.", hands=rolled) if rolled else ""
    return joined(dealt, *phrases(LINES, moment))


GIFT: Final = Tell("{number} from {player}")


def _gifts(_event: Any, action: Moment) -> str:
    return ", ".join(GIFT(one, action) for one in action.all(acquiring.Surrendered))


def _belief_result(_event: Any, action: Moment) -> str:
    """Return the result of asking for a rank when nobody calls."""
    if action.has(acquiring.NothingFound):
        return "none"
    return "some" if _gifts(_event, action) else "nothing"


def _loss(_event: Any, action: Moment) -> str:
    """Return the card that a caught bluffer or a wrong caller has lost, if they had one."""
    lost = action.first(acquiring.RandomDiscarded)
    return words.one_card(lost.card) if lost is not None and lost.card else ""


def _call_result(_event: Any, action: Moment) -> tuple[bool, bool, bool]:
    """Return whether the asker showed a card, whether they got any, and whether the loser lost one."""
    is_proven = action.the(acquiring.BluffCalled).proof is not None
    return is_proven, is_proven and bool(_gifts(_event, action)), bool(_loss(_event, action))


CALL: Final[Mapping[str, Any]] = {
    "caller": lambda _, action: action.name(action.the(acquiring.BluffCalled).seat),
    "card": _loss,
}
PROOF: Final[Mapping[str, Any]] = {
    **CALL,
    "proof": lambda _, action: words.card(action.the(acquiring.BluffCalled).proof),
    "cards": _gifts,
}
CALLED: Final = By(
    _call_result,
    {
        (False, False, True): Tell(
            "{caller} calls the bluff. **Busted:** {player} had no {ranks} and loses {card}.", **CALL
        ),
        (False, False, False): Tell(
            "{caller} calls the bluff. **Busted:** {player} had no {ranks}, and no card to lose.", **CALL
        ),
        (True, True, True): Tell(
            (
                "{caller} calls {player}'s {ranks}, but {player} shows {proof}: {cards}. {caller} "
                "loses {card}."
            ),
            **PROOF,
        ),
        (True, True, False): Tell(
            "{caller} calls {player}'s {ranks}, but {player} shows {proof}: {cards}.", **PROOF
        ),
        (True, False, True): Tell(
            ("{caller} calls {player}'s {ranks}, but {player} shows {proof}. {caller} loses {card}."), **PROOF
        ),
        (True, False, False): Tell("{caller} calls {player}'s {ranks}, but {player} shows {proof}.", **PROOF),
    },
)
"""The line about an acquire that was called: the bluff or the proof, and what the call cost."""
BELIEVED: Final = By(
    _belief_result,
    none=Tell(
        "{player}: “Acquire {ranks}!” Nobody calls, and nobody has one. {player} discards {card}.",
        card=lambda _, action: words.card(action.the(acquiring.NothingFound).card),
    ),
    some=Tell("{player}: “Acquire {ranks}!” Nobody calls: {cards}.", cards=_gifts),
    nothing=Tell("{player}: “Acquire {ranks}!” Nobody calls, and nobody has one."),
)


def _rival(guessed: challenging.Guessed, action: Moment) -> Seat:
    """Return the player whose cards a guess is about."""
    opened = action.the(challenging.Challenged)
    return opened.target if guessed.seat == opened.seat else opened.seat


def _placed_cards(guessed: challenging.Guessed, action: Moment) -> str:
    """Return the placed cards that a guess was about."""
    rival = _rival(guessed, action)
    flipped = (one.cards for one in action.all(challenging.Flipped) if one.seat == rival)
    return words.cards(next(flipped, ()))


GUESS: Final = Tell(
    "{player} guesses {ranks}, {suit} ({other} placed {cards})",
    other=lambda guessed, action: action.name(_rival(guessed, action)),
    cards=_placed_cards,
)


def _guesses(_event: challenging.Challenged, action: Moment) -> str:
    """Return the guesses of a challenge, each with the cards it was about."""
    guesses = [GUESS(one, action) for one in action.all(challenging.Guessed)]
    return ", ".join(guesses) or say("nobody guesses")


DRAWS: Final = Tell("{player} draws {number}")


def _rewards(_event: Any, action: Moment) -> str:
    drawn = [DRAWS(one, action) for one in action.all(challenging.Rewarded) if one.count]
    return words.capitalised(", ".join(drawn) or say("no match"))


def _forced_recycling(_event: Any, action: Moment) -> str:
    """Return the recycling that a vote forced, with the roll for protected cards."""
    forced = [one for one in action.events if isinstance(one, recycling.RolledOff | recycling.Recycled)]
    return _line(forced, action.scene)


VOTES: Final[Mapping[str, Any]] = {
    "yes": ("votes", lambda votes: sum(vote is True for vote in votes)),
    "no": ("votes", lambda votes: sum(vote is not True for vote in votes)),
}
VOTE_COUNTS: Final[Mapping[str, Any]] = {
    name: lambda _, action, votes=votes: votes(action.the(voting.VoteClosed).votes)
    for name, (_, votes) in VOTES.items()
}


def _vote_result(called: voting.VoteCalled, action: Moment) -> tuple[bool, bool]:
    """Return whether a vote is about a player, and whether it has passed."""
    return called.target is not None, action.the(voting.VoteClosed).passed


CLOSED: Final[Mapping[type[Event], Sentence]] = {
    acquiring.RankAsked: Either(has(acquiring.BluffCalled), CALLED, BELIEVED),
    challenging.Challenged: Tell(
        "{player} challenges {other}: {guesses}. {rewards}.", guesses=_guesses, rewards=_rewards
    ),
    voting.VoteCalled: By(
        _vote_result,
        {
            (False, False): Tell(
                "{player} asks to allow forced recycling. Vote failed, {yes}–{no}.", **VOTE_COUNTS
            ),
            (False, True): Tell(
                "{player} asks to allow forced recycling. Vote passed, {yes}–{no}.", **VOTE_COUNTS
            ),
            (True, False): Tell("{player} wants {other} to recycle. Vote failed, {yes}–{no}.", **VOTE_COUNTS),
            (True, True): Joined(
                Tell("{player} wants {other} to recycle. Vote passed, {yes}–{no}.", **VOTE_COUNTS),
                _forced_recycling,
            ),
        },
    ),
}
"""The line about a finished action, by the event that opened it."""


def kind_of_set(event: laying.SetLaid, _moment: Moment) -> str:
    """Return whether a set has `jokers`, a `borrowed` card across it, or is `plain`."""
    if JOKER in event.cards:
        return "jokers"
    return "plain" if event.borrowed is None else "borrowed"


def _gains(event: scoring.ScoringRound | scoring.FinalCount, moment: Moment) -> str:
    """Return the players who gain points, most first: `Ben +140, Ann +60`."""
    gained = event.gained
    best = sorted((seat for seat, gain in enumerate(gained) if gain), key=lambda seat: -gained[seat])
    return moment.each((seat, signed(gained[seat])) for seat in best)


def _rolls(event: dealing.StartRolled, moment: Moment) -> str:
    return moment.each(zip(event.seats, event.dice, strict=True))


def is_last_skip(event: clock.Skipped, _moment: Moment) -> bool:
    """Whether one more skip puts this player out of the game."""
    return event.idle == event.idle_limit - 1


def has_target(event: voting.VoteCalled | voting.VoteClosed, _moment: Moment) -> bool:
    """Whether a vote is about a player, not about allowing forced recycling."""
    return event.target is not None


RANKS: Final = ("card", lambda card: words.ranks_name(RANK_OF[card]))
SET: Final[Mapping[str, Any]] = {
    "copies": ("cards", lambda cards: words.numeral(len(cards))),
    "points": lambda event, _: points(laying.laid_set(event)),
}
COUNTS: Final[Mapping[str, Any]] = {"mine": ("counts", itemgetter(0)), "theirs": ("counts", itemgetter(1))}
DICE: Final[Mapping[str, Any]] = {
    "other": "opponent",
    "mine": ("dice", itemgetter(0)),
    "theirs": ("dice", itemgetter(1)),
}
LINES: Final[Mapping[type[Event], Sentence]] = {
    dealing.StartRolled: Tell("Tie for the start: {rolls}.", rolls=_rolls),
    acquiring.RankAsked: Tell("{player}: **“Acquire {ranks}!”**"),
    laying.SetLaid: By(
        kind_of_set,
        jokers=TellCount(
            "{player} scores {copies} {ranks}, one of them a joker, {points}.",
            "{player} scores {copies} {ranks}, {number} of them jokers, {points}.",
            number=("cards", lambda cards: cards.count(JOKER)),
            **SET,
        ),
        borrowed=Tell(
            "{player} scores {copies} {ranks} with {card} across, {points}.", card="borrowed", **SET
        ),
        plain=Tell("{player} scores {copies} {ranks}, {points}.", **SET),
    ),
    challenging.Challenged: Either(
        lambda event, _: len(set(event.counts)) == 1,
        Tell("{player} challenges {other}: both place {number}.", number=COUNTS["mine"]),
        Tell("{player} challenges {other}: {player} places {mine}, {other} {theirs}.", **COUNTS),
    ),
    challenging.Guessed: Tell("{player} guesses {ranks}, {suit}."),
    protecting.CardProtected: Tell("{player} protects a card ({number} now)."),
    cooperating.Cooperated: Tell("{player} and {other} cooperate. Both draw a card."),
    recycling.RolledOff: Either(
        "lost",
        Tell("{player} rolls {mine} for their protected cards, {other} {theirs}: all lost.", **DICE),
        Tell("{player} rolls {mine} for their protected cards, {other} {theirs}: all kept.", **DICE),
    ),
    recycling.Recycled: By(
        lambda event, _: "few" if 0 < len(event.cards) <= MAX_NAMED else bool(event.cards),
        {
            False: Tell("{player} recycles an empty hand and rolls {dice}.", dice=("dice", sum)),
            "few": Tell("{player} recycles {cards} and rolls {drawn}.", drawn=("dice", sum)),
            True: Tell(
                "{player} recycles {count} cards and rolls {drawn}.",
                count=("cards", len),
                drawn=("dice", sum),
            ),
        },
    ),
    voting.VoteCalled: Either(
        has_target,
        Tell("{player} wants {other} to recycle. Yes votes needed: {number}.", number="needed"),
        Tell("{player} asks to allow forced recycling. Yes votes needed: {number}.", number="needed"),
    ),
    clock.Skipped: Either(
        is_last_skip,
        Tell("{player} is skipped. Once more and {player} is out."),
        lambda event, moment: say_as("out of time", "{player} is skipped.", player=moment.name(event.seat)),
    ),
    leaving.LeaveAnnounced: Tell("{player} leaves when this is done."),
    departure.PlayerLeft: Either(
        "idle",
        Tell("{player} missed too many turns and is out."),
        TellCount(
            "{player} leaves, and a card goes to the discard pile.",
            "{player} leaves, and {number} cards go to the discard pile.",
            number=("cards", len),
        ),
    ),
    drawing.DrawsLost: Tell("No cards left: {player} draws {number} fewer."),
    scoring.ScoringRound: Either(
        _gains,
        Tell("**Scoring round {number}:** {gains}.", gains=_gains),
        Tell("**Scoring round {number}:** nobody has a set."),
    ),
    scoring.FinalCount: Either(
        _gains,
        Tell("**Last turn played.** {gains}.", gains=_gains),
        Tell("**Last turn played.** Nobody has a set."),
    ),
}
"""The story's sentences, by event. Other events are only in the complete log, which also uses these."""
