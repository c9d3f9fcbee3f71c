"""Faults of actions: who may act, interruptions, restarts, silence and Discord's answers."""

import asyncio
from typing import Any
from unittest.mock import patch

import discord

from bot.delivery import transport
from bot.delivery.breaker import CircuitBreaker
from bot.delivery.errors import Unknown
from bot.door.door import Door
from bot.door.press import Interaction
from bot.engine.draft import Refusal, Step
from bot.games.crap import GAME
from bot.sessions import lobby
from bot.sessions.clocks import Instant
from bot.sessions.play import MakeMove
from bot.sessions.session import Session
from bot.sessions.sessions import Request, Sessions
from bot.sessions.view import NO_CLICK, Change, Click
from tests.sabotage.planting import Planted


def let_callers_interrupt() -> Planted:
    async def bare(
        sessions: Sessions, session: Session, change: Any, click: Click = NO_CLICK
    ) -> Refusal | None:
        return await sessions._carry_out(session, change, click)

    return patch.object(Sessions, "_do", bare)


def know_no_controls_of_before() -> Planted:
    """Let only the first bot that's asked answer controls and forms, and none that starts later."""
    real, asked = Door.admits, list[Door]()

    async def strange(door: Door, one: Interaction) -> bool:
        if one.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return await real(door, one)
        asked.append(door)
        return door is asked[0] and await real(door, one)

    return patch.object(Door, "admits", strange)


def die_of_sigterm_at_once() -> Planted:
    return patch.object(asyncio.SelectorEventLoop, "add_signal_handler", lambda *_: None)


def let_silence_change_nothing() -> Planted:
    def patient(_game: Any, state: Any, _chance: Any) -> Step[Any]:
        return Step(state, ())

    return patch.object(type(GAME), "timeout", patient)


def open_dms_in_spite_of_refusals() -> Planted:
    return patch.object(CircuitBreaker, "_open_no_more", lambda *_: None)


def take_every_fault_for_a_passing_one() -> Planted:
    return patch.object(transport, "delivery_error", lambda error: Unknown(f"code {error.code}"))


def forget_who_asks() -> Planted:
    real = Sessions.act

    async def careless(
        sessions: Sessions, session: Session, user_id: int, request: Request, click: Click = NO_CLICK
    ) -> Refusal | None:
        if isinstance(request, MakeMove):
            user_id = session.record.players[session.game.deciders(session.state)[0]]
        return await real(sessions, session, user_id, request, click)

    return patch.object(Sessions, "act", careless)


def take_every_control_for_a_fresh_one() -> Planted:
    return patch("bot.sessions.view.View.decision_of", lambda *_: 0)


def let_anybody_be_the_host() -> Planted:
    real = lobby.SetOptions.change

    def careless(
        asked: lobby.SetOptions, session: Session, _user_id: int, moment: Instant, click: Click
    ) -> Change | Refusal:
        return real(asked, session, session.record.host_id, moment, click)

    return patch.object(lobby.SetOptions, "change", careless)
