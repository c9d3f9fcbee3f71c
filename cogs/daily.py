"""`/daily`: each day's game with the same cards for everyone, its leaderboard, and results to share."""

from collections.abc import Sequence
from datetime import date, timedelta

from discord import app_commands

from bot.app import Cardcrate
from bot.door.press import press_of
from bot.games import GAMES
from bot.players import daily as plays
from bot.players.daily import PERSON
from bot.rendering import answers, daily, pages, words
from bot.rendering.computers import computer_name
from bot.rendering.daily import DailyGame, Leaderboard, Row, Share
from bot.rendering.scene import escaped
from bot.sessions.dailies import ListRow
from bot.sessions.session import Session
from cogs.base import CardcrateCog, Interaction, Refused, answer, command, is_guest, note_user, say, show_hand
from cogs.records import listed_names

KEY = "key"
"""The text for `check` that shows the keys."""


class Daily(CardcrateCog):
    """The command of the dailies."""

    @command(name="daily", description="Today's cards: the same for everyone, one try")
    @app_commands.describe(check="A line to check, or: key")
    async def daily(self, interaction: Interaction, check: str | None = None) -> None:
        """Show today's games or the one that the user has begun. Or check a result, or show the keys."""
        if check is None:
            begun = await self.bot.sessions.dailies.begun(interaction.user.id)
            await (_play(interaction, begun[0]) if begun else show_today(interaction))
        elif check.strip().lower() == KEY:
            await _show_keys(interaction)
        else:
            found = await self.bot.sessions.dailies.check(check, interaction.user.id)
            await say(interaction, daily.verdict(found.kind, found.facts))


async def show_today(interaction: Interaction) -> None:
    """Show the games of today."""
    dailies, user_id = interaction.client.sessions.dailies, interaction.user.id
    tries, begun = await dailies.tries(user_id), await dailies.begun(user_id)
    if await dailies.source(dailies.day) is None:
        raise Refused(answers.text_of(answers.NO_CARDS_YET))
    entries = [
        DailyGame(
            game,
            GAMES[game].name,
            words.listed([computer_name(one) for one in plays.computers_of(GAMES[game], dailies.day)]),
            lead=tries[game].lead if game in tries else None,
            is_begun=game in begun,
            is_left=game in tries and game not in begun,
        )
        for game in dailies.games
    ]
    days_played = await dailies.days_played(user_id)
    await answer(interaction, daily.today(dailies.day, entries, dailies.next_at, days_played))


async def carry_out(interaction: Interaction, rest: str, values: list[str]) -> None:
    """Carry out a control of these pages: `play craits`, `list craits 2026-11-29` or `how`."""
    what, _, more = rest.partition(" ")
    chosen = (values[0] if values else more).split()
    game = chosen[0] if chosen and chosen[0] in interaction.client.sessions.dailies.games else None
    if what == "how":
        await answer(interaction, daily.how_page(is_world=interaction.client.sessions.dailies.is_world))
    elif what == "play" and game is not None:
        await _play(interaction, game)
    elif what == "list" and game is not None:
        await _show_list(interaction, game, chosen[1] if len(chosen) > 1 else "")
    else:
        await show_today(interaction)


async def _play(interaction: Interaction, game: str) -> None:
    """Open the presser's table of today, or show it again."""
    sessions = interaction.client.sessions
    if press_of(interaction).message is not None and not press_of(interaction).replaces:
        press_of(interaction).leave_message()  # a public line isn't replaced
    guild_id = 0 if is_guest(interaction) else interaction.guild_id or 0
    session = await sessions.dailies.open(game, interaction.user.id, guild_id, interaction.id)
    if session is None:
        raise Refused(answers.text_of(answers.NO_CARDS_YET))
    note_user(interaction, session)
    session.standing = await sessions.dailies.standing(session)
    await show_hand(interaction, session)


async def share_result(interaction: Interaction, session: Session) -> None:
    """Post the presser's result in this channel."""
    sessions = interaction.client.sessions
    standing = await sessions.dailies.standing(session)
    if standing is None or session.seat_of(interaction.user.id) != PERSON:
        raise Refused(answers.text_of(answers.NOTHING_TO_SHARE))
    scene = session.scene(PERSON)
    dailies = sessions.dailies
    name = escaped(interaction.user.display_name)
    share = Share(name, await dailies.rounds(session), await dailies.code(session))
    press_of(interaction).leave_message()
    await say(interaction, answers.text_of(answers.SHARED))
    page = daily.share_page(scene, pages.face_of(scene), standing, share)
    await interaction.client.replies.announce(interaction, page)


async def _show_list(interaction: Interaction, game: str, day: str) -> None:
    """Show this server's leaderboard for a game and day."""
    dailies, user_id = interaction.client.sessions.dailies, interaction.user.id
    if interaction.guild_id is None or is_guest(interaction):
        raise Refused(answers.text_of(answers.LIST_NEEDS_SERVER))
    day = day if _is_day(day) and day <= dailies.day else dailies.day
    found = await dailies.listed(day, game, interaction.guild_id)
    has_finished = any(one.user_id == user_id and one.lead is not None for one in found)
    may_know = has_finished or day < dailies.day
    known = await listed_names(interaction, [one.user_id for one in found])
    of_day = await dailies.today(game, day)
    closes = dailies.closes_at(day)
    before = str(date.fromisoformat(dailies.day) - timedelta(days=1))
    is_today = day == dailies.day
    board = Leaderboard(
        GAMES[game].name,
        game,
        day,
        _rows(found, known, user_id, may_know=may_know),
        par=await dailies.par(of_day) if may_know and of_day is not None else None,
        finished=sum(one.lead is not None for one in found),
        closes_at=closes if closes > interaction.client.sessions.clock() else None,
        other_day=before if is_today else dailies.day,
        is_past=not is_today,
        others={other: GAMES[other].name for other in dailies.games if other != game},
    )
    await answer(interaction, daily.leaderboard_page(board))


def _rows(found: Sequence[ListRow], known: dict[int, str], user_id: int, *, may_know: bool) -> list[Row]:
    """Return the rows of players who may be named, without numbers if the reader hasn't finished."""
    rows = [
        Row(
            escaped(known.get(one.user_id, "")),
            one.lead if may_know else None,
            one.moves if may_know else None,
            one.place if may_know else None,
            one.user_id == user_id,
            one.is_best_played and may_know,
        )
        for one in found
        if one.lead is not None and (one.user_id in known or one.user_id == user_id)
    ]
    return rows if may_know else sorted(rows, key=lambda row: row.name)


async def _show_keys(interaction: Interaction) -> None:
    """Show yesterday's key, because its cards are no longer secret."""
    dailies = interaction.client.sessions.dailies
    day = str(date.fromisoformat(dailies.day) - timedelta(days=1))
    source = await dailies.source(day)
    if dailies.is_world and source is None:
        raise Refused(answers.text_of(answers.NO_CARDS_YET))
    key, beacon = (None, None) if source is None else (source.key.hex(), source.beacon)
    await answer(interaction, daily.keys_page(day, key, beacon, await dailies.anchors(day)))


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


async def setup(bot: Cardcrate) -> None:
    """Load the cog."""
    await bot.add_cog(Daily(bot))
