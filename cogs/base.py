"""Shared helpers of all cogs: find the session that a user means, make a move, answer in private."""

import re
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from functools import partial, wraps
from typing import Any, Final, TypeVar, cast

import discord
import msgspec
from discord import app_commands
from discord.ext import commands

from bot.app import Cardcrate
from bot.delivery.names import printable_name
from bot.delivery.page_rendering import prerender, render_now
from bot.door.ephemeral import HandInDm, HandView
from bot.door.press import answered, press_of
from bot.door.rights import may_set_server
from bot.engine.cards import normalised
from bot.engine.chance import Seat, seat_letter
from bot.engine.contract import Malformed
from bot.engine.draft import Refusal
from bot.engine.moves import Leave, Move, fields_of, option_kinds, verb_of
from bot.engine.notation import build_move
from bot.engine.spelling import key, plain
from bot.rendering import absence, answers, blocks, computers, computers_page, pages, turning, words
from bot.rendering.page import Field, Page, text_page
from bot.rendering.scene import Scene, SeenMove
from bot.sessions import lobby
from bot.sessions.absence import AskAboutAway, ComeBack
from bot.sessions.deadlines import is_away
from bot.sessions.lobby import BeHere
from bot.sessions.play import MakeMove
from bot.sessions.session import Session
from bot.sessions.sessions import Request
from bot.sessions.view import Click, HandAt, TableAt

Interaction = discord.Interaction[Cardcrate]
Do = TypeVar("Do", bound=Callable[..., Coroutine[Any, Any, None]])
Choice = app_commands.Choice[str]
FreeAct = Callable[[Interaction, str, list[str]], Awaitable[None]]
"""The handler of a control that belongs to no table. Gets the rest of its custom id and the chosen values."""
TableAct = Callable[[Interaction, Session], Awaitable[None]]
"""The handler of a control at a table."""
ValueAct = Callable[[Interaction, Session, str, list[str]], Awaitable[None]]
"""The handler of a control at a table. Also gets the rest of its custom id and the chosen values."""
MENTION: Final = re.compile(r"<@!?(\d{1,20})>", re.ASCII)
MAX_MISSED: Final = 60
"""The most past moves that are searched for those someone has missed."""


class NoSuchPlayer(Malformed):
    """A command that names someone without a seat."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class MissingOption(Malformed):
    """A command without an option that it needs."""

    def __init__(self, option: str) -> None:
        super().__init__(option)
        self.option = option


class Refused(Exception):
    """A refusal whose reason the sender reads. Any function of a cog may raise it."""

    def __init__(self, why: str | Page) -> None:
        super().__init__(why)
        self.page = text_page(why) if isinstance(why, str) else why


class BadControl(Refused):
    """The refusal of a control that no page of this version offers."""

    def __init__(self) -> None:
        super().__init__(answers.text_of(answers.CONTROL_DEAD))


def answering(do: Do) -> Do:
    """Wrap a handler, so that a `Refused` it raises becomes the answer to its interaction."""

    @wraps(do)
    async def answered_by_refusal(*given: Any, **options: Any) -> None:
        try:
            await do(*given, **options)
        except Refused as refused:
            interaction = next(one for one in given if isinstance(one, discord.Interaction))
            await answer(interaction, refused.page)

    return cast("Do", answered_by_refusal)


def command(name: str, description: str) -> Callable[[Do], app_commands.Command[Any, ..., None]]:
    """Return a decorator that makes a cog's method a slash command."""
    return lambda do: app_commands.command(name=name, description=description)(answering(do))


def explain_malformed(problem: Malformed) -> str:
    """Return a sentence that says why a command's options don't make a move."""
    match problem:
        case NoSuchPlayer():
            return answers.no_seat(problem.name)
        case MissingOption():
            return answers.option_missing(problem.option)
    return answers.text_of(answers.UNREADABLE)


class CardcrateCog(commands.Cog):
    """A cog with the commands of a game or page. It turns them into moves and shows the answers."""

    def __init__(self, bot: Cardcrate) -> None:
        self.bot = bot

    async def play(self, interaction: Interaction, verb: str, **options: object) -> None:
        """Make a slash command's move at this channel's table, and show its sender their hand."""
        session = note_user(interaction, await live_here(interaction))
        if session.seat_of(interaction.user.id) is None and session.record.status == "playing":
            await show_hand(interaction, session)
            return
        kind = kinds_of(session).get(verb)
        if kind is None:
            raise Refused(answers.other_game(session.game))
        try:
            move = move_of(session, kind, options)
        except Malformed as problem:
            raise Refused(explain_malformed(problem)) from problem
        await make_typed_move(interaction, session, move)


async def make_typed_move(
    interaction: Interaction, session: Session, move: Move, revision: int | None = None, act: str = ""
) -> None:
    """Make a move, and answer with the sender's hand. If the move asks first, only show its question."""
    if turning.asks_first(move, session.scene(session.seat_of(interaction.user.id))):
        await show_hand(interaction, session, form=move.verb)
        return
    refusal = await make_move(interaction, session, move, revision, act)
    await show_hand(interaction, session, refusal, is_typed=True)


async def make_move(
    interaction: Interaction, session: Session, move: Move, revision: int | None = None, act: str = ""
) -> Refusal | None:
    """Make a user's move. A control has the `revision` at which it was made, a typed command has none."""
    await welcome(interaction, session)
    seat = session.seat_of(interaction.user.id)
    prepare = partial(prepare_hand, interaction, seat)
    click = Click(interaction.id, press_of(interaction).pressed_at, revision, act, prepare)
    if seat is not None and session.state is not None:
        replace_in_place(interaction, session)
    interaction.client.replies.before_move(interaction, session, seat)
    return await interaction.client.sessions.act(session, interaction.user.id, MakeMove(move), click)


def prepare_hand(interaction: Interaction, seat: Seat | None, after: Session) -> None:
    """Build the hand that answers a move while the move is being stored. Its picture is on order by then."""
    if seat is None:
        return
    scene = after.scene(seat)
    if (page := prerender(pages.hand, scene)) is not None:
        press_of(interaction).expected = scene, page


async def welcome(interaction: Interaction, session: Session) -> None:
    """Give a returning player their seat back, and list above their hand what a computer did meanwhile."""
    seat = session.seat_of(interaction.user.id)
    if seat is None or session.record.status != "playing":
        return
    if await end_away(interaction, session):
        press_of(interaction).welcome = answers.text_of(absence.WELCOME_BACK)
    if not is_away(session.record, seat):
        return
    before = await seen(interaction, session)
    if await interaction.client.sessions.act(session, interaction.user.id, ComeBack()) is not None:
        return
    if before.is_stood_in:
        past = await missed_moves(interaction, session, before)
        press_of(interaction).welcome = absence.welcome_lines(past, before)


async def end_away(interaction: Interaction, current: Session | None = None) -> bool:
    """End a user's time away at all their tables. Return False if they weren't away."""
    sessions, user = interaction.client.sessions, interaction.user.id
    if not (await sessions.choices.of_user(user)).away_for(sessions.clock()):
        return False
    await sessions.choices.set_user(user, away_until=None)
    for session in await sessions.of(user):
        question, seat = session.record.attendance.question, session.seat_of(user)
        is_asked_about = question is not None and question.until > 0 and seat in question.seats
        if session is not current:
            await sessions.act(session, user, ComeBack() if is_asked_about else AskAboutAway())
        sessions.show(session)
    return True


async def missed_moves(interaction: Interaction, session: Session, before: Scene) -> list[SeenMove]:
    """Return the latest moves made while a computer played for the scene's viewer."""
    if before.viewer is None or not before.is_stood_in:
        return []
    since = max(one.since for one in session.record.attendance.stand_ins if one.seat == before.viewer)
    history = await interaction.client.store.history(session.record.id, MAX_MISSED)
    return session.recall((played for played in history if played.revision > since), before.viewer)


async def ask(interaction: Interaction, session: Session, request: Request) -> Refusal | None:
    """Send a user's request to a table. Return its refusal, or None."""
    sessions = interaction.client.sessions
    return await sessions.act(session, interaction.user.id, request, Click(interaction.id))


async def live_here(interaction: Interaction) -> Session | None:
    """Return the live session of the interaction's channel."""
    if interaction.channel_id is None:
        return None
    return await interaction.client.sessions.at(interaction.channel_id)


async def last_here(interaction: Interaction) -> Session | None:
    """Return the channel's live session, or else the game that ended there last."""
    if interaction.channel_id is None:
        return None
    return await interaction.client.sessions.latest_at(interaction.channel_id)


async def own_tables(interaction: Interaction) -> list[Session]:
    """Return the live tables of the user, the latest first."""
    return await interaction.client.sessions.tables_of(interaction.user.id)


def kinds_of(session: Session) -> dict[str, type[Move]]:
    """Return the kinds of move in the session's game, by verb."""
    kinds: tuple[type[Move], ...] = (*session.game.moves, Leave)
    return {verb_of(kind): kind for kind in kinds}


def move_of(session: Session, kind: type[Move], options: Mapping[str, object]) -> Move:
    """Build a move from its chosen or typed options. Raises Malformed."""
    given = given_options(session, kind, options)
    missing = [one.encode_name for one in fields_of(kind) if one.required and one.encode_name not in given]
    if missing:
        raise MissingOption(missing[0])
    return build_move(kind, given, len(session.record.players))


def given_options(session: Session, kind: type[Move], options: Mapping[str, object]) -> dict[str, Any]:
    """Return the options that were given, with typed players as seats. Raises NobodyThere."""
    special = option_kinds(kind)
    given = {name: value for name, value in options.items() if value is not None and name in special}
    for name, value in given.items():
        if isinstance(value, str) and special[name] == "seat":
            given[name] = seat_named(session, value)
        elif isinstance(value, str) and name == "rank":
            given[name] = normalised(value)
    return given


def seat_named(session: Session, typed: str) -> Seat:
    """Return the seat of a player by mention, name or letter, or a computer's by its number.

    Raises NobodyThere.
    """
    mention = MENTION.fullmatch(typed.strip())
    if mention is not None:
        seat = session.seat_of(int(mention[1]))
    else:
        number = computer_named(session, typed)
        seat = session.seat_of(number) if number else _seat_called(session, typed)
    if seat is None:
        raise NoSuchPlayer(typed)
    return seat


def _seat_called(session: Session, typed: str) -> Seat | None:
    """Return the seat of the only player with this name, or the seat with this letter."""
    scene = session.scene(None)
    printable_name = [
        seat
        for seat in range(len(scene.players))
        if key(typed) and key(typed) in map(key, (scene.name(seat), scene.owner(seat)))
    ]
    if printable_name:
        return printable_name[0] if len(printable_name) == 1 else None
    letters = {seat_letter(seat): seat for seat in range(len(scene.players))}
    return letters.get(plain(typed).upper())


def computer_named(session: Session, typed: str) -> int:
    """Return the computer at this table with a typed number, `11`, or name, `Hare`. 0 if there's none."""
    for user in computers_page.computers_at(session.scene(None)):
        if key(typed) in (str(-user), key(computers.computer_name(user))):
            return user
    return 0


def note_user(interaction: Interaction, session: Session | None) -> Session:
    """Note the user's name at a table, and begin to ask Discord for the names of the other players.

    Returns the table. Raises Refused if there's none.
    """
    if session is None:
        in_dm = interaction.guild_id is None
        raise Refused(answers.text_of(answers.NO_TABLE) if in_dm else words.HOST_REFUSALS["no-session"]({}))
    user = interaction.user
    press_of(interaction).session = session
    guild_id = user.guild.id if isinstance(user, discord.Member) else interaction.guild_id or 0
    is_member = guild_id == session.record.guild_id
    name = printable_name(user.display_name, user.name)
    interaction.client.names.note_name(session, user.id, name, is_member=is_member)
    return session


async def note_presence(interaction: Interaction, session: Session) -> None:
    """Note that a lobby's host is present, whichever control they press."""
    sessions = interaction.client.sessions
    on_clock = sessions.clocks.time_at(session.record.id)
    if lobby.is_worth_noting(session.record, interaction.user.id, on_clock):
        await sessions.act(session, interaction.user.id, BeHere())


def is_guest(interaction: Interaction) -> bool:
    """Whether the user uses their own installation of the bot in a server it isn't a member of."""
    if interaction.guild_id is None or not interaction.is_user_integration():
        return False
    return not interaction.is_guild_integration()


def server_of(interaction: Interaction) -> int:
    """Return the interaction's server. Raises Refused in a DM, and where the bot isn't a member."""
    if interaction.guild_id is None or is_guest(interaction):
        raise Refused(answers.text_of(answers.ONLY_IN_SERVERS))
    return interaction.guild_id


def managed_server(interaction: Interaction) -> int:
    """Return the interaction's server. Raises Refused unless the user manages it now."""
    if interaction.guild_id is None or not may_set_server(interaction):
        raise Refused(answers.text_of(answers.ONLY_SERVER_MANAGERS))
    return interaction.guild_id


async def open_form(interaction: Interaction, title: str, custom_id: str, *fields: Field) -> None:
    """Answer with a form, which Discord accepts only as the first response. `title` is a marked message.

    The library doesn't wait for it: `handle_form` in `cogs/buttons.py` reads it, also after a restart.
    """
    form = discord.ui.Modal(title=answers.text_of(title)[:45], custom_id=custom_id)
    for one in fields:
        line: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id=one.name,
            default=one.text or None,
            placeholder=one.example or None,
            required=one.is_required,
            max_length=one.most,
        )
        form.add_item(discord.ui.Label(text=one.label, description=one.hint or None, component=line))
    form.stop()
    await press_of(interaction).settle()
    if interaction.response.is_done():
        await say(interaction, answers.text_of(answers.TOO_LONG))
    else:
        await answered(lambda: interaction.response.send_modal(form))


async def say(interaction: Interaction, sentence: str) -> None:
    """Answer an interaction with one sentence that only its sender sees."""
    await answer(interaction, text_page(sentence))


def check(session: Session, refusal: Refusal | None) -> None:
    """Raise Refused with a table's refusal, if there's one."""
    if refusal is not None:
        raise Refused(pages.refusal(session.scene(None), refusal))


async def seen(interaction: Interaction, session: Session) -> Scene:
    """Return a table's scene for the user, once everyone's name is known."""
    await session.learn_choices()
    await interaction.client.names.learn(session)
    return session.scene(session.seat_of(interaction.user.id))


async def show_hand(
    interaction: Interaction,
    session: Session,
    refusal: Refusal | None = None,
    *,
    form: str | None = None,
    note: str | None = None,
    is_typed: bool = False,
) -> None:
    """Answer with the sender's hand, below the reason why a move was refused or another note.

    After a typed move that ends the game, it doesn't repeat a result that the channel shows.
    """
    seat = session.seat_of(interaction.user.id)
    if seat is None or session.state is None:
        if seat is None and session.record.status == "playing":
            in_server = interaction.guild_id is not None
            await answer(interaction, pages.outsider(await seen(interaction, session), in_server=in_server))
            return
        why = refusal or (session.not_playing if seat is not None else None) or Refusal("not-a-player")
        raise Refused(pages.refusal(await seen(interaction, session), why))
    scene = await seen(interaction, session)
    press = press_of(interaction)
    welcomed, press.welcome = press.welcome, None
    news = [blocks.join_warning(session.record.id, one) for one in session.take_warnings(interaction.user.id)]
    notes = (*news, welcomed, pages.refusal(scene, refusal) if refusal else note)
    note = "\n".join(filter(None, notes)) or None
    is_usual = note is None and form is None
    if is_typed and note is None and await _shows_result_here(interaction, session):
        await answer(interaction, pages.own_place(scene))
        return
    if is_usual and press.expected is not None and press.expected[0] == scene:
        _, page = press.expected
    else:
        page = await render_now(partial(pages.hand, form=form, note=note), scene)
    await give_page(interaction, session, HandView(scene, page, note, is_extended=form is not None))


async def _shows_result_here(interaction: Interaction, session: Session) -> bool:
    """Whether the user types where the table shows its result. A solo game's result isn't in its channel."""
    record = session.record
    has_table = record.is_in_dm or not record.is_alone
    is_here = record.status == "over" and has_table and record.channel_id == interaction.channel_id
    return is_here and await interaction.client.publisher.current_message(session, TableAt()) is not None


def replace_in_place(interaction: Interaction, session: Session) -> None:
    """Let the answer replace the message that was pressed in a DM, because it's this table's hand."""
    press = press_of(interaction)
    if press.hand_only == session.record.id:
        press.hand_only = None


async def go_home(interaction: Interaction, session: Session) -> None:
    """Answer with the hand. If the hand is in view in this DM, delete the page next to it instead."""
    message = press_of(interaction).message
    is_beside = (
        session.record.is_in_dm
        and message is not None
        and message.flags.ephemeral
        and not _is_kept_hand(interaction, session, message.id)
    )
    if is_beside and await interaction.client.publisher.current_message(session, TableAt()) is not None:
        await interaction.client.replies.give_silently(interaction)
    else:
        await show_hand(interaction, session)


def _is_kept_hand(interaction: Interaction, session: Session, message_id: int) -> bool:
    """Whether a message is the sender's hand, which the bot keeps up to date."""
    seat = session.seat_of(interaction.user.id)
    own_pages = interaction.client.replies.own_pages
    return seat is not None and own_pages.follows((session.record.id, seat), message_id)


async def give_page(interaction: Interaction, session: Session, view: HandView) -> None:
    """Answer with a player's hand: in the DM message that was pressed, or as a page kept up to date."""
    press, client = press_of(interaction), interaction.client
    replies, publisher, scene = client.replies, client.publisher, view.scene
    await press.settle()
    if (message := press.dm_message) is not None:
        replace_in_place(interaction, session)
        await replies.give(interaction, view.page, HandInDm(publisher, session, view, message.id))
        return
    if scene.viewer in scene.unseen:
        hand = await publisher.current_message(session, HandAt(scene.viewer))
        if hand is not None:
            view = view._replace(dm=words.dm_address(hand.channel_id, hand.message_id))
    page = pages.with_dm_link(scene, view.page, view.dm)
    given = await replies.give(interaction, pages.with_time(scene, page, client.clock()))
    if given is not None:
        replies.own_pages.follow(view, given)
    if scene.viewer is not None and session.record.revision != scene.revision:
        await replies.own_pages.update(session, scene.viewer)


async def answer(interaction: Interaction, page: Page) -> None:
    """Answer an interaction's sender alone, below a warning if someone on their block list has joined."""
    if (session := press_of(interaction).session) and (joined := session.take_warnings(interaction.user.id)):
        above = blocks.warning_blocks(session.record.id, joined, may_leave=session.record.status == "lobby")
        page = msgspec.structs.replace(page, blocks=(*above, *page.blocks))
    await interaction.client.replies.give(interaction, page)
