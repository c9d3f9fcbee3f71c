"""A whole game of C.R.A.P. by four users through commands and buttons, from the lobby to the winner."""

import hashlib
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from bot.engine.cards import DECK, RANK_OF
from bot.engine.chance import Seat
from bot.games.crap.state import State
from bot.sessions.session import Session
from tests.helpers.guild import Player, SimGuild, labels
from tests.helpers.tables import in_position, started

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


class Game:
    """A game and its four players. The test looks at everyone's cards only to choose whom and what to ask."""

    def __init__(self, guild: SimGuild, session: Session) -> None:
        self.guild, self.session = guild, session

    @property
    def state(self) -> State:
        state: State = self.session.state
        return state

    @property
    def phase(self) -> str:
        return self.state.phase

    @property
    def turn(self) -> Player:
        return self.guild.players[self.state.turn]

    def held(self, seat: Seat) -> list[str]:
        return [RANK_OF[card] for card in self.state.hands[seat]]

    def lacked(self, seat: Seat) -> str:
        """Return a rank that this seat doesn't hold and someone else does."""
        others = [rank for other in range(4) if other != seat for rank in self.held(other)]
        return next(rank for rank in others if rank not in self.held(seat))

    def others(self) -> list[Player]:
        return [player for player in self.guild.players if player is not self.turn]

    async def reload(self) -> None:
        """Replace the session with the one of the restarted bot."""
        self.session = await self.guild.session()

    async def answer_all(self) -> None:
        """Answer for everyone who is asked: believe, guess or place in the simplest way."""
        while self.session.record.status == "playing" and self.phase != "turn":
            seat = self.session.game.deciders(self.state)[0]
            player = self.guild.players[seat]
            if self.phase == "bluff-window":
                await player.slash("believe")
            elif self.phase == "challenge-place":
                await player.slash("turn", move=(await player.complete("turn", "move", "place"))[0])
            else:
                await player.move("guess", rank="7", suit="S")


async def opened(guild: SimGuild) -> Game:
    """Open and start a short game of four players, always with the same deal."""
    guild.bot.sessions.new_key = lambda: hashlib.sha256(b"a whole game").digest()
    ann, ben, cyd, dan = guild.players
    await ann.slash("cards", game="crap", rules="threshold=50")
    for player in (ben, cyd, dan):
        await player.press(guild.table, "Join")
    dan.close_dms()
    await ann.press(guild.table, "Start")
    return Game(guild, await guild.session())


def events(history: list[Any]) -> Iterator[dict[str, Any]]:
    for played in history:
        yield from msgspec.json.decode(played.events)


async def test_four_users_play_from_lobby_to_winner(guild: SimGuild) -> None:
    game = await opened(guild)

    await a_bluff_is_caught(game)
    await a_call_is_wrong(game)
    await a_challenge_with_guesses(game)
    await protect_and_recycle_with_roll_off(game)
    await cooperation(game)
    await a_clock_runs_out(game)
    await a_restart_in_a_bluff_window(game)
    await play_on_to_the_end(game)

    history = await guild.bot.store.history(game.session.record.id)
    told = list(events(history))
    kinds = {event["event"] for event in told}
    assert kinds >= {
        "bluff-called",
        "guessed",
        "card-protected",
        "rolled-off",
        "cooperated",
        "timed-out",
        "set-laid",
        "scoring-round",
        "game-ended",
    }
    assert {event["proof"] is None for event in told if event["event"] == "bluff-called"} == {True, False}
    assert game.session.record.status == "over"
    assert "win" in guild.table_text
    assert "Rematch" in [c.get("label") for m in [guild.table] for c in _buttons(m)]


@pytest.mark.players(4)
async def test_r41_command_is_answered_privately_and_told_publicly(guild: SimGuild) -> None:
    game = Game(guild, await started(guild, "crap"))
    posted, shown = [message.id for message in guild.messages], guild.table_text

    async def send(player: Player, command: str, /, **options: Any) -> None:
        nonlocal shown
        before = shown
        reply = await player.move(command, **options)
        shown = guild.table_text
        assert reply.is_private, command
        assert [message.id for message in guild.messages] == posted, command
        assert shown != before, command

    await send(game.turn, "protect", card=game.state.hands[game.state.turn][0])
    await send(game.turn, "acquire", rank=game.held(game.state.turn)[0])
    await send(game.others()[0], "call-bluff")
    await send(game.turn, "cooperate", player=game.others()[0])
    await send(game.turn, "recycle")
    await send(game.turn, "challenge", player=game.others()[0])
    while game.phase != "turn":
        player = guild.players[game.session.game.deciders(game.state)[0]]
        if game.phase == "challenge-place":
            offered = await player.complete("turn", "move", "place")
            await send(player, "place", cards=offered[0].partition("cards:")[2])
        else:
            await send(player, "guess", rank="7", suit="S")


async def a_bluff_is_caught(game: Game) -> None:
    seat, caller = game.state.turn, game.others()[0]
    await game.turn.slash("acquire", rank=game.lacked(seat))

    before = len(game.state.hands[seat])
    await caller.press(game.guild.table, "Call the bluff")

    assert len(game.state.hands[seat]) == before - 1
    assert "Busted" in game.guild.table_text


async def a_call_is_wrong(game: Game) -> None:
    seat, caller = game.state.turn, game.others()[1]
    await game.turn.slash("acquire", rank=game.held(seat)[0])

    reply = await caller.slash("call-bluff")

    assert reply.is_private
    assert ", but " in game.guild.table_text


async def a_challenge_with_guesses(game: Game) -> None:
    target = game.others()[0]
    await game.turn.slash("challenge", player=target)
    await game.answer_all()

    assert game.phase == "turn"
    assert f"({target.actor.name.title()} placed " in game.guild.table_text


async def protect_and_recycle_with_roll_off(game: Game) -> None:
    protector = game.turn
    seat = game.state.turn
    card = game.state.hands[seat][0]
    reply = await protector.slash("protect", card=card)
    assert reply.is_private
    assert "You protect " in reply.text
    for _ in range(3):
        await game.turn.slash("recycle")

    await protector.slash("recycle")

    assert " for their protected cards, " in game.guild.table_text


async def cooperation(game: Game) -> None:
    caller, target, third = game.turn, game.others()[0], game.others()[1]
    shown = game.state.hands[game.guild.players.index(target)]
    await caller.slash("cooperate", player=target)

    log = await caller.open_log()
    assert "shows you" in log.text
    assert all(card[:-1] in log.text for card in shown)
    assert "shows you" not in (await third.open_log()).text


async def a_clock_runs_out(game: Game) -> None:
    seat = game.state.turn
    await game.turn.slash("acquire", rank=game.held(seat)[0])
    assert game.phase == "bluff-window"

    await game.guild.pass_time(61)

    assert game.phase == "turn"
    assert "Nobody calls: " in game.guild.table_text


async def a_restart_in_a_bluff_window(game: Game) -> None:
    """Check that after a restart the window is still open and its old buttons work."""
    seat = game.state.turn
    acquirer, first = game.turn, game.others()[0]
    await acquirer.slash("acquire", rank=game.held(seat)[0])
    old_table = game.guild.table
    position = game.session.game.dump(game.state)

    await game.guild.restart()
    await game.reload()

    assert game.session.game.dump(game.state) == position
    await first.press(old_table, "Believe")
    assert len(game.session.game.deciders(game.state)) == 2
    await game.answer_all()


async def play_on_to_the_end(game: Game) -> None:
    """Acquire a player's most common rank, score a set, and recycle until the game ends."""
    for _ in range(300):
        if game.session.record.status != "playing":
            return
        seat, player = game.state.turn, game.turn
        legal = game.session.game.legal(game.state, seat)
        laying = next((move for move in legal if move.verb == "score"), None)
        if laying is not None:
            await player.slash("score-set", rank=str(laying).split("rank:")[1].split(" ")[0])
            continue
        held = game.held(seat)
        counts = {rank: sum(game.held(other).count(rank) for other in range(4)) for rank in set(held)}
        best = max(counts, key=lambda rank: counts[rank], default="")
        laid = any(one.owner == seat for one in game.state.sets)
        if best and counts[best] >= 4 and not laid:
            await player.slash("acquire", rank=best)
            await game.answer_all()
        else:
            await player.slash("recycle")
    pytest.fail("the game should have ended")


def _buttons(message: Any) -> list[dict[str, Any]]:
    from tests.helpers.guild import walk

    return [component for component in walk(message) if component["type"] == 2]


async def test_a_stuck_table_votes_for_forced_recycles(guild: SimGuild) -> None:
    game = await opened(guild)
    first, others = game.turn, game.others()

    refused = (await first.move("force-recycle", player=others[0])).text
    for label in ("More", "Allow forced recycling…", "Put it to the vote"):
        await first.press(first.dm, label)
    await others[0].press(guild.table, "Yes, allow it")
    await guild.restart()
    await others[1].move("vote", choice="yes")
    await game.reload()

    assert "Forced recycling is off. Put it to the vote: `/turn`." in refused
    assert "asks to allow forced recycling. Vote passed, 3–1." in guild.table_text
    assert "Forced recycling is on." in (await first.slash("table")).text
    await game.turn.move("force-recycle", player=first)
    await game.reload()
    assert game.phase == "vote"


@pytest.mark.players(3)
@pytest.mark.parametrize("options", ["", "force-recycle=on"])
async def test_hand_of_many_sets_keeps_all_its_actions(guild: SimGuild, options: str) -> None:
    session = await started(guild, "crap", options)
    position = {"turn": "A", "hands": {"A": [*DECK, "2C"], "B": ["9C"], "C": ["8C"]}}
    await in_position(guild, session, **session.game.dump(session.game.load(position, 3, session.options)))

    page = await guild.players[0].press(guild.table, "My hand")

    assert {"Score kings", "Challenge", "Protect", "Cooperate", "Recycle", "More"} <= {*labels(page.message)}
    assert ("Force recycle" in labels(page.message)) == bool(options)
