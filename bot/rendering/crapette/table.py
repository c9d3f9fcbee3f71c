"""The table of Crapette as text: all piles in one block, and what else there is to know."""

from collections.abc import Iterator, Mapping
from typing import Final, cast

from bot.engine.cards import Card
from bot.engine.chance import Seat, seat_letter
from bot.engine.notation import stored_options
from bot.games.crapette.cards import COURTS
from bot.games.crapette.clock import MAX_TIMEOUTS, FinishingStep, auto_finish, seconds_left
from bot.games.crapette.moving import MAX_HOUSE_MOVES
from bot.games.crapette.options import CrapetteOptions
from bot.games.crapette.sheet import CrapetteSheet
from bot.games.crapette.state import HOUSES, PLAYERS
from bot.games.crapette.turns import WARNING_TURNS
from bot.games.crapette.undoing import MAX_UNDO_STEPS
from bot.rendering import words
from bot.rendering.crapette.piles import SIDES, SUITS_IN_ROW, run, size, top
from bot.rendering.scene import Scene

HANDS: Final = "Hands lie face down: nobody may look at them, not even their owners. This is the table:"
WARNING_MOVES: Final = 40
"""From so many moves between houses in a row on, their limit is told."""
FINISHED: Final[Mapping[tuple[FinishingStep, ...], str]] = {
    ("lift", "put"): "next hand card is lifted and discarded",
    ("turn", "lift", "put"): "discard pile is turned over and its first card discarded",
    ("fill",): "discard pile goes into the empty houses",
    ("fill", "turn", "lift", "put"): (
        "discard pile fills the empty houses and then is turned over and its first card discarded"
    ),
}
"""How the turn of an absent player is finished."""


def sheet_of(scene: Scene) -> CrapetteSheet:
    """What everybody may know of the game."""
    return cast("CrapetteSheet", scene.sheet)


def options_of(scene: Scene) -> CrapetteOptions:
    """What the players have agreed on."""
    return cast("CrapetteOptions", stored_options(scene.game, scene.options))


def on_turn(scene: Scene) -> Seat:
    """Whose turn it is."""
    return SIDES[sheet_of(scene).turn]


def hand_text(scene: Scene) -> str:
    """The table again, for there is nothing else to see."""
    return f"{HANDS}\n{table_text(scene)}"


def table_text(scene: Scene) -> str:
    """The block of piles with what must be noticed below it."""
    return "\n".join([f"```\n{block(scene)}\n```", *notices(scene)])


def block(scene: Scene) -> str:
    """All piles, a line each house, for a font with equal widths; the first player sits below.

    Names stand there as plain text, because mentions are not drawn in such a block.
    """
    sheet = sheet_of(scene)
    to_move = f" · to move: {words.in_block(scene, on_turn(scene))}" if scene.status == "playing" else ""
    lifted = "-" if sheet.lifted is None else words.card(sheet.lifted)
    return "\n".join(
        [
            f"Crapette · turn {sheet.turn_number}{to_move}",
            _player_line(scene, 1),
            *(f"{house} {run(sheet.houses[house])}" for house in HOUSES),
            f"Finish  {'  '.join(_finish(scene))}",
            _player_line(scene, 0),
            f"Lifted: {lifted} · empty houses: {empty_houses(sheet)}",
        ]
    )


def notices(scene: Scene) -> Iterator[str]:
    """What else must be noticed: an open draw offer, clocks, limits of this turn, and ends that come near."""
    sheet, options = sheet_of(scene), options_of(scene)
    if sheet.offer is not None:
        yield f"{scene.mention(SIDES[sheet.offer])} **offers a draw**; the next move cancels the offer."
    if options.has_chess_clock:
        yield chess_clock(scene)
    if sheet.end is not None:
        return
    yield from _this_turn(scene)
    limit = options.no_progress_turns
    if sheet.idle_turns >= limit - WARNING_TURNS:
        made = " This turn has made some." if sheet.progress > 0 else ""
        yield f"{sheet.idle_turns} turns in a row without progress; {limit} make a draw.{made}"
    for letter, seat in SIDES.items():
        if count := sheet.timeouts[letter]:
            times = words.number(count, "timeout")
            yield f"{scene.mention(seat)} has had {times} in a row; {MAX_TIMEOUTS} lose the game."


def _this_turn(scene: Scene) -> Iterator[str]:
    """What may be done only so often in a turn, and has been done in this one."""
    sheet = sheet_of(scene)
    for letter in sheet.offered:
        if letter != sheet.offer:
            yield f"{scene.mention(SIDES[letter])} has offered a draw in this turn already."
    if sheet.undo or sheet.undo_used:
        possible, used = words.number(len(sheet.undo), "move"), f"{sheet.undo_used} of {MAX_UNDO_STEPS}"
        yield f"Can be taken back: {possible} · taken back in this turn: {used}"
    if sheet.house_moves >= WARNING_MOVES:
        yield f"Moves from house to house in a row: {sheet.house_moves} of at most {MAX_HOUSE_MOVES}"


def default_text(scene: Scene) -> str:
    """What happens when time runs out for the player on turn."""
    sheet, who = sheet_of(scene), scene.mention(on_turn(scene))
    if options_of(scene).has_chess_clock:
        return f"then {who} loses on time"
    if sheet.timeouts[sheet.turn] + 1 >= MAX_TIMEOUTS:
        return f"then {who} loses, because {MAX_TIMEOUTS} timeouts in a row lose the game"
    if sheet.lifted is not None:
        return f"then {words.card(sheet.lifted)} goes onto {who}'s discard pile"
    steps = auto_finish(
        has_lifted=False,
        hand=sheet.hands[sheet.turn],
        discards=size(sheet.discards[sheet.turn]),
        empty_houses=empty_houses(sheet),
    )
    return f"then {who} passes" if steps == ("pass",) else f"then {who}'s {FINISHED[steps]}"


def empty_houses(sheet: CrapetteSheet) -> int:
    """How many houses have no card."""
    return sum(not pile for pile in sheet.houses.values())


def clock_text(scene: Scene) -> str:
    """How much time is left, for anybody who asks."""
    if sheet_of(scene).end is not None or scene.deadline is None:
        return "No clock is running."
    who, at = scene.mention(on_turn(scene)), int(scene.deadline)
    if options_of(scene).has_chess_clock:
        minutes = words.number(options_of(scene).clock_minutes, "minute")
        return f"{chess_clock(scene)} Each player has {minutes} for the whole game; who uses them up loses."
    return f"{who}'s turn must end by <t:{at}:f>, {words.soon(at)}; {default_text(scene)}."


def chess_clock(scene: Scene) -> str:
    """What both players have left of their time for the whole game."""
    return f"Chess clock: {', '.join(_time_left(scene, seat) for seat in PLAYERS)}."


def _time_left(scene: Scene, seat: Seat) -> str:
    """A player's time; what runs now is left to Discord to count down."""
    if scene.deadline is not None and seat == on_turn(scene):
        return f"{scene.mention(seat)}'s time ends {words.soon(scene.deadline)}"
    used = sheet_of(scene).used[seat_letter(seat)]
    minutes, seconds = divmod(seconds_left(options_of(scene), used), 60)
    return f"{scene.mention(seat)} has {minutes}:{seconds:02} left"


def _player_line(scene: Scene, seat: Seat) -> str:
    sheet, letter = sheet_of(scene), seat_letter(seat)
    piles = [
        f"{name} {_top(zone[letter])} ({size(zone[letter])})"
        for name, zone in (("discard", sheet.discards), ("crapaud", sheet.crapauds))
    ]
    return f"{words.in_block(scene, seat)}  {' · '.join([f'hand {sheet.hands[letter]}', *piles])}"


def _top(zone: list[int | Card]) -> str:
    card = top(zone)
    return "-" if card is None else words.card(card)


def _finish(scene: Scene) -> Iterator[str]:
    """Each suit with the ranks on top of its two finishing piles: `♠ 8 -`."""
    ranks = COURTS[options_of(scene).court_order].ranks
    for suit in SUITS_IN_ROW:
        first, second = ((ranks[height - 1] if height else "-") for height in sheet_of(scene).finish[suit])
        yield f"{words.SUIT_SIGN[suit]} {first} {second}"
