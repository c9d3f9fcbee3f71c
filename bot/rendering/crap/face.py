"""The face of C.R.A.P.: its table, hands and sentences."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final

from bot.engine.chance import Seat, seat_letter
from bot.engine.draft import Refusal
from bot.engine.events import Event
from bot.engine.moves import Move, option_texts
from bot.games.crap import acquire, force_recycle
from bot.rendering import plates, words
from bot.rendering.crap.picture import board_of_hand, board_of_table
from bot.rendering.crap.refusals import REFUSALS
from bot.rendering.crap.scores import rounds
from bot.rendering.crap.sentences import SENTENCES
from bot.rendering.crap.table import hand_text, mention, sheet_of, table_text
from bot.rendering.face import Face, Pick
from bot.rendering.scene import Scene
from bot.rendering.scores import Round


class CrapFace(Face):
    """C.R.A.P. for the eye and the screen reader."""

    accent = 0xC0392B
    blurb = (
        "Collect sets of four, bluff for what you lack and challenge for more; sets count only when "
        "the stock runs dry. About an hour to 300 points, an evening to 1000."
    )
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

    table_board = staticmethod(board_of_table)
    hand_board = staticmethod(board_of_hand)

    def heading(self, scene: Scene) -> str:
        sheet = sheet_of(scene)
        goal = f"more than **{scene.options['threshold']}** points in a scoring round win"
        return f"Turn {sheet.turn_number} of {scene.options['turn-limit']} · {goal} · stock {sheet.stock}"

    def table(self, scene: Scene) -> str:
        return table_text(scene)

    def hand(self, scene: Scene) -> str:
        assert scene.viewer is not None
        return hand_text(scene, scene.viewer)

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
            "bluff-window": "then whoever has not answered believes",
            "challenge-place": "then random cards are placed",
            "challenge-guess-1": "then there is no guess and no reward",
            "challenge-guess-2": "then there is no guess and no reward",
            "vote": "then whoever has not voted votes no",
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

    def refusal(self, refusal: Refusal, scene: Scene) -> str:
        return REFUSALS[refusal.code](refusal.facts, scene)

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

    def sentence(self, event: Event, scene: Scene) -> str:
        return SENTENCES[type(event)](event, scene)

    def rounds(self, scene: Scene) -> Sequence[Round]:
        return rounds(scene)

    def label(self, move: Move, scene: Scene) -> str:
        write = LABELS.get(move.verb)
        return self.verbs[move.verb] if write is None else write(option_texts(move), scene)

    def picks(self, scene: Scene) -> Mapping[str, Pick]:
        if scene.phase != "challenge-place" or not scene.asked:
            return {}
        hand = plates.seen(sheet_of(scene).hands[_letter(scene.viewer)])
        needed = _needed(scene)
        return {"place": Pick(option="cards", cards=tuple(hand), least=needed, most=needed)}

    def table_moves(self, scene: Scene) -> tuple[Move, ...]:
        if scene.phase == "bluff-window":
            return (acquire.Believe(), acquire.CallBluff())
        if scene.phase == "vote":
            return (force_recycle.Vote("yes"), force_recycle.Vote("no"))
        return ()


ENDS: Final[Mapping[str, str]] = {
    "threshold": "The goal is passed in a scoring round.",
    "turn-limit": "The last turn is over and the sets are counted.",
    "forfeit": "The others have left.",
    "abandoned": "Nobody has acted for too long.",
}

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


def _letter(seat: Seat | None) -> str:
    assert seat is not None
    return seat_letter(seat)


def _needed(scene: Scene) -> int:
    """How many cards the viewer must place."""
    sheet = sheet_of(scene)
    die = int((sheet.pending or {}).get("die", 0))
    return min(die, plates.size(sheet.hands[_letter(scene.viewer)]))
