"""What C.R.A.P. asks of whom, and what silence does."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.engine.cards import JOKER, RANK_OF, Card
from bot.engine.chance import Seat
from bot.games.crap import duel
from bot.games.crap.acquiring import BELIEVE, CALL_BLUFF
from bot.games.crap.cards import SINGLE, rank_counts
from bot.games.crap.challenging import guesses_of
from bot.games.crap.voting import BALLOTS
from bot.rendering import words
from bot.rendering.catalog import message, say, say_count
from bot.rendering.crap.hands import held, own_hand, protected, view_of
from bot.rendering.face import Ask, Phase
from bot.rendering.late import Default
from bot.rendering.scene import Scene


def needed(scene: Scene) -> int:
    """Return how many cards the viewer must place."""
    assert scene.viewer is not None
    return duel.needed(view_of(scene), scene.viewer)


def rival(scene: Scene) -> Seat:
    """Against whom the viewer plays a challenge."""
    return next(seat for seat in duel.rivals(view_of(scene)) if seat != scene.viewer)


def nearest(scene: Scene) -> tuple[str, ...]:
    """Return the set nearest to completion, if none is complete."""
    cards = (*own_hand(scene), *protected(scene))
    counts = rank_counts(cards)
    best = max(counts.values())
    if best + cards.count(JOKER) >= SINGLE or best < 2:  # one card is near to nothing
        return ()
    near = [rank for rank, count in counts.items() if count == best]
    sets = words.listed(
        [
            say("{copies} {ranks}", copies=words.copies(best), ranks=words.ranks_name(rank))
            for rank in near[:3]
        ]
    )
    return (say("No four of a kind yet. Closest: {cards}.", cards=sets),)


def _turn(scene: Scene) -> Ask:
    return Ask(say("Your turn. Pick one."), tuple(map(words.small, nearest(scene))))


def _window(scene: Scene) -> Ask:
    """Return the stakes of believing and of calling, from where the viewer sits."""
    view = view_of(scene)
    rank, asker = view.acquisition.rank, words.name(scene, view.turn)
    count = held(scene, rank)
    facts = {"player": asker, "ranks": words.ranks_name(rank), "copies": words.copies(count)}
    line = say("{player}: “Acquire {ranks}!” You hold {copies}.", **facts)
    safe = [card for card in protected(scene) if RANK_OF.get(card) == rank]
    return Ask(line, (*_stakes(asker, count, has_cards=bool(own_hand(scene))), *_stays(safe)))


def _stays(safe: Sequence[Card]) -> tuple[str, ...]:
    """That cards which are protected can't be asked for."""
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
"""Both ways, by how many cards of the rank the viewer holds."""


def _place(scene: Scene) -> Ask:
    other = words.name(scene, rival(scene))
    line = say_count(
        "Place a card for {player} to guess",
        "Place {number} cards for {player} to guess",
        needed(scene),
        player=other,
    )
    return Ask(line, (say("You get them back. {player} guesses a rank and a suit.", player=other),))


def guess(scene: Scene) -> Ask:
    """Return what is asked of a player who guesses in a challenge."""
    other = words.name(scene, rival(scene))
    below = [say("Every card of that rank draws you a card, and so does every card of that suit.")]
    for seat, guess in guesses_of(view_of(scene).duel).items():
        facts = {"player": words.name(scene, seat), "ranks": words.ranks_name(guess.rank)}
        text = say("{player} guessed {ranks}, {suit}.", **facts, suit=words.suit_name(guess.suit))
        below.append(words.small(text))
    return Ask(say("Guess what {player} placed", player=other), tuple(below))


def _vote(scene: Scene) -> Ask:
    asked = view_of(scene).ballot.target
    if asked is None:
        below = say("Yes: players can vote to make someone recycle.")
        return Ask(say("Allow forced recycling?"), (below,))
    target = words.name(scene, asked)
    line = say("Must {player} recycle?", player=target)
    return Ask(line, (say("Yes: {player} discards their hand and rolls for a new one.", player=target),))


def _window_asks(scene: Scene) -> Ask:
    view, who = view_of(scene), words.players(scene, scene.deciders)
    believed = [words.name(scene, seat) for seat in view.acquisition.believed]
    stakes = words.small(say("Whoever's wrong loses a random card."))
    line = say("{players}, is {player} bluffing?", players=who, player=words.name(scene, view.turn))
    if not believed:
        return Ask(line, (stakes,))
    seen = say_count(
        "{players} believes.", "{players} believe.", len(believed), players=words.listed(believed)
    )
    return Ask(f"{line} {seen}", (stakes,))


def _guess_asks(scene: Scene) -> Ask:
    view, who = view_of(scene), words.players(scene, scene.deciders)
    other = view.duel.target if view.turn in scene.deciders else view.turn
    return Ask(say("{players}, guess what {player} placed.", players=who, player=words.name(scene, other)))


def _vote_asks(scene: Scene) -> Ask:
    target, who = view_of(scene).ballot.target, words.players(scene, scene.deciders)
    if target is None:
        return Ask(say("{players}, allow forced recycling?", players=who))
    return Ask(say("{players}, must {player} recycle?", players=who, player=words.name(scene, target)))


GUESSING: Final = Phase(
    asks=_guess_asks,
    task=guess,
    silence=message("No guess, no cards. Auto-pass {time}."),
    note=message("guesses a card"),
    own=message("guess a card"),
    chapter="challenge",
)
PHASES: Final[Mapping[str, Phase]] = {
    "turn": Phase(
        asks=message("{players}, your turn."),
        task=_turn,
        silence=message("Auto-skip {time}."),
        late=Default(
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
        task=_window,
        silence=message("No answer counts as *believe*. Auto-answer {time}."),
        note=message("believe or call?"),
        own=lambda scene: say(
            "{ranks}: believe or call?", ranks=words.ranks_name(view_of(scene).acquisition.rank)
        ),
        chapter="acquiring-and-bluffing",
        table_moves=lambda _: (BELIEVE, CALL_BLUFF),
    ),
    "challenge-place": Phase(
        asks=message("{players}, place your cards."),
        task=_place,
        silence=message("Auto-place (random cards) {time}."),
        note=message("places cards"),
        own=message("place cards"),
        chapter="challenge",
    ),
    "challenge-guess-1": GUESSING,
    "challenge-guess-2": GUESSING,
    "vote": Phase(
        asks=_vote_asks,
        task=_vote,
        silence=message("No answer counts as *no*. Auto-answer {time}."),
        note=message("yes or no?"),
        own=message("yes or no?"),
        chapter="recycle-cooperate",
        table_moves=lambda _: BALLOTS,
    ),
    "over": Phase(chapter="scoring-and-end"),
}
