"""Why a move is good in C.R.A.P., from what the viewer sees and remembers."""

from collections.abc import Mapping
from typing import Final

from bot.engine.cards import RANK_OF, RANKS, Rank, parse_cards
from bot.engine.chance import Seat
from bot.engine.moves import Move
from bot.games.crap.acquiring import Acquire, Believe, CallBluff
from bot.games.crap.cards import SINGLE
from bot.games.crap.challenging import Challenge, Guess, Place
from bot.games.crap.cooperating import Cooperate
from bot.games.crap.laying import Score, points_of
from bot.games.crap.notes import CrapNotes
from bot.games.crap.protecting import Protect
from bot.games.crap.recycling import Recycle
from bot.games.crap.voting import ForceRecycle, Vote
from bot.rendering import words
from bot.rendering.catalog import say, say_count
from bot.rendering.crap.asking import rival
from bot.rendering.crap.board import on_table
from bot.rendering.crap.hands import held, own_hand, protected, view_of
from bot.rendering.face import Reason
from bot.rendering.scene import Scene

SHORT_OF_ONE: Final = 3
COPIES: Final = 8
"""How many cards of each rank there are."""


def _lay(move: Score, scene: Scene, _: CrapNotes) -> str:
    points = points_of(move, view_of(scene).sets)
    facts = {"ranks": words.ranks_name(move.rank), "points": points}
    return say("lay {ranks}. Nobody can take those {points} points from you.", **facts)


def _ask(move: Acquire, scene: Scene, notes: CrapNotes) -> str:
    """What it would make, and who has some."""
    count = held(scene, move.rank) + sum(RANK_OF.get(card) == move.rank for card in protected(scene))
    holder = _holder(move.rank, scene, notes)
    facts = {
        "ranks": words.ranks_name(move.rank),
        "copies": words.copies(count),
        "player": "" if holder is None else words.name(scene, holder),
        "points": points_of(Score(move.rank), view_of(scene).sets),
    }
    if not count:
        if holder is None:
            return say("ask for {ranks}, as a bluff. Somebody may have some and believe you.", **facts)
        return say("ask for {ranks}, as a bluff. {player} has some and may believe you.", **facts)
    if count == SHORT_OF_ONE:
        if holder is None:
            return say("ask for {ranks}. A fourth makes {points}.", **facts)
        return say("ask for {ranks}. A fourth makes {points}, and {player} has some.", **facts)
    if holder is not None:
        return say("ask for {ranks}. You hold {copies}, and {player} has some.", **facts)
    return say("ask for {ranks}. You hold {copies}, and all others must give theirs.", **facts)


def _holder(rank: Rank, scene: Scene, notes: CrapNotes) -> Seat | None:
    """Who certainly has most of a rank, as far as the viewer knows."""
    counts = {seat: notes.of(seat).count(rank) for seat in scene.active if seat != scene.viewer}
    most = max(counts, key=counts.__getitem__, default=None)
    return most if most is not None and counts[most] else None


def _challenge(move: Challenge, scene: Scene, _: CrapNotes) -> str:
    count, player = _cards_of(move.player, scene), words.name(scene, move.player)
    return say_count(
        "challenge {player}. There is one card to guess, and each match draws you one.",
        "challenge {player}. With {number} cards there is much to guess, and each match draws you one.",
        count,
        player=player,
    )


def _cards_of(seat: Seat, scene: Scene) -> int:
    return len(view_of(scene).hands[seat])


def _cooperate(move: Cooperate, scene: Scene, _: CrapNotes) -> str:
    player = words.name(scene, move.player)
    return say("cooperate with {player}. You both draw a card, and you see another hand.", player=player)


def _recycle(_: Recycle, scene: Scene, _notes: CrapNotes) -> str:
    """What the new cards are good for: the end of a game that is won, or a better hand."""
    if _would_win(scene):
        return say("recycle. That empties the stock: all points are counted, and you win.")
    if not own_hand(scene) or any(held(scene, rank) >= SINGLE for rank in RANKS):
        return say("recycle. Two dice bring about seven new cards.")
    return say_count(
        "recycle. Two dice bring about seven new cards for your one.",
        "recycle. Two dice bring about seven new cards for your {number}, which are worth little.",
        len(own_hand(scene)),
    )


def _would_win(scene: Scene) -> bool:
    """Whether the viewer alone leads with enough points, if they counted now."""
    laid, totals = on_table(scene), view_of(scene).totals
    points = {seat: totals[seat] + laid[seat] for seat in scene.active}
    assert scene.viewer is not None
    threshold: int = scene.options["threshold"]
    return points.pop(scene.viewer) > max(threshold, *points.values())


def _force(move: ForceRecycle, scene: Scene, _: CrapNotes) -> str:
    facts = {"player": words.name(scene, move.player)}
    return say_count(
        "let the others vote on {player}, who has one card to throw away.",
        "let the others vote on {player}, who has {number} cards to throw away.",
        _cards_of(move.player, scene),
        **facts,
    )


def _protect(move: Protect, scene: Scene, notes: CrapNotes) -> str:
    """Who asks for its rank, as far as it came out."""
    rank, card = RANK_OF.get(move.card), words.card(move.card)
    if rank is not None:
        known = [(seat, notes.of(seat)) for seat in scene.active if seat != scene.viewer]
        for seat, one in known:
            if one.count(rank) or one.likely.get(rank):
                facts = {"ranks": words.ranks_name(rank), "player": words.name(scene, seat)}
                return say("protect {card}. {player} collects {ranks}.", card=card, **facts)
    return say("protect {card}. Nobody can take it then, and your sets may use it.", card=card)


def _call(_: CallBluff, scene: Scene, notes: CrapNotes) -> str:
    """What speaks against the asker: how many are out, or that they have bluffed before."""
    view = view_of(scene)
    rank, asker = view.acquisition.rank, view.turn
    own = held(scene, rank)
    laid = [card for one in view.sets for card in one.cards]
    out = sum(RANK_OF.get(card) == rank for card in (*laid, *view.discard))
    facts = {
        "ranks": words.ranks_name(rank),
        "out": words.copies(out),
        "all": words.copies(COPIES),
        "own": words.copies(own),
        "player": words.name(scene, asker),
    }
    if out + own > COPIES // 2:
        return say_count(
            "call it. You hold {own}, and {out} of {all} {ranks} is out.",
            "call it. You hold {own}, and {out} of {all} {ranks} are out.",
            out,
            **facts,
        )
    if not own:
        return say("call it. If {player} bluffs, {player} loses a random card.", **facts)
    if notes.of(asker).bluffs:
        return say("call it. {player} has bluffed before, and you would lose {own}.", **facts)
    return say("call it. To lose {own} would cost you more than a random card.", **facts)


def _believe(_: Believe, scene: Scene, notes: CrapNotes) -> str:
    view = view_of(scene)
    rank, asker = view.acquisition.rank, view.turn
    facts = {"ranks": words.ranks_name(rank), "player": words.name(scene, asker)}
    if not held(scene, rank):
        return say("believe. You lose nothing.")
    if notes.of(asker).count(rank):
        return say("believe. {player} surely has {ranks}.", **facts)
    if not own_hand(scene):
        return say("believe. You have no card to lose.")
    return say("believe. {player} probably has one, and a wrong call costs you a random card.", **facts)


def _place(move: Place, _: Scene, _notes: CrapNotes) -> str:
    cards = words.cards(parse_cards(move.cards))
    return say("hide {cards}. One rank and one suit match few of them.", cards=cards)


def _guess(move: Guess, scene: Scene, notes: CrapNotes) -> str:
    other = rival(scene)
    facts = {
        "ranks": words.ranks_name(move.rank),
        "suit": words.suit_name(move.suit),
        "player": words.name(scene, other),
    }
    if known := notes.of(other).count(move.rank):
        copies = words.copies(known)
        return say("guess {ranks} and {suit}. {player} had {copies} of the {ranks}.", **facts, copies=copies)
    return say("guess {ranks} and {suit}. You have seen fewer of them elsewhere than of others.", **facts)


def _vote(move: Vote, scene: Scene, _: CrapNotes) -> str:
    target = view_of(scene).ballot.target
    if target is None:
        if move.choice == "no":
            return say("vote no. You hold the most cards, so you would be forced first.")
        return say("vote yes. You don't hold the most cards, so others would be forced first.")
    count, player = _cards_of(target, scene), words.name(scene, target)
    if move.choice == "no":
        return say("vote no. {player} could only gain by a new hand.", player=player)
    return say_count(
        "vote yes. {player} loses one card, and what was planned with it.",
        "vote yes. {player} loses {number} cards, and what was planned with them.",
        count,
        player=player,
    )


REASONS: Final[Mapping[type[Move], Reason]] = {
    Score: _lay,
    Acquire: _ask,
    Challenge: _challenge,
    Cooperate: _cooperate,
    Recycle: _recycle,
    ForceRecycle: _force,
    Protect: _protect,
    CallBluff: _call,
    Believe: _believe,
    Place: _place,
    Guess: _guess,
    Vote: _vote,
}
"""What is said of each kind of move that a computer makes."""
