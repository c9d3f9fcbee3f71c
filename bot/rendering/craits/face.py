"""The face of Craits: its table, hands, controls and sentences."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from bot.engine.cards import RANK_OF
from bot.engine.chance import Seat, seat_letter
from bot.engine.moves import Move
from bot.games.craits.cards import NAMEABLE, WILD_RANKS
from bot.games.craits.dealing import Deal, NameSuit
from bot.games.craits.one_card import Idiot, OneCard
from bot.games.craits.playing import Draw, Play
from bot.games.craits.state import PLAYING
from bot.rendering import words
from bot.rendering.craits.picture import board_of_hand, board_of_table
from bot.rendering.craits.refusals import REFUSALS
from bot.rendering.craits.scores import score_lines
from bot.rendering.craits.sentences import ENDS, SENTENCES, amount, must
from bot.rendering.craits.table import hand_text, heading, own_hand, playable, sheet_of, size_of, table_text
from bot.rendering.face import FormerFace
from bot.rendering.scene import Scene

MAX_LABEL_CHARACTERS: Final = 80

_SAYING: Final = ', and say "one card"'

_DEFAULTS: Final[Mapping[str, str]] = {
    "opening-suit": "then the suit of the card itself is taken",
    "count": "then the count is answered, or drawn",
    "between-hands": "then the next hand is dealt",
}


class CraitsFace(FormerFace):
    """Craits for the eye and the screen reader."""

    accent = 0x8E44AD
    unit = "hand"
    gains = "points (+ pressure)"
    chapters: ClassVar[Mapping[str, str]] = {
        "opening-suit": "cards-and-setup",
        "turn": "your-turn",
        "count": "the-count",
        "play-again": "what-the-cards-do",
        "king-run": "options",
        "between-hands": "scoring-and-end",
        "over": "scoring-and-end",
    }
    verbs: ClassVar[Mapping[str, str]] = {
        "play": "Play a card",
        "draw": "Draw",
        "suit": "Name the suit",
        "one-card": "One card!",
        "idiot": "Call idiot",
        "deal": "Deal the next hand",
    }

    usual_order = "suit"

    sentences = SENTENCES
    refusals = REFUSALS
    heading = staticmethod(heading)
    table = staticmethod(table_text)
    hand = staticmethod(hand_text)
    rounds = staticmethod(score_lines)
    table_board = staticmethod(board_of_table)
    hand_board = staticmethod(board_of_hand)

    def awaits(self, scene: Scene) -> str:
        if not scene.deciders:
            return "Nobody has to act."
        if scene.phase == "between-hands":
            return f"Hand {sheet_of(scene).hand_number} is over; any player may deal the next one."
        what = must(scene.phase, sheet_of(scene).king_steps)
        return f"{words.players(scene, scene.deciders)} {what}."

    def default(self, scene: Scene) -> str:
        return _DEFAULTS.get(scene.phase, "then the playable card worth most is played, or one drawn")

    def asked(self, scene: Scene) -> str:
        return _asked(scene)

    def result(self, scene: Scene) -> str:
        outcome = scene.outcome
        assert outcome is not None
        win = "wins" if len(outcome.winners) == 1 else "share the win"
        end = ENDS[outcome.end].format(words.number(scene.options["hands"], "hand"))
        return (
            f"**{words.players(scene, outcome.winners)} {win}!** {end}\nTotals: {', '.join(_totals(scene))}"
        )

    def label(self, move: Move, scene: Scene) -> str:
        text = _label(move, scene) or self.verbs[move.verb]
        return text if len(text) <= MAX_LABEL_CHARACTERS else f"{text[: MAX_LABEL_CHARACTERS - 1]}…"

    def offered(self, scene: Scene) -> tuple[Move, ...]:
        """All that is legal, and declarations and calls wherever a single card *might* be undeclared.

        Those are legal only where the rule was broken; offering just these would notice for the players.
        """
        others = [move for move in scene.legal if not isinstance(move, Idiot | OneCard)]
        single = list(_suspects(scene))
        own = [OneCard()] if scene.viewer in single else []
        return (*others, *own, *(Idiot(seat) for seat in single if seat != scene.viewer))

    def table_moves(self, scene: Scene) -> tuple[Move, ...]:
        top = sheet_of(scene).top
        if scene.phase == "opening-suit" and top is not None:
            return tuple(map(NameSuit, NAMEABLE[top]))
        return (Deal(),) if scene.phase == "between-hands" else ()


def _suspects(scene: Scene) -> Iterator[Seat]:
    """Who holds a single card, neither declared nor called before, as everybody can see."""
    sheet = sheet_of(scene)
    if scene.status != "playing" or scene.phase not in PLAYING or scene.viewer not in scene.active:
        return
    for seat in scene.active:
        letter = seat_letter(seat)
        settled = letter in sheet.declared or letter in sheet.owes
        if size_of(sheet.hands[letter]) == 1 and not settled:
            yield seat


def _asked(scene: Scene) -> str:
    sheet = sheet_of(scene)
    match scene.phase:
        case "opening-suit":
            unseen = ", before you see your hand" if own_hand(scene) is None else ""
            return f"Name the suit of {words.card(sheet.top or '')}{unseen}."
        case "count" if playable(scene):
            return f"The count stands at {sheet.count}: answer it with an ace or a two."
        case "count":
            return f"The count stands at {sheet.count}, and you have neither ace nor two: draw it."
        case "between-hands":
            return f"Hand {sheet.hand_number} is over: deal the next one when all are ready."
        case "turn":
            return f"It is your turn: {_choice(scene)}."
    return f"You {must(scene.phase, sheet.king_steps)}: {_choice(scene)}."


def _choice(scene: Scene) -> str:
    """What fits the top card, or that nothing of the viewer's does."""
    sheet = sheet_of(scene)
    if not playable(scene):
        return "nothing in your hand fits, so draw a card"
    rank, suit = RANK_OF[sheet.top or ""], words.SUIT_NAME[sheet.suit or ""]
    ranks = [words.ranks_name(name) for name in dict.fromkeys((rank, *WILD_RANKS))]
    return f"{words.listed([suit, *ranks], 'and')} fit"


def _label(move: Move, scene: Scene) -> str:
    """The words for a move where its verb does not say all."""
    match move:
        case Play(card=card, suit=suit, declare=declare):
            naming = f" naming {words.SUIT_NAME[suit]}" if suit else ""
            return f"Play {words.card(card)}{naming}{_SAYING if declare else ''}"
        case Draw():
            return f"Draw {words.number(sheet_of(scene).count or 1, 'card')}"
        case NameSuit(suit=suit):
            return f"{words.SUIT_NAME[suit].capitalize()} {words.SUIT_SIGN[suit]}"
        case Idiot(player=player):
            return f"Call idiot: {scene.name(player)}"
    return ""


def _totals(scene: Scene) -> list[str]:
    """Everybody's total, the lowest first, those who have left last."""
    sheet = sheet_of(scene)
    left = {seat: seat_letter(seat) in sheet.left for seat in range(len(scene.players))}
    order = sorted(left, key=lambda seat: (left[seat], sheet.totals[seat_letter(seat)]))
    return [
        f"{scene.mention(seat)} {amount(sheet.totals[seat_letter(seat)])}{' (left)' if left[seat] else ''}"
        for seat in order
    ]
