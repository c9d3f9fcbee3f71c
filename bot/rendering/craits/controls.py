"""The controls of Craits: buttons and selects that tell what a card does, and to whom."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from bot.engine.cards import ORDER, RANK_OF, SUIT_OF, SUITS, Card
from bot.engine.chance import Seat
from bot.engine.moves import Move
from bot.games.craits.cards import NAMEABLE, POINTS
from bot.games.craits.count import COUNT_VALUE
from bot.games.craits.dealing import NameSuit
from bot.games.craits.functions import QUEEN_CARDS, jack_cards, seven_distance
from bot.games.craits.one_card import Idiot, OneCard
from bot.games.craits.playing import Draw, Play
from bot.games.craits.state import PLAYING
from bot.rendering import words
from bot.rendering.art.hands import in_parts
from bot.rendering.catalog import message, message_count, say, say_count
from bot.rendering.craits.hands import after, effect_now, own_hand, view_of
from bot.rendering.craits.prompts import leaves_one
from bot.rendering.face import Prompt, QuickMove
from bot.rendering.hand_rows import num_lines
from bot.rendering.page import Style
from bot.rendering.panel import MAX_BUTTONS
from bot.rendering.scene import Scene
from bot.rendering.telling import Either, Moment, Sentence, Tell, label_of

VERBS: Final[Mapping[str, str]] = {
    "play": message("Play"),
    "draw": message("Draw now"),
    "suit": message("Name the suit"),
    "one-card": message("Say “one card”"),
    "idiot": message("Idiot!"),
    "deal": message("Deal"),
}
PLACEHOLDERS: Final[Mapping[str, str]] = {"play": message("A card from your hand…")}
UNLISTED: Final = ("idiot", "one-card")
MAX_PLAYS: Final = 10
"""The most plays shown as buttons. If there are more, only 8s are buttons, and a select has the rest."""
MAX_ONE_CARD_PLAYS: Final = 3
"""Alone, the most buttons for plays that leave one card. If there are more, a select has the silent ones."""
SMALL_TABLE: Final = 4
"""The most players at a table that leaves room for another line of buttons."""
MAX_LABEL_CHARACTERS: Final = 34
"""The number of characters of a button that fit on a phone."""
MAX_MISSES: Final = 3


def quick_moves(scene: Scene) -> tuple[QuickMove, ...]:
    """Return moves for one press: cards that fit, the draw, and a call on each player with a single card.

    A call is legal only if a player forgot “one card”. Offering only legal ones would give that away.
    """
    cards = _cards(scene)
    own = _own_call(scene)
    if not scene.asked:
        return own
    plays = [one for saying in (True, False) for one in _plays(scene, cards, saying=saying)]
    if scene.is_alone and leaves_one(scene) and len(plays) > MAX_ONE_CARD_PLAYS:
        plays = [quick for quick in plays if quick.style == "blue"]
    drawing = [move for move in scene.legal if isinstance(move, Draw)]
    draws = [QuickMove(label_of(move, scene, LABELS, VERBS), move) for move in drawing]
    calls = [
        QuickMove(
            _shorten(seat, scene, MAX_LABEL_CHARACTERS, message("Idiot! {player}")), Idiot(seat), style="grey"
        )
        for seat in _one_card_seats(scene)
        if seat != scene.viewer
    ]
    if len(plays) > MAX_PLAYS or (scene.is_alone and _line_count((*plays, *calls)) > _max_lines(scene)):
        plays = [quick for quick in plays if isinstance(quick.move, str)]
    return (*plays, *draws, *calls, *own)


def _max_lines(scene: Scene) -> int:
    """Return how many lines of buttons fit on a phone below a table that someone plays alone."""
    return 3 if len(scene.players) > SMALL_TABLE else 4


def _line_count(quick_moves: Sequence[QuickMove]) -> int:
    labels = [quick.label for quick in quick_moves]
    return sum(num_lines(labels[start : start + MAX_BUTTONS]) for start in range(0, len(labels), MAX_BUTTONS))


def _own_call(scene: Scene) -> tuple[QuickMove, ...]:
    """Return the offer to say “one card”, as long as the viewer holds one card and hasn't said so."""
    if scene.viewer not in _one_card_seats(scene) or scene.viewer in view_of(scene).declared:
        return ()
    return (QuickMove(say(VERBS["one-card"]), OneCard(), style="grey"),)


def _one_card_seats(scene: Scene) -> list[Seat]:
    """Return the players with a single card who weren't caught. Empty if the viewer can't call them."""
    view = view_of(scene)
    if scene.status != "playing" or scene.phase not in PLAYING or scene.viewer not in scene.active:
        return []
    return [seat for seat in scene.active if len(view.hands[seat]) == 1 and seat not in view.owes]


def menu_moves(scene: Scene) -> tuple[Move, ...]:
    """Return the legal plays in hand order, other moves, and a call on everyone else with a single card."""
    plays = {move: place for place, move in enumerate(_sorted_plays(scene))}
    others = [move for move in scene.legal if not isinstance(move, Idiot | OneCard | Play)]
    return (*plays, *others, *(Idiot(seat) for seat in _one_card_seats(scene) if seat != scene.viewer))


def _cards(scene: Scene) -> list[Card]:
    """Return the different cards of the hand, in the order in which the hand is shown."""
    order = "suit" if scene.order == "usual" else scene.order
    hand = own_hand(scene) or () if scene.viewer is not None else []
    return list(dict.fromkeys(card for part in in_parts(hand, order) for card in part))


def _sorted_plays(scene: Scene) -> list[Move]:
    """Return the plays in hand order. An 8 names the suit first that the hand has most of."""
    cards = {card: place for place, card in enumerate(_cards(scene))}
    plays = [move for move in scene.legal if isinstance(move, Play)]

    def place(play: Play) -> tuple[int, int, int]:
        return cards[play.card], not play.declare, _suit_place(play, scene)

    return [*sorted(plays, key=place)]


def _suit_place(play: Play, scene: Scene) -> int:
    """Return the place of a play's suit among those that its card may name."""
    if play.suit is None:
        return 0
    if RANK_OF[play.card] == "9":
        return NAMEABLE[play.card].index(play.suit)
    return [suit for suit, _ in _suits_left(play.card, scene)].index(play.suit)


def _suits_left(card: Card, scene: Scene) -> list[tuple[str, int]]:
    """Return every suit with the number of its cards in the rest of the hand, most first."""
    left = [*(own_hand(scene) or ())]
    if card in left:
        left.remove(card)
    held = {suit: sum(SUIT_OF[one] == suit for one in left) for suit in SUITS}
    return sorted(held.items(), key=lambda one: -one[1])


def _plays(scene: Scene, cards: Sequence[Card], *, saying: bool) -> Iterator[QuickMove]:
    """Yield plays as buttons: those that also say “one card”, or the silent ones."""
    has_two = leaves_one(scene)
    if saying and not has_two:
        return
    moves = [move for move in _sorted_plays(scene) if isinstance(move, Play) and move.declare == saying]
    style: Style = "grey" if has_two and not saying else "blue"
    for card in cards:
        plays = [move for move in moves if move.card == card]
        if plays and RANK_OF[card] == "8":
            form = f"play card:{card} declare:{'true' if saying else ''}"
            yield QuickMove(_play_label(plays[0], scene), form, style=style)
        else:
            yield from (QuickMove(_play_label(move, scene), move, style=style) for move in plays)


def _play_label(play: Play, scene: Scene) -> str:
    """Return a play's label: its card and effect, or that it forgets “one card”."""
    card = words.card(play.card)
    if leaves_one(scene) and not play.declare:
        if RANK_OF[play.card] == "9" and play.suit:
            sign = words.SUIT_SIGN[play.suit]
            return say("{card} for {suit}, say nothing", card=card, suit=sign)
        return say("{card}, say nothing", card=card)
    return _card_label(play, scene)


def _card_label(play: Play, scene: Scene) -> str:
    facts = {"card": words.card(play.card)}
    if play.declare:
        room = MAX_LABEL_CHARACTERS - len(say("{card}, “one card!” · {effect}", **facts, effect=""))
        return say("{card}, “one card!” · {effect}", **facts, effect=_effect_text(play, scene, room))
    room = MAX_LABEL_CHARACTERS - len(say("{card} · {effect}", **facts, effect=""))
    return say("{card} · {effect}", **facts, effect=_effect_text(play, scene, room))


def _effect_text(play: Play, scene: Scene, room: int) -> str:
    """Return a card's effect in a few words. Names are cut so that it fits in `room` characters."""
    rank = RANK_OF[play.card]
    if rank == "8":
        return say("name the suit") if play.declare else say("you name the suit")
    if rank == "9" and play.suit:
        sign = words.SUIT_SIGN[play.suit]
        if play.suit == SUIT_OF[play.card]:
            return say("keep {suit}", suit=sign)
        return say("switch to {suit}", suit=sign)
    effect = effect_now(scene, play.card)
    if len(own_hand(scene) or ()) == 1 and effect in LAST_EFFECTS:
        return say(LAST_EFFECTS[effect])
    if effect in HITS:
        return HITS[effect](play, scene, room)
    if effect == "turn" and len(scene.active) == 2:
        return say("no effect")
    return say(SHORT_EFFECTS.get(effect, EFFECTS[effect]) if play.declare else EFFECTS[effect])


EFFECTS: Final[Mapping[str, str]] = {
    "none": message("no effect"),
    "step": message("no effect"),
    "again": message("play again"),
    "turn": message("reverses play"),
    "king": message("play 3 more"),
}
SHORT_EFFECTS: Final[Mapping[str, str]] = {"turn": message("reverse")}
"""Shorter effects for labels with “one card!”."""
LAST_EFFECTS: Final[Mapping[str, str]] = {
    "none": message("you go out"),
    "turn": message("you go out"),
    "step": message("you draw a card"),
    "again": message("you draw a card"),
    "king": message("you draw a card"),
}
"""The outcomes of a last card that differ from the card's usual effect."""
Hit = Callable[[Play, Scene, int], str]


def _count_text(play: Play, scene: Scene, room: int) -> str:
    value = view_of(scene).count + COUNT_VALUE[play.card]
    if not view_of(scene).count:
        return say("a count of {number}", number=value) if play.declare else say("starts a count at 2")
    if play.declare:
        return say("count {number}", number=value)
    return _shorten(after(scene, scene.seat), scene, room, COUNT_LABEL, number=value)


COUNT_LABEL: Final = message("count {number}, {player} next")


def _five_text(play: Play, scene: Scene, room: int) -> str:
    if len(scene.active) == 2:
        return _shorten(after(scene, scene.seat), scene, room, message("{player} draws 1"))
    return say("others draw 1") if play.declare else say("everyone else draws a card")


def _seven_text(_play: Play, scene: Scene, room: int) -> str:
    seat = after(scene, scene.seat, seven_distance(len(scene.active)))
    return _shorten(seat, scene, room, message("{player} draws 1"))


def _draw_writer(cards: Callable[[Scene], int]) -> Hit:
    """Return the function for a card that makes the next player draw this many cards and skips them."""

    def write(play: Play, scene: Scene, room: int) -> str:
        brief, whole = message("{player} draws {number}"), message("{player} draws {number}, skipped")
        seat = after(scene, scene.seat)
        return _shorten(seat, scene, room, brief if play.declare else whole, number=cards(scene))

    return write


HITS: Final[Mapping[str, Hit]] = {
    "count": _count_text,
    "skip": lambda _, scene, room: _shorten(after(scene, scene.seat), scene, room, message("skips {player}")),
    "five": _five_text,
    "seven": _seven_text,
    "jack": _draw_writer(lambda scene: jack_cards(view_of(scene).jack_run + 1)),
    "queen": _draw_writer(lambda _: QUEEN_CARDS),
}
"""The functions that word effects on other players, with their names."""


def _shorten(seat: Seat, scene: Scene, room: int, text: str, **facts: object) -> str:
    """Return a message about a player. Shorten the name if the text is longer than `room` characters."""
    name = scene.name(seat)
    excess = len(say(text, player=name, **facts)) - room
    if excess > 0:
        name = f"{name[: max(1, len(name) - excess - 1)].rstrip()}…"
    return say(text, player=name, **facts)


def _count_now(_move: Draw, moment: Moment) -> int:
    return view_of(moment.scene).count


LABELS: Final[Mapping[type[Move], Sentence]] = {
    Play: Either(
        lambda move, _: move.suit and RANK_OF[move.card] == "8",
        lambda move, _: words.suit_label(move.suit),
        lambda move, moment: _play_label(move, moment.scene),
    ),
    NameSuit: lambda move, _: words.suit_label(move.suit),
    Draw: Either(_count_now, Tell("Draw {number} now", number=_count_now)),
    Idiot: lambda move, moment: _shorten(
        move.player, moment.scene, MAX_LABEL_CHARACTERS, message("{player} · 1 card")
    ),
}


BUTTONS: Final[Mapping[type[Move], Sentence]] = {
    Play: Either(
        lambda move, _: move.suit and RANK_OF[move.card] == "8", lambda move, _: play_name(move), LABELS[Play]
    ),
    Idiot: Tell("Idiot! {player}"),
}


def play_name(play: Play) -> str:
    """Return a play as it's named in sentences: `5♥`, `8♠ for hearts`, perhaps with “one card!”."""
    facts = {"card": words.card(play.card), "suit": words.suit_name(play.suit) if play.suit else ""}
    if play.suit is None:
        return say("{card}, “one card!”", **facts) if play.declare else words.card(play.card)
    if play.declare:
        return say("{card} for {suit}, “one card!”", **facts)
    return say("{card} for {suit}", **facts)


def style(move: Move, scene: Scene) -> Style:
    """Return a button's colour: grey for the suits of an 8 that the hand doesn't have most of, else blue."""
    if isinstance(move, Play) and RANK_OF[move.card] == "8":
        return "grey" if _suit_place(move, scene) else "blue"
    return "blue"


def question(form: str, scene: Scene) -> Prompt | None:
    """Return the question about the suit of an 8, or about the player to call an idiot."""
    verb, *options = form.split(" ")
    if verb == "idiot":
        if not any(seat != scene.viewer for seat in _one_card_seats(scene)):
            return Prompt(say("Nobody else has one card"))
        return Prompt(say("Who forgot to say it?"), (words.small(say("A wrong call costs nothing.")),))
    card = next((one.partition(":")[2] for one in options if one.startswith("card:")), "")
    if verb != "play" or card not in NAMEABLE:
        return None
    held = [say_count(*SUITS_HELD[suit], count) for suit, count in _suits_left(card, scene) if count]
    below = (words.small(say("You hold {suits}.", suits=", ".join(held))),) if held else ()
    return Prompt(say("{card}: which suit?", card=words.card(card)), below)


SUITS_HELD: Final[Mapping[str, tuple[str, str]]] = {
    "C": message_count("1 club", "{number} clubs"),
    "D": message_count("1 diamond", "{number} diamonds"),
    "H": message_count("1 heart", "{number} hearts"),
    "S": message_count("1 spade", "{number} spades"),
}


def nearly(scene: Scene) -> tuple[str, ...]:
    """Return why the viewer's cards that don't fit can't be played, the most expensive ones first."""
    if not scene.asked or scene.phase not in PLAYING:
        return ()
    fitting = {move.card for move in scene.legal if isinstance(move, Play)}
    others = sorted(
        (card for card in _cards(scene) if card not in fitting), key=lambda card: (-POINTS[card], ORDER[card])
    )[:MAX_MISSES]
    if scene.phase == "count":
        return tuple(say("{card}: only an ace or a 2 answers.", card=words.card(card)) for card in others)
    return tuple(
        say("{card}: {suit} don't fit.", card=words.card(card), suit=words.suit_name(SUIT_OF[card]))
        for card in others
    )


def table_forms(scene: Scene) -> tuple[str, ...]:
    """Return the verbs for everyone: in every turn, players may call someone an idiot, rightly or not."""
    return ("idiot",) if scene.phase in PLAYING else ()
