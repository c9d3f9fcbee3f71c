"""The face of the sixth game."""

from collections.abc import Mapping
from typing import ClassVar, cast

from bot.engine.chance import seat_letter
from bot.engine.draft import Refusal
from bot.engine.events import Event
from bot.engine.moves import Move, option_texts
from bot.rendering import words
from bot.rendering.face import Face
from bot.rendering.scene import Scene
from tests.sixth.highest import Chosen, Dealt, HighestSheet, Won


class HighestFace(Face):
    """Highest Card for the eye."""

    accent = 0x2E7D32
    blurb = "Play a card, hope it is the highest. One minute."
    verbs: ClassVar[Mapping[str, str]] = {"reveal": "Play a card"}

    def heading(self, scene: Scene) -> str:
        return "One round"

    def table(self, scene: Scene) -> str:
        sheet = cast("HighestSheet", scene.sheet)
        shown = {seat: sheet.played[seat_letter(seat)] for seat in range(len(scene.players))}
        return "\n".join(
            f"{scene.mention(seat)}: {words.card(card) if isinstance(card, str) else 'a card' if card else '…'}"
            for seat, card in shown.items()
        )

    def hand(self, scene: Scene) -> str:
        hand = cast("HighestSheet", scene.sheet).hands[seat_letter(scene.viewer or 0)]
        return f"Your hand: {words.cards(hand if isinstance(hand, list) else [])}"

    def awaits(self, scene: Scene) -> str:
        return f"{words.players(scene, scene.deciders)} must play a card."

    def default(self, scene: Scene) -> str:
        return "then their first card is played"

    def asked(self, scene: Scene) -> str:
        return "Play a card."

    def sentence(self, event: Event, scene: Scene) -> str:
        match event:
            case Dealt(cards=cards):
                return f"You were dealt {words.cards(cards)}."
            case Chosen(seat=seat):
                return f"{scene.mention(seat)} has played."
            case Won(winners=winners):
                return f"{words.players(scene, winners)} won."
        raise TypeError(event)

    def refusal(self, refusal: Refusal, scene: Scene) -> str:
        return f"That cannot be played ({refusal.code}): choose a card of your hand."

    def result(self, scene: Scene) -> str:
        return f"**{words.players(scene, scene.outcome.winners if scene.outcome else ())} won!**"

    def label(self, move: Move, scene: Scene) -> str:
        return words.card(option_texts(move)["card"])
