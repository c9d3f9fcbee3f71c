"""C.R.A.P. as pictures: the table for everybody, the hand for its owner."""

from collections.abc import Mapping
from typing import Any, Final

from bot.engine.chance import Seat as Place
from bot.engine.chance import seat_letter
from bot.games.crap.sheet import CrapSheet
from bot.rendering import plates, words
from bot.rendering.art.hands import Order, in_parts
from bot.rendering.art.zones import BACK, Banner, Board, Fan, Group, Pile, Seat, in_pairs
from bot.rendering.crap.table import sheet_of, worth_of
from bot.rendering.scene import Scene

WAITS: Final[Mapping[str, str]] = {
    "bluff-window": "to believe or to call the bluff",
    "challenge-place": "to place cards",
    "challenge-guess-1": "to guess",
    "challenge-guess-2": "to guess",
    "vote": "to vote",
}


def board_of_table(scene: Scene) -> Board:
    """What the picture of the table shows."""
    sheet = sheet_of(scene)
    stock = Pile("Stock", BACK if sheet.stock else None, sheet.stock)
    discard = Pile("Discard", sheet.discard[-1] if sheet.discard else None, len(sheet.discard))
    seats = [_seat(scene, place) for place in range(len(scene.players))]
    return Board(((stock, discard, _banner(scene)), *in_pairs(seats)))


def board_of_hand(scene: Scene, order: Order) -> Board:
    """What the picture of the viewer's hand shows."""
    assert scene.viewer is not None
    sheet, letter = sheet_of(scene), seat_letter(scene.viewer)
    others = tuple(
        Fan(label, in_parts(plates.seen(zone[letter]), order))
        for label, zone in (("Protected", sheet.protected), ("Placed", sheet.placed))
        if zone[letter]
    )
    hand = Fan("Your hand", in_parts(plates.seen(sheet.hands[letter]), order))
    return Board(((hand,), others) if others else ((hand,),))


def _banner(scene: Scene) -> Banner:
    """The action under way and whom it waits for; after the end, who has won."""
    if over := plates.stopped(scene):
        return over
    sheet = sheet_of(scene)
    who, pending = plates.by_letter(scene, sheet.turn), sheet.pending
    if pending is None:
        goal = f"More than {scene.options['threshold']} points in a scoring round win."
        return Banner(
            f"{who} is to act", f"Turn {sheet.turn_number} of {scene.options['turn-limit']}. {goal}"
        )
    waits = f"Waiting for {plates.names(scene, scene.deciders)} {WAITS[scene.phase]}."
    if pending["action"] == "acquire":
        return Banner(f"{who} acquires {words.ranks_name(pending['rank'])}", waits)
    target = plates.by_letter(scene, pending["target"])
    if pending["action"] == "force-recycle":
        return Banner(f"{who} wants {target} to recycle", waits)
    said = [
        f"{plates.by_letter(scene, letter)} guesses {_guess(one)}."
        for letter, one in pending["guesses"].items()
    ]
    return Banner(f"{who} challenges {target}", " ".join([*said, waits]), dice=(pending["die"],))


def _guess(guess: Mapping[str, str]) -> str:
    return words.named(guess["rank"], guess["suit"])


def _seat(scene: Scene, place: Place) -> Seat:
    sheet, letter = sheet_of(scene), seat_letter(place)
    away = letter in sheet.left
    return Seat(
        name=scene.name(place),
        place=place + 1,
        score=str(sheet.totals[letter]),
        unit="points",
        hand=None if away else plates.size(sheet.hands[letter]),
        acts=place in scene.deciders,
        away=away,
        notes=_notes(sheet, letter),
        groups=_groups(sheet, letter),
    )


def _notes(sheet: CrapSheet, letter: str) -> tuple[str, ...]:
    protected = plates.size(sheet.protected[letter])
    notes = [f"{protected} protected"] if protected else []
    if letter in sheet.left:
        notes.append("has left")
    elif letter in sheet.leaving:
        notes.append("is leaving")
    return tuple(notes)


def _groups(sheet: CrapSheet, letter: str) -> tuple[Group, ...]:
    """What lies before a player: cards placed for a challenge, then the sets."""
    placed = plates.size(sheet.placed[letter])
    hidden = [Group((BACK,) * placed, "placed")] if placed else []
    return (*hidden, *(_set(one) for one in sheet.sets if one["owner"] == letter))


def _set(laid: Mapping[str, Any]) -> Group:
    """A laid set with what it counts."""
    return Group(tuple(laid["cards"]), worth_of(laid), across=laid["borrowed"])
