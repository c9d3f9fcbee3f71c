"""The running clock, and the default move of each decider when it runs out (section 4)."""

from bot.engine.chance import Seat, seat_letter
from bot.engine.contract import Clock
from bot.engine.draft import Draft
from bot.engine.moves import Move
from bot.games.skrap.battle import bot_moves
from bot.games.skrap.cards import EFFECTIVE
from bot.games.skrap.legal import ACTIONS, who_decides
from bot.games.skrap.passing import Pass
from bot.games.skrap.scavenging import champion_bar
from bot.games.skrap.state import State
from bot.games.skrap.surging import surge_moves
from bot.games.skrap.throwing import Throw


def running_clock(state: State) -> Clock | None:
    """Return the clock of the current decision: one for a question to several players, one for each turn.

    The clock restarts for everyone when a contender leaves a throw, and when a player's leaving allows
    the champion's owner to scavenge (R15).

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
    """Make the default move of every decider, in seat order."""
    for seat in who_decides(draft.state):
        move = default_move(draft, seat)
        refusal = ACTIONS[type(move)].carry_out(draft, seat, move)
        assert refusal is None, refusal


def default_move(draft: Draft[State], seat: Seat) -> Move:
    """Return the move that the rules make for a seat when its time is up."""
    state = draft.state
    match state.phase:
        case "surge":
            return next(iter(surge_moves(state, seat)))
        case "throw":
            return Throw(draft.chance.shape())
        case "open":
            return _weakest_bot(state, seat)
        case _:
            return Pass()


def _weakest_bot(state: State, seat: Seat) -> Move:
    """Return the bot with the lowest weapon and the lowest armour, the first suit among equals (R20)."""
    values = EFFECTIVE[state.surge[seat]]
    return min(bot_moves(state, seat), key=lambda bot: (values[bot.weapon], values[bot.armour]))
