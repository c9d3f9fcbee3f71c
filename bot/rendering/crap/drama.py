"""Pictures of C.R.A.P.'s events on the stage, each with a line about its outcome."""

from typing import Final

from bot.games.crap.acquiring import BluffCalled, NothingFound, RandomDiscarded, RankAsked, Surrendered
from bot.games.crap.cards import GuessedCard, points
from bot.games.crap.challenging import Challenged, Flipped, Guessed, Rewarded
from bot.games.crap.clock import Skipped
from bot.games.crap.cooperating import Cooperated
from bot.games.crap.departure import PlayerLeft
from bot.games.crap.duel import reward
from bot.games.crap.laying import SetLaid, laid_set
from bot.games.crap.protecting import CardProtected
from bot.games.crap.recycling import Recycled
from bot.games.crap.scoring import ScoringRound
from bot.games.crap.voting import VoteCalled, VoteClosed
from bot.rendering import plates, words
from bot.rendering.art.dramas import Bars, Caught, Drama, Fanned, Matched, Portrait, Proven, Swept
from bot.rendering.art.plan import BACK
from bot.rendering.crap.headlines import given
from bot.rendering.telling import Either, Moment, Tell, TellCount, silent
from bot.rendering.widths import number, signed


def _laid(event: SetLaid, _moment: Moment) -> Drama:
    return Fanned(event.cards, signed(points(laid_set(event))))


def _called(event: BluffCalled, moment: Moment) -> Drama:
    lost = _lost(event, moment)
    return Caught(event.rank, lost) if event.proof is None else Proven(event.proof, lost)


def _lost(_event: BluffCalled, moment: Moment) -> str | None:
    """Return the card that the call cost."""
    lost = moment.last(RandomDiscarded)
    return lost.card if lost else None


def _matched(_event: Rewarded, moment: Moment) -> Drama | None:
    """Return the cards that the last guess was about. Nothing where it hit none of them."""
    guessed = moment.last(Guessed)
    if guessed is None:
        return None
    cards = next((one.cards for one in moment.all(Flipped) if one.seat != guessed.seat), ())
    guess = GuessedCard(guessed.rank, guessed.suit)
    matches = tuple(reward(guess, (card,)) for card in cards)
    return Matched(cards, matches) if any(matches) else None


def _bars(event: ScoringRound, moment: Moment) -> Drama:
    return Bars(plates.faces(moment, *range(len(event.gained))), event.gained)


def _givers(_event: Surrendered, moment: Moment) -> str:
    """Return everyone who gave cards."""
    return moment.names([one.seat for one in moment.all(Surrendered)])


def _voted(event: VoteCalled | VoteClosed, moment: Moment) -> Drama | None:
    """Return the player whom a vote is about."""
    return None if event.target is None else Portrait(plates.faces(moment, event.target))


DRAMAS: Final[plates.Dramas] = {
    SetLaid: (_laid, Tell("{points} on the table", points=lambda event, _: number(points(laid_set(event))))),
    BluffCalled: (
        _called,
        Either(
            "proof",
            Either(
                _lost,
                Tell(
                    "{other} shows {proof}, {player} loses {card}",
                    other="acquirer",
                    proof=("proof", words.card),
                    card=lambda event, moment: words.card(_lost(event, moment) or ""),
                ),
                Tell("{other} shows {proof}", other="acquirer", proof=("proof", words.card)),
            ),
            Either(
                _lost,
                Tell(
                    "No {ranks}: {player} loses {card}",
                    player="acquirer",
                    card=lambda event, moment: words.card(_lost(event, moment) or ""),
                ),
                Tell("No {ranks}", ranks=("rank", words.ranks_name)),
            ),
        ),
    ),
    Recycled: (
        lambda event, _: Swept(event.dice),
        TellCount("Discards a card and rolls", "Discards {number} and rolls", ("cards", len)),
    ),
    Rewarded: (_matched, silent),
    ScoringRound: (_bars, Tell("Sets are banked and go back to the stock")),
    NothingFound: (
        lambda event, moment: Portrait(plates.faces(moment, event.seat), (event.card,), sign="cross"),
        Tell("{player} really had {card}"),
    ),
    Surrendered: (
        lambda event, moment: Portrait(
            plates.faces(moment, event.acquirer), (BACK,), burst=f"+{given(event, moment)}"
        ),
        Either(given, Tell("From {players}", players=_givers)),
    ),
    RankAsked: (
        lambda event, moment: Portrait(plates.faces(moment, event.seat), rank=event.rank),
        TellCount(
            "Bluff? Waiting for one",
            "Bluff? Waiting for {number}",
            lambda _, moment: len(moment.scene.deciders),
        ),
    ),
    Cooperated: (
        lambda event, moment: Portrait(plates.faces(moment, event.seat, event.target), (BACK, BACK)),
        Tell("Both have seen each other's hands"),
    ),
    CardProtected: (
        lambda event, moment: Portrait(plates.faces(moment, event.seat), (BACK,), sign="shield"),
        TellCount("A protected card", "{number} protected cards"),
    ),
    Challenged: (
        lambda event, moment: Portrait(plates.faces(moment, event.seat, event.target), (BACK, BACK)),
        Tell("The die shows {number}", number="die"),
    ),
    VoteCalled: (_voted, TellCount("One yes is enough", "It takes {number} yes votes", "needed")),
    VoteClosed: (
        _voted,
        TellCount("One yes vote", "{number} yes votes", lambda event, _: event.votes.count(True)),
    ),
    Skipped: (lambda event, moment: Portrait(plates.faces(moment, event.seat), mood="skipped"), silent),
    PlayerLeft: (lambda event, moment: Portrait(plates.faces(moment, event.seat), mood="skipped"), silent),
}
"""By event: its picture, and its consequence."""
