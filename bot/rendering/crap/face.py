"""The face of C.R.A.P.: its table, hands and sentences."""

from collections.abc import Callable, Mapping
from typing import ClassVar, Final

from bot.engine.cards import Card
from bot.engine.chance import seat_letter
from bot.engine.moves import Move, option_texts
from bot.games.crap.acquiring import BELIEVE, CALL_BLUFF
from bot.games.crap.duel import cards_to_place
from bot.games.crap.voting import BALLOTS
from bot.rendering import plates, words
from bot.rendering.crap.picture import board_of_hand, board_of_table
from bot.rendering.crap.refusals import REFUSALS
from bot.rendering.crap.scores import score_lines
from bot.rendering.crap.sentences import ENDS, SENTENCES
from bot.rendering.crap.table import hand_text, mention, sheet_of, table_text
from bot.rendering.face import Face, Pick
from bot.rendering.scene import Scene


class CrapFace(Face):
    """C.R.A.P. for the eye and the screen reader."""

    accent = 0xC0392B
    verbs: ClassVar[Mapping[str, str]] = {
        "score": "Lay a set",
        "acquire": "Acquire a rank",
        "challenge": "Challenge",
        "recycle": "Recycle your hand",
        "cooperate": "Cooperate",
        "protect": "Protect a card",
        "force-recycle": "Force to recycle",
        "call-bluff": "Call the bluff",
        "believe": "Believe",
        "place": "Place cards",
        "guess": "Guess",
        "vote": "Vote",
    }
    # Among six an acquire takes six moves: the whole action before it shall still be told.
    told_moves = 12

    sentences = SENTENCES
    refusals = REFUSALS
    table = staticmethod(table_text)
    hand = staticmethod(hand_text)
    rounds = staticmethod(score_lines)
    table_board = staticmethod(board_of_table)
    hand_board = staticmethod(board_of_hand)

    def heading(self, scene: Scene) -> str:
        sheet = sheet_of(scene)
        goal = f"more than **{scene.options['threshold']}** points in a scoring round win"
        return f"Turn {sheet.turn_number} of {scene.options['turn-limit']} · {goal} · stock {sheet.stock}"

    def awaits(self, scene: Scene) -> str:
        who = words.players(scene, scene.deciders)
        return {
            "turn": f"It is {who}'s turn.",
            "bluff-window": f"{who} may believe or call the bluff.",
            "challenge-place": f"{who} must place cards face down.",
            "challenge-guess-1": f"{who} must guess what was placed.",
            "challenge-guess-2": f"{who} must guess what was placed.",
            "vote": f"{who} must vote.",
        }.get(scene.phase, "")

    def default(self, scene: Scene) -> str:
        return {
            "turn": "then the turn is skipped",
            "bluff-window": "then those who have not answered believe",
            "challenge-place": "then random cards are placed",
            "challenge-guess-1": "then there is no guess and no reward",
            "challenge-guess-2": "then there is no guess and no reward",
            "vote": "then those who have not voted vote no",
        }.get(scene.phase, "")

    def asked(self, scene: Scene) -> str:
        pending = sheet_of(scene).pending or {}
        if scene.phase == "bluff-window":
            who = mention(scene, sheet_of(scene).turn)
            return f"{who} acquires {words.ranks_name(pending['rank'])}. Do you believe it?"
        if scene.phase == "challenge-place":
            return f"Place {words.number(_needed(scene), 'card')} face down for the challenge."
        if scene.phase.startswith("challenge-guess"):
            return (
                "Guess a rank and a suit: you draw a card for every match among the opponent's placed cards."
            )
        if scene.phase == "vote":
            return f"Must {mention(scene, pending['target'])} recycle? Vote."
        return "It is your turn: one action."

    def result(self, scene: Scene) -> str:
        sheet = sheet_of(scene)
        totals = [
            f"{scene.mention(plates.seat_of(letter))} {total}" for letter, total in sheet.totals.items()
        ]
        winners = [mention(scene, letter) for letter in sheet.winners]
        first = (
            f"**{words.listed(winners)} {'wins' if len(winners) == 1 else 'win'}!**"
            if winners
            else "**Nobody wins.**"
        )
        return f"{first} {ENDS[sheet.end or 'threshold']}\nPoints: {', '.join(totals)}"

    def label(self, move: Move, scene: Scene) -> str:
        write = LABELS.get(move.verb)
        return self.verbs[move.verb] if write is None else write(option_texts(move), scene)

    def picks(self, scene: Scene) -> Mapping[str, Pick]:
        if scene.phase != "challenge-place" or not scene.asked:
            return {}
        needed = _needed(scene)
        return {"place": Pick(option="cards", cards=_own_hand(scene), least=needed, most=needed)}

    def table_moves(self, scene: Scene) -> tuple[Move, ...]:
        if scene.phase == "bluff-window":
            return (BELIEVE, CALL_BLUFF)
        if scene.phase == "vote":
            return BALLOTS
        return ()


LABELS: Final[Mapping[str, Callable[[Mapping[str, str], Scene], str]]] = {
    "acquire": lambda o, _: words.ranks_name(o["rank"]).capitalize(),
    "score": lambda o, _: _score_label(o),
    "challenge": lambda o, scene: f"Challenge {scene.name(plates.seat_of(o['player']))}",
    "cooperate": lambda o, scene: f"Cooperate with {scene.name(plates.seat_of(o['player']))}",
    "force-recycle": lambda o, scene: f"Make {scene.name(plates.seat_of(o['player']))} recycle",
    "protect": lambda o, _: f"Protect {words.card(o['card'])}",
    "guess": lambda o, _: words.named(o["rank"], o["suit"]).capitalize(),
    "vote": lambda o, _: "Yes, recycle" if o["choice"] == "yes" else "No",
}


def _score_label(options: Mapping[str, str]) -> str:
    jokers = int(options.get("jokers", "0"))
    size = "Double set of " if options.get("double") == "true" else "Set of "
    with_jokers = f" with {words.number(jokers, 'joker')}" if jokers else ""
    return size + words.ranks_name(options["rank"]) + with_jokers


def _own_hand(scene: Scene) -> tuple[Card, ...]:
    assert scene.viewer is not None
    return plates.seen(sheet_of(scene).hands[seat_letter(scene.viewer)])


def _needed(scene: Scene) -> int:
    """How many cards the viewer must place."""
    pending = sheet_of(scene).pending
    assert pending is not None
    return cards_to_place(pending["die"], len(_own_hand(scene)))
