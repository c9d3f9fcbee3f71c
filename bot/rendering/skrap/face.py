"""The face of Skrap: its table, hands and sentences."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from bot.engine.cards import SUIT_OF, Card
from bot.engine.chance import seat_letter
from bot.engine.draft import Refusal
from bot.engine.events import Event
from bot.engine.moves import Move
from bot.games.skrap.battle import Bot, Pass
from bot.games.skrap.scavenging import Scavenge
from bot.games.skrap.surging import Surge
from bot.games.skrap.throwing import Throw
from bot.games.skrap.values import EFFECTIVE, VALUE
from bot.rendering import words
from bot.rendering.face import Face
from bot.rendering.scene import Scene
from bot.rendering.scores import Round
from bot.rendering.skrap import zones
from bot.rendering.skrap.picture import board_of_hand, board_of_table
from bot.rendering.skrap.refusals import REFUSALS
from bot.rendering.skrap.scores import rounds
from bot.rendering.skrap.sentences import SENTENCES, awaited, built


class SkrapFace(Face):
    """Skrap for the eye and the screen reader."""

    accent = 0x607D8B
    blurb = (
        "Two cards make a bot, and every new bot wrecks the one before; whoever builds the last of a round "
        "takes the heads of all the others. Ten heads win, in half an hour or less."
    )
    gains = "heads"
    verbs: ClassVar[Mapping[str, str]] = {
        "surge": "Place a surge card",
        "throw": "Throw",
        "bot": "Play a bot",
        "pass": "Pass",
        "scavenge": "Play scavengers",
    }

    usual_order = "suit"
    table_board = staticmethod(board_of_table)
    hand_board = staticmethod(board_of_hand)

    def heading(self, scene: Scene) -> str:
        goal = f"first to **{scene.options['target']}** heads wins"
        return f"Round {zones.sheet_of(scene).round} of at most {scene.options['max-rounds']} · {goal}"

    def table(self, scene: Scene) -> str:
        return zones.table(scene)

    def hand(self, scene: Scene) -> str:
        return zones.hand(scene)

    def awaits(self, scene: Scene) -> str:
        if not scene.deciders:
            return "Nobody is awaited."
        return f"{awaited(scene.phase, scene.deciders, scene)}."

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

    def sentence(self, event: Event, scene: Scene) -> str:
        return SENTENCES[type(event)](event, scene)

    def refusal(self, refusal: Refusal, scene: Scene) -> str:
        return REFUSALS[refusal.code](refusal.facts, scene)

    def result(self, scene: Scene) -> str:
        assert scene.outcome is not None
        winners = scene.outcome.winners
        win = "wins" if len(winners) == 1 else "share the win"
        end = ENDS[scene.outcome.end].format_map(scene.options)
        return f"**{words.players(scene, winners)} {win}!** {end}\nHeads: {', '.join(_totals(scene))}"

    def rounds(self, scene: Scene) -> Sequence[Round]:
        return tuple(rounds(scene))

    def label(self, move: Move, scene: Scene) -> str:
        match move:
            case Surge(card=card):
                return _surge_label(card)
            case Throw(shape=shape):
                return shape.capitalize()
            case Bot(weapon=weapon, armour=armour):
                return built(weapon, armour, EFFECTIVE[zones.own_surge(scene)])
            case Scavenge(first=first, second=second):
                return words.cards((first, second))
            case Pass() if scene.phase == "scavenge":
                return "No scavengers"
        return self.verbs[move.verb]

    def table_moves(self, scene: Scene) -> tuple[Move, ...]:
        """A press is answered to its user alone, so even a throw stays secret on the public table."""
        if scene.phase == "throw":
            return (Throw("rock"), Throw("paper"), Throw("scissors"))
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

ENDS: Final[Mapping[str, str]] = {
    "target": "The goal of {target} heads is reached.",
    "round-limit": "The last of {max-rounds} rounds is over.",
    "last-player": "All the others have left.",
}


def _asked_to_destroy(scene: Scene) -> str:
    bot = zones.sheet_of(scene).field[-1]
    armour = zones.valued(bot["armour"], bot["armour_value"])
    stands = f"The bot of {zones.mention(scene, bot['owner'])} has armour {armour}:"
    if any(isinstance(move, Bot) for move in scene.legal):
        return f"{stands} destroy it with {zones.enough(scene)}, or pass."
    return f"{stands} no bot of yours destroys it, so you can only pass."


def _asked_for_scavengers(scene: Scene) -> str:
    if any(isinstance(move, Scavenge) for move in scene.legal):
        return "Play two cards of one rank as scavengers for 11 cards in the next round, or pass."
    return "You have no two cards of one rank for scavengers, so you can only pass."


def _surge_label(card: Card) -> str:
    return f"{words.card(card)} (value {VALUE[card]}, {words.SUIT_NAME[SUIT_OF[card]]} +1)"


def _totals(scene: Scene) -> list[str]:
    sheet = zones.sheet_of(scene)
    gone = {seat: " (left)" if seat_letter(seat) in sheet.left else "" for seat in range(len(scene.players))}
    return [f"{scene.mention(seat)} {sheet.heads[seat_letter(seat)]}{left}" for seat, left in gone.items()]
