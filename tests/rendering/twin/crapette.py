"""The facts that a table of Crapette must tell: its piles, in a block or in a description."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from bot.engine.chance import seat_letter
from bot.games.crapette.ending import Remains
from bot.games.crapette.lifting import Put, PutDown
from bot.games.crapette.moving import MoveCards, Moved
from bot.games.crapette.undoing import TakenBack
from bot.rendering.scene import Scene
from tests.helpers import views
from tests.helpers.walks import COURTS
from tests.rendering.twin.spelling import SIGNS, card, cards, pile
from tests.rendering.twin.told import NOTHING, Told, nothing

NOT_TOLD: Mapping[str, str] = {
    "hand_unseen": "who has watched knows; it decides only what is progress, which is told when that matters",
    "crapaud_unseen": "as with hands",
}
PHASES: Mapping[str, str] = {", your turn.": "play", " lifted ": "put"}
ENDS: Mapping[str, str] = {
    "Out of cards.": "out",
    " resigned.": "resign",
    "'s time ran out.": "clock",
    " missed three turns.": "timeouts",
    "Agreed draw.": "agreed",
    "The same position ": "repetition",
    " turns without progress.": "no-progress",
    " turns each: fewer cards left wins.": "turns",
}
ASKED: Final = r"@\w offers a draw\.|@\w's clock runs out|@\w has \d+:\d\d left\."
UNREAD: Final = NOTHING
WARNING: Final = 20
"""Texts warn this many turns before a draw, and this many moves before the limit of house moves."""
MAX_HOUSE_MOVES: Final = 60
WARNING_STEPS: Final = 15
"""Texts tell the number of moves taken back from this one on."""
last_heard = nothing


def told(scene: Scene) -> Told:
    sheet = views.noted(scene)
    over, said = sheet.end is not None, tuple(_said(scene))
    written, moved = (*_block(sheet, scene), *said), None if sheet.lifted else _moved_last(scene)
    table = Told(
        phase=sheet.phase,
        winners=frozenset(sheet.winners),
        end=sheet.end,
        written=tuple((line,) for line in written),
        stage=frozenset([f"Moved last: {card(moved)}"] if moved else []),
        described=tuple((line,) for line in _description(sheet, scene)),
        spare=(" ".join(said),) if said else (),
        asked=frozenset() if over else frozenset(_asked(sheet, scene)),
        own_written=() if scene.viewer is None else written,
    )
    if scene.status != "playing" or scene.viewer not in scene.active:
        return table
    own = msgspec.structs.replace(table, stage=table.stage | frozenset(_fitting(sheet, scene)))
    return msgspec.structs.replace(table, own=own)


def _asked(sheet: Any, scene: Scene) -> Iterator[str]:
    if sheet.offer:
        yield f"@{sheet.offer} offers a draw."
    if scene.options["clock-minutes"] and scene.deadline is not None:
        other = "A" if sheet.turn == "B" else "B"
        yield from (f"@{sheet.turn}'s clock runs out", f"@{other} has {_left(scene, other)} left.")


def _court(sheet: Any, scene: Scene) -> list[str]:
    """Return the top cards of the finishing piles, or the suits of empty ones."""
    court = COURTS[scene.options["court-order"]]
    return [court[height - 1] + suit if height else suit for suit in "SHDC" for height in sheet.finish[suit]]


def _block(sheet: Any, scene: Scene) -> Iterator[str]:
    yield f"Crapette · turn {sheet.turn_number}" + ("" if sheet.end else f" · to move: @{sheet.turn}")
    yield _side(sheet, "B")
    yield from (f"{house} {cards(lying) or '-'}" for house, lying in sheet.houses.items())
    tops = [top[:-1] or "-" for top in _court(sheet, scene)]
    yield f"Finish  {'  '.join(' '.join((SIGNS[suit], *tops[2 * at : 2 * at + 2])) for at, suit in enumerate('SHDC'))}"
    yield _side(sheet, "A")
    empty = sum(not lying for lying in sheet.houses.values())
    yield f"Lifted: {card(sheet.lifted) if sheet.lifted else '-'} · empty houses: {empty}"


def _side(sheet: Any, letter: str) -> str:
    """Return a player's number of cards in hand, without a lifted one, and their open piles."""
    tops = (
        f"{card(str(zone[-1])) if zone else '-'} ({_size(zone)})"
        for zone in (sheet.discards[letter], sheet.crapauds[letter])
    )
    discard, crapaud = tops
    return f"@{letter}  hand {sheet.hands[letter]} · discard {discard} · crapaud {crapaud}"


def _size(zone: list[str | int]) -> int:
    """Return the number of cards in a pile. Covered cards are only counted."""
    return sum(part if isinstance(part, int) else 1 for part in zone[:-1]) + bool(zone)


def _description(sheet: Any, scene: Scene) -> Iterator[str]:
    acts = set(map(seat_letter, scene.deciders))

    def side(letter: str) -> str:
        lifted = sheet.lifted if sheet.turn == letter else None
        hand, discard, crapaud = (
            sheet.hands[letter] + bool(lifted),
            sheet.discards[letter],
            sheet.crapauds[letter],
        )
        piles = [pile("Hand", hand, lifted) if lifted else pile("Hand", hand)]
        piles += [
            pile(name, _size(zone), str(zone[-1]) if zone else "")
            for name, zone in (("Discard pile", discard), ("Crapaud", crapaud))
        ]
        left = hand + _size(discard) + _size(crapaud)
        return f"@{letter}{' (to act)' * (letter in acts)}: {left} left. {', '.join(piles)}."

    yield side("B")
    yield f"Finishing piles: {' '.join(card(top) if len(top) > 1 else f'{SIGNS[top]}–' for top in _court(sheet, scene))}."
    houses = (f"{house} {cards(lying) or 'empty'}" for house, lying in sheet.houses.items())
    yield f"{'; '.join(houses)}."
    yield side("A")


def _said(scene: Scene) -> Iterator[str]:
    """Yield the lines below the block."""
    sheet = views.noted(scene)
    if sheet.end is not None:
        yield from _left_over(scene)
        return
    if scene.options["clock-minutes"] and scene.deadline is None:
        yield f"Time left: {' and '.join(f'@{letter} {_left(scene, letter)}' for letter in 'AB')}."
    yield from (f"@{letter} offered a draw this turn." for letter in sheet.offered if letter != sheet.offer)
    if many := len(sheet.undo):
        yield "One move can be taken back." if many == 1 else f"{many} moves can be taken back."
    if sheet.undo_used >= WARNING_STEPS:
        yield f"{sheet.undo_used} of 20 moves taken back this turn."
    if sheet.house_moves >= MAX_HOUSE_MOVES - WARNING:
        yield f"{sheet.house_moves} of {MAX_HOUSE_MOVES} moves from house to house in a row."
    limit = scene.options["no-progress-turns"]
    if sheet.idle_turns >= limit - WARNING:
        until = " before this one" if sheet.progress else ""
        yield f"No progress for {sheet.idle_turns} turns{until}: {limit} make a draw."
    for letter, missed in sheet.timeouts.items():
        if missed == 1:
            yield f"@{letter} ran out of time in one turn: after three in a row, the game is lost."
        elif missed:
            yield f"@{letter} ran out of time in {missed} turns in a row: after three, the game is lost."


def _left_over(scene: Scene) -> Iterator[str]:
    """Yield the lines about the cards that players had left, which only the last move tells."""
    for event in scene.recent[-1].events if scene.recent else ():
        if isinstance(event, Remains):
            piles = {
                "hand": event.hand,
                "discard pile": event.discard,
                "crapaud": event.crapaud,
                "lifted": (event.lifted,) if event.lifted else (),
            }
            left = [f"{name} {cards(some)}" for name, some in piles.items() if some]
            if left:
                yield f"@{seat_letter(event.seat)} still had: {', '.join(left)}."


def _left(scene: Scene, letter: str) -> str:
    """Return the time that a player has left on the chess clock."""
    seconds = max(0, scene.options["clock-minutes"] * 60 - views.noted(scene).used[letter])
    return f"{seconds // 60}:{seconds % 60:02}"


def _moved_last(scene: Scene) -> str | None:
    """Return the card of the newest move that wasn't taken back."""
    moved: list[str] = []
    put: str | None = None
    for event in (event for past in scene.recent for event in past.events):
        match event:
            case Moved(cards=some):
                moved.append(some[-1])
            case PutDown(card=one):
                put, moved = one, []
            case TakenBack():
                del moved[-1:]
    return moved[-1] if moved else put


def _fitting(sheet: Any, scene: Scene) -> Iterator[str]:
    """Yield the lifted card, and what fits if the table shows that. A discard pile takes any card."""
    assert scene.viewer is not None
    if sheet.lifted and sheet.turn == seat_letter(scene.viewer):
        yield f"Chosen: {card(sheet.lifted)}"
    wanted, other = scene.options["fits-only"], f"@{seat_letter(1 - scene.viewer)}"
    if wanted != "on" and (wanted != "first-games" or scene.is_experienced):
        return
    names = {
        "finish": "Finishing pile",
        "my-discard": "Discard pile",
        "my-crapaud": "Crapaud",
        "their-discard": f"{other}'s Discard pile",
        "their-crapaud": f"{other}'s Crapaud",
    }
    moves = [move for move in scene.legal if isinstance(move, MoveCards)]
    fit = (move for move in moves if move.target not in sheet.houses or sheet.houses[move.target])
    sources = {move.source for move in fit} - {"my-hand"}
    puts = {move.target for move in scene.legal if isinstance(move, Put)} - {"my-discard"}
    for words, fitting in (("Can be moved:", sources), ("Can go to", puts)):
        if fitting:
            yield f"{words} {', '.join(sorted(names.get(one, one) for one in fitting))}"
