"""People who have used something in their DMs with the bot before."""

from bot.sessions.preferences import Choices


async def see_dms(choices: Choices, *users: int) -> None:
    """Let these users be known to see their DMs, as after their first click there."""
    for user in users:
        await choices.set_user(user, dm="seen")
