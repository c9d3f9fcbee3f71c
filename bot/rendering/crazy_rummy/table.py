"""The table and the hands of Crazy Rummy as text."""

from collections.abc import Iterator, Mapping
from typing import Final, cast

from bot.engine.cards import Card
from bot.engine.chance import Seat
from bot.engine.view import shown
from bot.games.crazy_rummy.cards import points
from bot.games.crazy_rummy.state import State, lock_limit
from bot.rendering import plates, words
from bot.rendering.catalog import message, say, say_count
from bot.rendering.crazy_rummy.boards import STAR, Lengths, board, fitted, held, in_rank_order, whole
from bot.rendering.scene import Scene
from bot.rendering.widths import number

MAX_TABLE_CHARACTERS: Final = 2600
"""Title, result and the last moves need the rest of a message."""

WILDS_ALLOWED: Final[Mapping[str, str]] = {
    "to come": message("First laying: any number of wilds, this turn only."),
    "now": message("First laying: any number of wilds, this turn only."),
    "over": message("From now on: one wild per set, or only wilds."),
}
"""How many wilds the sets of a turn take, by where their player stands with the first play."""
WILDS_LATER: Final[Mapping[str, str]] = {
    **WILDS_ALLOWED,
    "to come": message("First laying still to come: any number of wilds in that turn."),
}
"""The same while others are on turn."""
FIRST_PLAY: Final[Mapping[str, str]] = {
    "to come": message("first laying to come"),
    "now": message("first laying now"),
}


def view_of(scene: Scene) -> State:
    """The scene's view."""
    return cast("State", scene.view)


def own_hand(scene: Scene) -> tuple[Card, ...]:
    """The viewer's cards."""
    assert scene.viewer is not None
    return shown(view_of(scene).hands[scene.viewer])


def on_board(scene: Scene, seat: Seat) -> int:
    """What the cards before a player count as long as they are not yet scored."""
    view = view_of(scene)
    return 0 if view.phase == "over" else view.board_points(seat)


def leaders(scene: Scene) -> frozenset[Seat]:
    """The players who would have most if boards were scored now."""
    totals = view_of(scene).totals
    sums = [
        totals[seat] + on_board(scene, seat) if seat in scene.active else 0
        for seat in range(len(scene.players))
    ]
    return plates.leaders(sums)


def goal(scene: Scene) -> str:
    """The goal of the game, behind the number of the table."""
    view, options = view_of(scene), scene.options
    facts = {"points": options["target"], "ranks": words.ranks_name(view.wild)}
    if view.hand_number >= options["max-hands"]:
        return say("last hand · {ranks} wild", **facts)
    if view.last_hand and scene.phase != "over":
        return say("extra hand · {ranks} wild", **facts)
    return say("to {points} · {ranks} wild", **facts)


def table(scene: Scene) -> str:
    """All that lies open, with boards shortened where they are too many for one message."""
    seats = range(len(scene.players))
    players, below = [_player(scene, seat) for seat in seats], list(_notes(scene))
    fixed = sum(len(line) + len("\n> ") for line in (*players, *below))
    boards = fitted([_in_front(scene, seat) for seat in seats], MAX_TABLE_CHARACTERS - fixed)
    lines = [f"{player}\n> {laid}" if laid else player for player, laid in zip(players, boards, strict=True)]
    return "\n".join([*lines, *below])


def hand(scene: Scene) -> str:
    """The viewer's hand, and what can be done with it."""
    assert scene.viewer is not None
    view = view_of(scene)
    if scene.viewer in view.left:
        return say("You have left this game; what you have laid stays on the table.")
    cards = own_hand(scene)
    facts = {"cards": whole(cards, view.wild), "points": number(points(cards, view.wild))}
    text = (
        say_count(
            "Your hand (one card, {points} against you): {cards}",
            "Your hand ({number} cards, {points} against you): {cards}",
            len(cards),
            **facts,
        )
        if cards
        else say("Your hand is empty.")
    )
    lines = [text, _wild_line(scene)]
    if view.phase != "over" and not scene.asked:
        lines.append(say(WILDS_LATER[view.first_play(scene.viewer)]))
    if laid := _board(scene, scene.viewer)[0]:
        lines.append(
            say(
                "On your board, {points}: {cards}", points=number(view.board_points(scene.viewer)), cards=laid
            )
        )
    return "\n".join(lines)


def _wild_line(scene: Scene) -> str:
    view = view_of(scene)
    ranks = words.ranks_name(view.wild)
    if view.marker is None:
        return say("**Wild** ({star}): {ranks}", star=STAR, ranks=ranks)
    return say(
        "**Wild** ({star}): {ranks}; {card} lies on the table",
        star=STAR,
        ranks=ranks,
        card=words.card(view.marker),
    )


def _player(scene: Scene, seat: Seat) -> str:
    """A player's standing, without the cards."""
    view = view_of(scene)
    total = number(view.totals[seat])
    facts = [total if view.phase == "over" else f"{total} + {number(on_board(scene, seat))}"]
    if seat in view.left:
        facts.append(say("has left"))
    else:
        facts.append(say_count("one card", "{number} cards", len(view.hands[seat])))
    if seat == view.dealer:
        facts.append(say("dealer"))
    if view.phase != "over" and seat not in view.left and (first := view.first_play(seat)) != "over":
        facts.append(say(FIRST_PLAY[first]))
    if seat in leaders(scene):
        facts.append(say("ahead"))
    here = "▶ " if seat in scene.deciders else ""
    return f"{here}**{words.name(scene, seat)}** {' · '.join(facts)}"


def _in_front(scene: Scene, seat: Seat) -> Lengths:
    """What is to be seen of a player's cards: the board and, at the end, the hand."""
    view = view_of(scene)
    hand = shown(view.hands[seat]) if view.phase == "over" else ()
    both = zip(_board(scene, seat), held(hand, view.wild), strict=True)
    return tuple(" · ".join(filter(None, parts)) for parts in both)


def _board(scene: Scene, seat: Seat) -> Lengths:
    view = view_of(scene)
    return board(view.sets[seat], view.fed[seat], view.wild)


def _notes(scene: Scene) -> Iterator[str]:
    """The lines below the players: piles, wild rank, open ranks, and what there is to tell only at times."""
    view = view_of(scene)
    if view.phase != "over":
        yield f"-# {say('Banked + on the board.')} {_counters(scene)}"
    else:
        yield f"-# {_counters(scene)}"
    yield _wild_line(scene)
    yield _piles(scene)
    ranks = " ".join(in_rank_order(view.opened))
    yield say("**Open to feed:** {ranks}", ranks=ranks) if ranks else say("**Open to feed:** nothing yet")
    if view.aside:
        yield say_count(
            "One card is set aside unseen.", "{number} cards are set aside unseen.", len(view.aside)
        )
    if view.phase != "over":
        yield from _under_way(scene)


def _counters(scene: Scene) -> str:
    view = view_of(scene)
    packs = say_count("one pack", "{number} packs", view.packs)
    return say(
        "Hand {number} of at most {most}, {packs}.",
        number=view.hand_number,
        most=scene.options["max-hands"],
        packs=packs,
    )


def _piles(scene: Scene) -> str:
    view = view_of(scene)
    facts = {
        "stock": len(view.stock),
        "again": say_count(
            "one reshuffle left",
            "{number} reshuffles left",
            scene.options["reshuffles"] - view.rebuilds,
        ),
    }
    if view.top_discard is None:
        return say("**Stock:** {stock}, {again} · **Discards:** none", **facts)
    return say(
        "**Stock:** {stock}, {again} · **Discards:** {number}, {card} on top",
        **facts,
        number=len(view.discard),
        card=words.card(view.top_discard),
    )


def _under_way(scene: Scene) -> Iterator[str]:
    """What this turn, or the next draw, depends on."""
    view, mover = view_of(scene), words.names(scene, scene.deciders)
    if view.last_hand:
        yield say("The goal was reached with a tie: the first to lead alone after a hand wins.")
    if view.taken:
        yield say("{player} took {card} this turn.", player=mover, card=words.card(view.taken))
    if view.laid:
        yield say("{player} has laid cards this turn.", player=mover)
    if view.is_locked:
        yield say("The discard pile is closed until somebody lays or draws from the stock.")
    elif view.lock_count >= view.active_count:
        yield say(
            "{number} turns in a row took a discard and laid nothing; {most} close the pile.",
            number=view.lock_count,
            most=lock_limit(view.active_count),
        )
