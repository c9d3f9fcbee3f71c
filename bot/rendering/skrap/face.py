"""The face of Skrap: its table, hands and sentences."""

from collections.abc import Mapping
from typing import ClassVar

from bot.rendering.face import Face
from bot.rendering.scene import Scene
from bot.rendering.skrap import asking, controls, lobby, scores, story
from bot.rendering.skrap.picture import plan_of_hand, plan_of_table
from bot.rendering.skrap.reasons import REASONS, move_button
from bot.rendering.skrap.refusals import REFUSALS
from bot.rendering.skrap.sentences import SENTENCES
from bot.rendering.skrap.table import hand_text, table_text


class SkrapFace(Face):
    """Skrap for the eye and the screen reader."""

    accent = 0x6B8299
    chapters: ClassVar[Mapping[str, str]] = {
        "surge": "the-surge-card",
        "throw": "who-opens",
        "open": "building-and-wrecking-bots",
        "battle": "building-and-wrecking-bots",
        "scavenge": "scavengers",
        "over": "scoring-and-end",
    }
    verbs = controls.VERBS
    prompts = controls.PROMPTS

    sentences = SENTENCES
    refusals = REFUSALS
    reasons = REASONS
    lines = staticmethod(story.lines)
    is_news = staticmethod(story.is_news)
    table = staticmethod(table_text)
    hand = staticmethod(hand_text)
    asks = staticmethod(asking.asks)
    silence = staticmethod(asking.silence)
    defaults = asking.DEFAULTS
    task = staticmethod(asking.task)
    came_to = staticmethod(asking.came_to)
    ending = staticmethod(scores.ending)
    offers = staticmethod(controls.offers)
    offered = staticmethod(controls.offered)
    prompt = staticmethod(controls.prompt)
    label = staticmethod(controls.label)
    button = staticmethod(move_button)
    hint = staticmethod(controls.hint)
    nearly = staticmethod(controls.nearly)
    table_moves = staticmethod(controls.table_moves)
    table_plan = staticmethod(plan_of_table)
    hand_plan = staticmethod(plan_of_hand)

    def goal(self, scene: Scene) -> str:
        return lobby.goal(scene.options)
