"""SimCord gives up after five seconds of real time, at its start without a choice; on a busy machine that is little.

In tests it goes on instead, and the limit of the test itself ends what never comes to rest. The five seconds stay
what they also are: the line between waits that SimCord sits out and those that only moving its clock ends.
"""

import sys
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import simcord

T = TypeVar("T")
GIVING_UP: Final = ("_settle_internal", "_advance_to", "_detach_bot")
"""The parts of SimCord that give up; what they have done until then stays done, so that they can be asked again."""


def have_patience() -> None:
    """Let SimCord wait for its bot as long as it takes."""
    for name in GIVING_UP:
        real = getattr(simcord.Env, name)
        if not hasattr(real, "gives_up"):
            setattr(simcord.Env, name, _patient(real))


def _patient(real: Callable[..., Awaitable[T]]) -> Callable[..., Awaitable[T]]:
    async def patient(env: simcord.Env, *given: Any, **named: Any) -> T:
        while True:
            try:
                return await real(env, *given, **named)
            except TimeoutError as error:
                print(error, file=sys.stderr)  # pytest shows it if the test fails
                given, named = _later(env, given, named)

    patient.gives_up = real  # type: ignore[attr-defined] # the mark by which it is known
    patient.__kwdefaults__ = getattr(real, "__kwdefaults__", None)
    return patient


def _later(
    env: simcord.Env, given: tuple[Any, ...], named: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The same call with a later moment at which to give up."""
    assert env._loop is not None
    deadline = env._loop.time() + env.settle_timeout
    if "_deadline" in named:
        named = named | {"_deadline": deadline}
    if len(given) == 2:  # the target of the clock, and when to give up
        given = (given[0], deadline)
    return given, named
