"""Crazy Rummy behind the contract that all games obey."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine.chance import Chance, Seat, seat_letter
from bot.engine.contract import Clock, Game, Leave, Move, Outcome, Refusal, Sheet, Step
from bot.games.crazy_rummy import dealing, discarding, drawing, laying, position, scoring, turns, views
from bot.games.crazy_rummy.completing import completed, feeds_from, sets_from
from bot.games.crazy_rummy.discarding import Discard
from bot.games.crazy_rummy.drawing import Draw
from bot.games.crazy_rummy.invariants import faults
from bot.games.crazy_rummy.laying import Feed, Meld
from bot.games.crazy_rummy.options import CrazyRummyOptions, packs_problem
from bot.games.crazy_rummy.refusals import turn_refusal
from bot.games.crazy_rummy.state import Play, State, by_rank


class CrazyRummy(Game[State]):
    """Lay sets and feed open ranks; the first empty hand ends a hand, 1500 points the game."""

    id = "crazy-rummy"
    name = "Crazy Rummy"
    seats = range(2, 11)
    options = CrazyRummyOptions
    moves = (Draw, Meld, Feed, Discard)
    events = (
        dealing.DealerDrawn, dealing.HandDealt, dealing.HandReceived, turns.TurnStarted,
        drawing.DrewFromStock, drawing.CardDrawn, drawing.TookDiscard, laying.SetLaid, laying.CardsFed,
        discarding.Discarded, turns.StockRebuilt, discarding.TimedOut, turns.PlayerLeft,
        scoring.WentOut, scoring.HandBlocked, scoring.HandScored, scoring.ExtraHand, scoring.GameEnded,
    )  # fmt: skip
    scores = (scoring.WentOut, scoring.HandBlocked, scoring.HandScored)

    def deal(self, seats: int, options: CrazyRummyOptions, chance: Chance) -> Step[State]:
        return dealing.new_game(seats, options, chance)

    def problem(self, seats: int, options: CrazyRummyOptions) -> str | None:
        return packs_problem(seats, options)

    def phase(self, state: State) -> str:
        return state.phase

    def deciders(self, state: State) -> tuple[Seat, ...]:
        return () if state.turn is None else (state.turn,)

    def active(self, state: State) -> tuple[Seat, ...]:
        return state.active

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        """All moves but for two bounds: sets differ in numbers, not suits; feeds are one card or all."""
        if seat != state.turn:
            return []
        if state.phase == "draw":
            return drawing.draws(state)
        groups = by_rank(state.hands[seat])
        return [*laying.melds(state, groups), *laying.feeds(state), *discarding.discards(state, groups)]

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State] | Refusal:
        play = Play(state, chance)
        return _carry_out(play, seat, move) or play.step()

    def timeout(self, state: State, chance: Chance) -> Step[State] | Refusal:
        if state.phase == "over":
            return Refusal("game-over")
        play = Play(state, chance)
        discarding.time_out(play)
        return play.step()

    def clock(self, state: State) -> Clock | None:
        """One clock for the draw and the play of a turn: the next turn is another seat's or hand's."""
        return None if state.turn is None else Clock(f"{state.hand_number}{seat_letter(state.turn)}")

    def outcome(self, state: State) -> Outcome | None:
        return scoring.how_it_ended(state) if state.phase == "over" else None

    def sheet(self, state: State, viewer: Seat | None) -> Sheet:
        return views.sheet(state, viewer)

    def dump(self, state: State) -> dict[str, Any]:
        return position.dump(state)

    def load(self, given: Mapping[str, Any], seats: int, options: CrazyRummyOptions) -> State:
        return position.load(given, seats, options)

    def faults(self, state: State) -> list[str]:
        return faults(state)

    def complete(
        self, state: State, seat: Seat, verb: str, option: str, given: Mapping[str, Any]
    ) -> list[str]:
        """For lists of cards the list being typed goes on; see `completing`."""
        if verb == "draw":
            return [move.source for move in self.legal(state, seat) if isinstance(move, Draw)]
        endings = {"meld": sets_from, "feed": feeds_from}.get(verb)
        if endings is None:
            return super().complete(state, seat, verb, option, given)
        if seat != state.turn or state.phase != "play":
            return []
        return list(dict.fromkeys(completed(state, str(given.get(option, "")), endings)))


def _carry_out(play: Play, seat: Seat, move: Move) -> Refusal | None:
    """Make a move in the rules' order of checks; a refusal leaves everything as it was."""
    match move:
        case Leave():
            return turns.leave(play, seat)
        case Draw():
            return turn_refusal(play.state, seat, "draw") or drawing.draw(play, move.source)
        case Meld():
            return turn_refusal(play.state, seat, "play") or laying.meld(play, move.cards)
        case Feed():
            return turn_refusal(play.state, seat, "play") or laying.feed(play, move.cards)
        case Discard():
            return turn_refusal(play.state, seat, "play") or discarding.discard(play, move.card)
    raise TypeError(f"{move} is no move of this game")
