"""The face of Crapette: its table, the moves it offers, and its sentences."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from bot.rendering.art.hands import Order
from bot.rendering.art.plan import DuelPlan
from bot.rendering.catalog import say
from bot.rendering.crapette import asking, controls, scores, story
from bot.rendering.crapette.picture import board_of_moves, plan_of_table
from bot.rendering.crapette.piles import view_of
from bot.rendering.crapette.reasons import REASONS, move_button
from bot.rendering.crapette.refusals import REFUSALS
from bot.rendering.crapette.sentences import SENTENCES, lately
from bot.rendering.crapette.table import table_text
from bot.rendering.face import Face
from bot.rendering.scene import Scene, Told


class CrapetteFace(Face):
    """Crapette for the eye and the screen reader."""

    accent = 0x1E8449
    chapters: ClassVar[Mapping[str, str]] = {
        "play": "your-turn",
        "put": "where-a-card-may-go",
        "over": "scoring-and-end",
    }
    verbs = controls.VERBS
    prompts = controls.PROMPTS
    finals = controls.FINALS
    tucked: ClassVar = controls.TUCKED
    explains = False
    has_hands = False

    sentences = SENTENCES
    refusals = REFUSALS
    reasons = REASONS
    lines = staticmethod(story.lines)
    told = staticmethod(story.told)
    is_news = staticmethod(story.is_news)
    table = staticmethod(table_text)
    hand = staticmethod(table_text)
    asks = staticmethod(asking.asks)
    silence = staticmethod(asking.silence)
    task = staticmethod(asking.task)
    outcome = staticmethod(asking.outcome)
    receipt = staticmethod(asking.receipt)
    tidings = staticmethod(asking.tidings)
    ending = staticmethod(scores.ending)
    offers = staticmethod(controls.offers)
    offered = staticmethod(controls.offered)
    steps = staticmethod(controls.steps)
    question = staticmethod(controls.question)
    label = staticmethod(controls.label)
    button = staticmethod(move_button)
    choice = staticmethod(controls.choice)
    value_hint = staticmethod(controls.value_hint)
    writings = staticmethod(controls.writings)
    table_plan = staticmethod(plan_of_table)

    def goal(self, scene: Scene) -> str:
        return say("first without cards wins")

    def hand_plan(self, scene: Scene, order: Order) -> DuelPlan:
        """The table, which is all there is to see; what the viewer can move is marked."""
        return board_of_moves(scene)

    def form_plan(self, form: str, scene: Scene, order: Order) -> DuelPlan:
        """The same with the card that was chosen, and where it can go."""
        return board_of_moves(scene, form)

    def chapter(self, scene: Scene) -> str:
        view = view_of(scene)
        runs_dry = view.phase == "play" and not view.hand
        return "when-your-hand-is-empty" if runs_dry else super().chapter(scene)

    def remembered(self, past: Sequence[Told], scene: Scene) -> Sequence[Told]:
        return lately(past) if scene.outcome is None else past
