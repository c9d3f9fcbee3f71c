"""The table and the hands of C.R.A.P.: piles and sets for everyone, the hand for its owner."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from bot.engine.cards import JOKER, RANK_OF, Card
from bot.engine.chance import Seat
from bot.games.crap.acquiring import Received
from bot.games.crap.cards import SINGLE, LaidSet, points, set_value
from bot.games.crap.clock import max_timeouts
from bot.games.crap.dealing import HandRolled
from bot.games.crap.drawing import DrewCards
from bot.games.crap.last_action import LastAcquire, LastCooperate
from bot.games.crap.state import Acquisition, Ballot, Duel, State
from bot.rendering import player_words, words
from bot.rendering.art.hands import Order, in_parts
from bot.rendering.art.plan import (
    BACK,
    MAX_TALL,
    CardPile,
    Die,
    Fan,
    HandPlan,
    Middle,
    Part,
    Row,
    Section,
    TablePlan,
    Tile,
    Tray,
    Wanted,
)
from bot.rendering.catalog import message, say, say_count
from bot.rendering.crap.hands import view_of
from bot.rendering.crap.news import NEWS, under_way
from bot.rendering.crap.prompts import CASTS, PHASES, stand_in_at
from bot.rendering.face import phase_words
from bot.rendering.numbers import short
from bot.rendering.scene import Scene

ACCENT: Final = 0xC0392B
FIELDS: Final[Mapping[str, str]] = {
    "action": message("Move"),
    "believed": message("Let it pass"),
    "borrowed": message("Borrowed"),
    "die": message("Die"),
    "double": message("Doubled"),
    "guesses": message("Guesses"),
    "pending": message("Under way"),
    "placed": message("Placed"),
    "protected": message("Protected"),
    "scoring_rounds": message("Scoring rounds"),
    "target": message("Against"),
    "value": message("Worth"),
    "votes": message("Votes"),
}
GAINS: Final = (DrewCards, Received)
DEALS: Final = (HandRolled,)


def goal(scene: Scene) -> str:
    """Return the goal of the game, which the table shows after its number."""
    return say("first over {points}", points=short(scene.options["threshold"]))


def table_plan(scene: Scene) -> TablePlan:
    """Return the plan of the public table, which is drawn, described and written."""
    view, leading = view_of(scene), leaders(scene)
    rows = tuple(_row(scene, seat, leads=seat in leading) for seat in range(len(scene.players)))
    threshold = short(scene.options["threshold"])
    turn = say("Turn {number} of at most {most}.", number=view.turn_number, most=scene.options["turn-limit"])
    return TablePlan(
        scene.game.id,
        player_words.stage(scene, (*_pending(view), *_piles(view)), NEWS, under_way),
        rows,
        foot=say("banked + on the table · over {goal} wins", goal=threshold),
        small=(turn,),
        said=tuple(_undrawn_lines(scene)),
    )


def hand_plan(scene: Scene, order: Order) -> HandPlan:
    """Return the plan of the viewer's hand, for its picture."""
    view, own = view_of(scene), scene.seat
    cards = view.hands[own]
    sections: list[Section] = [Fan(_parts(scene, cards, order))]
    if protected := view.protected[own]:
        sections.append(Tray(say("Protected"), protected, shield=True))
    if placed := view.placed[own]:
        sections.append(Tray(say("Placed"), placed, label=say("placed")))
    title = say("Your hand · {number}", number=len(cards))
    prompt = phase_words(PHASES[scene.phase].own, scene) if scene.asked else ""
    return HandPlan(scene.game.id, title, prompt, scene.asked, tuple(sections))


def hand(scene: Scene) -> str:
    """Return the viewer's hand as text, with their vote and the cards that only they were shown."""
    view, own = view_of(scene), scene.seat
    hand, protected, placed = view.hands[own], view.protected[own], view.placed[own]
    lines = [say("Your hand ({number}): {cards}", number=len(hand), cards=words.grouped(hand))]
    if protected:
        lines.append(say("Protected: {cards}.", cards=words.grouped(protected)))
    if placed:
        lines.append(say("Placed for the challenge: {cards}.", cards=words.cards(placed)))
    return "\n".join([*lines, *_vote_line(scene), *_private_lines(scene, own)])


def _vote_line(scene: Scene) -> Iterator[str]:
    """Yield the vote that the viewer has cast, if any."""
    ballot = view_of(scene).pending
    vote = ballot.votes[scene.seat] if isinstance(ballot, Ballot) else None
    if vote is not None and not stand_in_at(scene, *CASTS):
        yield say("You voted yes.") if vote else say("You voted no.")


def _private_lines(scene: Scene, own: Seat) -> Iterator[str]:
    """Yield the cards that the last action showed the viewer in private, until the next action (R43)."""
    match view_of(scene).last:
        case LastCooperate(seat=seat, target=target, hands=hands) if own in (seat, target):
            other = target if own == seat else seat
            player, their_hand, own_hand = words.name(scene, other), hands[other], hands[own]
            yield (
                say("{player} showed you {cards}.", player=player, cards=words.grouped(their_hand))
                if their_hand
                else say("{player} showed you an empty hand.", player=player)
            )
            yield (
                say("You showed {player} {cards}.", player=player, cards=words.grouped(own_hand))
                if own_hand
                else say("You showed {player} an empty hand.", player=player)
            )
        case LastAcquire(seat=seat, gave=gave) if own == seat:
            for giver, cards in gave.items():
                if cards:
                    player = words.name(scene, giver)
                    yield say("You got {cards} from {player}.", cards=words.cards(cards), player=player)
        case LastAcquire(seat=seat, gave=gave) if gave.get(own):
            player = words.name(scene, seat)
            yield say("{player} got {cards} from you.", player=player, cards=words.cards(gave[own]))


def _parts(scene: Scene, cards: Sequence[Card], order: Order) -> tuple[Part, ...]:
    """Return the hand grouped by rank or suit. A rank with four cards is labelled with its set's points."""
    parts, laid = [Part(one) for one in in_parts(cards, order)], view_of(scene).sets
    if order != "rank":
        return tuple(parts)
    return tuple(
        replace(part, label=say("a set: {value}", value=_worth(part.cards[0], laid)))
        if len(part.cards) >= SINGLE and part.cards[0] != JOKER
        else part
        for part in parts
    )


def _worth(card: Card, laid: Sequence[LaidSet]) -> int:
    """Return the points for four cards of this card's rank, next to the sets on the table."""
    return set_value(RANK_OF[card], double=False, laid=laid)


def _pending(view: State) -> Sequence[Middle]:
    """Return the rank that is being acquired, or the die of the challenge under way."""
    match view.pending:
        case Acquisition(rank=rank):
            return (Wanted(rank),)
        case Duel(die=die):
            return (Die(die),)
    return ()


def _piles(view: State) -> Sequence[CardPile]:
    top = view.discard[-1] if view.discard else None
    return (
        CardPile(say("Stock"), BACK if view.stock else None, len(view.stock)),
        CardPile(say("Discard pile"), top, len(view.discard)),
    )


def _undrawn_lines(scene: Scene) -> Iterator[str]:
    """Yield lines that aren't drawn: the whole discard pile, the action under way, timed-out turns."""
    view = view_of(scene)
    if len(view.discard) > 1:
        yield say("**Discard pile:** {cards}", cards=words.by_rank(view.discard))
    if view.forcing:
        yield say("Forced recycling is on.")
    yield from _pending_line(scene)
    yield from _timeout_warning(scene)


def _pending_line(scene: Scene) -> Iterator[str]:
    """Yield a line about the vote or challenge under way. The stage already shows an acquire."""
    view = view_of(scene)
    who = words.name(scene, view.turn)
    match view.pending:
        case Ballot(target=None):
            yield say("{player} asks to allow forced recycling.", player=who)
        case Ballot(target=int(target)):
            yield say("{player} wants {other} to recycle.", player=who, other=words.name(scene, target))
        case Duel(target=target):
            yield say("{player} challenges {other}.", player=who, other=words.name(scene, target))


def _timeout_warning(scene: Scene) -> Iterator[str]:
    """Yield a warning after turns that timed out in a row: too many of them end the game (R38)."""
    view = view_of(scene)
    if view.timeouts and view.end is None:
        most = max_timeouts(len(scene.players) - len(view.left))
        yield say_count(
            "One turn timed out: after {most} in a row, the game ends and nobody wins.",
            "{number} turns in a row timed out: after {most}, the game ends and nobody wins.",
            view.timeouts,
            most=most,
        )


def table_points(scene: Scene) -> dict[Seat, int]:
    """Return the points of each player's sets on the table."""
    sums = dict.fromkeys(range(len(scene.players)), 0)
    for laid in view_of(scene).sets:
        sums[laid.owner] += points(laid)
    return sums


def leaders(scene: Scene) -> frozenset[Seat]:
    """Return the players who'd have the most points if sets were counted now. Leaving players can't win."""
    view, unbanked = view_of(scene), table_points(scene)
    sums = [total + (0 if view.end else unbanked[seat]) for seat, total in enumerate(view.totals)]
    return player_words.leaders(scene, sums)


def _points(scene: Scene, seat: Seat) -> str:
    """Return a player's points: banked + on the table, or only banked once their sets can't count."""
    total = short(view_of(scene).totals[seat])
    return total if _is_banked(scene, seat) else f"{total} + {short(table_points(scene)[seat])}"


def _is_banked(scene: Scene, seat: Seat) -> bool:
    """Whether a player's banked points are final: they've left, or the game is over."""
    view = view_of(scene)
    return seat in view.left or view.end is not None


def _row(scene: Scene, seat: Seat, *, leads: bool) -> Row:
    view = view_of(scene)
    away, points = seat in view.left, _points(scene, seat)
    laid = [one for one in view.sets if one.owner == seat]
    row = replace(
        player_words.row(scene, seat, left=away, leads=leads, hand=len(view.hands[seat]), points=points),
        protected=len(view.protected[seat]),
        tiles=tuple(map(_tile, laid)),
        cards=(BACK,) * len(view.placed[seat]),
        total="" if _is_banked(scene, seat) else short(view.totals[seat] + table_points(scene)[seat]),
        board=_board_texts(laid),
        said=tuple(_undrawn_facts(scene, seat)),
    )
    if away:
        return row
    row = _with_answer(scene, row, seat)
    if seat in view.leaving:
        said = (row.note, *row.said) if row.note and not row.acts else row.said
        return replace(row, note=say("is leaving"), sign="", short="", said=said)
    # The picture marks players who must act, and the stage says what to do. Descriptions use the note.
    is_brief = row.acts and row.note and len(scene.players) > MAX_TALL
    return replace(row, sign="dots") if is_brief else row


def _undrawn_facts(scene: Scene, seat: Seat) -> Iterator[str]:
    """Yield facts about a player that the picture leaves out."""
    if idle := view_of(scene).idle[seat]:
        yield say("skipped {number} of {most} times", number=idle, most=scene.options["idle-limit"])


def _board_texts(laid: Sequence[LaidSet]) -> tuple[str, ...]:
    """Return a player's sets in words: first with every card, then with the points alone."""
    if not laid:
        return ()
    brief = (words.with_label(words.ranks_name(one.rank), str(points(one))) for one in laid)
    return " · ".join(map(_set_text, laid)), " · ".join(brief)


def _set_text(laid: LaidSet) -> str:
    facts = {"ranks": words.ranks_name(laid.rank), "points": points(laid), "cards": words.cards(laid.cards)}
    if laid.borrowed is not None:
        return say("{ranks}, {points}: {cards}, {card} across", **facts, card=words.card(laid.borrowed))
    return say("{ranks}, {points}: {cards}", **facts)


def _with_answer(scene: Scene, row: Row, seat: Seat) -> Row:
    """Return the row with a note on its player's answer, or on the answer they owe."""
    view = view_of(scene)
    if row.acts:
        note = PHASES[scene.phase].note
        return replace(row, note=phase_words(note, scene)) if note else row
    match scene.phase:
        case "bluff-window" if seat == view.turn:
            return replace(row, note=say("acquires"), sign="asks")
        case "bluff-window" if seat in view.acquisition.believed:
            return replace(row, note=say("believes"), sign="check")
        case "challenge-guess-2" if (guess := view.duel.guesses[seat]) is not None:
            card = words.card(guess.rank + guess.suit)
            return replace(row, note=say("guesses {card}", card=card), short=f"{card}?")
        case "vote" if view.ballot.votes[seat] is not None:
            return replace(row, note=say("has voted"), sign="check")
        case "vote" if seat == view.ballot.target:
            return replace(row, note=say("must recycle?"))
        case "vote" if seat == view.turn:
            return replace(row, note=say("called the vote"))
    return row


def _tile(laid: LaidSet) -> Tile:
    return Tile(laid.rank, len(laid.cards), wilds=laid.cards.count(JOKER))
