"""The table and the hands of Crazy Rummy as text."""

from collections.abc import Iterator, Mapping
from typing import Final, cast

from bot.engine.cards import Card
from bot.engine.chance import Seat, seat_letter
from bot.games.crazy_rummy.cards import points
from bot.games.crazy_rummy.sheet import CrazyRummySheet
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


def sheet_of(scene: Scene) -> CrazyRummySheet:
    """What the scene's viewer may know."""
    return cast("CrazyRummySheet", scene.sheet)


def own_hand(scene: Scene) -> tuple[Card, ...]:
    """The viewer's cards."""
    assert scene.viewer is not None
    return plates.seen(sheet_of(scene).hands[seat_letter(scene.viewer)])


def on_board(scene: Scene, seat: Seat) -> int:
    """What the cards before a player count as long as they are not yet scored."""
    sheet = sheet_of(scene)
    return 0 if sheet.phase == "over" else sheet.board_points(seat_letter(seat))


def leaders(scene: Scene) -> frozenset[Seat]:
    """The players who would have most if boards were scored now."""
    totals = sheet_of(scene).totals
    sums = [
        totals[seat_letter(seat)] + on_board(scene, seat) if seat in scene.active else 0
        for seat in range(len(scene.players))
    ]
    return plates.leaders(sums)


def table_text(scene: Scene) -> str:
    """All that lies open, with boards shortened where they are too many for one message."""
    seats = range(len(scene.players))
    players, below = [_player(scene, seat) for seat in seats], list(_notes(scene))
    fixed = sum(len(line) + len("\n> ") for line in (*players, *below))
    boards = fitted([_in_front(scene, seat) for seat in seats], MAX_TABLE_CHARACTERS - fixed)
    lines = [f"{player}\n> {laid}" if laid else player for player, laid in zip(players, boards, strict=True)]
    return "\n".join([*lines, *below])


def hand_text(scene: Scene) -> str:
    """The viewer's hand, and what can be done with it."""
    assert scene.viewer is not None
    sheet, letter = sheet_of(scene), seat_letter(scene.viewer)
    if letter in sheet.left:
        return say("You have left this game; what you have laid stays on the table.")
    cards = own_hand(scene)
    facts = {"cards": whole(cards, sheet.wild), "points": number(points(cards, sheet.wild))}
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
    if sheet.phase != "over" and not scene.asked:
        lines.append(say(WILDS_LATER[sheet.first_play(letter)]))
    if laid := _board(scene, letter)[0]:
        lines.append(
            say("On your board, {points}: {cards}", points=number(sheet.board_points(letter)), cards=laid)
        )
    return "\n".join(lines)


def _wild_line(scene: Scene) -> str:
    sheet = sheet_of(scene)
    ranks = words.ranks_name(sheet.wild)
    if sheet.marker is None:
        return say("**Wild** ({star}): {ranks}", star=STAR, ranks=ranks)
    return say(
        "**Wild** ({star}): {ranks}; {card} lies on the table",
        star=STAR,
        ranks=ranks,
        card=words.card(sheet.marker),
    )


def _player(scene: Scene, seat: Seat) -> str:
    """A player's standing, without the cards."""
    sheet, letter = sheet_of(scene), seat_letter(seat)
    total = number(sheet.totals[letter])
    facts = [total if sheet.phase == "over" else f"{total} + {number(on_board(scene, seat))}"]
    if letter in sheet.left:
        facts.append(say("has left"))
    else:
        facts.append(say_count("one card", "{number} cards", plates.size(sheet.hands[letter])))
    if letter == sheet.dealer:
        facts.append(say("dealer"))
    if sheet.phase != "over" and letter not in sheet.left and (first := sheet.first_play(letter)) != "over":
        facts.append(say(FIRST_PLAY[first]))
    if seat in leaders(scene):
        facts.append(say("ahead"))
    here = "▶ " if seat in scene.deciders else ""
    return f"{here}**{words.name(scene, seat)}** {' · '.join(facts)}"


def _in_front(scene: Scene, seat: Seat) -> Lengths:
    """What is to be seen of a player's cards: the board and, at the end, the hand."""
    sheet, letter = sheet_of(scene), seat_letter(seat)
    hand = plates.seen(sheet.hands[letter]) if sheet.phase == "over" else ()
    both = zip(_board(scene, letter), held(hand, sheet.wild), strict=True)
    return tuple(" · ".join(filter(None, parts)) for parts in both)


def _board(scene: Scene, letter: str) -> Lengths:
    sheet = sheet_of(scene)
    return board(sheet.sets[letter], sheet.fed[letter], sheet.wild)


def _notes(scene: Scene) -> Iterator[str]:
    """The lines below the players: piles, wild rank, open ranks, and what there is to tell only at times."""
    sheet = sheet_of(scene)
    if sheet.phase != "over":
        yield f"-# {say('Banked + on the board.')} {_counters(scene)}"
    else:
        yield f"-# {_counters(scene)}"
    yield _wild_line(scene)
    yield _piles(scene)
    ranks = " ".join(in_rank_order(sheet.opened))
    yield say("**Open to feed:** {ranks}", ranks=ranks) if ranks else say("**Open to feed:** nothing yet")
    if sheet.aside:
        yield say_count("One card is set aside unseen.", "{number} cards are set aside unseen.", sheet.aside)
    if sheet.phase != "over":
        yield from _under_way(scene)


def _counters(scene: Scene) -> str:
    sheet = sheet_of(scene)
    packs = say_count("one pack", "{number} packs", sheet.packs)
    return say(
        "Hand {number} of at most {most}, {packs}.",
        number=sheet.hand_number,
        most=scene.options["max-hands"],
        packs=packs,
    )


def _piles(scene: Scene) -> str:
    sheet = sheet_of(scene)
    facts = {
        "stock": sheet.stock,
        "again": say_count(
            "one reshuffle left",
            "{number} reshuffles left",
            scene.options["reshuffles"] - sheet.rebuilds,
        ),
    }
    if sheet.top_discard is None:
        return say("**Stock:** {stock}, {again} · **Discards:** none", **facts)
    return say(
        "**Stock:** {stock}, {again} · **Discards:** {number}, {card} on top",
        **facts,
        number=sheet.discard_size,
        card=words.card(sheet.top_discard),
    )


def _under_way(scene: Scene) -> Iterator[str]:
    """What this turn, or the next draw, depends on."""
    sheet, mover = sheet_of(scene), words.names(scene, scene.deciders)
    if sheet.last_hand:
        yield say("The goal was reached with a tie: the first to lead alone after a hand wins.")
    if sheet.taken:
        yield say("{player} took {card} this turn.", player=mover, card=words.card(sheet.taken))
    if sheet.laid:
        yield say("{player} has laid cards this turn.", player=mover)
    if sheet.is_locked:
        yield say("The discard pile is closed until somebody lays or draws from the stock.")
    elif sheet.lock_count >= sheet.active_count:
        yield say(
            "{number} turns in a row took a discard and laid nothing; {most} close the pile.",
            number=sheet.lock_count,
            most=sheet.lock_limit,
        )
