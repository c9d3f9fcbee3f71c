"""The table and the hands of C.R.A.P. as text."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from bot.engine.chance import Seat, seat_letter, seat_of
from bot.games.crap.cards import LaidSet, points
from bot.games.crap.clock import max_timeouts
from bot.games.crap.sheet import CrapSheet
from bot.rendering import plates, words
from bot.rendering.catalog import say, say_count
from bot.rendering.scene import Scene
from bot.rendering.widths import number


def sheet_of(scene: Scene) -> CrapSheet:
    """The scene's sheet as what it is."""
    return cast("CrapSheet", scene.sheet)


def laid_sets(scene: Scene) -> tuple[LaidSet, ...]:
    """The sets on the table as the rules know them."""
    return tuple(_laid(one) for one in sheet_of(scene).sets)


def _laid(one: Mapping[str, Any]) -> LaidSet:
    fields = {name: one[name] for name in ("rank", "double", "value", "borrowed")}
    return LaidSet(owner=seat_of(one["owner"]), cards=tuple(one["cards"]), **fields)


def on_table(scene: Scene) -> dict[Seat, int]:
    """What each player's sets would score now."""
    sums = dict.fromkeys(range(len(scene.players)), 0)
    for laid in laid_sets(scene):
        sums[laid.owner] += points(laid)
    return sums


def points_of(scene: Scene, seat: Seat) -> str:
    """Banked and on the table; after the end, and for a player who has left, only what is banked."""
    sheet, letter = sheet_of(scene), seat_letter(seat)
    total = number(sheet.totals[letter])
    is_banked = letter in sheet.left or sheet.end
    return total if is_banked else f"{total} + {number(on_table(scene)[seat])}"


def leaders(scene: Scene) -> frozenset[Seat]:
    """The players who would have most if sets were counted now; nobody who is leaving can win."""
    sheet, laid = sheet_of(scene), on_table(scene)
    sums = [
        sheet.totals[seat_letter(seat)] + (0 if sheet.end else laid[seat]) if seat in scene.active else 0
        for seat in range(len(scene.players))
    ]
    return plates.leaders(sums)


def table_text(scene: Scene) -> str:
    """All that lies open: a line a player, the sets, the discard pile, the action under way."""
    sheet = sheet_of(scene)
    players = [_player(scene, seat) for seat in range(len(scene.players))]
    stock = say("Banked + on the table. Stock {number}.", number=sheet.stock)
    turn = say("Turn {number} of at most {most}.", number=sheet.turn_number, most=scene.options["turn-limit"])
    sets = [_set(scene, one) for one in laid_sets(scene)]
    pile = say("**Discards:** {cards}", cards=words.by_rank(sheet.discard))
    laid = [say("**Sets:**"), *sets] if sets else []
    return "\n".join(
        [*players, f"-# {stock} {turn}", *laid, pile, *_allowed(sheet), *_under_way(scene), *_silence(scene)]
    )


def hand_text(scene: Scene) -> str:
    """What the viewer alone sees and has been shown."""
    assert scene.viewer is not None
    sheet, letter = sheet_of(scene), seat_letter(scene.viewer)
    if letter in sheet.left:
        return say("You have left this game and hold no cards.")
    hand, protected = plates.seen(sheet.hands[letter]), plates.seen(sheet.protected[letter])
    placed = plates.seen(sheet.placed[letter])
    lines = [say("Your hand ({number}): {cards}", number=len(hand), cards=words.ranked(hand))]
    if protected:
        lines.append(say("Protected: {cards}.", cards=words.ranked(protected)))
    if placed:
        lines.append(say("Hidden for the challenge: {cards}.", cards=words.cards(placed)))
    return "\n".join([*lines, *_vote(sheet, letter), *_shown(scene, letter)])


def _player(scene: Scene, seat: Seat) -> str:
    here = "▶ " if seat in scene.deciders else ""
    facts = [*_facts(scene, seat_letter(seat)), *([say("ahead")] if seat in leaders(scene) else [])]
    return f"{here}**{words.name(scene, seat)}** {' · '.join([points_of(scene, seat), *facts])}"


def _facts(scene: Scene, letter: str) -> Iterator[str]:
    """What everybody knows of a player."""
    sheet = sheet_of(scene)
    if letter in sheet.left:
        yield say("has left")
        return
    cards = say_count("one card", "{number} cards", plates.size(sheet.hands[letter]))
    protected = plates.size(sheet.protected[letter])
    yield say("{cards}, {number} protected", cards=cards, number=protected) if protected else cards
    if placed := plates.size(sheet.placed[letter]):
        yield say("{number} hidden", number=placed)
    if letter in sheet.leaving:
        yield say("leaves when this is done")
    if idle := sheet.idle[letter]:
        limit = scene.options["idle-limit"]
        yield say("skipped {number} of {most} times", number=idle, most=limit)


def _set(scene: Scene, laid: LaidSet) -> str:
    facts = {
        "player": words.name(scene, laid.owner),
        "ranks": words.ranks_name(laid.rank),
        "points": points(laid),
        "cards": words.cards(laid.cards),
    }
    if laid.borrowed is not None:
        return say(
            "{player} {ranks}, {points}: {cards}, {card} across", **facts, card=words.card(laid.borrowed)
        )
    return say("{player} {ranks}, {points}: {cards}", **facts)


def _allowed(sheet: CrapSheet) -> Iterator[str]:
    """What the table has voted for in the middle of the game."""
    if sheet.forcing:
        yield say("Forced recycling is on.")


def _under_way(scene: Scene) -> Iterator[str]:
    """The action that waits for answers."""
    sheet = sheet_of(scene)
    pending, who = sheet.pending, words.name(scene, seat_of(sheet.turn))
    other = words.name(scene, seat_of(pending["target"])) if pending and "target" in pending else ""
    match pending:
        case {"action": "acquire", "rank": rank}:
            yield say("{player} asks for {ranks}.", player=who, ranks=words.ranks_name(rank))
        case {"action": "allow-forcing"}:
            yield say("{player} asks to allow forced recycling.", player=who)
        case {"action": "force-recycle"}:
            yield say("{player} wants {other} to recycle.", player=who, other=other)
        case {"die": die, "guesses": guesses}:
            yield say(
                "{player} challenges {other}; the die shows {number}.", player=who, other=other, number=die
            )
            for letter, guess in guesses.items():
                facts = {"ranks": words.ranks_name(guess["rank"]), "suit": words.suit_name(guess["suit"])}
                player = words.name(scene, seat_of(letter))
                yield say("{player} guesses {ranks}, {suit}.", player=player, **facts)


def _silence(scene: Scene) -> Iterator[str]:
    """How near the game is to its end because nobody acts (R38)."""
    sheet = sheet_of(scene)
    if sheet.timeouts and sheet.end is None:
        most = max_timeouts(len(scene.players) - len(sheet.left))
        yield say_count(
            "One turn ran out of time; {most} in a row end the game without a winner.",
            "{number} turns in a row ran out of time; {most} end the game without a winner.",
            sheet.timeouts,
            most=most,
        )


def _vote(sheet: CrapSheet, letter: str) -> Iterator[str]:
    """The viewer's own vote; it is final."""
    cast_vote = (sheet.pending or {}).get("votes", {}).get(letter)
    if cast_vote is not None:
        yield say("You voted yes.") if cast_vote else say("You voted no.")


def _shown(scene: Scene, letter: str) -> Iterator[str]:
    """What the last action has shown to the viewer alone; it stays until the next one is done (R43)."""
    match sheet_of(scene).last:
        case {"action": "cooperate", "seat": seat, "target": target, "hands": hands} if letter in (
            seat,
            target,
        ):
            other = target if letter == seat else seat
            player = words.name(scene, seat_of(other))
            yield say("{player} showed you {cards}.", player=player, cards=words.ranked(hands[other]))
            yield say("You showed {player} {cards}.", player=player, cards=words.ranked(hands[letter]))
        case {"action": "acquire", "seat": seat, "gave": gave} if letter == seat:
            for giver, cards in gave.items():
                if cards:
                    player = words.name(scene, seat_of(giver))
                    yield say("You got {cards} from {player}.", cards=words.cards(cards), player=player)
        case {"action": "acquire", "seat": seat, "gave": gave} if gave.get(letter):
            player = words.name(scene, seat_of(seat))
            yield say("{player} got {cards} from you.", player=player, cards=words.cards(gave[letter]))
