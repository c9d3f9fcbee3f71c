"""The complete log of C.R.A.P.: one sentence for each event."""

from collections.abc import Mapping
from typing import Any, Final

from bot.engine.events import Event
from bot.games.crap import (
    acquiring,
    challenging,
    clock,
    cooperating,
    dealing,
    drawing,
    ending,
    protecting,
    recycling,
    scoring,
    turns,
    voting,
)
from bot.rendering import words
from bot.rendering.catalog import message, say, say_count
from bot.rendering.crap import story
from bot.rendering.telling import Either, Joined, Moment, Sentence, Tell, TellCount, is_own, private, silent


def _takes_back(event: scoring.ScoringRound, moment: Moment) -> str:
    """Return the players who take protected cards back after a scoring round, a sentence each."""
    return " ".join(
        say_count(
            "{player} takes back a protected card.",
            "{player} takes back {number} protected cards.",
            count,
            player=moment.name(seat),
        )
        for seat, count in enumerate(event.unprotected)
        if count
    )


def _voters(event: voting.VoteClosed, moment: Moment) -> str:
    """Return the voters by their vote: yes, no or silent."""
    texts = (
        (True, message("Yes: {players}.")),
        (False, message("No: {players}.")),
        (None, message("Silent: {players}.")),
    )
    votes = list(zip(event.voters, event.votes, strict=True))
    voters = {vote: [seat for seat, one in votes if one is vote] for vote, _ in texts}
    return " ".join(say(text, players=moment.names(voters[vote])) for vote, text in texts if voters[vote])


CARDS: Final[Any] = ("cards", words.grouped)
DICE: Final[Any] = ("dice", lambda dice: " + ".join(map(str, dice)))
SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    **story.LINES,
    dealing.HandRolled: Tell("{player} rolls {dice}.", dice=DICE),
    dealing.Hand: Tell("You're dealt {cards}.", cards=CARDS),
    turns.TurnStarted: silent,
    drawing.Drew: Tell("{player} draws {number}."),
    drawing.DrewCards: Tell("You draw {cards}.", cards=CARDS),
    scoring.ScoringRound: Joined(story.LINES[scoring.ScoringRound], _takes_back),
    scoring.Reshuffled: TellCount(
        "One card becomes the new stock.", "{number} cards are shuffled into a new stock."
    ),
    recycling.Recycled: Either(
        "cards",
        Tell("{player} recycles {cards} and rolls {dice}.", cards=CARDS, dice=DICE),
        Tell("{player} recycles an empty hand and rolls {dice}.", dice=DICE),
    ),
    acquiring.Believed: Tell("{player} believes it."),
    acquiring.BluffCalled: Either(
        "proof",
        Tell(
            "{caller} calls the bluff, but {player} shows {card}.",
            caller="seat",
            player="acquirer",
            card="proof",
        ),
        Tell(
            "{caller} calls the bluff. **Busted:** {player} was bluffing!", caller="seat", player="acquirer"
        ),
    ),
    acquiring.Surrendered: Tell("{giver} gives {player} {number}.", giver="seat", player="acquirer"),
    acquiring.Received: Either(
        is_own, Tell("{player} gives you {cards}.", player="giver"), Tell("You give {player} {cards}.")
    ),
    acquiring.RandomDiscarded: Either(
        "card", Tell("{player} loses {card}."), Tell("{player} doesn't have a card to lose.")
    ),
    acquiring.NothingFound: Tell("Nobody has {ranks}, so {player} discards {card}.", ranks=story.RANKS),
    challenging.Challenged: Tell(
        "{player} challenges {other} and rolls {die}: {player} places {mine}, {other} {theirs}.",
        **story.COUNTS,
    ),
    challenging.Placed: Tell("{player} places {number}."),
    challenging.PlacedCards: private(message("You place {cards}."), message("{player} places {cards}.")),
    challenging.Flipped: Tell("{player} placed {cards}."),
    challenging.Rewarded: TellCount("{player} has one match.", "{player} has {number} matches."),
    protecting.ProtectedCard: private(message("You protect {card}."), message("{player} protects {card}.")),
    cooperating.HandShown: Either(
        "cards", Tell("{player} shows you {cards}.", cards=CARDS), Tell("{player} shows you an empty hand.")
    ),
    voting.Voted: Tell("{player} has voted."),
    voting.VoteClosed: Joined(
        Either(
            "passed",
            Tell("Vote passed, {yes}–{no}.", **story.VOTES),
            Tell("Vote failed, {yes}–{no}.", **story.VOTES),
        ),
        _voters,
    ),
    clock.Skipped: Tell(
        "{player} is skipped ({number} in a row, out after {most}).", number="idle", most="idle_limit"
    ),
    ending.GameEnded: Either(
        "winners",
        TellCount("{players} wins!", "{players} win!", players="winners", number=("winners", len)),
        Tell("The game is over. Nobody wins."),
    ),
}
