"""The face of C.R.A.P.: its table, hands and sentences."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final, cast

from bot.engine.chance import Seat, seat_letter
from bot.engine.contract import Event, Move, Refusal, option_texts
from bot.games.crap import acquire, force_recycle
from bot.games.crap.sheet import CrapSheet
from bot.rendering import words
from bot.rendering.crap import picture
from bot.rendering.crap.refusals import REFUSALS
from bot.rendering.crap.sentences import SENTENCES
from bot.rendering.face import Face, Pick
from bot.rendering.page import Picture
from bot.rendering.scene import Scene


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

    def heading(self, scene: Scene) -> str:
        sheet = _sheet(scene)
        goal = f"more than **{scene.options['threshold']}** points in a scoring round win"
        return f"Turn {sheet.turn_number} of {scene.options['turn-limit']} · {goal} · stock {sheet.stock}"

    def table(self, scene: Scene) -> str:
        sheet = _sheet(scene)
        lines = [_player_line(scene, seat) for seat in range(len(scene.players))]
        pile = f"Discard pile ({len(sheet.discard)}): {words.by_rank(sheet.discard)}"
        return "\n".join([*lines, pile, *_pending_lines(scene)])

    def hand(self, scene: Scene) -> str:
        sheet, letter = _sheet(scene), _letter(scene.viewer)
        hand, protected, placed = sheet.hands[letter], sheet.protected[letter], sheet.placed[letter]
        lines = [f"Your hand ({len(_list(hand))}): {words.ranked(_list(hand))}"]
        if protected:
            lines.append(f"Protected ({len(_list(protected))}): {words.ranked(_list(protected))}")
        if placed:
            lines.append(f"Placed for the challenge: {words.cards(_list(placed))}")
        return "\n".join(lines)

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
        pending = _sheet(scene).pending or {}
        if scene.phase == "bluff-window":
            who = _mention(scene, _sheet(scene).turn)
            return f"{who} acquires {words.ranks_name(pending['rank'])}. Do you believe it?"
        if scene.phase == "challenge-place":
            return f"Place {words.number(_needed(scene), 'card')} face down for the challenge."
        if scene.phase.startswith("challenge-guess"):
            return (
                "Guess a rank and a suit: you draw a card for every match among the opponent's placed cards."
            )
        if scene.phase == "vote":
            return f"Must {_mention(scene, pending['target'])} recycle? Vote."
        return "It is your turn: one action."

    def refusal(self, refusal: Refusal, scene: Scene) -> str:
        return REFUSALS[refusal.code](refusal.facts, scene)

    def result(self, scene: Scene) -> str:
        sheet = _sheet(scene)
        totals = [f"{scene.mention(_seat(letter))} {total}" for letter, total in sheet.totals.items()]
        winners = [_mention(scene, letter) for letter in sheet.winners]
        first = (
            f"**{words.listed(winners)} {'wins' if len(winners) == 1 else 'win'}!**"
            if winners
            else "**Nobody wins.**"
        )
        return f"{first} {ENDS[sheet.end or 'threshold']}\nPoints: {', '.join(totals)}"

    def sentence(self, event: Event, scene: Scene) -> str:
        return SENTENCES[type(event)](event, scene)

    def label(self, move: Move, scene: Scene) -> str:
        write = LABELS.get(move.verb)
        return self.verbs[move.verb] if write is None else write(option_texts(move), scene)

    def picks(self, scene: Scene) -> Mapping[str, Pick]:
        if scene.phase != "challenge-place" or not scene.asked:
            return {}
        hand = _list(_sheet(scene).hands[_letter(scene.viewer)])
        needed = _needed(scene)
        return {"place": Pick(option="cards", cards=tuple(hand), least=needed, most=needed)}

    def table_moves(self, scene: Scene) -> tuple[Move, ...]:
        if scene.phase == "bluff-window":
            return (acquire.Believe(), acquire.CallBluff())
        if scene.phase == "vote":
            return (force_recycle.Vote("yes"), force_recycle.Vote("no"))
        return ()

    def table_picture(self, scene: Scene) -> Picture | None:
        return picture.table_picture(scene)

    def hand_picture(self, scene: Scene) -> Picture | None:
        return picture.hand_picture(scene)


ENDS: Final[Mapping[str, str]] = {
    "threshold": "The goal is passed in a scoring round.",
    "turn-limit": "The last turn is over and the sets are counted.",
    "forfeit": "The others have left.",
    "abandoned": "Nobody has acted for too long.",
}

LABELS: Final[Mapping[str, Callable[[Mapping[str, str], Scene], str]]] = {
    "acquire": lambda o, _: words.ranks_name(o["rank"]).capitalize(),
    "score": lambda o, _: _score_label(o),
    "challenge": lambda o, scene: f"Challenge {scene.name(_seat(o['player']))}",
    "cooperate": lambda o, scene: f"Cooperate with {scene.name(_seat(o['player']))}",
    "force-recycle": lambda o, scene: f"Make {scene.name(_seat(o['player']))} recycle",
    "protect": lambda o, _: f"Protect {words.card(o['card'])}",
    "guess": lambda o, _: words.named(o["rank"], o["suit"]).capitalize(),
    "vote": lambda o, _: "Yes, recycle" if o["choice"] == "yes" else "No",
}


def _score_label(options: Mapping[str, str]) -> str:
    jokers = int(options.get("jokers", "0"))
    size = "Double set of " if options.get("double") == "true" else "Set of "
    with_jokers = f" with {words.number(jokers, 'joker')}" if jokers else ""
    return size + words.ranks_name(options["rank"]) + with_jokers


def _sheet(scene: Scene) -> CrapSheet:
    return cast("CrapSheet", scene.sheet)


def _seat(letter: str) -> Seat:
    return ord(letter) - ord("A")


def _letter(seat: Seat | None) -> str:
    assert seat is not None
    return seat_letter(seat)


def _list(zone: list[str] | int) -> list[str]:
    """The cards of a zone that the viewer sees."""
    return zone if isinstance(zone, list) else []


def _size(zone: list[str] | int) -> int:
    return len(zone) if isinstance(zone, list) else zone


def _mention(scene: Scene, letter: str) -> str:
    return scene.mention(_seat(letter))


def _needed(scene: Scene) -> int:
    """How many cards the viewer must place."""
    sheet = _sheet(scene)
    die = int((sheet.pending or {}).get("die", 0))
    return min(die, _size(sheet.hands[_letter(scene.viewer)]))


def _player_line(scene: Scene, seat: Seat) -> str:
    sheet, letter = _sheet(scene), seat_letter(seat)
    here = "▶ " if seat in scene.deciders else ""
    facts = [f"**{sheet.totals[letter]}** points", words.number(_size(sheet.hands[letter]), "card")]
    if count := _size(sheet.protected[letter]):
        facts.append(f"{count} protected")
    if count := _size(sheet.placed[letter]):
        facts.append(f"{count} placed")
    if letter in sheet.left:
        facts = [f"{sheet.totals[letter]} points", "has left"]
    sets = "".join(f"\n> {_set_line(one)}" for one in sheet.sets if one["owner"] == letter)
    return f"{here}{scene.mention(seat)}: {' · '.join(facts)}{sets}"


def _set_line(laid: Mapping[str, Any]) -> str:
    kind = "double set" if laid["double"] else "set"
    worth = f"2 × {laid['value']}" if laid["double"] else str(laid["value"])
    jokers = laid["cards"].count("JK")
    less = f" − {jokers}" if jokers else ""
    across = f", {words.card(laid['borrowed'])} lies across" if laid["borrowed"] else ""
    return f"{kind} of {words.ranks_name(laid['rank'])}, {worth}{less}: {words.cards(laid['cards'])}{across}"


def _pending_lines(scene: Scene) -> list[str]:
    sheet = _sheet(scene)
    pending = sheet.pending
    if pending is None:
        return []
    who = _mention(scene, sheet.turn)
    if pending["action"] == "acquire":
        return [f"{who} acquires **{words.ranks_name(pending['rank'])}**."]
    if pending["action"] == "force-recycle":
        return [f"{who} wants {_mention(scene, pending['target'])} to recycle."]
    guesses = [
        f"{_mention(scene, letter)} guesses {words.named(guess['rank'], guess['suit'])}."
        for letter, guess in pending["guesses"].items()
    ]
    return [
        f"{who} challenges {_mention(scene, pending['target'])}; the die shows {pending['die']}.",
        *guesses,
    ]
