"""The table and the hands of Crazy Rummy as text."""

from collections.abc import Iterator, Sequence
from typing import Final, cast

from bot.engine.cards import Card
from bot.engine.chance import Seat, seat_letter
from bot.games.crazy_rummy.cards import feedable, points
from bot.games.crazy_rummy.discarding import Discard
from bot.games.crazy_rummy.drawing import DrewCards, TookDiscard
from bot.games.crazy_rummy.sheet import CrazyRummySheet
from bot.rendering import plates, words
from bot.rendering.crazy_rummy.boards import STAR, Lengths, board, fitted, held, in_rank_order, plain, whole
from bot.rendering.scene import Scene

MAX_TABLE_CHARACTERS: Final = 2600
"""Title, result and the last moves need the rest of a message."""


_WILDS_ALLOWED: Final = {
    "to come": "Your first play is to come: in that turn a set takes any number of wilds.",
    "now": "This turn is your first play: a set takes any number of wilds.",
    "over": "Your first play is over: a set takes one wild, or is of wilds alone.",
}


def sheet_of(scene: Scene) -> CrazyRummySheet:
    """What the scene's viewer may know."""
    return cast("CrazyRummySheet", scene.sheet)


def table_text(scene: Scene) -> str:
    """All that lies open, with boards shortened where they are too many for one message."""
    above, below = list(_piles(scene)), list(_notes(scene))
    seats = range(len(scene.players))
    players = [_player(scene, seat) for seat in seats]
    fixed = sum(len(line) + len("\n> ") for line in (*above, *players, *below))
    boards = fitted([_in_front(scene, seat) for seat in seats], MAX_TABLE_CHARACTERS - fixed)
    lines = [f"{player}\n> {laid}" if laid else player for player, laid in zip(players, boards, strict=True)]
    return "\n".join([*above, *lines, *below])


def hand_text(scene: Scene) -> str:
    """The viewer's hand, and what can be done with it."""
    assert scene.viewer is not None
    sheet, letter = sheet_of(scene), seat_letter(scene.viewer)
    if letter in sheet.left:
        return "You have left this game; what you have laid stays on the table."
    cards = plates.seen(sheet.hands[letter])
    lines = [f"Your hand ({_worth(cards, sheet.wild)}): {whole(cards, sheet.wild)}", _wild_line(scene)]
    if sheet.phase != "over":
        lines += _prospects(scene, letter, cards)
    laid = _board(scene, letter)[0]
    if laid:
        lines.append(f"In front of you ({words.number(sheet.board_points(letter), 'point')}): {laid}")
    return "\n".join(lines)


def _piles(scene: Scene) -> Iterator[str]:
    """The lines above the players: wild rank, piles, open ranks."""
    sheet = sheet_of(scene)
    top, left = sheet.top_discard, scene.options["reshuffles"] - sheet.rebuilds
    pile = f"{words.number(sheet.discard_size, 'card')}, **{words.card(top)}** on top" if top else "empty"
    ranks = " ".join(in_rank_order(sheet.opened))
    yield _wild_line(scene)
    yield (
        f"Stock: **{words.number(sheet.stock, 'card')}**, {words.number(left, 'rebuild')} left · "
        f"discard pile: {pile}"
    )
    yield f"Open to feed: **{ranks}**" if ranks else "No rank is open to feed yet."


def _wild_line(scene: Scene) -> str:
    sheet = sheet_of(scene)
    marker = "no marker" if sheet.marker is None else f"marker {words.card(sheet.marker)}"
    return f"Wild ({STAR}): **{words.ranks_name(sheet.wild)}** · {marker}"


def _player(scene: Scene, seat: Seat) -> str:
    """A player's standing, without the cards."""
    sheet, letter = sheet_of(scene), seat_letter(seat)
    facts = [f"**{plain(sheet.totals[letter])}** points", f"{sheet.board_points(letter)} on the board"]
    if letter in sheet.left:
        facts.append("has left")
    else:
        facts.append(words.number(plates.size(sheet.hands[letter]), "card"))
    if letter == sheet.dealer:
        facts.append("dealer")
    if sheet.phase != "over" and letter not in sheet.left and sheet.first_play(letter) != "over":
        facts.append(f"first play {sheet.first_play(letter)}")
    turn = "▶ " if seat in scene.deciders else ""
    return f"{turn}{scene.mention(seat)}: {' · '.join(facts)}"


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
    """The lines below the players: what is there to tell only at times."""
    sheet, mover = sheet_of(scene), words.players(scene, scene.deciders)
    if sheet.aside:
        yield f"Set aside unseen: {words.number(sheet.aside, 'card')}."
    if sheet.phase == "over":
        return
    if sheet.last_hand:
        yield "The target was reached, but with a tie: the first to lead alone after a hand wins."
    if sheet.taken:
        yield f"{mover} has taken {words.card(sheet.taken)} in this turn."
    if sheet.laid:
        yield f"{mover} has laid cards in this turn."
    if sheet.is_locked:
        yield "The discard pile is closed until a turn that draws from the stock is over."
    elif sheet.lock_count >= sheet.active_count:
        turns = words.number(sheet.lock_count, "turn")
        yield (
            f"{turns} in a row took a discard and laid nothing; after {sheet.lock_limit} the pile is closed."
        )


def _worth(cards: Sequence[Card], wild: str) -> str:
    """How many cards a hand has, and what they cost when the hand of the game ends."""
    count = f"**{words.number(len(cards), 'card')}**"
    return f"{count}, {words.number(points(cards, wild), 'point')} against you" if cards else count


def _prospects(scene: Scene, letter: str, cards: Sequence[Card]) -> Iterator[str]:
    """What helps to play the hand: the card drawn, what can be fed, how many wilds a set takes."""
    sheet = sheet_of(scene)
    if scene.asked and scene.phase == "play":
        yield from _drawn(scene)
    if scene.asked:
        ranks = " ".join(in_rank_order(sheet.opened)) or "none yet"
        yield f"You could feed: {whole(feedable(cards, sheet.opened), sheet.wild)} (open ranks: {ranks})"
    yield _WILDS_ALLOWED[sheet.first_play(letter)]


def _drawn(scene: Scene) -> Iterator[str]:
    """The card with which the viewer's turn began, and whether it must be kept."""
    events = [event for told in scene.recent for event in told.events]
    for event in reversed(events):
        if isinstance(event, DrewCards | TookDiscard) and event.seat == scene.viewer:
            yield f"Drawn in this turn: **{words.card(event.card)}**."
            break
    taken = sheet_of(scene).taken
    if taken and Discard(taken) not in scene.legal:
        yield f"You have just taken {words.card(taken)} and cannot discard it in this turn."
