"""The face of Skrap: its table, hands and sentences."""

from collections.abc import Mapping
from typing import ClassVar, Final

from bot.engine.cards import SUIT_OF, Card
from bot.engine.chance import seat_letter
from bot.engine.moves import Move
from bot.games.skrap.battle import Bot
from bot.games.skrap.cards import EFFECTIVE, LARGE_HAND_SIZE, VALUE
from bot.games.skrap.passing import Pass
from bot.games.skrap.scavenging import Scavenge
from bot.games.skrap.surging import Surge
from bot.games.skrap.throwing import THROWS, Throw
from bot.rendering import words
from bot.rendering.face import FormerFace
from bot.rendering.scene import Scene
from bot.rendering.skrap.picture import board_of_hand, board_of_table
from bot.rendering.skrap.refusals import REFUSALS
from bot.rendering.skrap.scores import score_lines
from bot.rendering.skrap.sentences import ENDS, SENTENCES, built, who_must
from bot.rendering.skrap.table import enough, hand_text, mention, own_surge, sheet_of, table_text, valued


class SkrapFace(FormerFace):
    """Skrap for the eye and the screen reader."""

    accent = 0x607D8B
    gains = "heads"
    chapters: ClassVar[Mapping[str, str]] = {
        "surge": "the-surge-card",
        "throw": "who-opens",
        "open": "building-and-wrecking-bots",
        "battle": "building-and-wrecking-bots",
        "scavenge": "scavengers",
        "over": "scoring-and-end",
    }
    verbs: ClassVar[Mapping[str, str]] = {
        "surge": "Place a surge card",
        "throw": "Throw",
        "bot": "Play a bot",
        "pass": "Pass",
        "scavenge": "Play scavengers",
    }

    usual_order = "suit"
    sentences = SENTENCES
    refusals = REFUSALS
    table = staticmethod(table_text)
    hand = staticmethod(hand_text)
    rounds = staticmethod(score_lines)
    table_board = staticmethod(board_of_table)
    hand_board = staticmethod(board_of_hand)

    def heading(self, scene: Scene) -> str:
        goal = f"first to **{scene.options['target']}** heads wins"
        return f"Round {sheet_of(scene).round} of at most {scene.options['max-rounds']} · {goal}"

    def awaits(self, scene: Scene) -> str:
        if not scene.deciders:
            return "Nobody has to act."
        return f"{who_must(scene.phase, scene.deciders, scene)}."

    def default(self, scene: Scene) -> str:
        if scene.phase == "battle" and scene.options["pass-rule"] == "final":
            return "then it is a pass for the rest of the battle"
        return DEFAULTS.get(scene.phase, "")

    def asked(self, scene: Scene) -> str:
        if scene.phase == "battle":
            return _asked_to_destroy(scene)
        if scene.phase == "scavenge":
            return _asked_for_scavengers(scene)
        return ASKED.get(scene.phase, "")

    def result(self, scene: Scene) -> str:
        assert scene.outcome is not None
        winners = scene.outcome.winners
        win = "wins!" if len(winners) == 1 else "share the win!"
        who = f"{words.players(scene, winners)} {win}" if winners else "Nobody wins."
        end = ENDS[scene.outcome.end].format_map(scene.options)
        return f"**{who}** {end}\nHeads: {', '.join(_totals(scene))}"

    def label(self, move: Move, scene: Scene) -> str:
        match move:
            case Surge(card=card):
                return _surge_label(card)
            case Throw(shape=shape):
                return shape.capitalize()
            case Bot(weapon=weapon, armour=armour):
                return built(weapon, armour, EFFECTIVE[own_surge(scene)])
            case Scavenge(first=first, second=second):
                return words.cards((first, second))
            case Pass() if scene.phase == "scavenge":
                return "No scavengers"
        return self.verbs[move.verb]

    def table_moves(self, scene: Scene) -> tuple[Move, ...]:
        """A press is answered to its user alone, so even a throw stays secret on the public table."""
        if scene.phase == "throw":
            return THROWS
        return (Pass(),) if scene.phase in ("battle", "scavenge") else ()


ASKED: Final[Mapping[str, str]] = {
    "surge": "Choose a surge card: your cards of its suit count 1 more, and the highest one opens.",
    "throw": "Throw rock, paper or scissors: who loses must open.",
    "open": "You open: play a bot, a black card or joker as weapon and a red card as armour.",
}

DEFAULTS: Final[Mapping[str, str]] = {
    "surge": "then the lowest card of the hand becomes the surge card",
    "throw": "then chance throws",
    "open": "then the weakest bot is played",
    "battle": "then it is a pass",
    "scavenge": "then no scavengers are played",
}


def _asked_to_destroy(scene: Scene) -> str:
    bot = sheet_of(scene).field[-1]
    armour = valued(bot["armour"], bot["armour_value"])
    stands = f"The bot of {mention(scene, bot['owner'])} has armour {armour}:"
    if any(isinstance(move, Bot) for move in scene.legal):
        return f"{stands} destroy it with {enough(scene)}, or pass."
    return f"{stands} no bot of yours destroys it, so you can only pass."


def _asked_for_scavengers(scene: Scene) -> str:
    if any(isinstance(move, Scavenge) for move in scene.legal):
        return f"For {LARGE_HAND_SIZE} cards in the next round play two of one rank as scavengers, or pass."
    return "You have no two cards of one rank for scavengers, so you can only pass."


def _surge_label(card: Card) -> str:
    return f"{words.card(card)} (value {VALUE[card]}, {words.SUIT_NAME[SUIT_OF[card]]} +1)"


def _totals(scene: Scene) -> list[str]:
    sheet = sheet_of(scene)
    gone = {seat: " (left)" if seat_letter(seat) in sheet.left else "" for seat in range(len(scene.players))}
    return [f"{scene.mention(seat)} {sheet.heads[seat_letter(seat)]}{left}" for seat, left in gone.items()]
