"""The table and the hands of Crazy Rummy as text."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.engine.cards import RANK_OF, Card
from bot.engine.chance import Seat, seat_letter
from bot.games.crazy_rummy.cards import points
from bot.games.crazy_rummy.discarding import Discard
from bot.games.crazy_rummy.drawing import DrewCards, TookDiscard
from bot.rendering import words
from bot.rendering.crazy_rummy.boards import (
    STAR,
    Lengths,
    board,
    fitted,
    held,
    open_ranks,
    plain,
    seen,
    sheet_of,
    whole,
)
from bot.rendering.scene import Scene

MOST_TABLE: Final = 2600
"""Characters of the table's text: title, result and the last moves need the rest of a message."""


def table_text(scene: Scene) -> str:
    """All that lies open, with boards shortened where they are too many for one message."""
    above, below = list(_piles(scene)), list(_notes(scene))
    seats = range(len(scene.players))
    players = [_player(scene, seat) for seat in seats]
    fixed = sum(len(line) + len("\n> ") for line in (*above, *players, *below))
    boards = fitted([_in_front(scene, seat) for seat in seats], MOST_TABLE - fixed)
    lines = [f"{player}\n> {laid}" if laid else player for player, laid in zip(players, boards, strict=True)]
    return "\n".join([*above, *lines, *below])


def hand_text(scene: Scene) -> str:
    """The viewer's hand, and what can be done with it."""
    assert scene.viewer is not None
    sheet, letter = sheet_of(scene), seat_letter(scene.viewer)
    if letter in sheet.left:
        return "You have left this game; what you have laid stays on the table."
    cards = seen(sheet.hands[letter])
    lines = [f"Your hand ({_worth(cards, sheet.wild)}): {whole(cards, sheet.wild)}", _wild_line(scene)]
    if sheet.phase != "over":
        lines += _prospects(scene, letter, cards)
    laid = _board(scene, letter)[0]
    if laid:
        lines.append(f"In front of you ({words.number(_on_board(scene, letter), 'point')}): {laid}")
    return "\n".join(lines)


def top_discard(scene: Scene) -> Card | None:
    """The card that could be taken from the discard pile."""
    pile = sheet_of(scene).discard
    return str(pile[-1]) if pile else None


def is_closed(scene: Scene) -> bool:
    """Whether the discard pile is closed to the next who draws (R13)."""
    return sheet_of(scene).lock_count >= _closing(scene)


def _closing(scene: Scene) -> int:
    """So many turns that took a discard and laid nothing close the pile."""
    return 2 * len(scene.active)


def _piles(scene: Scene) -> Iterator[str]:
    """The lines above the players: wild rank, piles, open ranks."""
    sheet, top = sheet_of(scene), top_discard(scene)
    left = scene.options["reshuffles"] - sheet.rebuilds
    size = sum(part if isinstance(part, int) else 1 for part in sheet.discard)
    pile = f"{words.number(size, 'card')}, **{words.card(top)}** on top" if top else "empty"
    ranks = " ".join(open_ranks(sheet))
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
    hand = sheet.hands[letter]
    facts = [f"**{plain(sheet.totals[letter])}** points", f"{_on_board(scene, letter)} on the board"]
    if letter in sheet.left:
        facts.append("has left")
    else:
        facts.append(words.number(len(hand) if isinstance(hand, list) else hand, "card"))
    if letter == sheet.dealer:
        facts.append("dealer")
    if play := _first_play(scene, letter):
        facts.append(play)
    turn = "▶ " if seat in scene.deciders else ""
    return f"{turn}{scene.mention(seat)}: {' · '.join(facts)}"


def _first_play(scene: Scene, letter: str) -> str | None:
    """Where a player stands with the first play (R7); nothing once it is over."""
    sheet = sheet_of(scene)
    if sheet.phase == "over" or letter in (*sheet.first_play_done, *sheet.left):
        return None
    return "first play now" if sheet.laid and letter == sheet.turn else "first play to come"


def _in_front(scene: Scene, seat: Seat) -> Lengths:
    """What is to be seen of a player's cards: the board and, at the end, the hand."""
    sheet, letter = sheet_of(scene), seat_letter(seat)
    hand = seen(sheet.hands[letter]) if sheet.phase == "over" else []
    both = zip(_board(scene, letter), held(hand, sheet.wild), strict=True)
    return tuple(" · ".join(filter(None, parts)) for parts in both)


def _board(scene: Scene, letter: str) -> Lengths:
    sheet = sheet_of(scene)
    return board(sheet.sets[letter], sheet.fed[letter], sheet.wild)


def _on_board(scene: Scene, letter: str) -> int:
    sheet = sheet_of(scene)
    return sum(points(cards, sheet.wild) for cards in (*sheet.sets[letter], sheet.fed[letter]))


def _notes(scene: Scene) -> Iterator[str]:
    """The lines below the players: what is so only at times."""
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
    if is_closed(scene):
        yield "The discard pile is closed until a turn that draws from the stock is over."
    elif sheet.lock_count >= len(scene.active):
        turns = words.number(sheet.lock_count, "turn")
        yield (
            f"{turns} in a row took a discard and laid nothing; after {_closing(scene)} the pile is closed."
        )


def _worth(cards: Sequence[Card], wild: str) -> str:
    """How many cards a hand has, and what they cost when the hand of the game ends."""
    count = f"**{words.number(len(cards), 'card')}**"
    return f"{count}, {words.number(points(cards, wild), 'point')} against you" if cards else count


def _prospects(scene: Scene, letter: str, cards: Sequence[Card]) -> Iterator[str]:
    """What there is to know besides the hand: the card drawn, what can be fed, how many wilds a set takes."""
    sheet = sheet_of(scene)
    if scene.asked and scene.phase == "play":
        yield from _drawn(scene)
    if scene.asked:
        ranks = open_ranks(sheet)
        feedable = [card for card in cards if RANK_OF[card] in ranks]
        yield f"You could feed: {whole(feedable, sheet.wild)} (open ranks: {' '.join(ranks) or 'none yet'})"
    yield _wilds_allowed(scene, letter)


def _wilds_allowed(scene: Scene, letter: str) -> str:
    sheet = sheet_of(scene)
    if letter in sheet.first_play_done:
        return "Your first play is over: a set takes one wild, or is of wilds alone."
    if sheet.laid and letter == sheet.turn:
        return "This turn is your first play: a set takes any number of wilds."
    return "Your first play is to come: in that turn a set takes any number of wilds."


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
