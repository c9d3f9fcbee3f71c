"""The face of Crapette: its words, its controls, and what they say."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from bot.engine.moves import Move
from bot.games.crapette.lifting import Put
from bot.games.crapette.lines import MAX_LINE_CHARACTERS
from bot.games.crapette.moving import MoveCards
from bot.games.crapette.state import HOUSES
from bot.rendering import words
from bot.rendering.crapette.controls import controls
from bot.rendering.crapette.picture import board_of_table
from bot.rendering.crapette.piles import SIDES, pile_top, run
from bot.rendering.crapette.refusals import REFUSALS
from bot.rendering.crapette.sentences import ENDS, SENTENCES, lately, remains
from bot.rendering.crapette.table import (
    default_text,
    hand_text,
    on_turn,
    options_of,
    sheet_of,
    table_text,
)
from bot.rendering.face import FormerFace, Writing
from bot.rendering.scene import Scene, Told

LINE: Final = Writing(
    option="moves",
    title="Moves in short codes, one after the other",
    hint="L2-F R1-OD D-L4 R3x2-L1: from, how many if several, to. See “Moving stacks” in the rules.",
    most=MAX_LINE_CHARACTERS,
)

LABELS: Final[Mapping[str, str]] = {
    "my-discard": "my discard pile",
    "my-crapaud": "my crapaud",
    "their-discard": "their discard pile",
    "their-crapaud": "their crapaud",
}
"""Piles as the player on turn thinks of them; all others keep their names."""


class CrapetteFace(FormerFace):
    """Crapette for the eye and the screen reader."""

    accent = 0x1E8449
    chapters: ClassVar[Mapping[str, str]] = {
        "play": "your-turn",
        "put": "where-a-card-may-go",
        "over": "scoring-and-end",
    }
    verbs: ClassVar[Mapping[str, str]] = {
        "move": "Move a card",
        "line": "Make several moves",
        "flip": "Lift a hand card",
        "turn-over": "Turn my pile over",
        "put": "Put the lifted card",
        "pass": "Pass",
        "undo": "Take a move back",
        "offer-draw": "Offer a draw",
        "accept-draw": "Accept the draw",
        "decline-draw": "Decline the draw",
        "resign": "Resign",
    }
    finals: ClassVar[Mapping[str, str]] = {"resign": "Resign"}
    questions: ClassVar[Mapping[str, str]] = {"resign": "Give this game up? Your opponent wins it."}
    explains = False
    has_hands = False

    sentences = SENTENCES
    refusals = REFUSALS
    table = staticmethod(table_text)
    default = staticmethod(default_text)
    offered = staticmethod(controls)
    table_board = staticmethod(board_of_table)

    def heading(self, scene: Scene) -> str:
        options = options_of(scene)
        hours = f"{words.number(options.turn_hours, 'hour')} for a turn"
        time = f"{options.clock_minutes} minutes each" if options.has_chess_clock else hours
        return f"Play out hand, discard pile and crapaud to win · {time}"

    def hand(self, scene: Scene) -> str:
        last = scene.recent[-1].events if scene.recent else ()
        # What only the viewer was told: where a line of moves stopped.
        told = [self.sentence(event, scene) for event in last if event.to is not None]
        return "\n".join([*told, hand_text(scene)])

    def awaits(self, scene: Scene) -> str:
        sheet, who = sheet_of(scene), scene.mention(on_turn(scene))
        turn = f"{who} must put {words.card(sheet.lifted)} down." if sheet.lifted else f"It is {who}'s turn."
        if sheet.offer is None:
            return turn
        return f"{turn} {scene.mention(1 - SIDES[sheet.offer])} may accept or decline the draw."

    def asked(self, scene: Scene) -> str:
        offer = sheet_of(scene).offer
        asks = [_what_to_do(scene)] if scene.viewer == on_turn(scene) else []
        if offer is not None and SIDES[offer] != scene.viewer:
            asks.append(f"{scene.mention(SIDES[offer])} offers a draw: accept, decline or let it pass.")
        return " ".join(asks)

    def chapter(self, scene: Scene) -> str:
        sheet = sheet_of(scene)
        runs_dry = sheet.phase == "play" and not sheet.hands[sheet.turn]
        return "when-your-hand-is-empty" if runs_dry else super().chapter(scene)

    def remembered(self, past: Sequence[Told], scene: Scene) -> Sequence[Told]:
        return lately(past) if scene.outcome is None else past

    def result(self, scene: Scene) -> str:
        assert scene.outcome is not None
        winners, end = scene.outcome.winners, ENDS[scene.outcome.end]
        first = f"**{words.players(scene, winners)} wins!**" if winners else "**The game is drawn.**"
        left = remains(scene.recent[-1].events, scene) if scene.recent else []
        return "\n".join([f"{first} {end.capitalize()}.", *left])

    def label(self, move: Move, scene: Scene) -> str:
        match move:
            case MoveCards(source=source, target=target):
                return f"{_taken(source, target, scene)} → {_goal(target, scene)}"
            case Put(target="my-discard"):
                return f"{_lifted(scene)} → my discard pile, which ends the turn"
            case Put(target=target):
                return f"{_lifted(scene)} → {_goal(target, scene)}"
        return self.verbs[move.verb]

    def choice(self, verb: str, option: str, value: str, scene: Scene) -> str | None:
        return _top_of(value, scene) if (verb, option) == ("move", "from") else None

    def writings(self, scene: Scene) -> Mapping[str, Writing]:
        may_move = any(isinstance(move, MoveCards) for move in controls(scene))
        return {"line": LINE} if may_move else {}


def _what_to_do(scene: Scene) -> str:
    """What the player on turn must do; which moves there are is not said (R5)."""
    sheet = sheet_of(scene)
    if sheet.lifted is not None:
        return f"Put {words.card(sheet.lifted)} down; on your discard pile it ends your turn."
    if sheet.hands[sheet.turn]:
        return "It is your turn: move cards as you like, then lift one from your hand."
    if sheet.discards[sheet.turn]:
        return "It is your turn: when no house is empty, turn your discard pile over and lift a card."
    return "It is your turn, without hand and discard pile: move cards as you like, then pass."


def _taken(source: str, target: str, scene: Scene) -> str:
    """What a move takes: `8♥ from R4`.

    A move onto a house may take more than the top card. How many would be a hint, so all are named.
    """
    house = sheet_of(scene).houses.get(source, [])
    if len(house) > 1 and target in HOUSES and pile_top(sheet_of(scene), target):
        return f"{source} ({run(house)})"
    return _top_of(source, scene)


def _top_of(pile: str, scene: Scene) -> str:
    """`8♥ from R4`, `R4 (empty)`."""
    card, name = pile_top(sheet_of(scene), pile), LABELS.get(pile, pile)
    return f"{name} (empty)" if card is None else f"{words.card(card)} from {name}"


def _goal(pile: str, scene: Scene) -> str:
    """`L3 (9♠)`, `L4 (empty)`, `finish`."""
    if pile == "finish":
        return pile
    card = pile_top(sheet_of(scene), pile)
    return f"{LABELS.get(pile, pile)} ({'empty' if card is None else words.card(card)})"


def _lifted(scene: Scene) -> str:
    card = sheet_of(scene).lifted
    return "the lifted card" if card is None else words.card(card)
