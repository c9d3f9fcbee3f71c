"""The table and the hands of C.R.A.P. as text."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from bot.engine.cards import JOKER
from bot.engine.chance import Seat, seat_letter
from bot.games.crap.clock import max_timeouts
from bot.games.crap.sheet import CrapSheet
from bot.rendering import plates, words
from bot.rendering.scene import Scene


def sheet_of(scene: Scene) -> CrapSheet:
    """The scene's sheet as what it is."""
    return cast("CrapSheet", scene.sheet)


def mention(scene: Scene, letter: str) -> str:
    """The player of a seat given by its letter."""
    return scene.mention(plates.seat_of(letter))


def table_text(scene: Scene) -> str:
    """All that lies open: a line a player with their sets, the discard pile, the action under way."""
    discard = sheet_of(scene).discard
    players = [_player(scene, seat) for seat in range(len(scene.players))]
    pile = f"Discard pile ({len(discard)}): {words.by_rank(discard)}"
    return "\n".join([*players, pile, *_under_way(scene), *_silence(scene)])


def hand_text(scene: Scene) -> str:
    """What the viewer alone sees and has been shown."""
    assert scene.viewer is not None
    sheet, letter = sheet_of(scene), seat_letter(scene.viewer)
    hand, protected = plates.seen(sheet.hands[letter]), plates.seen(sheet.protected[letter])
    placed = plates.seen(sheet.placed[letter])
    lines = [f"Your hand ({len(hand)}): {words.ranked(hand)}"]
    if protected:
        lines.append(f"Protected ({len(protected)}): {words.ranked(protected)}")
    if placed:
        lines.append(f"Placed for the challenge: {words.cards(placed)}")
    return "\n".join([*lines, *_vote(sheet, letter), *_shown(scene, letter)])


def _player(scene: Scene, seat: Seat) -> str:
    sheet, letter = sheet_of(scene), seat_letter(seat)
    here = "▶ " if seat in scene.deciders else ""
    sets = "".join(f"\n> {_set(one)}" for one in sheet.sets if one["owner"] == letter)
    return f"{here}{scene.mention(seat)}: {' · '.join(_facts(scene, letter))}{sets}"


def _facts(scene: Scene, letter: str) -> Iterator[str]:
    """What everybody knows of a player."""
    sheet = sheet_of(scene)
    if letter in sheet.left:
        yield f"{sheet.totals[letter]} points"
        yield "has left"
        return
    yield f"**{sheet.totals[letter]}** points"
    yield words.number(plates.size(sheet.hands[letter]), "card")
    if protected := plates.size(sheet.protected[letter]):
        yield f"{protected} protected"
    if placed := plates.size(sheet.placed[letter]):
        yield f"{placed} placed"
    if letter in sheet.leaving:
        yield "leaves when this action is done"
    if idle := sheet.idle[letter]:
        limit = scene.options["idle-limit"]
        yield f"{words.number(idle, 'turn')} in a row run out ({limit} make a player leave)"


def worth(value: int, *, double: bool) -> str:
    """What a set is worth without its jokers: `70`, `2 × 80`."""
    return f"2 × {value}" if double else str(value)


def worth_of(laid: Mapping[str, Any]) -> str:
    """What a set of the sheet counts: `70`, `2 × 80 − 1`."""
    jokers = laid["cards"].count(JOKER)
    full = worth(laid["value"], double=laid["double"])
    return f"{full} − {jokers}" if jokers else full


def _set(laid: Mapping[str, Any]) -> str:
    kind = "double set" if laid["double"] else "set"
    across = f", {words.card(laid['borrowed'])} lies across" if laid["borrowed"] else ""
    cards = f"{words.cards(laid['cards'])}{across}"
    return f"{kind} of {words.ranks_name(laid['rank'])}, {worth_of(laid)}: {cards}"


def _under_way(scene: Scene) -> Iterator[str]:
    """The action that waits for answers."""
    sheet = sheet_of(scene)
    pending, who = sheet.pending, mention(scene, sheet.turn)
    match pending:
        case {"action": "acquire", "rank": rank}:
            yield f"{who} acquires **{words.ranks_name(rank)}**."
        case {"action": "force-recycle", "target": target}:
            yield f"{who} wants {mention(scene, target)} to recycle."
        case {"target": target, "die": die, "guesses": guesses}:
            yield f"{who} challenges {mention(scene, target)}; the die shows {die}."
            for letter, guess in guesses.items():
                yield f"{mention(scene, letter)} guesses {words.named(guess['rank'], guess['suit'])}."


def _silence(scene: Scene) -> Iterator[str]:
    """How near the game is to its end because nobody acts (R38)."""
    sheet = sheet_of(scene)
    if sheet.timeouts and sheet.end is None:
        most = max_timeouts(len(scene.players) - len(sheet.left))
        yield f"Turns run out in a row, any player's: {sheet.timeouts}; {most} end the game without a winner."


def _vote(sheet: CrapSheet, letter: str) -> Iterator[str]:
    """The viewer's own vote; it is final."""
    cast_vote = (sheet.pending or {}).get("votes", {}).get(letter)
    if cast_vote is not None:
        yield f"Your vote: {'yes' if cast_vote else 'no'}"


def _shown(scene: Scene, letter: str) -> Iterator[str]:
    """What the last action has shown to the viewer alone; it stays until the next one is done (R43)."""
    match sheet_of(scene).last:
        case {"action": "cooperate", "seat": seat, "target": target, "hands": hands} if letter in (
            seat,
            target,
        ):
            other = target if letter == seat else seat
            yield f"{mention(scene, other)} showed you: {words.ranked(hands[other])}"
            yield f"You showed {mention(scene, other)}: {words.ranked(hands[letter])}"
        case {"action": "acquire", "seat": seat, "gave": gave} if letter == seat:
            for giver, cards in gave.items():
                if cards:
                    yield f"{mention(scene, giver)} gave you: {words.cards(cards)}"
        case {"action": "acquire", "seat": seat, "gave": gave} if gave.get(letter):
            yield f"You gave {mention(scene, seat)}: {words.cards(gave[letter])}"
