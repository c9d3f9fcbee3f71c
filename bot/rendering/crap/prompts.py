"""C.R.A.P.'s prompts, time-outs and outcomes."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, Final

from bot.engine.cards import JOKER, RANK_OF, Card
from bot.engine.chance import Seat
from bot.engine.events import Event, SeatEvent
from bot.games.crap import (
    acquiring,
    challenging,
    clock,
    cooperating,
    departure,
    drawing,
    duel,
    laying,
    protecting,
    voting,
)
from bot.games.crap.acquiring import BELIEVE, CALL_BLUFF
from bot.games.crap.cards import SINGLE, rank_counts
from bot.games.crap.challenging import guesses_of
from bot.games.crap.last_action import LastCooperate
from bot.games.crap.voting import BALLOTS
from bot.rendering import words
from bot.rendering.catalog import message, say, say_count
from bot.rendering.crap import story
from bot.rendering.crap.hands import held_count, own_hand, own_protected, owned_count, view_of
from bot.rendering.face import Phase, Prompt
from bot.rendering.scene import Scene
from bot.rendering.telling import By, Either, Moment, Sentence, Tell, TellCount, if_own, is_own, phrases
from bot.rendering.timeout_defaults import Default


def cards_needed(scene: Scene) -> int:
    """Return how many cards the viewer must place for the challenge under way."""
    return duel.number_to_place(view_of(scene), scene.seat)


def rival(scene: Scene) -> Seat:
    """Return the viewer's opponent in the challenge under way."""
    return next(seat for seat in duel.rivals(view_of(scene)) if seat != scene.viewer)


def nearest_set(scene: Scene) -> tuple[str, ...]:
    """Return a line about the ranks nearest to a set. Empty if a set is complete or there's no pair."""
    cards = (*own_hand(scene), *own_protected(scene))
    counts = rank_counts(cards)
    best = max(counts.values())
    if best + cards.count(JOKER) >= SINGLE or best < 2:  # a single card isn't close to a set
        return ()
    nearest_ranks = [rank for rank, count in counts.items() if count == best]
    sets = words.listed(
        [
            say("{copies} {ranks}", copies=words.numeral(best), ranks=words.ranks_name(rank))
            for rank in nearest_ranks[:3]
        ]
    )
    return (say("No four of a kind yet. Closest: {cards}.", cards=sets),)


def _window_task(scene: Scene) -> Prompt:
    """Return the viewer's task to believe or call, with the stakes of each."""
    view = view_of(scene)
    rank, asker = view.acquisition.rank, words.name(scene, view.turn)
    count = held_count(scene, rank)
    facts = {"player": asker, "ranks": words.ranks_name(rank), "copies": words.numeral(count)}
    line = say("{player}: “Acquire {ranks}!” You hold {copies}.", **facts)
    safe = [card for card in own_protected(scene) if RANK_OF.get(card) == rank]
    return Prompt(line, (*_stakes(asker, count, has_cards=bool(own_hand(scene))), *_protected_note(safe)))


def _protected_note(safe: Sequence[Card]) -> tuple[str, ...]:
    """Return a note that nobody can take the viewer's protected cards. Empty if there are none."""
    if not safe:
        return ()
    text = say_count(
        "Your protected {cards} stays with you.",
        "Your protected {cards} stay with you.",
        len(safe),
        cards=words.cards(safe),
    )
    return (words.small(text),)


def _stakes(asker: str, count: int, *, has_cards: bool) -> tuple[str, ...]:
    if not has_cards:
        return (say("**Believe:** you lose nothing."), say("**Call:** you don't have a card to lose."))
    texts = STAKES[min(count, len(STAKES) - 1)]
    return tuple(say(text, player=asker, number=count) for text in texts)


STAKES: Final = (
    (
        message("**Believe:** you lose nothing."),
        message("**Call:** if {player} is bluffing, {player} loses a random card. If not, you do."),
    ),
    (
        message("**Believe:** it goes to {player}."),
        message("**Call, and {player} was bluffing:** you keep it, and {player} loses a random card."),
        message("**Call, and {player} has one:** it goes to {player}, and you lose a random card."),
    ),
    (
        message("**Believe:** both go to {player}."),
        message("**Call, and {player} was bluffing:** you keep both, and {player} loses a random card."),
        message("**Call, and {player} has one:** both go to {player}, and you lose a random card."),
    ),
    (
        message("**Believe:** all {number} go to {player}."),
        message("**Call, and {player} was bluffing:** you keep them, and {player} loses a random card."),
        message("**Call, and {player} has one:** they go to {player}, and you lose a random card."),
    ),
)
"""The stakes of believing and calling, by the number of the viewer's cards of the rank: 0, 1, 2, more."""


def _place_task(scene: Scene) -> Prompt:
    other = words.name(scene, rival(scene))
    line = say_count(
        "Place a card for {player} to guess",
        "Place {number} cards for {player} to guess",
        cards_needed(scene),
        player=other,
    )
    return Prompt(line, (say("You get them back. {player} guesses a rank and a suit.", player=other),))


def guess_task(scene: Scene) -> Prompt:
    """Return the viewer's task to guess in a challenge, with the guesses made so far."""
    other = words.name(scene, rival(scene))
    below = [say("Every card of that rank draws you a card, and so does every card of that suit.")]
    for seat, guess in guesses_of(view_of(scene).duel).items():
        facts = {"player": words.name(scene, seat), "ranks": words.ranks_name(guess.rank)}
        text = say("{player} guessed {ranks}, {suit}.", **facts, suit=words.suit_name(guess.suit))
        below.append(words.small(text))
    return Prompt(say("Guess what {player} placed", player=other), tuple(below))


def _vote_task(scene: Scene) -> Prompt:
    seat = view_of(scene).ballot.target
    if seat is None:
        below = say("Yes: players can vote to make someone recycle.")
        return Prompt(say("Allow forced recycling?"), (below,))
    target = words.name(scene, seat)
    line = say("Must {player} recycle?", player=target)
    return Prompt(line, (say("Yes: {player} discards their hand and rolls for a new one.", player=target),))


def _window_asks(scene: Scene) -> Prompt:
    view, who = view_of(scene), words.mentions(scene, scene.deciders)
    believers = [words.name(scene, seat) for seat in view.acquisition.believed]
    stakes = words.small(say("Whoever's wrong loses a random card."))
    line = say("{players}, is {player} bluffing?", players=who, player=words.name(scene, view.turn))
    if not believers:
        return Prompt(line, (stakes,))
    beliefs = say_count(
        "{players} believes.", "{players} believe.", len(believers), players=words.listed(believers)
    )
    return Prompt(f"{line} {beliefs}", (stakes,))


def _guess_asks(scene: Scene) -> Prompt:
    view, who = view_of(scene), words.mentions(scene, scene.deciders)
    other = view.duel.target if view.turn in scene.deciders else view.turn
    return Prompt(say("{players}, guess what {player} placed.", players=who, player=words.name(scene, other)))


def _vote_asks(scene: Scene) -> Prompt:
    target, who = view_of(scene).ballot.target, words.mentions(scene, scene.deciders)
    if target is None:
        return Prompt(say("{players}, allow forced recycling?", players=who))
    return Prompt(say("{players}, must {player} recycle?", players=who, player=words.name(scene, target)))


GUESSING: Final = Phase(
    asks=_guess_asks,
    task=guess_task,
    timeout_notice=message("No guess, no cards. Auto-pass {time}."),
    note=message("guesses a card"),
    own=message("guess a card"),
    chapter="challenge",
)
PHASES: Final[Mapping[str, Phase]] = {
    "turn": Phase(
        asks=message("{players}, your turn."),
        task=lambda scene: Prompt(say("Your turn. Pick one."), tuple(map(words.small, nearest_set(scene)))),
        timeout_notice=message("Auto-skip {time}."),
        timeout_default=Default(
            message("Skip the turn"),
            message("No answer? Auto-skip for {player} {time}."),
            message("{chooser} skipped {player}'s turn."),
            message("Nobody chose, so {player}'s turn was skipped."),
        ),
        own=message("your turn"),
        is_turn=True,
        chapter="your-turn",
    ),
    "bluff-window": Phase(
        asks=_window_asks,
        task=_window_task,
        timeout_notice=message("Silence counts as *believe*. Auto-answer {time}."),
        note=message("believe or call?"),
        own=lambda scene: say(
            "{ranks}: believe or call?", ranks=words.ranks_name(view_of(scene).acquisition.rank)
        ),
        chapter="acquiring-and-bluffing",
        table_moves=lambda _: (BELIEVE, CALL_BLUFF),
    ),
    "challenge-place": Phase(
        asks=message("{players}, place your cards."),
        task=_place_task,
        timeout_notice=message("Auto-place (random cards) {time}."),
        note=message("places cards"),
        own=message("place cards"),
        chapter="challenge",
    ),
    "challenge-guess-1": GUESSING,
    "challenge-guess-2": GUESSING,
    "vote": Phase(
        asks=_vote_asks,
        task=_vote_task,
        timeout_notice=message("Silence counts as *no*. Auto-answer {time}."),
        note=message("yes or no?"),
        own=message("yes or no?"),
        chapter="recycle-cooperate",
        table_moves=lambda _: BALLOTS,
    ),
    "over": Phase(chapter="scoring-and-end"),
}


def move_effect(moment: Moment) -> Prompt | None:
    """Return the outcome of the viewer's own move, or of a move that affected them. None for others."""
    for event in moment.all(challenging.Rewarded):
        if is_own(event, moment):
            below = [PLACED(one, moment) for one in moment.all(challenging.Flipped) if one.seat != event.seat]
            return Prompt(REWARDED(event, moment), tuple(below))
    lines = phrases(OWN, moment)
    return Prompt(lines[0], tuple(lines[1:])) if lines else None


def unanswered(scene: Scene) -> Prompt | None:
    """Return the viewer's part in an acquire that others must still answer: their own, or their belief."""
    return _own_acquire(scene) or _own_belief(scene)


def _own_acquire(scene: Scene) -> Prompt | None:
    """Return the viewer's own acquire and its possible outcomes, while others answer it. Else None."""
    view = view_of(scene)
    if scene.phase != "bluff-window" or scene.viewer != view.turn:
        return None
    rank = view.acquisition.rank
    ranks, count = words.ranks_name(rank), owned_count(scene, rank)
    facts = {"ranks": ranks, "copies": words.numeral(count)}
    computer = stand_in_at(scene, acquiring.RankAsked)
    line = (
        say("{player}: “Acquire {ranks}!” You hold {copies}.", player=computer, **facts)
        if computer
        else say("“Acquire {ranks}!” You hold {copies}.", **facts)
    )
    if not count:
        if_believed = say("- Nobody calls: you get everyone's {ranks}.", ranks=ranks)
        return Prompt(line, (if_believed, say("- Someone calls: you lose a random card.")))
    return Prompt(
        line,
        (
            say(
                "- Nobody calls: you get everyone's {ranks}. If nobody has one, you discard one.", ranks=ranks
            ),
            say(
                "- Someone calls: you show one and get everyone's {ranks}, "
                "and the caller loses a random card.",
                ranks=ranks,
            ),
        ),
    )


def _own_belief(scene: Scene) -> Prompt | None:
    """Return the viewer's belief while others may still call: only at slow tables, if no order gave it."""
    view = view_of(scene)
    if scene.phase != "bluff-window" or scene.viewer not in view.acquisition.believed:
        return None
    if not scene.plans or any(one.acted for one in scene.orders) or stand_in_at(scene, acquiring.Believed):
        return None
    return Prompt(say("You believe {player}.", player=words.name(scene, view.turn)))


CASTS: Final = (voting.VoteCalled, voting.Voted)
"""The events by which players vote: whoever asks to allow forced recycles votes yes."""


def stand_in_at(scene: Scene, *kinds: type[SeatEvent]) -> str:
    """Return the stand-in that made the viewer's latest move of these kinds. Empty if the viewer made it."""
    for past in reversed(scene.recent):
        for event in past.events if past.revision <= scene.revision else ():
            if isinstance(event, kinds) and event.seat == scene.viewer:
                return words.name(scene.as_of(past), event.seat) if event.seat in past.stand_ins else ""
    return ""


def _drawn_cards(event: challenging.Rewarded, moment: Moment) -> str:
    """Return the cards that the viewer drew as a reward. Empty if they drew none."""
    draws = (one.cards for one in moment.all(drawing.DrewCards) if one.seat == event.seat)
    cards = tuple(chain.from_iterable(draws))  # a scoring round divides a draw in two
    return words.grouped(cards) if cards else ""


PLACED: Final = Tell("{player} placed {cards}.")
REWARDED: Final = Either(
    _drawn_cards,
    TellCount("One match: you draw {cards}.", "{number} matches: you draw {cards}.", cards=_drawn_cards),
    Tell("You draw nothing."),
)


def _is_caught(event: Any, moment: Moment) -> bool:
    """Whether the viewer lost the card as a caught bluffer: the line about the call names it already."""
    calls = moment.all(acquiring.BluffCalled)
    return any(one.acquirer == event.seat and one.proof is None for one in calls)


def _tells_loss(event: acquiring.RandomDiscarded, moment: Moment) -> bool:
    return bool(event.card) and not _is_caught(event, moment)


def _is_still_shown(_event: Any, moment: Moment) -> bool:
    """Whether cooperating is still the last action, so that both may see each other's hands (R43)."""
    return isinstance(view_of(moment.scene).last, LastCooperate)


def _own_vote(event: voting.VoteClosed, moment: Moment) -> bool | None:
    """Return the viewer's vote. None if they didn't vote, or a stand-in voted for them."""
    if stand_in_at(moment.scene, *CASTS):
        return None
    votes = dict(zip(event.voters, event.votes, strict=True))
    return votes.get(-1 if moment.scene.viewer is None else moment.scene.viewer)


def _viewer_part(event: acquiring.BluffCalled, moment: Moment) -> tuple[str, str] | None:
    """Return the viewer's part in a call, and its result. None if they had no part."""
    result = "wrong" if event.proof is not None else "card" if _loss(event, moment) else "nothing"
    parts = {event.seat: "caller", event.acquirer: "asker"}
    part = parts.get(-1 if moment.scene.viewer is None else moment.scene.viewer)
    return (part, result) if part else None


def _loss(_event: Any, moment: Moment) -> str:
    """Return the card that a call cost the loser. Empty if they had none to lose."""
    lost = [one.card for one in moment.all(acquiring.RandomDiscarded) if one.card]
    return words.one_card(lost[0]) if lost else ""


OWN: Final[Mapping[type[Event], Sentence]] = {
    acquiring.RankAsked: if_own(Tell("Nobody had {ranks}.")),
    acquiring.BluffCalled: By(
        _viewer_part,
        {
            ("caller", "wrong"): Tell(
                "You called it, but {player} shows {card}.", player="acquirer", card="proof"
            ),
            ("caller", "card"): Tell("You called it: {player} loses {card}.", player="acquirer", card=_loss),
            ("caller", "nothing"): Tell(
                "You called it, but {player} doesn't have a card to lose.", player="acquirer"
            ),
            ("asker", "wrong"): Tell("{player} called it, and you were telling the truth."),
            ("asker", "card"): Tell("{player} called it: you lose {card}.", card=_loss),
            ("asker", "nothing"): Tell("{player} called it, but you don't have a card to lose."),
        },
    ),
    acquiring.Received: Either(
        is_own, Tell("You got {cards} from {player}.", player="giver"), Tell("{player} got {cards} from you.")
    ),
    acquiring.RandomDiscarded: if_own(Either(_tells_loss, Tell("You lose {card}."))),
    acquiring.NothingFound: if_own(Tell("Nobody had {ranks}, so you discard {card}.", ranks=story.RANKS)),
    laying.SetLaid: if_own(Tell("You score {copies} {ranks}: {points}.", **story.SET)),
    challenging.PlacedCards: Tell("You place {cards}."),
    protecting.ProtectedCard: Tell("You protect {card}."),
    cooperating.HandShown: Either(
        _is_still_shown,
        Either(
            "cards",
            Tell("{player} showed you {cards}.", cards=("cards", words.grouped)),
            Tell("{player} showed you an empty hand."),
        ),
    ),
    drawing.DrewCards: Tell("You draw {cards}.", cards=("cards", words.grouped)),
    voting.VoteClosed: By(_own_vote, {True: Tell("You voted yes."), False: Tell("You voted no.")}),
    clock.Skipped: if_own(
        Either(story.is_last_skip, Tell("You're skipped. Once more and you're out."), Tell("You're skipped."))
    ),
    departure.PlayerLeft: if_own(Either("idle", Tell("You missed too many turns and are out."))),
}
"""Sentences to the viewer about events that affect them. Empty for an event about someone else."""
