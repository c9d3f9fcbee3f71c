"""Hints in C.R.A.P.: the reasons for a move, from what the viewer sees and remembers."""

from collections.abc import Mapping
from typing import Any, Final

from bot.engine.cards import RANK_OF, RANKS, Rank
from bot.engine.chance import Seat
from bot.engine.moves import Move
from bot.games.crap.acquiring import Acquire, Believe, CallBluff
from bot.games.crap.cards import SINGLE
from bot.games.crap.challenging import Challenge, Guess, Place
from bot.games.crap.cooperating import Cooperate
from bot.games.crap.laying import Score, points_of
from bot.games.crap.protecting import Protect
from bot.games.crap.recycling import Recycle
from bot.games.crap.voting import ForceRecycle, Vote
from bot.rendering import words
from bot.rendering.crap.board import table_points
from bot.rendering.crap.controls import ALL_COPIES, owned_in_rank
from bot.rendering.crap.hands import held_count, own_hand, view_of
from bot.rendering.crap.prompts import rival
from bot.rendering.scene import Scene
from bot.rendering.telling import By, Either, Moment, Sentence, Tell, TellCount, named

ONE_SHORT: Final = 3


def _set_points(move: Acquire | Score, moment: Moment) -> int:
    """Return the points of the set to score, or of a set of the rank to acquire."""
    score = move if isinstance(move, Score) else Score(move.rank)
    return points_of(score, view_of(moment.scene).sets)


def _why_acquire(move: Acquire, moment: Moment) -> tuple[str, bool]:
    """Return whether the viewer has none, three or some of a rank, and whether another surely has some."""
    own = {0: "none", ONE_SHORT: "three"}.get(owned_in_rank(move, moment), "some")
    return own, _holder(move, moment) is not None


def _holder(move: Acquire, moment: Moment) -> Seat | None:
    """Return the player who surely has the most cards of a rank. None if nobody surely has any."""
    counts = {seat: moment.notes.of(seat).count(move.rank) for seat in _others(moment.scene)}
    most = max(counts, key=counts.__getitem__, default=None)
    return most if most is not None and counts[most] else None


def _others(scene: Scene) -> list[Seat]:
    return [seat for seat in scene.active if seat != scene.viewer]


def _hand_size(move: Challenge | ForceRecycle | Vote, moment: Moment) -> int:
    """Return the number of cards in the hand of the player that a move is about."""
    seat = _vote_target(move, moment) if isinstance(move, Vote) else move.player
    return 0 if seat is None else len(view_of(moment.scene).hands[seat])


def _why_recycle(_: Recycle, moment: Moment) -> str:
    """Return why to recycle: to `win` at once, for `more` cards, or for a `better` hand."""
    scene = moment.scene
    if len(view_of(scene).stock) < 2 and _would_win(scene):  # two dice surely empty it
        return "win"
    keeps = not own_hand(scene) or any(held_count(scene, rank) >= SINGLE for rank in RANKS)
    return "more" if keeps else "better"


def _would_win(scene: Scene) -> bool:
    """Whether counting the sets now would make the viewer win: over the threshold and ahead of everyone."""
    on_table, totals = table_points(scene), view_of(scene).totals
    points = {seat: totals[seat] + on_table[seat] for seat in scene.active}
    threshold: int = scene.options["threshold"]
    return points.pop(scene.seat) > max(threshold, *points.values())


def _collector(move: Protect, moment: Moment) -> Seat | None:
    """Return a player who surely or probably holds cards of this card's rank. None if nobody does."""
    rank = RANK_OF.get(move.card)
    if rank is None:
        return None
    known = [(seat, moment.notes.of(seat)) for seat in _others(moment.scene)]
    return next((seat for seat, one in known if one.count(rank) or one.likely.get(rank)), None)


def _asked_rank(moment: Moment) -> Rank:
    return view_of(moment.scene).acquisition.rank


def _held_count(_: Move, moment: Moment) -> int:
    return held_count(moment.scene, _asked_rank(moment))


def _face_up_count(_: CallBluff, moment: Moment) -> int:
    """Return how many cards of the acquired rank are face up, in sets or on the discard pile."""
    view, rank = view_of(moment.scene), _asked_rank(moment)
    laid = [card for one in view.sets for card in one.cards]
    return sum(RANK_OF.get(card) == rank for card in (*laid, *view.discard))


def _why_call(move: CallBluff, moment: Moment) -> str:
    """Return why to call: a rare rank, no cards at risk, a known bluffer, or cards worth keeping."""
    own_count = _held_count(move, moment)
    if _face_up_count(move, moment) + own_count > ALL_COPIES // 2:
        return "few"
    if not own_count:
        return "safe"
    return "bluffer" if moment.notes.of(view_of(moment.scene).turn).bluffs else "costly"


def _why_believe(move: Believe, moment: Moment) -> str:
    """Return why to believe: nothing to lose, or the acquirer surely or probably has the rank."""
    if not _held_count(move, moment):
        return "free"
    if moment.notes.of(view_of(moment.scene).turn).count(_asked_rank(moment)):
        return "sure"
    return "likely"


def _known_count(move: Guess, moment: Moment) -> int:
    """Return how many cards of the rank the opponent certainly has."""
    count: int = moment.notes.of(rival(moment.scene)).count(move.rank)
    return count


def _vote_target(_: Vote, moment: Moment) -> Seat | None:
    return view_of(moment.scene).ballot.target


ASKED: Final[Mapping[str, Any]] = {
    "ranks": lambda _, moment: words.ranks_name(_asked_rank(moment)),
    "player": named(lambda _, moment: view_of(moment.scene).turn),
}
"""The acquired rank and its acquirer."""
CALLED: Final[Mapping[str, Any]] = {
    "ranks": ASKED["ranks"],
    "all": lambda *_: words.numeral(ALL_COPIES),
    "own": lambda move, moment: words.numeral(_held_count(move, moment)),
    "out": lambda move, moment: words.numeral(_face_up_count(move, moment)),
}
OWN: Final[Mapping[str, Any]] = {"copies": lambda move, moment: words.numeral(owned_in_rank(move, moment))}

REASONS: Final[Mapping[type[Move], Sentence]] = {
    Score: Tell("I'd score {ranks}. Nobody can take those {points} points from you.", points=_set_points),
    Acquire: By(
        _why_acquire,
        {
            ("none", False): Tell("I'd bluff: acquire {ranks}. Someone may have some and believe you."),
            ("none", True): Tell(
                "I'd bluff: acquire {ranks}. {player} has some and may believe you.", player=named(_holder)
            ),
            ("three", False): Tell("I'd acquire {ranks}. A fourth makes {points}.", points=_set_points),
            ("three", True): Tell(
                "I'd acquire {ranks}. A fourth makes {points}, and {player} has some.",
                points=_set_points,
                player=named(_holder),
            ),
            ("some", True): Tell(
                "I'd acquire {ranks}. You hold {copies}, and {player} has some.", **OWN, player=named(_holder)
            ),
            ("some", False): Tell(
                "I'd acquire {ranks}. You hold {copies}, and everyone else must hand theirs over.", **OWN
            ),
        },
    ),
    Challenge: TellCount(
        "I'd challenge {player}. There's one card to guess, and each match draws you a card.",
        (
            "I'd challenge {player}. With {number} cards there's a lot to guess, and each match draws you a "
            "card."
        ),
        _hand_size,
    ),
    Cooperate: Tell("I'd cooperate with {player}. You both draw a card, and you see another hand."),
    Recycle: By(
        _why_recycle,
        win=Tell("I'd recycle. That empties the stock: all points are counted, and you win."),
        more=Tell("I'd recycle. Two dice give you about seven new cards."),
        better=TellCount(
            "I'd recycle. Two dice give you about seven new cards for your one.",
            (
                "I'd recycle. Two dice give you about seven new cards for your {number}, which "
                "aren't worth much."
            ),
            lambda _, moment: len(own_hand(moment.scene)),
        ),
    ),
    ForceRecycle: TellCount(
        "I'd force {player} to recycle. That costs {player} a card.",
        "I'd force {player} to recycle. That costs {player} {number} cards.",
        _hand_size,
    ),
    Protect: Either(
        lambda move, moment: _collector(move, moment) is not None,
        Tell(
            "I'd protect {card}. {player} collects {ranks}.",
            player=named(_collector),
            ranks=("card", lambda card: words.ranks_name(RANK_OF[card])),
        ),
        Tell("I'd protect {card}. Nobody can take it, and your sets can still use it."),
    ),
    CallBluff: By(
        _why_call,
        few=TellCount(
            "I'd call it. You hold {own}, and {out} of {all} {ranks} is out.",
            "I'd call it. You hold {own}, and {out} of {all} {ranks} are out.",
            _face_up_count,
            **CALLED,
        ),
        safe=Tell("I'd call it. If {player} is bluffing, {player} loses a random card.", **ASKED),
        bluffer=Tell(
            "I'd call it. {player} has bluffed before, and you'd lose {own}.", **ASKED, own=CALLED["own"]
        ),
        costly=Tell("I'd call it. Losing {own} would cost you more than a random card.", own=CALLED["own"]),
    ),
    Believe: By(
        _why_believe,
        free=Tell("I'd believe it. You lose nothing."),
        sure=Tell("I'd believe it. {player} surely has {ranks}.", **ASKED),
        likely=Tell(
            "I'd believe it. {player} probably has one, and a wrong call costs you a random card.", **ASKED
        ),
    ),
    Place: Tell("I'd place {cards}. One rank and one suit match few of them."),
    Guess: Either(
        _known_count,
        Tell(
            "I'd guess {ranks} and {suit}. {player} had {copies} of the {ranks}.",
            player=named(lambda _, moment: rival(moment.scene)),
            copies=lambda move, moment: words.numeral(_known_count(move, moment)),
        ),
        Tell("I'd guess {ranks} and {suit}. You've seen fewer of them elsewhere than of others."),
    ),
    Vote: By(
        lambda move, moment: (_vote_target(move, moment) is not None, move.choice),
        {
            (False, "no"): Tell("I'd vote no. You hold the most cards, so you'd be forced first."),
            (False, "yes"): Tell(
                "I'd vote yes. You don't hold the most cards, so others would be forced first."
            ),
            (True, "no"): Tell(
                "I'd vote no. {player} could only gain from a new hand.", player=named(_vote_target)
            ),
            (True, "yes"): TellCount(
                "I'd vote yes. {player} loses a card, and any plan that needs it.",
                "I'd vote yes. {player} loses {number} cards, and any plan that needs them.",
                _hand_size,
                player=named(_vote_target),
            ),
        },
    ),
}
"""The hint for each kind of move that a computer makes."""
