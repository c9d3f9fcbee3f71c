"""Pictures of C.R.A.P.'s events on the stage, each with a line about its outcome."""

from typing import Final

from bot.games.crap.acquiring import BluffCalled, RandomDiscarded
from bot.games.crap.cards import GuessedCard, points
from bot.games.crap.challenging import Flipped, Guessed, Rewarded
from bot.games.crap.duel import reward
from bot.games.crap.laying import SetLaid, laid_set
from bot.games.crap.recycling import Recycled
from bot.rendering import plates, words
from bot.rendering.art.plan import Caught, Drama, Fanned, Matched, Proven, Swept
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
    """Return the cards that the last guess was about; nothing where it hit none of them."""
    guessed = moment.last(Guessed)
    if guessed is None:
        return None
    cards = next((one.cards for one in moment.all(Flipped) if one.seat != guessed.seat), ())
    guess = GuessedCard(guessed.rank, guessed.suit)
    matches = tuple(reward(guess, (card,)) for card in cards)
    return Matched(cards, matches) if any(matches) else None


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
}
"""By event: its picture, and its consequence."""
