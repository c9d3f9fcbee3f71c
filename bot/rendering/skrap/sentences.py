"""The complete log of Skrap: one sentence for each event."""

from collections.abc import Mapping
from typing import Final

from bot.engine.events import Event
from bot.games.skrap import battle, dealing, ending, opening, scavenging, surging, throwing, turns
from bot.rendering.catalog import message
from bot.rendering.skrap import story
from bot.rendering.skrap.hands import heads_text
from bot.rendering.telling import By, Either, Sentence, Tell, TellCount, private, silent

SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    **story.LINES,
    dealing.Hand: Either("cards", Tell("You hold {cards}."), Tell("You don't have any cards.")),
    surging.SurgePlaced: Tell(
        "{player} chooses a surge card ({number} of {most}).", number="placed", most="wanted"
    ),
    surging.SurgeKept: private(message("You choose {card}."), message("{player} chooses {card}.")),
    surging.SurgeRevealed: Tell("Surge cards: {cards}.", cards=story.surge_cards),
    throwing.AskedToThrow: Either(
        "undecided", Tell("A tie, so {players} throw once more."), Tell("{players} throw for it.")
    ),
    throwing.Thrown: Tell("{player} has thrown."),
    throwing.ThrowKept: private(message("You throw {shape}."), message("{player} throws {shape}.")),
    throwing.ThrowShown: Either(
        "losers",
        TellCount(
            "{throws}: {players} loses.",
            "{throws}: {players} lose.",
            ("losers", len),
            players="losers",
            throws=story.throws,
        ),
        Tell("{throws}: a tie.", throws=story.throws),
    ),
    opening.Called: By(
        "by",
        {
            "highest": Tell("{player} has the highest surge card."),
            "lowest": Tell("Tie at the top, so the lowest counts: {player}."),
            "throw": Tell("{player} lost the throw."),
            "chance": Tell("Drawn at random: {player}."),
            "last-contender": Tell("Only {player} is left."),
        },
    ),
    opening.Unable: Tell("{player} can't build this round."),
    opening.Opens: Tell("{player} plays first."),
    opening.RoundVoid: Tell("Nobody can build: a new deal."),
    battle.Passed: Either("final", Tell("{player} is out of this round."), Tell("{player} passes.")),
    turns.PassedByRule: By(
        "excuse",
        {
            "unable": Tell("{player} can't build and sits this round out."),
            "too-few-cards": Tell("{player} is out of bots."),
        },
    ),
    turns.TurnStarted: silent,
    scavenging.AskedToScavenge: silent,
    scavenging.NoScavengers: Tell("{player} skips scavengers."),
    ending.GameEnded: Either(
        "winners",
        TellCount(
            "{players} wins with {heads}!",
            "{players} share the win with {heads}!",
            ("winners", len),
            players="winners",
            heads=lambda event, _: heads_text(event.heads[event.winners[0]]),
        ),
        Tell("The game is over. Nobody wins."),
    ),
}
