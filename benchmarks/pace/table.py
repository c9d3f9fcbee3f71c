"""A slow table without Discord: the project's rules, clocks and orders, played by modelled people."""

import random
from collections.abc import Mapping
from typing import Final

from benchmarks.pace.people import STAY_SECONDS, Model, Person
from bot.engine.chance import Seat, SeededChance
from bot.engine.draft import Refusal
from bot.games import GAMES
from bot.players.policies import POLICIES
from bot.players.policy import View as Look
from bot.sessions import absence, computers, deadlines, lobby, orders, play
from bot.sessions.absence import Choose
from bot.sessions.clocks import Instant
from bot.sessions.orders import Decide
from bot.sessions.view import NO_CLICK, Change, View

START: Final = 1_800_000_000.0
STANDING: Final[Mapping[str, tuple[str, str]]] = {
    "crap": ("acquire", "3"),
    "craits": ("count", "lowest"),
    "skrap": ("usual", "usual"),
}
"""The kind and value of everyone's standing order, by game."""
NEXT_SHARE: Final = 0.3
"""The share of moves after which the player also chooses their next turn."""
ABSENT_SECONDS: Final = 14 * 86400.0
"""The time for which an absent player's orders are watched."""
FORCED_SECONDS: Final = 4.0
TRIAL_ROUNDS: Final = 4
"""The number of simulated ends of a round. A player who only passes in all of them passes for the round."""


class Table:
    """One game at the pace `slow-1`. The same seed deals the same cards to the same people."""

    def __init__(
        self, game: str, seats: int, model: Model, seed: int, *, plans: bool, absent: Seat | None = None
    ) -> None:
        self._rng = random.Random(f"{game} {seats} {model} {seed}")
        self.people = [Person(self._rng, model, is_absent=seat == absent) for seat in range(seats)]
        self._plans = plans
        self._dice = [random.Random(self._rng.random()) for _ in range(seats)]
        self._key = seed.to_bytes(8, "big")
        rules, users = GAMES[game], tuple(range(1, seats + 1))
        self._policy = POLICIES[game]
        record = lobby.new_lobby(
            rules,
            rules.lengths_for(alone=False)["short"],
            guild_id=1,
            channel_id=2,
            host_id=users[0],
            others=users[1:],
            pace="slow-1",
            now=START,
            chance_key=self._rng.randbytes(32),
        )
        self.now = START
        self.view = View(rules, record)
        self._answer_times: dict[Seat, tuple[int, float]] = {}
        """The decision that a player owes and the time of their answer, by seat."""
        self._choosing: tuple[int, float, Seat] | None = None
        """The question about absent players, the time of its answer, and the seat that gives it."""
        self._planning: set[Seat] = set()
        """The players who want to choose their next turn."""
        self.acted: list[tuple[Seat, int]] = []
        """The seats whose orders acted, with the revisions at which they did."""
        self._adopt(play.dealt(self.view, self._instant))
        for seat in range(seats if plans else 0):
            self._renew_order(seat)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.view.record.status != "playing"

    @property
    def days(self) -> float:
        """The days that the game has taken."""
        return (self.now - START) / 86400

    @property
    def _instant(self) -> Instant:
        return Instant.at(self.now)

    def run(self) -> float:
        """Play to the end. Return the days that it took."""
        while not self.is_over:
            self.step()
        return self.days

    def step(self) -> None:
        """Move the time to the next thing due, and do it."""
        record = self.view.record
        times: list[tuple[float, str, Seat]] = []
        if record.deadline is not None:
            times.append((record.deadline, "clock", -1))
        if (due := orders.first_due(self.view, self._key)) is not None:
            times.append((due[0], "order", due[1]))
        for seat in self.view.waited_for:
            is_forced = self.view.game.forced(self.view.state, seat) is not None
            at = record.updated_at + FORCED_SECONDS if is_forced else self._answer(seat)
            times.append((at, "person", seat))
        if (choosing := self._first_choice()) is not None:
            times.append((choosing[1], "choose", choosing[2]))
        at, what, seat = min(times)
        self.now = max(self.now, at)
        match what:
            case "clock":
                self._adopt(absence.time_up(self.view, self._instant))
            case "order":
                self._adopt(computers.by_order(self.view, seat, self._instant, self._key))
                self.acted.append((seat, self.view.record.revision))
            case "choose":
                self._move(seat, Choose("default").change(self.view, seat + 1, self._instant, NO_CLICK))
            case _:
                self._act(seat)
        if not self.is_over:
            self._plan_ahead()

    def _answer(self, seat: Seat) -> float:
        """Return the time of a person's answer, or infinity while an order acts for them."""
        record = self.view.record
        if orders.acting(self.view, seat) is not None:
            return float("inf")
        decision = max(record.since, record.acted[seat])
        known = self._answer_times.get(seat)
        if known is None or known[0] != decision:
            known = self._answer_times[seat] = decision, self.people[seat].answers_at(self.now)
        return known[1]

    def _first_choice(self) -> tuple[int, float, Seat] | None:
        """Return the question about late players, with the time and the seat of the first answer."""
        question = self.view.record.attendance.open_question
        if question is None:
            self._choosing = None
        elif self._choosing is None or self._choosing[0] != question.asked:
            others = [seat for seat in deadlines.present(self.view) if seat not in question.seats]
            first = min((self.people[seat].answers_at(self.now), seat) for seat in others)
            self._choosing = question.asked, *first
        return self._choosing

    def _act(self, seat: Seat) -> None:
        """Make the move of a person who is asked. Perhaps they decide ahead as well."""
        state = self.view.state
        if (move := self.view.game.forced(state, seat)) is not None:
            self._adopt(play.moved(self.view, seat, move, self._instant, by_owner=False))
            return
        look = Look(seat, self._dice[seat])
        move = self._policy.choose(state, look)
        self._move(seat, play.moved(self.view, seat, move, self._instant))
        if self._plans and not self.is_over:
            self._renew_order(seat)
            if self._dice[seat].random() < NEXT_SHARE:
                self._planning.add(seat)

    def _renew_order(self, seat: Seat) -> None:
        """Renew a player's standing order if it has ended, and pass for the round if they're sure to."""
        given = {one.kind for one in self.view.record.attendance.orders if one.seat == seat and not one.ended}
        kind, value = STANDING[self.view.game.id]
        plans = orders.plans(self.view, seat)
        if kind in plans and kind not in given:
            self._decide(seat, kind, value)
        if "round" in plans and all(self._stays_out(seat) for _ in range(TRIAL_ROUNDS)):
            self._decide(seat, "round", plans["round"][0])

    def _plan_ahead(self) -> None:
        """Choose the next turn for players who want to and are still there, once it's settled who is up."""
        game, state = self.view.game, self.view.state
        for seat in sorted(self._planning):
            is_settled = game.phase(state) == "turn" and seat not in self.view.deciders
            is_there = self.now - self.people[seat].moved_at <= STAY_SECONDS
            if is_settled and is_there and (choices := orders.plans(self.view, seat).get(orders.NEXT)):
                pick = str(self._policy.choose(game.on_my_turn(state, seat), Look(seat, self._dice[seat])))
                fitting = (one for one in choices if pick.startswith(one))
                self._decide(seat, orders.NEXT, next(fitting, choices[0]))
                self._planning.discard(seat)

    def _stays_out(self, seat: Seat) -> bool:
        """Whether a player would only pass until the end of a simulated round."""
        game, state, dice = self.view.game, self.view.state, self._dice[seat]
        chance, phase = SeededChance(dice.randbytes(32)), game.phase(state)
        while game.phase(state) == phase and (deciders := game.deciders(state)):
            move = self._policy.choose(state, Look(deciders[0], dice))
            if deciders[0] == seat and str(move) != "pass":
                return False
            step = game.apply(state, deciders[0], move, chance)
            assert not isinstance(step, Refusal), step
            state = step.state
        return True

    def _decide(self, seat: Seat, kind: str, value: str) -> None:
        self._adopt(Decide(kind, value).change(self.view, seat + 1, self._instant, NO_CLICK))

    def _move(self, seat: Seat, made: Change | Refusal) -> None:
        self._adopt(made)
        self.people[seat].moved_at = self.now

    def _adopt(self, made: Change | Refusal) -> None:
        """Adopt a change. A refusal would be a mistake of this model."""
        assert not isinstance(made, Refusal), made
        self.view = View(self.view.game, made.record, made.state)

    def order_outlives(self, seat: Seat) -> bool:
        """Whether an absent player's order stays active, or acts, after their own time ran out."""
        while not self.is_over and self.now < START + ABSENT_SECONDS:
            was_late = self.view.record.attendance.silences_of(seat) > 0
            before = len(self.acted)
            self.step()
            late = was_late or self.view.record.attendance.silences_of(seat) > 0
            if late and any(
                one.seat == seat and one.ended is None for one in self.view.record.attendance.orders
            ):
                return True
            if was_late and any(acting == seat for acting, _ in self.acted[before:]):
                return True
        return False
