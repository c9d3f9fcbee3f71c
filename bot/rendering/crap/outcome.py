"""The outcome of a player's last act or loss, from their own side, for a hand without a question."""

from collections.abc import Mapping
from typing import Any, Final

from bot.engine.events import Event
from bot.games.crap import (
    acquiring,
    challenging,
    clock,
    cooperating,
    drawing,
    laying,
    protecting,
    voting,
)
from bot.games.crap.last_action import LastCooperate
from bot.rendering import words
from bot.rendering.catalog import say
from bot.rendering.crap import story
from bot.rendering.crap.hands import owned, view_of
from bot.rendering.face import Ask
from bot.rendering.scene import Scene
from bot.rendering.telling import By, Either, Moment, Sentence, Tell, TellCount, is_own, own, said


def came_to(moment: Moment) -> Ask | None:
    """Return what a move did to the viewer, or what came of their own."""
    for event in moment.all(challenging.Rewarded):
        if is_own(event, moment):
            hidden = [HID(one, moment) for one in moment.all(challenging.Flipped) if one.seat != event.seat]
            return Ask(REWARDED(event, moment), tuple(hidden))
    lines = said(OWN, moment)
    return Ask(lines[0], tuple(lines[1:])) if lines else None


def own_window(scene: Scene) -> Ask | None:
    """While the viewer's own question is open. To believe changes no hand: most answer at the table."""
    view = view_of(scene)
    if scene.phase != "bluff-window" or scene.viewer != view.turn:
        return None
    rank = view.acquisition.rank
    ranks, count = words.ranks_name(rank), owned(scene, rank)
    facts = {"ranks": ranks, "copies": words.copies(count)}
    computer = _asked_by(scene)
    line = (
        say("{player}: “Acquire {ranks}!” You hold {copies}.", player=computer, **facts)
        if computer
        else say("“Acquire {ranks}!” You hold {copies}.", **facts)
    )
    if not count:
        calls = say("- Nobody calls: you get everyone's {ranks}.", ranks=ranks)
        return Ask(line, (calls, say("- Someone calls: you lose a random card.")))
    return Ask(
        line,
        (
            say(
                "- Nobody calls: you get everyone's {ranks}. If nobody has one, you discard one.",
                ranks=ranks,
            ),
            say(
                "- Someone calls: you show one and get everyone's {ranks}, "
                "and the caller loses a random card.",
                ranks=ranks,
            ),
        ),
    )


def _asked_by(scene: Scene) -> str:
    """Return the computer that has asked for the viewer, whose seat it was then. Nothing where they did."""
    for past in reversed(scene.recent):
        for event in past.events:
            if isinstance(event, acquiring.RankAsked) and event.seat == scene.viewer:
                return words.name(scene.then(past), event.seat) if event.seat in past.stand_ins else ""
    return ""


def _drawn(event: challenging.Rewarded, moment: Moment) -> str:
    """Return the viewer's reward, if any."""
    drawn = [one.cards for one in moment.all(drawing.DrewCards) if one.seat == event.seat]
    return words.cards(drawn[0]) if drawn else ""


HID: Final = Tell("{player} placed {cards}.")
REWARDED: Final = Either(
    _drawn,
    TellCount("One match: you draw {cards}.", "{number} matches: you draw {cards}.", cards=_drawn),
    Tell("You draw nothing."),
)


def _is_caught(event: Any, moment: Moment) -> bool:
    """Whether the viewer was caught bluffing, which the line about the card says as well."""
    calls = moment.all(acquiring.BluffCalled)
    return any(one.acquirer == event.seat and one.proof is None for one in calls)


def _loses(event: acquiring.RandomDiscarded, moment: Moment) -> bool:
    return bool(event.card) and not _is_caught(event, moment)


def _is_still_shown(_event: Any, moment: Moment) -> bool:
    """Whether no other action was done since two players saw each other's hands (R43)."""
    return isinstance(view_of(moment.scene).last, LastCooperate)


def _vote(event: voting.VoteClosed, moment: Moment) -> bool | None:
    """Return the viewer's vote, unless a computer has cast it."""
    cast = zip(event.voters, event.votes, strict=True)
    mine = [vote for seat, vote in cast if seat == moment.scene.viewer and not moment.scene.is_stood_in]
    return mine[0] if mine else None


def _called(event: acquiring.BluffCalled, moment: Moment) -> tuple[str, str] | None:
    """Return the viewer's part in a call and its result."""
    came = "wrong" if event.proof is not None else "card" if _lost(event, moment) else "nothing"
    parts = {event.seat: "caller", event.acquirer: "asker"}
    part = parts.get(-1 if moment.scene.viewer is None else moment.scene.viewer)
    return (part, came) if part else None


def _lost(_event: Any, moment: Moment) -> str:
    """Return the card that a call has cost."""
    lost = [one.card for one in moment.all(acquiring.RandomDiscarded) if one.card]
    return words.one_card(lost[0]) if lost else ""


OWN: Final[Mapping[type[Event], Sentence]] = {
    acquiring.RankAsked: own(Tell("Nobody had {ranks}.")),
    acquiring.BluffCalled: By(
        _called,
        {
            ("caller", "wrong"): Tell(
                "You called it, but {player} shows {card}.", player="acquirer", card="proof"
            ),
            ("caller", "card"): Tell("You called it: {player} loses {card}.", player="acquirer", card=_lost),
            ("caller", "nothing"): Tell(
                "You called it, but {player} doesn't have a card to lose.", player="acquirer"
            ),
            ("asker", "wrong"): Tell("{player} called it, and you were telling the truth."),
            ("asker", "card"): Tell("{player} called it: you lose {card}.", card=_lost),
            ("asker", "nothing"): Tell("{player} called it, but you don't have a card to lose."),
        },
    ),
    acquiring.Received: Either(
        is_own,
        Tell("You got {cards} from {player}.", player="giver"),
        Tell("{player} got {cards} from you."),
    ),
    acquiring.RandomDiscarded: own(Either(_loses, Tell("You lose {card}."))),
    acquiring.NothingFound: own(Tell("Nobody had {ranks}, so you discard {card}.", ranks=story.RANKS)),
    laying.SetLaid: own(Tell("You score {copies} {ranks}: {points}.", **story.SET)),
    challenging.PlacedCards: Tell("You place {cards}."),
    protecting.ProtectedCard: Tell("You protect {card}."),
    cooperating.HandShown: Either(
        _is_still_shown, Tell("{player} showed you {cards}.", cards=("cards", words.ranked))
    ),
    drawing.DrewCards: Tell("You draw {cards}."),
    voting.VoteClosed: By(_vote, {True: Tell("You voted yes."), False: Tell("You voted no.")}),
    clock.Skipped: own(
        Either(
            story.is_last_skip,
            Tell("You're skipped. Once more and you're out."),
            Tell("You're skipped."),
        )
    ),
}
"""A line for an event that did something to the viewer. Empty where it was someone else's."""
