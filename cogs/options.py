"""A table's options before its deal: selects, the form for exact numbers, and typed options."""

from collections.abc import Mapping
from typing import Any

from bot.door.press import press_of
from bot.door.rights import may_set_server
from bot.engine.contract import CLOCKS, AnyGame
from bot.engine.options import NotAnOption, option_faults, parse_options, standard_options
from bot.engine.rule_codes import NotACode, is_like_code, read_code_for
from bot.engine.spelling import plain
from bot.games import GAMES
from bot.rendering import answers, fair, hint_rules, lobby, options, paces, saved_rules
from bot.sessions import alone
from bot.sessions.lobby import AskBeacon, SetOptions, SetPace, pace_of, usual_options
from bot.sessions.session import Session
from bot.sessions.sessions import Request
from cogs.base import BadControl, Interaction, Refused, ValueAct, answer, ask, check, open_form


async def show_options(interaction: Interaction, session: Session, note: str | None = None) -> None:
    """Show the host the choices. Raises Refused with the rules in force for everyone else."""
    record = session.record
    if interaction.user.id != record.host_id or record.status != "lobby":
        raise Refused(lobby.rules_in_force(session.scene(None)))
    scene, has_beacon = session.scene(None), interaction.client.beacon.is_configured
    server = await interaction.client.sessions.choices.of_server(record.guild_id)
    page = options.options_page(
        scene,
        paces=paces.select(scene),
        beacon=has_beacon,
        note=note,
        saved=tuple(server.rules.get(record.game, {})),
        may_save=may_set_server(interaction) and not record.is_in_dm,
    )
    await answer(interaction, page)


async def choose_pace(interaction: Interaction, session: Session, _rest: str, values: list[str]) -> None:
    """Set the pace from its select."""
    pace = paces.parse_pace(values[0]) if values else None
    if pace is None:
        raise BadControl
    await _send_and_show(interaction, session, SetPace(pace))


async def choose_option(interaction: Interaction, session: Session, rest: str, values: list[str]) -> None:
    """Set an option from a select, `jokers` with its value, or from a button, `packs 2`."""
    name, _, text = rest.partition(" ")
    try:
        given = parse_options(session.game.options, f"{name}={values[0] if values else text}")
    except NotAnOption:
        given = {}
    if not given or option_faults(session.game.options, given):
        raise BadControl
    await change_options(interaction, session, given)


async def choose_beacon(interaction: Interaction, session: Session, _rest: str, values: list[str]) -> None:
    """Set from its select whether a public beacon has a say in the deal."""
    await _send_and_show(interaction, session, AskBeacon(wanted=values == [fair.WITH_BEACON]))


async def choose_length(interaction: Interaction, session: Session, _rest: str, values: list[str]) -> None:
    """Set the options of a length from its select."""
    length = values[0] if values else ""
    lengths = session.game.lengths_for(alone=session.record.is_alone)
    if length not in lengths:
        raise BadControl
    await change_options(interaction, session, lengths[length])


async def choose_hints(interaction: Interaction, session: Session, _rest: str, values: list[str]) -> None:
    """Set from its select who may ask for hints."""
    hints = hint_rules.rule_named(values[0]) if values else None
    if hints is None:
        raise BadControl
    await _apply(interaction, session, SetOptions(hints=hints))


async def reset(interaction: Interaction, session: Session, _rest: str, _values: list[str]) -> None:
    """Reset all options to those of a new table in this server."""
    game = session.game
    chosen = await interaction.client.sessions.choices.of_server(session.record.guild_id)
    usually = pace_of(chosen, interaction.client.sessions.pace, {})
    pace = alone.PACE if session.record.is_in_dm else usually
    note = answers.text_of(answers.STANDARD_RULES)
    await _apply(interaction, session, SetOptions(usual_options(game, chosen), chosen.hints, pace), note)


async def ask_numbers(interaction: Interaction, session: Session, rest: str, _values: list[str]) -> None:
    """Open the form for exact numbers, filled with the typed ones if some of them were wrong."""
    scene = session.scene(None)
    fields = options.number_fields(scene, options.unpack(session.game, rest))
    await open_form(interaction, answers.EXACT_NUMBERS, f"m:{session.record.id}:numbers", *fields)


async def save_numbers(interaction: Interaction, session: Session, typed: Mapping[str, str]) -> None:
    """Set the numbers from the form. Raises Refused if some are wrong."""
    known = {option.name for option in options.number_options(session.game)}
    given = {name: options.read_number(text) for name, text in typed.items() if name in known}
    if faults := option_faults(session.game.options, given):
        back = (session.scene(None), {name: typed[name] for name in given})
        raise Refused(options.wrong_page(session.game, faults, len(given), back))
    await change_options(interaction, session, given)


def typed_options(game: AnyGame, text: str) -> dict[str, Any]:
    """Return options from `name=value` words. Raises Refused if they don't fit the game."""
    try:
        given = parse_options(game.options, text)
    except NotAnOption as problem:
        raise Refused(answers.explain_options(problem.name, f"{problem.example}=…")) from problem
    if faults := option_faults(game.options, given):
        raise Refused(options.wrong_page(game, faults, len(given)))
    return given


async def typed_rules(interaction: Interaction, game: AnyGame, text: str) -> dict[str, Any]:
    """Return rules typed as options, as a code, or by the name that this server saved. Raises Refused.

    A code or a name sets all options except clocks that it doesn't mention, which the table's pace sets.
    """
    server = await interaction.client.sessions.choices.of_server(interaction.guild_id or 0)
    saved = server.rules.get(game.id, {})
    name = next((one for one in saved if plain(one) == plain(text)), None)
    if name is None and not is_like_code(text):
        return typed_options(game, text)
    try:
        given = read_code_for(game, GAMES, text) if name is None else parse_options(game.options, saved[name])
    except NotACode as problem:
        raise Refused(saved_rules.code_refusal(problem)) from problem
    standard = standard_options(game.options)
    return {name: value for name, value in standard.items() if name not in CLOCKS} | given


async def _send_and_show(interaction: Interaction, session: Session, request: Request) -> None:
    """Send a lobby a request, and show the options afterwards."""
    check(session, await ask(interaction, session, request))
    await show_options(interaction, session)


async def change_options(interaction: Interaction, session: Session, given: Mapping[str, Any]) -> None:
    """Change options of a lobby's game."""
    await _apply(interaction, session, SetOptions(given))


async def _apply(
    interaction: Interaction, session: Session, request: SetOptions, note: str | None = None
) -> None:
    """Change options and show them on the private page that was pressed. The lobby updates itself."""
    check(session, await ask(interaction, session, request))
    if press_of(interaction).replaces:
        await show_options(interaction, session, note)
    else:
        await interaction.client.replies.give_silently(interaction)


OPTION_ACTS: dict[str, ValueAct] = {
    "beacon": choose_beacon,
    "choose": choose_option,
    "length": choose_length,
    "hints": choose_hints,
    "numbers": ask_numbers,
    "pace": choose_pace,
    "standard": reset,
}
"""Controls of the options. Their custom ids hold more than a name."""
