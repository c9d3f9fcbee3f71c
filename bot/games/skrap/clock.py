"""The clock: what is timed, and the default of every decider when it runs out (section 4)."""

from bot.engine.chance import Seat, seat_letter
from bot.engine.contract import Clock
from bot.engine.draft import Draft
from bot.engine.moves import Move
from bot.games.skrap.battle import bots
from bot.games.skrap.cards import EFFECTIVE
from bot.games.skrap.legal import ACTIONS, who_decides
from bot.games.skrap.passing import Pass
from bot.games.skrap.scavenging import champion_bar
from bot.games.skrap.state import State
from bot.games.skrap.surging import surges
from bot.games.skrap.throwing import Throw


def running_clock(state: State) -> Clock | None:
    """One clock for each common question and for each player in the battle, as long as the table has set.

    When a contender leaves a throw the others have the whole time again. So has everyone when the
    champion's owner may scavenge because a player has left (R15).
    """
    match state.phase:
        case "over":
            return None
        case "throw":
            throwing = "".join(map(seat_letter, state.contenders))
            return Clock(f"{state.round}:throw:{throwing}:{state.undecided}", "response")
        case "open" | "battle":
            return Clock(f"{state.round}:{state.phase}:{len(state.field)}:{state.turn}", "turn")
        case "scavenge" if champion_bar(state) is None:
            return Clock(f"{state.round}:scavenge:all", "response")
        case _:
            return Clock(f"{state.round}:{state.phase}", "response")


def time_out(draft: Draft[State]) -> None:
    """Give every decider the default, in seat order."""
    for seat in who_decides(draft.state):
        move = default_move(draft, seat)
        refusal = ACTIONS[type(move)].carry_out(draft, seat, move)
        assert refusal is None, refusal


def default_move(draft: Draft[State], seat: Seat) -> Move:
    """Return what the rules do for a seat."""
    state = draft.state
    match state.phase:
        case "surge":
            return next(iter(surges(state, seat)))
        case "throw":
            return Throw(draft.chance.shape())
        case "open":
            return _weakest_bot(state, seat)
        case _:
            return Pass()


def _weakest_bot(state: State, seat: Seat) -> Move:
    """Return the lowest weapon, then the lowest armour. Of equal cards the first by suit (R20)."""
    values = EFFECTIVE[state.surge[seat]]
    return min(bots(state, seat), key=lambda bot: (values[bot.weapon], values[bot.armour]))
