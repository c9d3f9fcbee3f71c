"""The newest event of C.R.A.P. on the stage: its headline, its picture, and a line about its outcome."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from bot.engine.cards import Card
from bot.engine.events import TimedOut
from bot.games.crap.acquiring import (
    Believed,
    BluffCalled,
    NothingFound,
    RandomDiscarded,
    RankAsked,
    Surrendered,
)
from bot.games.crap.cards import GuessedCard, points
from bot.games.crap.challenging import Challenged, Flipped, Guessed, Rewarded
from bot.games.crap.clock import Skipped
from bot.games.crap.cooperating import Cooperated
from bot.games.crap.dealing import HandRolled
from bot.games.crap.departure import PlayerLeft
from bot.games.crap.duel import reward
from bot.games.crap.laying import SetLaid, laid_set
from bot.games.crap.protecting import CardProtected
from bot.games.crap.recycling import Recycled
from bot.games.crap.scoring import FinalCount, ScoringRound
from bot.games.crap.state import Acquisition, Ballot, Duel
from bot.games.crap.turns import TurnStarted
from bot.games.crap.voting import VoteCalled, VoteClosed
from bot.rendering import player_words, words
from bot.rendering.art.dramas import Bars, Caught, Drama, Fanned, Matched, Portrait, Proven, Swept
from bot.rendering.art.plan import BACK
from bot.rendering.catalog import say
from bot.rendering.crap import story
from bot.rendering.crap.hands import view_of
from bot.rendering.numbers import short, signed
from bot.rendering.player_words import News, avatars
from bot.rendering.scene import Scene
from bot.rendering.telling import By, Either, Moment, Tell, TellAs, TellCount, varied

MANY_MATCHES: Final = 4
"""The fewest matches of a guess that earn an exclamation mark."""


def under_way(scene: Scene) -> str:
    """Return the headline of a table without known moves: the action under way, or the deal."""
    view = view_of(scene)
    player = player_words.short_name(scene, view.turn)
    match view.pending:
        case Acquisition(rank=rank):
            return say("{player}: “Acquire {ranks}!”", player=player, ranks=words.ranks_name(rank))
        case Ballot(target=None):
            return say("Allow forced recycling?")
        case Ballot(target=int(target)):
            return say("Must {player} recycle?", player=player_words.short_name(scene, target))
        case Duel(target=target):
            other = player_words.short_name(scene, target)
            return say("{player} challenges {other}", player=player, other=other)
    return say("The cards are dealt")


def given_count(_event: Surrendered, moment: Moment) -> int:
    """Return how many cards all players together surrendered."""
    return sum(one.count for one in moment.all(Surrendered))


def _rewards(_event: Rewarded, moment: Moment) -> str:
    """Return the players who draw for their guess, with the number of cards: `Ann 2, Ben 1`."""
    return moment.each((one.seat, one.count) for one in moment.all(Rewarded) if one.count)


def _best_gain(event: ScoringRound, _moment: Moment) -> int:
    return max(event.gained, default=0)


def _best_reward(moment: Moment) -> Rewarded:
    return max(moment.all(Rewarded), key=lambda one: one.count)


def _match_kind(_event: Rewarded, moment: Moment) -> str:
    if _best_reward(moment).count >= MANY_MATCHES:
        return "many"
    return {2: "both", 1: "some"}.get(sum(one.count > 0 for one in moment.all(Rewarded)), "none")


BEST_SCORER: Final[Mapping[str, Any]] = {
    "player": lambda event, moment: moment.name(event.gained.index(_best_gain(event, moment))),
    "points": lambda event, moment: short(_best_gain(event, moment)),
}


def _call_picture(event: BluffCalled, moment: Moment) -> Drama:
    loss = _loss(event, moment)
    return Caught(event.rank, loss) if event.proof is None else Proven(event.proof, loss)


def _loss(_event: BluffCalled, moment: Moment) -> str | None:
    """Return the card that the call cost."""
    lost = moment.last(RandomDiscarded)
    return lost.card if lost else None


class _GuessResult(NamedTuple):
    """A guess, the cards it was about, and the number of matches of each card."""

    guessed: Guessed
    cards: tuple[Card, ...]
    matches: tuple[int, ...]


def _best_guess(moment: Moment) -> _GuessResult | None:
    """Return the guess with the most matches, the later one of equals. None if nobody guessed."""
    results = list(_guess_results(moment))
    return max(reversed(results), key=lambda one: sum(one.matches), default=None)


def _guess_results(moment: Moment) -> Iterator[_GuessResult]:
    """Yield the guesses of the finished challenge with their matches, oldest first."""
    for guessed in _challenge_guesses(moment):
        cards = next((one.cards for one in moment.all(Flipped) if one.seat != guessed.seat), ())
        guess = GuessedCard(guessed.rank, guessed.suit)
        yield _GuessResult(guessed, cards, tuple(reward(guess, (card,)) for card in cards))


def _challenge_guesses(moment: Moment) -> list[Guessed]:
    guesses: list[Guessed] = []
    for past in moment.scene.recent:
        guesses = [] if any(isinstance(one, Challenged) for one in past.events) else guesses
        guesses += [one for one in past.events if isinstance(one, Guessed)]
    return guesses


def _match_picture(_event: Rewarded, moment: Moment) -> Drama | None:
    """Return the picture of the cards that the best guess was about. None if nobody guessed."""
    best = _best_guess(moment)
    return Matched(best.cards, best.matches) if best else None


def _best_guess_text(_event: Rewarded, moment: Moment) -> str:
    """Return the best guess in words."""
    best = _best_guess(moment)
    return GUESSED(best.guessed, moment) if best else ""


def _givers(_event: Surrendered, moment: Moment) -> str:
    """Return the names of the players who surrendered cards."""
    return moment.names([one.seat for one in moment.all(Surrendered)])


def _vote_picture(event: VoteCalled | VoteClosed, moment: Moment) -> Drama | None:
    """Return a vote's picture: the recycling that it forced, else its target, else its caller."""
    if recycled := moment.last(Recycled):
        return _recycle_picture(recycled, moment)
    seat = event.seat if event.target is None and isinstance(event, VoteCalled) else event.target
    return None if seat is None else Portrait(avatars(moment, seat))


def _recycle_picture(event: Recycled, _moment: Moment) -> Drama:
    return Swept(event.dice, len(event.cards))


def _closed_acquire(_event: TurnStarted, moment: Moment) -> RankAsked | None:
    """Return the acquire that this move's belief or time-out ended. None for any other move."""
    if not moment.has(Believed, TimedOut):
        return None
    events = (one for past in reversed(moment.scene.recent) for one in reversed(past.events))
    return next((one for one in events if isinstance(one, RankAsked)), None)


def _asker(event: TurnStarted, moment: Moment) -> str:
    asked = _closed_acquire(event, moment)
    return moment.name(asked.seat) if asked else ""


def _fruitless_picture(event: TurnStarted, moment: Moment) -> Drama | None:
    """Return the picture of an acquirer and the rank that nobody gave them."""
    asked = _closed_acquire(event, moment)
    if asked is None:
        return None
    return Portrait(avatars(moment, asked.seat), rank=asked.rank, sign="cross")


DRAWS: Final = TellCount("{player} draws a card", "{player} draws {number}")
GUESSED: Final = Tell("{player} guessed {ranks} and {suit}")
NEWS: Final = (
    News(
        ScoringRound,
        Either(
            _best_gain,
            varied(
                Tell("Round {number}: {player} +{points}", **BEST_SCORER),
                Tell("Payday! {player} +{points}", **BEST_SCORER),
                Tell("The points are in: {player} +{points}", **BEST_SCORER),
            ),
            Tell("Round {number}: no sets"),
        ),
        lambda event, moment: Bars(avatars(moment, *range(len(event.gained))), event.gained),
        Tell("Sets are banked and go back to the stock"),
    ),
    News(FinalCount, Tell("Final count")),
    News(
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
        lambda event, _: Fanned(event.cards, signed(points(laid_set(event)))),
        Tell("{points} on the table", points=lambda event, _: short(points(laid_set(event)))),
    ),
    News(
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
        _call_picture,
        Either(
            "proof",
            Either(
                _loss,
                Tell(
                    "{other} shows {proof}, {player} loses {card}",
                    other="acquirer",
                    proof=("proof", words.card),
                    card=lambda event, moment: words.one_card(_loss(event, moment) or ""),
                ),
                Tell("{other} shows {proof}", other="acquirer", proof=("proof", words.card)),
            ),
            Either(
                _loss,
                Tell(
                    "No {ranks}: {player} loses {card}",
                    player="acquirer",
                    card=lambda event, moment: words.one_card(_loss(event, moment) or ""),
                ),
                Tell("No {ranks}", ranks=("rank", words.ranks_name)),
            ),
        ),
    ),
    News(
        NothingFound,
        Tell("{player} discards {card}"),
        lambda event, moment: Portrait(avatars(moment, event.seat), (event.card,), sign="cross"),
        Tell("No bluff, but nobody else has one"),
    ),
    News(
        Surrendered,
        Either(
            given_count,
            TellCount("{player} gets a card", "{player} gets {number} cards", given_count, player="acquirer"),
        ),
        lambda event, moment: Portrait(
            avatars(moment, event.acquirer), (BACK,), burst=f"+{given_count(event, moment)}"
        ),
        Tell("From {players}", players=_givers),
    ),
    News(
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
        _vote_picture,
        TellCount("One yes vote", "{number} yes votes", lambda event, _: event.votes.count(True)),
    ),
    News(
        Recycled,
        Tell("{player}: “Recycle!”"),
        _recycle_picture,
        Either(
            "cards",
            TellCount(
                "Discards a card, rolls {dice}",
                "Discards {number}, rolls {dice}",
                ("cards", len),
                dice=("dice", sum),
            ),
            Tell("Rolls {dice} with an empty hand", dice=("dice", sum)),
        ),
    ),
    News(
        Rewarded,
        By(
            _match_kind,
            many=varied(
                Tell("What a guess! {rewards}", rewards=_rewards),
                Tell("Mind reader! {rewards}", rewards=_rewards),
                Tell("Spot on! {rewards}", rewards=_rewards),
            ),
            both=Tell("Both match: {rewards}", rewards=_rewards),
            some=lambda _, moment: DRAWS(_best_reward(moment), moment),
            none=Tell("No matches in the challenge"),
        ),
        _match_picture,
        _best_guess_text,
    ),
    News(
        Cooperated,
        Tell("{player} and {other} cooperate"),
        lambda event, moment: Portrait(avatars(moment, event.seat, event.target), (BACK, BACK)),
        Tell("Both have seen each other's hands"),
    ),
    News(
        CardProtected,
        Tell("{player} protects a card"),
        lambda event, moment: Portrait(avatars(moment, event.seat), (BACK,), sign="shield"),
        Either(
            lambda event, _: event.count > 1,
            TellCount("A protected card", "{number} protected cards"),
            Tell("Nobody can take it"),
        ),
    ),
    News(
        RankAsked,
        Tell("{player}: “Acquire {ranks}!”"),
        lambda event, moment: Portrait(avatars(moment, event.seat), rank=event.rank),
        TellCount(
            "Bluff? Waiting for one",
            "Bluff? Waiting for {number}",
            lambda _, moment: len(moment.scene.deciders),
        ),
    ),
    News(
        Challenged,
        Tell("{player} challenges {other}"),
        lambda event, moment: Portrait(avatars(moment, event.seat, event.target), (BACK, BACK)),
        Tell("The die shows {number}", number="die"),
    ),
    News(
        VoteCalled,
        Either(
            story.has_target, Tell("Must {player} recycle?", player="target"), Tell("Allow forced recycling?")
        ),
        _vote_picture,
        TellCount("One yes is enough", "It takes {number} yes votes", "needed"),
    ),
    News(
        PlayerLeft,
        Either("idle", Tell("{player} is out"), Tell("{player} leaves")),
        lambda event, moment: Portrait(avatars(moment, event.seat), mood="skipped"),
    ),
    News(
        Skipped,
        TellAs("out of time", "{player} is skipped"),
        lambda event, moment: Portrait(avatars(moment, event.seat), mood="skipped"),
    ),
    News(RandomDiscarded, Tell("{player} loses a card")),
    News(HandRolled, Tell("The cards are dealt")),
    News(
        TurnStarted,
        Either(_closed_acquire, Tell("Nothing for {player}", player=_asker)),
        _fruitless_picture,
        Tell("Nobody called the bluff"),
    ),
)
