"""What a player's last act or loss came to, from their own side, for a hand of which nothing is asked."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from bot.engine.cards import RANK_OF
from bot.engine.events import Event
from bot.games.crap import acquiring, challenging, clock, cooperating, drawing, leaving, protecting, voting
from bot.games.crap.last_action import LastCooperate
from bot.rendering import words
from bot.rendering.catalog import say, say_count
from bot.rendering.crap.asking import held, protected
from bot.rendering.crap.table import view_of
from bot.rendering.face import Ask
from bot.rendering.scene import Scene, Told


def came_to(past: Told, scene: Scene) -> Ask | None:
    """What a move did to the viewer, or what came of their own."""
    lines = _duel(past.events, scene) or [
        line for event in past.events if (line := _own_line(event, past.events, scene))
    ]
    return Ask(lines[0], tuple(lines[1:])) if lines else None


def own_window(scene: Scene) -> Ask | None:
    """While the viewer's own question is open. To believe changes no hand: most answer at the table."""
    view = view_of(scene)
    if scene.phase != "bluff-window" or scene.viewer != view.turn:
        return None
    rank = view.acquisition.rank
    ranks, count = words.ranks_name(rank), held(scene, rank)
    count += sum(RANK_OF.get(card) == rank for card in protected(scene))
    facts = {"ranks": ranks, "copies": words.copies(count)}
    computer = _asked_by(scene)
    line = (
        say("{player} asks for {ranks}. You hold {copies}.", player=computer, **facts)
        if computer
        else say("You ask for {ranks}. You hold {copies}.", **facts)
    )
    if not count:
        calls = say("- Nobody calls: you get all {ranks}.", ranks=ranks)
        return Ask(line, (calls, say("- Somebody calls: you lose a random card.")))
    return Ask(
        line,
        (
            say(
                "- Nobody calls: you get all {ranks}. Nobody has one: you discard one of yours.", ranks=ranks
            ),
            say(
                "- Somebody calls: you show one, get all {ranks}, and the caller loses a random card.",
                ranks=ranks,
            ),
        ),
    )


def _asked_by(scene: Scene) -> str:
    """The computer that has asked for the viewer, whose seat it was then; nothing where they did."""
    for past in reversed(scene.recent):
        for event in past.events:
            if isinstance(event, acquiring.RankAsked) and event.seat == scene.viewer:
                return words.name(scene.then(past), event.seat) if event.seat in past.stand_ins else ""
    return ""


def _duel(events: Sequence[Event], scene: Scene) -> list[str]:
    """What a challenge brought the viewer, and what the other player had hidden."""
    matches = [
        one.count for one in events if isinstance(one, challenging.Rewarded) and one.seat == scene.viewer
    ]
    if not matches:
        return []
    drawn = [one.cards for one in events if isinstance(one, drawing.DrewCards) and one.seat == scene.viewer]
    hidden = [
        say("{player} hid {cards}.", player=words.name(scene, one.seat), cards=words.cards(one.cards))
        for one in events
        if isinstance(one, challenging.Flipped) and one.seat != scene.viewer
    ]
    if not drawn:
        return [say("You draw nothing."), *hidden]
    found = say_count(
        "One match: you draw {cards}.",
        "{number} matches: you draw {cards}.",
        matches[0],
        cards=words.cards(drawn[0]),
    )
    return [found, *hidden]


def _own_line(event: Event, events: Sequence[Event], scene: Scene) -> str:
    """What an event did to the viewer, as a line of their hand."""
    write = OWN.get(type(event))
    return "" if write is None else write(event, events, scene)


def _caught(events: Sequence[Event], scene: Scene) -> bool:
    """Whether the viewer was caught bluffing, which the line about the card says, too."""
    return any(
        isinstance(one, acquiring.BluffCalled) and one.acquirer == scene.viewer and one.proof is None
        for one in events
    )


def _received(event: acquiring.Received, _events: Sequence[Event], scene: Scene) -> str:
    cards, other = words.cards(event.cards), event.giver if event.seat == scene.viewer else event.seat
    if event.seat == scene.viewer:
        return say("You got {cards} from {player}.", cards=cards, player=words.name(scene, other))
    return say("{player} got {cards} from you.", cards=cards, player=words.name(scene, other))


def _lost(event: acquiring.RandomDiscarded, events: Sequence[Event], scene: Scene) -> str:
    if event.seat != scene.viewer or _caught(events, scene):
        return ""
    return say("You lose {card}.", card=words.card(event.card)) if event.card else ""


def _nothing(event: acquiring.NothingFound, _events: Sequence[Event], scene: Scene) -> str:
    if event.seat != scene.viewer:
        return ""
    ranks = words.ranks_name(RANK_OF[event.card])
    return say("Nobody had {ranks}, so you discard {card}.", ranks=ranks, card=words.card(event.card))


def _shown(event: cooperating.HandShown, _events: Sequence[Event], scene: Scene) -> str:
    if not _still_shown(scene):  # R43
        return ""
    player = words.name(scene, event.seat)
    return say("{player} showed you {cards}.", player=player, cards=words.ranked(event.cards))


def _skipped(event: clock.Skipped, _events: Sequence[Event], scene: Scene) -> str:
    if event.seat != scene.viewer:
        return ""
    if event.idle == event.idle_limit - 1:
        return say("You are skipped; once more and you are out.")
    return say("You are skipped.")


def _leaving(event: leaving.LeaveAnnounced, _events: Sequence[Event], scene: Scene) -> str:
    return say("You leave when this is done.") if event.seat == scene.viewer else ""


def _voted(event: voting.VoteClosed, _events: Sequence[Event], scene: Scene) -> str:
    votes = [vote for seat, vote in zip(event.voters, event.votes, strict=True) if seat == scene.viewer]
    if not votes or votes[0] is None or scene.is_stood_in:
        return ""  # a computer's vote is nobody's
    return say("You voted yes.") if votes[0] else say("You voted no.")


def _asked(event: acquiring.RankAsked, _events: Sequence[Event], scene: Scene) -> str:
    """What came of asking, where nothing newer of the asker's own was found."""
    if event.seat != scene.viewer:
        return ""
    return say("Nobody had {ranks}.", ranks=words.ranks_name(event.rank))


def _still_shown(scene: Scene) -> bool:
    """Whether no other action was done since two players saw each other's hands."""
    return isinstance(view_of(scene).last, LastCooperate)


def _called(event: acquiring.BluffCalled, events: Sequence[Event], scene: Scene) -> str:
    """A call, for the one who called and for the one who asked."""
    if scene.viewer not in (event.seat, event.acquirer):
        return ""
    lost = [one.card for one in events if isinstance(one, acquiring.RandomDiscarded) and one.card]
    asker, caller = words.name(scene, event.acquirer), words.name(scene, event.seat)
    card = words.card(lost[0]) if lost else ""
    if scene.viewer == event.seat:
        if event.proof is not None:
            proof = words.card(event.proof)
            return say("You called it and were wrong: {player} shows {card}.", player=asker, card=proof)
        if card:
            return say("You called it: {player} loses {card}.", player=asker, card=card)
        return say("You called it: {player} has no card to lose.", player=asker)
    if event.proof is not None:
        return say("{player} called and was wrong.", player=caller)
    if card:
        return say("{player} called it: you lose {card}.", player=caller, card=card)
    return say("{player} called it; you have no card to lose.", player=caller)


OWN: Final[Mapping[type[Event], Callable[[Any, Sequence[Event], Scene], str]]] = {
    acquiring.RankAsked: _asked,
    acquiring.BluffCalled: _called,
    acquiring.Received: _received,
    acquiring.RandomDiscarded: _lost,
    acquiring.NothingFound: _nothing,
    challenging.PlacedCards: lambda e, _all, _s: say("You hide {cards}.", cards=words.cards(e.cards)),
    protecting.ProtectedCard: lambda e, _all, _s: say("You protect {card}.", card=words.card(e.card)),
    cooperating.HandShown: _shown,
    drawing.DrewCards: lambda e, _all, _s: say("You draw {cards}.", cards=words.cards(e.cards)),
    voting.VoteClosed: _voted,
    clock.Skipped: _skipped,
    leaving.LeaveAnnounced: _leaving,
}
"""A line for an event that did something to the viewer; empty where it was somebody else's."""
