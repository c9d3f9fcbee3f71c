"""The table of Crapette as text: all piles in one block, and what else there is to know."""

from collections.abc import Iterator
from typing import Final, cast

from bot.engine.cards import RANK_OF
from bot.engine.chance import Seat
from bot.engine.notation import stored_options
from bot.games.crapette.clock import seconds_left
from bot.games.crapette.ending import Remains
from bot.games.crapette.options import CrapetteOptions
from bot.games.crapette.state import HOUSES, MAX_HOUSE_MOVES, MAX_TIMEOUTS, MAX_UNDO_STEPS, PLAYERS, Pile
from bot.games.crapette.turns import WARNING_TURNS
from bot.rendering import words
from bot.rendering.catalog import say, say_count
from bot.rendering.crapette.piles import SUITS_IN_ROW, run, view_of
from bot.rendering.scene import Scene

WARNING_MOVES: Final = 40
"""From so many moves between houses in a row on, the table gives their limit."""
WARNING_STEPS: Final = 15
"""From so many moves taken back in a turn on, the table gives their limit."""


def options_of(scene: Scene) -> CrapetteOptions:
    """What the players have agreed on."""
    return cast("CrapetteOptions", stored_options(scene.game, scene.options))


def on_turn(scene: Scene) -> Seat:
    """Whose turn it is."""
    return view_of(scene).turn


def opponent(scene: Scene) -> Seat:
    """The player who is not on turn."""
    return 1 - on_turn(scene)


def goal(_scene: Scene) -> str:
    """The goal of the game, behind the number of the table."""
    return say("first without cards wins")


def table(scene: Scene) -> str:
    """The block of piles with what must be noticed below it; in the end all cards that were left."""
    return "\n".join([f"```\n{block(scene)}\n```", *_notices(scene), *_left_over(scene)])


hand = table


def block(scene: Scene) -> str:
    """All piles, a line each house, for a font with equal widths; the first player sits below.

    Names stand there as plain text, because mentions are not drawn in such a block.
    """
    view = view_of(scene)
    facts = {"number": view.turn_number, "player": words.in_block(scene, on_turn(scene))}
    playing = say("Crapette · turn {number} · to move: {player}", **facts)
    return "\n".join(
        [
            playing if scene.status == "playing" else say("Crapette · turn {number}", **facts),
            _player_line(scene, 1),
            *(f"{house} {run(view.pile(house))}" for house in HOUSES),
            say("Finish  {piles}", piles="  ".join(_finish(scene))),
            _player_line(scene, 0),
            say(
                "Lifted: {card} · empty houses: {number}",
                card="-" if view.lifted is None else words.card(view.lifted),
                number=len(view.empty_houses),
            ),
        ]
    )


def _player_line(scene: Scene, seat: Seat) -> str:
    view = view_of(scene)
    hand, discard, crapaud = view.own(seat)
    return say(
        "{player}  hand {hand} · discard {discard} ({discards}) · crapaud {crapaud} ({crapauds})",
        player=words.in_block(scene, seat),
        hand=len(hand),
        discard=_top(discard),
        discards=len(discard),
        crapaud=_top(crapaud),
        crapauds=len(crapaud),
    )


def _top(pile: Pile) -> str:
    return words.card(pile[-1]) if pile else "-"


def _finish(scene: Scene) -> Iterator[str]:
    """Each suit with the ranks on top of its two finishing piles: `♠ 8 -`."""
    for suit in SUITS_IN_ROW:
        first, second = (RANK_OF[pile[-1]] if pile else "-" for pile in view_of(scene).finished(suit))
        yield f"{words.SUIT_SIGN[suit]} {first} {second}"


def _notices(scene: Scene) -> Iterator[str]:
    """What else must be noticed: clocks that stand still, limits of this turn, ends that come near."""
    view, options = view_of(scene), options_of(scene)
    if view.end is not None:
        return
    if options.has_chess_clock and scene.deadline is None:
        times = [f"{words.name(scene, seat)} {time_left(scene, seat)}" for seat in PLAYERS]
        yield say("Time left: {times}.", times=words.listed(times))
    yield from _this_turn(scene)
    limit = options.no_progress_turns
    if view.idle_turns >= limit - WARNING_TURNS:
        facts = {"turns": view.idle_turns, "limit": limit}
        yield (
            say("No progress for {turns} turns, until this one; {limit} are a draw.", **facts)
            if view.progress > 0
            else say("No progress for {turns} turns; {limit} are a draw.", **facts)
        )
    for seat in PLAYERS:
        if missed := view.timeouts[seat]:
            yield say_count(
                "{player} ran out of time in one turn; {limit} in a row lose the game.",
                "{player} ran out of time in {number} turns in a row; {limit} lose the game.",
                missed,
                player=words.name(scene, seat),
                limit=words.copies(MAX_TIMEOUTS),
            )


def _this_turn(scene: Scene) -> Iterator[str]:
    """What may be done only so often in a turn, and has been done in this one."""
    view = view_of(scene)
    for seat in view.offered:
        if seat != view.offer:
            yield say("{player} offered a draw in this turn.", player=words.name(scene, seat))
    if view.undo:
        yield say_count("One move can be taken back.", "{number} moves can be taken back.", len(view.undo))
    if view.undo_used >= WARNING_STEPS:
        facts = {"used": view.undo_used, "most": MAX_UNDO_STEPS}
        yield say("{used} of {most} moves taken back in this turn.", **facts)
    if view.house_moves >= WARNING_MOVES:
        facts = {"made": view.house_moves, "most": MAX_HOUSE_MOVES}
        yield say("{made} of {most} moves from house to house in a row.", **facts)


def _left_over(scene: Scene) -> Iterator[str]:
    """What the players had left when the game ended, pile by pile, bottom to top."""
    told = scene.recent[-1].events if scene.recent and scene.outcome else ()
    for event in told:
        if isinstance(event, Remains) and (piles := ", ".join(_piles(event))):
            yield say("{player} had left: {piles}.", player=words.name(scene, event.seat), piles=piles)


def _piles(event: Remains) -> Iterator[str]:
    if event.hand:
        yield say("hand {cards}", cards=run(event.hand))
    if event.discard:
        yield say("discard {cards}", cards=run(event.discard))
    if event.crapaud:
        yield say("crapaud {cards}", cards=run(event.crapaud))
    if event.lifted is not None:
        yield say("lifted {card}", card=words.card(event.lifted))


def time_left(scene: Scene, seat: Seat) -> str:
    """What a player has left of a chess clock: `13:59`."""
    used = view_of(scene).used[seat]
    minutes, seconds = divmod(seconds_left(options_of(scene), used), 60)
    return f"{minutes}:{seconds:02}"
