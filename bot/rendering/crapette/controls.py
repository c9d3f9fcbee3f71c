"""Crapette's controls: a pile to take from, then where it goes.

Noticing moves is the game (R5). So if *only moves that fit* is off, every card may be tried on every
pile, except from or onto a pile that everyone sees is empty. All other moves are offered when they're legal.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bot.engine.cards import Card
from bot.engine.moves import Move
from bot.games.crapette.cards import COURTS
from bot.games.crapette.leaving import Resign
from bot.games.crapette.lifting import Flip, Pass, Put, TurnOver
from bot.games.crapette.lines import MAX_LINE_CHARACTERS
from bot.games.crapette.moving import MoveCards
from bot.games.crapette.offers import AcceptDraw, DeclineDraw, OfferDraw
from bot.games.crapette.state import CODES, HOUSES, NAMES, State
from bot.games.crapette.undoing import Undo
from bot.rendering import words
from bot.rendering.catalog import message, say, say_count
from bot.rendering.crapette.piles import LOADABLE, on_turn, opponent, options_of, pile_top, view_of
from bot.rendering.face import Prompt, QuickMove, Writing
from bot.rendering.page import Style
from bot.rendering.scene import Scene
from bot.rendering.telling import By, Either, Moment, Sentence, Tell, label_of

VERBS: Final[Mapping[str, str]] = {
    "move": message("Move a card"),
    "line": message("Several moves"),
    "flip": message("Lift from your hand"),
    "turn-over": message("Turn your discard pile over"),
    "put": message("Put the card down"),
    "pass": message("End my turn"),
    "undo": message("Take back"),
    "offer-draw": message("Offer a draw"),
    "accept-draw": message("Accept the draw"),
    "decline-draw": message("Decline the draw"),
    "resign": message("Resign"),
}
PLACEHOLDERS: Final[Mapping[str, str]] = {"move": message("Move which card?")}
FINALS: Final[Mapping[str, str]] = {"resign": message("Resign")}
BEHIND_MORE: Final = ("line", "offer-draw", "resign")
GREY: Final = (Undo, DeclineDraw)
"""The moves whose buttons are grey instead of blue."""
OFFERED: Final = (AcceptDraw, DeclineDraw, Flip, TurnOver, Pass, Undo)
MAX_SOURCES: Final = 5
"""The most piles to take from that are buttons. More are in a select, which says where each card can go."""

MAX_NAMED: Final = 8
"""The most cards of a stack that a button names. With more, it has only their number."""

HAND: Final = "my-hand"
"""A lifted card's source."""
FROM: Final = (*HOUSES, NAMES["C"], NAMES["D"])
TO: Final = (*HOUSES, *(NAMES[code] for code in ("F", "OD", "OC")))
MOVES: Final = tuple(MoveCards(source, target) for source in FROM for target in TO if source != target)
PUTS: Final = tuple(Put(target) for target in (*TO, NAMES["D"]))


def fits_only(scene: Scene) -> bool:
    """Whether the viewer sees only moves that fit: always, or in first games, if the table wants that."""
    wanted = options_of(scene).fits_only
    return wanted == "on" or (wanted == "first-games" and not scene.is_experienced)


def has_fitting_move(scene: Scene) -> bool:
    """Whether some card fits somewhere."""
    return any(isinstance(move, MoveCards) for move in scene.legal)


def quick_moves(scene: Scene) -> tuple[QuickMove, ...]:
    """Return the moves that don't need a choice of piles, and the places for a lifted card."""
    if scene.viewer is None or scene.status != "playing":
        return ()
    legal = [move for kind in OFFERED for move in scene.legal if isinstance(move, kind)]
    answers = [move for move in legal if isinstance(move, AcceptDraw | DeclineDraw)]
    others = [move for move in legal if move not in answers]
    moves = [*answers, *_puts(scene), *others]
    return tuple(QuickMove(label_of(move, scene, LABELS, VERBS), move, style=_style(move)) for move in moves)


def _style(move: Move) -> Style:
    return "grey" if isinstance(move, GREY) or move == Put(NAMES["D"]) else "blue"


def _puts(scene: Scene) -> Sequence[Put]:
    """Return the places where the lifted card may be put, or tried."""
    view = view_of(scene)
    if view.lifted is None or scene.viewer != on_turn(scene):
        return ()
    return [put for put in PUTS if (put in scene.legal if fits_only(scene) else _can_take(view, put.target))]


def menu_moves(scene: Scene) -> tuple[Move, ...]:
    """Return the moves of cards that fit or may be tried, then a draw offer and resigning."""
    if scene.viewer is None or scene.status != "playing":
        return ()
    answering = AcceptDraw() in scene.legal
    draw = () if answering else tuple(move for move in scene.legal if isinstance(move, OfferDraw))
    return (*_card_moves(scene), *draw, Resign())


def _card_moves(scene: Scene) -> Iterator[Move]:
    view = view_of(scene)
    if fits_only(scene):
        legal = [move for move in scene.legal if isinstance(move, MoveCards)]
        yield from sorted(
            legal, key=lambda move: (FROM.index(move.source), TO.index(move.target), move.count or 1)
        )
    elif scene.viewer == on_turn(scene) and view.lifted is None:
        yield from (move for move in MOVES if pile_top(view, move.source) and _can_take(view, move.target))


def _can_take(view: State, target: str) -> bool:
    return target not in LOADABLE or pile_top(view, target) is not None


def steps(scene: Scene) -> Mapping[str, Mapping[str, int]]:
    """Return the most piles that are buttons: all that may be tried, or a few sources if they must fit."""
    return {"move": {"from": MAX_SOURCES if fits_only(scene) else len(FROM), "to": len(TO)}}


def option_label(verb: str, option: str, value: str, scene: Scene) -> str | None:
    """Return a pile to take from with its top card, `8♥ from R4`, or a target as in `_target_label`."""
    if (verb, option) == ("move", "from"):
        return _source_label(value, scene)
    return _target_label(value, "", scene) if (verb, option) == ("move", "to") else None


SOURCE_LABELS: Final[Mapping[str, str]] = {
    "my-crapaud": message("{card} from crapaud"),
    "my-discard": message("{card} from discard pile"),
}


def _source_label(pile: str, scene: Scene) -> str:
    card = pile_top(view_of(scene), pile)
    assert card is not None
    return say(SOURCE_LABELS.get(pile, message("{card} from {pile}")), card=words.card(card), pile=pile)


def value_hint(verb: str, option: str, value: str, scene: Scene) -> str:
    """Return the piles that a card can go to: `Can go to L2, the finishing pile`."""
    if (verb, option) != ("move", "from") or not fits_only(scene):
        return ""
    moves = [move for move in scene.legal if isinstance(move, MoveCards) and move.source == value]
    targets = sorted({move.target for move in moves}, key=TO.index)
    return say("Can go to {piles}", piles=", ".join(_pile_name(target, scene) for target in targets))


def _pile_name(pile: str, scene: Scene) -> str:
    other = {"player": scene.name(opponent(scene))}
    match pile:
        case "finish":
            return say("the finishing pile")
        case "their-discard":
            return say("{player}'s discard pile", **other)
        case "their-crapaud":
            return say("{player}'s crapaud", **other)
        case _:
            return pile


def _move_label(move: MoveCards, moment: Moment) -> str:
    """Return the pile that cards go to, and the cards or their number if there's a choice."""
    scene, target, count = moment.scene, move.target, move.count
    cards = stack(move.source, count or 1, scene)
    if _count_moves(move, scene) > 1 and 1 < len(cards) <= MAX_NAMED:
        return say("{pile} · {cards}", pile=target, cards=words.pile(cards))
    label = _target_label(target, cards[0], scene)
    if count is None or _count_moves(move, scene) > 1 == len(cards):
        return label
    return say_count("{goal} · one card", "{goal} · {number} cards", count, goal=label)


def _cards(move: MoveCards, moment: Moment) -> str:
    return words.pile(stack(move.source, move.count or 1, moment.scene))


def _opponent(_move: MoveCards, moment: Moment) -> str:
    return moment.name(opponent(moment.scene))


LABELS: Final[Mapping[type[Move], Sentence]] = {
    MoveCards: _move_label,
    Put: Either(
        lambda move, _: move.target == NAMES["D"],
        Tell("Your discard pile: ends your turn"),
        lambda move, moment: _target_label(move.target, view_of(moment.scene).lifted or "", moment.scene),
    ),
    Flip: Tell("Lift from your hand ({number})", number=lambda _, moment: len(view_of(moment.scene).hand)),
    TurnOver: Tell(
        "Turn your discard pile over ({number})", number=lambda _, moment: len(view_of(moment.scene).discard)
    ),
}
BUTTONS: Final[Mapping[type[Move], Sentence]] = {
    MoveCards: By(
        lambda move, _: "house" if move.target in HOUSES else move.target,
        {
            "finish": Tell("Finish {cards}", cards=_cards),
            "their-discard": Tell("{cards} on {player}'s discard pile", cards=_cards, player=_opponent),
            "their-crapaud": Tell("{cards} on {player}'s crapaud", cards=_cards, player=_opponent),
            "house": Tell("{cards} to {pile}", cards=_cards, pile="target"),
        },
    )
}


def _count_moves(move: MoveCards, scene: Scene) -> int:
    """Return the number of legal moves between the same piles, with different numbers of cards."""
    same = [one for one in scene.legal if isinstance(one, MoveCards) and one.source == move.source]
    return sum(one.target == move.target for one in same) if fits_only(scene) else 1


def stack(source: str, count: int, scene: Scene) -> tuple[Card, ...]:
    """Return the cards that a move takes, bottom to top."""
    return view_of(scene).pile(CODES[source])[-count:]


def _target_label(pile: str, card: str, scene: Scene) -> str:
    """Return a pile to go to, with what the card would lie on: `L2, on 9♠`, `L3, empty`, `Finish, on 7♥`."""
    top = pile_top(view_of(scene), pile)
    facts = {
        "top": "" if top is None else words.card(top),
        "player": scene.name(opponent(scene)),
        "pile": pile,
    }
    match pile:
        case "finish":
            return _finish_label(card, scene)
        case "their-discard":
            return say("{player}'s discard pile, on {top}", **facts)
        case "their-crapaud":
            return say("{player}'s crapaud, on {top}", **facts)
        case _:
            return say("{pile}, on {top}", **facts) if top else say("{pile}, empty", **facts)


def _finish_label(card: str, scene: Scene) -> str:
    """Return the finishing piles. Their card is named only if moves that don't fit are hidden."""
    court = COURTS[options_of(scene).court_order]
    if not fits_only(scene) or not card:
        return say("Finishing pile")
    return (
        say("Finishing pile, first")
        if court.value[card] == 1
        else say("Finishing pile, on {top}", top=words.card(court.finishes_on(card)))
    )


def chosen_pile(form: str, scene: Scene) -> str:
    """Return the pile whose top card the viewer has chosen, or the hand after lifting. Empty for neither."""
    if scene.viewer != on_turn(scene) or scene.status != "playing":
        return ""
    verb, given = _parse_form(form)
    view = view_of(scene)
    if view.lifted is not None:
        return HAND
    source = given.get("from", "") if verb == "move" else ""
    return source if source and pile_top(view, source) else ""


def chosen_targets(form: str, scene: Scene) -> frozenset[str]:
    """Return the targets to show for a chosen card, without the own discard pile, which always takes it."""
    if not fits_only(scene):
        return frozenset()
    _, given = _parse_form(form)
    source, target = given.get("from"), given.get("to")
    moves = [move for move in scene.legal if isinstance(move, MoveCards) and move.source == source]
    puts = [move.target for move in scene.legal if isinstance(move, Put) and move.target != NAMES["D"]]
    return frozenset((*puts, *(move.target for move in moves if target in (None, move.target))))


def _parse_form(form: str) -> tuple[str, Mapping[str, str]]:
    """Return the verb of a form, and the options that it has so far."""
    verb, *known = form.split(" ")
    return verb, {name: value for name, _, value in (part.partition(":") for part in known)}


def question(form: str, scene: Scene) -> Prompt | None:
    """Return the question after a pile was chosen, and before a player resigns."""
    verb, given = _parse_form(form)
    if verb == "resign":
        return Prompt(say("Give this game to {player}?", player=words.name(scene, 1 - scene.seat)))
    if verb != "move" or "from" not in given:
        return None
    if "to" in given:
        return Prompt(say("Also take from {pile}", pile=given["from"]))
    card = pile_top(view_of(scene), given["from"])
    return Prompt(say("Move {card}…", card=words.card(card))) if card else None


def writings(scene: Scene) -> Mapping[str, Writing]:
    """Return the field for several moves at once, while cards may be moved."""
    may_move = scene.asked and scene.viewer == on_turn(scene) and view_of(scene).lifted is None
    return {"line": _line_field()} if may_move else {}


def _line_field() -> Writing:
    return Writing(
        option="moves",
        title=say("Moves in short codes, one after the other"),
        hint=say("L2-F R1-OD D-L4 R3x2-L1: from, how many if several, to. See “Moving stacks” in the rules."),
        most=MAX_LINE_CHARACTERS,
    )
