"""More patience for SimCord, which gives up after five seconds of real time, too few on a busy machine.

In tests it continues instead, and the limit of the test itself ends endless waits. The five seconds keep
their other meaning: the line between waits that SimCord sits out and those that end only by moving its clock.
"""

import sys
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import simcord

T = TypeVar("T")
GIVING_UP: Final = ("_settle_internal", "_advance_to", "_detach_bot")
"""The parts of SimCord that give up. Their effects until then remain, so they can be called repeatedly."""


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
                print(error, file=sys.stderr)  # pytest shows it if the test fails.
                given, named = _later(env, given, named)

    patient.gives_up = real  # type: ignore[attr-defined] # Marks it as wrapped.
    patient.__kwdefaults__ = getattr(real, "__kwdefaults__", None)
    return patient


def _later(
    env: simcord.Env, given: tuple[Any, ...], named: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return the arguments with a later moment for giving up."""
    assert env._loop is not None
    deadline = env._loop.time() + env.settle_timeout
    if "_deadline" in named:
        named = named | {"_deadline": deadline}
    if len(given) == 2:  # The clock's target, and the moment for giving up.
        given = (given[0], deadline)
    return given, named
