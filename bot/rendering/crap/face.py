"""The face of C.R.A.P.: its table, hands and sentences."""

from collections.abc import Mapping
from typing import ClassVar

from bot.rendering.catalog import say
from bot.rendering.crap import asking, controls, outcome, scores, story
from bot.rendering.crap.picture import plan_of_hand, plan_of_table
from bot.rendering.crap.reasons import REASONS, move_button
from bot.rendering.crap.refusals import REFUSALS
from bot.rendering.crap.sentences import SENTENCES
from bot.rendering.crap.table import hand_text, table_text
from bot.rendering.face import Ask, Face
from bot.rendering.lobby_words import number
from bot.rendering.scene import Scene


class CrapFace(Face):
    """C.R.A.P. for the eye and the screen reader."""

    accent = 0xC0392B
    chapters: ClassVar[Mapping[str, str]] = {
        "turn": "your-turn",
        "bluff-window": "asking-and-bluffing",
        "challenge-place": "challenge",
        "challenge-guess-1": "challenge",
        "challenge-guess-2": "challenge",
        "vote": "recycle-cooperate",
        "over": "scoring-and-end",
    }
    verbs = controls.VERBS
    prompts = controls.PROMPTS
    finals = controls.FINALS
    tucked = controls.TUCKED

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
    came_to = staticmethod(outcome.came_to)
    ending = staticmethod(scores.ending)
    offers = staticmethod(controls.offers)
    offered = staticmethod(controls.offered)
    about = staticmethod(controls.about)
    question = staticmethod(controls.question)
    label = staticmethod(controls.label)
    button = staticmethod(move_button)
    hint = staticmethod(controls.hint)
    picks = staticmethod(controls.picks)
    nearly = staticmethod(controls.nearly)
    table_moves = staticmethod(controls.table_moves)
    table_plan = staticmethod(plan_of_table)
    hand_plan = staticmethod(plan_of_hand)

    def outcome(self, scene: Scene) -> Ask | None:
        """While the viewer's own question is open, that one."""
        return outcome.own_window(scene) or super().outcome(scene)

    def goal(self, scene: Scene) -> str:
        return say("first over {points}", points=number(scene.options["threshold"]))
