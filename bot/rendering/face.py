"""The face of a game: its own words and pictures. Each game has a package here."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import isfunction
from typing import Any, Final

import msgspec

from bot.engine.cards import Card
from bot.engine.contract import Notes
from bot.engine.draft import Refusal
from bot.engine.events import Event, TimedOut
from bot.engine.moves import Move
from bot.registry import modules_of
from bot.rendering import refusals, words
from bot.rendering.art.hands import Order
from bot.rendering.art.pictures import picture
from bot.rendering.art.plan import DuelPlan, HandPlan, LonePlan, Plan, TablePlan, mark_new
from bot.rendering.catalog import say
from bot.rendering.page import Picture, Style
from bot.rendering.player_words import News
from bot.rendering.scene import PastMove, Scene, SeenMove
from bot.rendering.score_sheet import Ending
from bot.rendering.telling import Moment, Sentence, Tell, is_news, joined, label_of, labelled, phrases
from bot.rendering.timeout_defaults import Default
from bot.rendering.values import Value
from bot.rendering.written import table_text
from bot.storage.records import Order as StoredOrder

SENTENCES: Final[Mapping[type[Event], Sentence]] = {TimedOut: Tell("Time's up for {players}.")}
"""The words for events common to all games."""


class Prompt(msgspec.Struct, frozen=True):
    """A player's present task: a line, and lines of markdown below it."""

    line: str
    below: tuple[str, ...] = ()


class QuickMove(msgspec.Struct, frozen=True):
    """A finished move that one press makes. With a text it's a section of its own, else a button."""

    label: str
    """At most 34 characters, which fit a phone."""
    move: Move | str
    """A move, or the beginning of one: for `play card:8S` the press asks for the rest."""
    text: str = ""
    style: Style = "blue"
    declines: bool = False
    """Whether it declines everything else that's offered, so that it comes last."""

    @property
    def verb(self) -> str:
        """Return the verb of the move."""
        return self.move.split(" ")[0] if isinstance(self.move, str) else self.move.verb


class Pick(msgspec.Struct, frozen=True):
    """A choice among `cards` for one option of a verb, from `least` to `most` of them."""

    option: str
    cards: tuple[Card, ...]
    least: int
    most: int
    placeholder: str = ""
    """A closed select's words where the number of cards matters: `A set, three cards or more…`."""
    as_given: bool = False
    """Whether the cards are listed in the order given here instead of the canonical one."""


class Writing(msgspec.Struct, frozen=True):
    """A verb's one option that the player writes into a form, in at most `most` characters."""

    option: str
    title: str
    """At most 45 characters. The hint below it has at most 100."""
    hint: str
    most: int


Words = str | Callable[[Scene], str]
"""A marked message, or a function that words it for a scene."""


class Phase(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a face says in one phase of the rules."""

    asks: str | Callable[[Scene], Prompt] = ""
    """The public request: a message that mentions the `players`, or a function that writes it."""
    task: Callable[[Scene], Prompt] | None = None
    """The viewer's decision, as an imperative or the situation, with useful facts."""
    timeout_notice: Words = ""
    """The default when the clock runs out at `time`: a message, or a function that chooses one."""
    timeout_default: Default | None = None
    """The default for a player who ran out of time. It may be None if they owe only an answer."""
    note: Words = ""
    """The note for a player who must act, shown on the table."""
    own: Words = ""
    """The request in the picture of a hand, in a few words."""
    is_turn: bool = False
    """Whether the hand of a player who must act recalls the events since their last move."""
    chapter: str = ""
    """The key of the relevant section of the rules."""
    table_moves: Callable[[Scene], tuple[Move, ...]] = lambda _: ()
    """The moves that every decider may make, as buttons below the public table."""


class OrderQuestion:
    """A kind of question that players of slow tables may answer ahead, and the answers to choose from."""

    def __init__(self, title: str, *values: Value) -> None:
        self.title, self.values = title, values


def phase_words(words: Words, scene: Scene) -> str:
    """Return the words of a phase for this scene."""
    return words(scene) if callable(words) else say(words)


ROOMS: Final = (
    *("board", "controls", "looking_back", "news", "orders", "prompts"),
    *("reasons", "refusals", "scores", "sentences", "story"),
)
"""The modules that a face is made of. A game's package has only those that it needs."""


class Face:
    """A game's own words and pictures. Every method is pure and gets only what the scene's viewer may know.

    A face is loaded from the rooms of its `package`: a function there replaces the method of its name,
    and a constant the attribute of its name in lower case.

    A table shows the past, the present and the task: `lines`, the picture (or `table`), `asks` and
    `timeout_notice`. A hand shows `task`, or `outcome` if nothing is asked, then `quick_moves`, then a
    control for each verb.
    """

    accent: int
    """Colour of the message's edge, 0xRRGGBB."""
    verbs: Mapping[str, str]
    """A button's words for each verb: `Protect`."""
    placeholders: Mapping[str, str] = {}
    """The words of a verb's closed select, or of the button to its form, if `verbs` isn't clear enough."""
    sentences: Mapping[type[Event], Sentence]
    """The complete log's sentence for each kind of event that isn't in `SENTENCES`."""
    news: Sequence[News] = ()
    """The events that make headlines, the most important kind first, each perhaps with a picture."""
    quiet: tuple[type[Event], ...] = ()
    """Events that leave the headline alone, like a clock that runs out."""
    preludes: tuple[type[Event], ...] = ()
    """Events that come before the main event of a move, like dice."""
    gains: tuple[Any, ...] = ()
    """Events that give the player of their `seat` new `cards`, or one `card`."""
    deals: tuple[type[Event], ...] = ()
    """Events of a new deal: all its cards are new, so a hand doesn't mark them."""
    own: Mapping[type[Event], Sentence] = {}
    """The viewer's part in each kind of event, in the second person."""
    refusals: Mapping[str, Sentence]
    """A sentence for each error code of the game: why a move was refused, and what would be right."""
    labels: Mapping[type[Move], Sentence] = {}
    """Labels of moves in selects and on buttons, at most 80 characters, if the verb isn't enough."""
    buttons: Mapping[type[Move], Sentence] = {}
    """Labels of moves on buttons away from others of their kind, if `labels` isn't enough there."""
    hints: Mapping[type[Move], Sentence] = {}
    """Facts about a move below its entry of a select, at most 58 characters for a phone."""
    fields: Mapping[str, str] = {}
    """Names of the fields that only positions of this game have, for replays."""
    reasons: Mapping[type[Move], Sentence] = {}
    """The hint for each kind of move that a computer makes: the move, and why it's good."""
    finals: Mapping[str, str] = {}
    """Verbs that can't be taken back, each with the label of the red button that confirms it."""
    forms: tuple[str, ...] = ()
    """Verbs whose button opens `question`, which explains them, even if there are few moves."""
    behind_more: tuple[str, ...] = ()
    """Verbs whose controls are behind *More* of a hand instead of on it, in this order."""
    unlisted: tuple[str, ...] = ()
    """Verbs that are never listed among legal moves, because a player has to notice that they're legal."""
    explains: bool = True
    """Whether *Why not…?* shows players what they can't do now, and why."""
    has_hands: bool = True
    """Whether players hold anything private."""
    phases: Mapping[str, Phase] = {}
    """The words of each phase of the rules."""
    order_questions: Mapping[str, OrderQuestion] = {}
    """The decisions that players may make ahead besides their next move, by the game's word for each."""
    usual_order: Order = "rank"
    """The order of a pictured hand until its owner chooses one."""

    def __init__(self, package: str) -> None:
        for room in modules_of(package, ROOMS.__contains__).values():
            for name, thing in vars(room).items():
                is_table = name.isupper() and name.lower() in Face.__annotations__
                is_method = isfunction(thing) and thing.__module__ == room.__name__ and hasattr(Face, name)
                if is_table or is_method:
                    vars(self).setdefault(name.lower(), thing)

    def goal(self, scene: Scene) -> str:
        """Return the game's goal, shown after the table's number: `first over 300`. It may be empty."""
        raise NotImplementedError

    def lines(self, past: Sequence[SeenMove], scene: Scene) -> list[str]:
        """Return past moves in the table's short sentences, oldest first. Several moves may share a line.

        Each line has the names that players had at the last move that changed it.
        """
        return list(filter(None, (self.log(one, scene) for one in past)))

    def is_news(self, past: SeenMove) -> bool:
        """Whether a move gives the picture a new headline. If it doesn't, the one before stays."""
        return is_news(past.events, self.quiet)

    def deed(self, made: SeenMove) -> tuple[Event, ...]:
        """Return the events of a move itself, without its consequences."""
        starts_with_news = is_news(made.events[:1], (*self.quiet, *self.preludes))
        return made.events[: 1 if starts_with_news else 2]  # The second may hold cards that others don't see.

    def split(self, past: Sequence[SeenMove], newest: int, scene: Scene) -> tuple[list[str], str]:
        """Return the lines of past moves, oldest first, and apart from them the one that the headline tells.

        That's the line of the move at place `newest`. Later moves without news may add to it, but keep its
        names. It's empty after the end, when the headline names the winners.
        """
        names = past[newest].stand_ins
        quiet = [msgspec.structs.replace(one, stand_ins=names) for one in past[newest + 1 :]]
        before, since = self.lines(past[:newest], scene), self.lines((*past[: newest + 1], *quiet), scene)
        is_over = scene.outcome is not None
        return (since, "") if is_over or since == before else (since[:-1], since[-1])

    def table(self, scene: Scene) -> str:
        """Return the public table as Markdown."""
        return table_text(self.table_plan(scene))

    def hand(self, scene: Scene) -> str:
        """Return the viewer's private part of the table, as Markdown."""
        raise NotImplementedError

    def asks(self, scene: Scene) -> Prompt:
        """Return the public request to the players who must act, with mentions."""
        asks = self.phases[scene.phase].asks
        if callable(asks):
            return asks(scene)
        return Prompt(say(asks, players=words.mentions(scene, scene.deciders)))

    def timeout_notice(self, scene: Scene, time: str) -> str:
        """Return what happens when the clock runs out, at `time`, as in `Auto-skip in 9 minutes`."""
        timeout_notice = self.phases[scene.phase].timeout_notice
        text = timeout_notice(scene) if callable(timeout_notice) else timeout_notice
        return say(text, time=time) if text else ""

    def task(self, scene: Scene) -> Prompt:
        """Return the viewer's decision, as an imperative or the situation, and facts worth knowing."""
        task = self.phases[scene.phase].task
        assert task is not None, f"nobody is asked anything in {scene.phase}"
        return task(scene)

    def outcome(self, scene: Scene) -> Prompt | None:
        """Return the outcome of the viewer's last act or loss, for a hand without a question.

        It changes only with what happens to this viewer, because every edit of a hand counts against a limit.
        """
        if (prompt := self.unanswered(scene)) is not None:
            return prompt
        for place in range(len(scene.recent) - 1, -1, -1):
            past = scene.recent[place]
            prompt = self.move_effect(Moment(scene.as_of(past), past.events))
            if prompt is not None and scene.viewer in past.stand_ins:
                public = self.split(scene.recent[: place + 1], place, scene)[1]
                prompt = Prompt(public or self.log(past, scene))
            if prompt is not None and prompt.line:
                return prompt
        return None

    def unanswered(self, scene: Scene) -> Prompt | None:
        """Return the viewer's own question while others have yet to answer it. None without one."""
        return None

    def move_effect(self, moment: Moment) -> Prompt | None:
        """Return a move's effect on the viewer, from their side. None if it has none.

        If a computer made the move for the viewer, `outcome` only checks whether this is None. It shows the
        public line, or the line of the viewer's log about a secret move.
        """
        lines = phrases(self.own, moment)
        return Prompt(lines[0], tuple(lines[1:])) if lines else None

    def decided(self, order: StoredOrder, scene: Scene) -> str:
        """Return what the viewer's order did in their last move. It may be empty for a next move."""
        return ""

    def touched(self, order: StoredOrder, scene: Scene) -> str:
        """Return the sentence about a next move that was dropped, because the viewer's hand has changed."""
        return say("Your plan is off: your hand has changed.")

    def next_hint(self, move: Move, scene: Scene) -> str:
        """Return the hint below a move in the select for the next turn."""
        return self.hint(move, scene)

    def receipt(self, scene: Scene) -> str:
        """Return the result of the viewer's newest move, for their page until something newer happens."""
        return ""

    def call_context(self, scene: Scene) -> str:
        """Return what led to the viewer's turn, in a sentence, for a call that doesn't show the game."""
        return ""

    def looking_back(self, past: Iterable[PastMove], scene: Scene) -> list[str]:
        """Return the counts of a finished game that are worth a line in the viewer's review."""
        return []

    def ending(self, scene: Scene) -> Ending:
        """Return the ending of the game."""
        raise NotImplementedError

    def sentence(self, event: Event, scene: Scene, events: Sequence[Event] = ()) -> str:
        """Return one of a move's events as one complete sentence, for the log."""
        write = self.sentences.get(type(event)) or SENTENCES[type(event)]
        return write(event, Moment(scene, events))

    def log(self, past: SeenMove, scene: Scene) -> str:
        """Return a move in the sentences of the complete log, with the names of that time."""
        then = scene.as_of(past)
        others = [event for event in past.events if not isinstance(event, TimedOut)]  # told separately
        return joined(*(self.sentence(event, then, others) for event in past.events))

    def refusal(self, refusal: Refusal, scene: Scene) -> str:
        """Return why a move was refused and what would be right, as one or two sentences."""
        write = self.refusals.get(refusal.code) or refusals.COMMON[refusal.code]
        return write(refusal.facts, Moment(scene))

    def quick_moves(self, scene: Scene) -> tuple[QuickMove, ...]:
        """Return moves worth one press, best first. They don't get another control."""
        return ()

    def menu_moves(self, scene: Scene) -> tuple[Move, ...]:
        """Return the moves for the other controls. A face changes them if they'd give something away."""
        return scene.legal

    def placeholder(self, verb: str, scene: Scene) -> str:
        """Return the words of the closed select of a verb's moves."""
        return say(self.placeholders.get(verb, self.verbs[verb]))

    def question(self, form: str, scene: Scene) -> Prompt | None:
        """Return the question in place of `task` while a verb is filled in. `form` is the move so far."""
        return None

    def label(self, move: Move, scene: Scene) -> str:
        """Return a move as an entry of a select or a button, at most 80 characters."""
        return label_of(move, scene, self.labels, self.verbs)

    def hint(self, move: Move, scene: Scene) -> str:
        """Return facts about a move, below its entry of a select. At most 58 characters fit a phone."""
        write = self.hints.get(type(move))
        return write(move, labelled(scene)) if write else ""

    def reason(self, move: Move, scene: Scene, notes: Notes) -> str:
        """Return a hint, as in `ask for 7s. A fourth makes 70.`: a move, then why it's good.

        `notes` is what the viewer's seat remembers. Nothing else may be told.
        """
        write = self.reasons.get(type(move))
        if write is None:
            return say("I'd go for this: {move}. Nothing else does better.", move=self.button(move, scene))
        return write(move, Moment(scene, notes=notes))

    def button(self, move: Move, scene: Scene) -> str:
        """Return the label of a move on a button away from others of its kind."""
        write = self.buttons.get(type(move))
        return write(move, labelled(scene)) if write else self.label(move, scene)

    def style(self, move: Move, scene: Scene) -> Style:
        """Return the colour of a move's button while its verb is filled in."""
        return "blue"

    def option_label(self, verb: str, option: str, value: str, scene: Scene) -> str | None:
        """Return the label for one value of an option. None if the usual words will do."""
        return None

    def value_hint(self, verb: str, option: str, value: str, scene: Scene) -> str:
        """Return facts about one value of an option, below its entry of a select. May be empty."""
        return ""

    def steps(self, scene: Scene) -> Mapping[str, Mapping[str, int]]:
        """Return the verbs that are filled in option by option, beginning on the hand itself.

        The number of an option is the most values, or whole moves once an option is given, that are buttons.
        More of them are a select.
        """
        return {}

    def remembered(self, past: Sequence[SeenMove], scene: Scene) -> Sequence[SeenMove]:
        """Return the past moves that may be told now, oldest first. A face omits those to be forgotten."""
        return past

    def chapter(self, scene: Scene) -> str:
        """Return the key of the section of the rules that matters now. Empty if none matters more."""
        return self.phases[scene.phase].chapter if scene.phase in self.phases else ""

    def picks(self, scene: Scene) -> Mapping[str, Pick]:
        """Return the verbs for which the viewer picks several cards, each with its pick."""
        return {}

    def writings(self, scene: Scene) -> Mapping[str, Writing]:
        """Return the verbs whose option the viewer writes, because there are too many moves to offer."""
        return {}

    def nearly(self, scene: Scene) -> tuple[str, ...]:
        """Return the near misses of this hand, a line each, at most three, for *Why not…?* on turn."""
        return ()

    def table_moves(self, scene: Scene) -> tuple[Move, ...]:
        """Return the moves that every decider may make, as buttons below the public table."""
        return self.phases[scene.phase].table_moves(scene) if scene.phase in self.phases else ()

    def timeout_default(self, phase: str) -> Default | None:
        """Return a phase's default for a player who ran out of time, as in `Phase.timeout_default`."""
        return self.phases[phase].timeout_default if phase in self.phases else None

    def table_forms(self, scene: Scene) -> tuple[str, ...]:
        """Return the verbs that every player may fill in now, as buttons below the public table.

        A hand that isn't asked anything leaves them out, so that it doesn't change with the moves of others.
        """
        return ()

    def table_plan(self, scene: Scene) -> TablePlan | DuelPlan:
        """Return the plan of the public table, which is drawn, described and written."""
        raise NotImplementedError

    def hand_plan(self, scene: Scene, order: Order) -> Plan | None:
        """Return the plan of the picture of the viewer's own cards. None without a picture."""
        return None

    def form_plan(self, form: str, scene: Scene, order: Order) -> Plan | None:
        """Return the plan of that picture while a verb is filled in. `form` is the move so far."""
        return self.hand_plan(scene, order)

    def table_picture(self, scene: Scene) -> Picture:
        """Return the public table as a picture with its words."""
        plan = self.table_plan(scene)
        return msgspec.structs.replace(picture(plan, "table", scene.deck), instead=table_text(plan))

    def _new_cards(self, scene: Scene) -> list[Card]:
        """Return the cards that the viewer got in their last move or since."""
        cards: list[Card] = []
        for past in reversed(scene.recent):
            if any(isinstance(event, self.deals) for event in past.events):
                break
            for event in past.events:
                if isinstance(event, self.gains) and event.seat == scene.viewer:
                    cards += getattr(event, "cards", ()) or (event.card,)
            if past.seat == scene.viewer and scene.viewer not in past.stand_ins:
                break
        return cards

    def hand_picture(self, scene: Scene, form: str | None = None) -> Picture | None:
        """Return the viewer's private picture, or None. `form` is the move being filled in, if any."""
        plan = self._own_plan(scene, form)
        return None if plan is None else picture(plan, "hand", scene.deck)

    def lone_picture(self, scene: Scene, form: str | None = None) -> Picture | None:
        """Return the table above the viewer's cards as one picture. None unless there are plans of both."""
        table, hand = self.table_plan(scene), self._own_plan(scene, form)
        if not (isinstance(table, TablePlan) and isinstance(hand, HandPlan)):
            return None
        both = picture(LonePlan(table, hand, scene.lone_seat), "table", scene.deck)
        return msgspec.structs.replace(both, instead=table_text(table))

    def _own_plan(self, scene: Scene, form: str | None) -> Plan | None:
        """Return the plan of the picture of the viewer's own cards, with the new ones marked."""
        order = self.usual_order if scene.order == "usual" else scene.order
        plan = self.form_plan(form, scene, order) if form else self.hand_plan(scene, order)
        if isinstance(plan, HandPlan):
            plan = mark_new(plan, self._new_cards(scene))
            if plan.is_empty:
                plan = msgspec.structs.replace(plan, instead=say("Your hand is empty."), foot="")
        return plan
