"""The face of Crazy Rummy: its words, its controls, and what they say."""

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final

from bot.engine.cards import RANK_OF, Card, parse_cards
from bot.engine.chance import seat_letter
from bot.engine.moves import Move
from bot.games.crazy_rummy.cards import points, set_rank
from bot.games.crazy_rummy.discarding import Discard
from bot.games.crazy_rummy.drawing import Draw
from bot.games.crazy_rummy.laying import MIN_SET_CARDS, Feed, Meld
from bot.rendering import plates, words
from bot.rendering.crazy_rummy.boards import compact, laid_set, plain, whole
from bot.rendering.crazy_rummy.picture import board_of_hand, board_of_table
from bot.rendering.crazy_rummy.refusals import REFUSALS
from bot.rendering.crazy_rummy.scores import score_lines
from bot.rendering.crazy_rummy.sentences import ENDS, SENTENCES
from bot.rendering.crazy_rummy.table import hand_text, sheet_of, table_text
from bot.rendering.face import FormerFace, Pick
from bot.rendering.scene import Scene

MAX_LABEL_CHARACTERS: Final = 80
OF_A_SET: Final = " of one rank, or wild"


class CrazyRummyFace(FormerFace):
    """Crazy Rummy for the eye and the screen reader."""

    accent = 0x2E86C1
    unit = "hand"
    chapters: ClassVar[Mapping[str, str]] = {
        "draw": "your-turn",
        "play": "sets-and-wilds",
        "over": "scoring-and-end",
    }
    verbs: ClassVar[Mapping[str, str]] = {
        "draw": "Draw a card",
        "meld": "Lay a set",
        "feed": "Feed cards",
        "discard": "Discard a card",
    }

    sentences = SENTENCES
    refusals = REFUSALS
    table = staticmethod(table_text)
    hand = staticmethod(hand_text)
    rounds = staticmethod(score_lines)
    table_board = staticmethod(board_of_table)
    hand_board = staticmethod(board_of_hand)

    def heading(self, scene: Scene) -> str:
        sheet, options = sheet_of(scene), scene.options
        hand = f"Hand {sheet.hand_number} of at most {options['max-hands']}"
        return f"{hand} · target **{options['target']}** points · {words.number(sheet.packs, 'pack')}"

    def awaits(self, scene: Scene) -> str:
        if not scene.deciders:
            return "Nobody has to act."
        what = "draw a card" if scene.phase == "draw" else "lay, feed and discard"
        return f"It is {words.players(scene, scene.deciders)}'s turn to {what}."

    def default(self, scene: Scene) -> str:
        if scene.phase == "draw":
            return "then a card is drawn from the stock and the one worth least is discarded"
        return "then the card worth least is discarded"

    def asked(self, scene: Scene) -> str:
        if scene.phase == "play":
            return "It is your turn: lay sets and feed cards if you like, then discard one card."
        top = sheet_of(scene).top_discard
        if top and Draw("discard") in scene.legal:
            return f"It is your turn: draw from the stock, or take {words.card(top)}."
        return "It is your turn: draw from the stock."

    def result(self, scene: Scene) -> str:
        outcome, totals = scene.outcome, sheet_of(scene).totals
        assert outcome is not None
        best_first = sorted(range(len(scene.players)), key=lambda seat: -totals[seat_letter(seat)])
        standing = [f"{scene.mention(seat)} {plain(totals[seat_letter(seat)])}" for seat in best_first]
        win = "wins" if len(outcome.winners) == 1 else "win"
        first = f"**{words.players(scene, outcome.winners)} {win}!** {ENDS[outcome.end].capitalize()}."
        return f"{first}\nTotals: {', '.join(standing)}"

    def label(self, move: Move, scene: Scene) -> str:
        text = _label(move, scene)
        return text if len(text) <= MAX_LABEL_CHARACTERS else f"{text[: MAX_LABEL_CHARACTERS - 1]}…"

    def picks(self, scene: Scene) -> Mapping[str, Pick]:
        sets = [move.cards for move in scene.legal if isinstance(move, Meld)]
        feeds = [move.cards for move in scene.legal if isinstance(move, Feed)]
        return {
            verb: Pick(option="cards", cards=cards, least=least, most=len(cards), prompt=prompt)
            for verb, texts, least, prompt in (
                ("meld", sets, MIN_SET_CARDS, OF_A_SET),
                ("feed", feeds, 1, ""),
            )
            if (cards := _of_their_ranks(scene, texts))
        }

    def table_moves(self, scene: Scene) -> tuple[Move, ...]:
        if scene.phase != "draw":
            return ()
        return (Draw(), Draw("discard")) if sheet_of(scene).can_take else (Draw(),)


def _of_their_ranks(scene: Scene, texts: Iterable[str]) -> tuple[Card, ...]:
    """The viewer's cards whose ranks occur in these legal lists: a list stands for all of its ranks."""
    if scene.viewer is None:
        return ()
    ranks = {RANK_OF[card] for text in texts for card in parse_cards(text)}
    hand = plates.seen(sheet_of(scene).hands[seat_letter(scene.viewer)])
    return tuple(card for card in hand if RANK_OF[card] in ranks)


def _label(move: Move, scene: Scene) -> str:
    wild = sheet_of(scene).wild
    match move:
        case Draw(source="stock"):
            return f"Draw from the stock ({sheet_of(scene).stock})"
        case Draw():
            top = sheet_of(scene).top_discard
            return f"Take {words.card(top)} from the discard pile" if top else "Take the top discard"
        case Meld(cards=text):
            cards = parse_cards(text)
            return f"Lay {laid_set(cards, set_rank(cards, wild), wild)} {_worth(cards, wild)}"
        case Feed(cards=text):
            cards = parse_cards(text)
            return f"Feed {compact(cards, wild)} {_worth(cards, wild)}"
        case Discard(card=text):
            cards = parse_cards(text)
            return f"Discard {whole(cards, wild)} {_worth(cards, wild)}"
    return move.verb.capitalize()


def _worth(cards: Iterable[Card], wild: str) -> str:
    return f"({words.number(points(cards, wild), 'point')})"
