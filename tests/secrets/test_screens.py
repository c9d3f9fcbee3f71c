"""A user's screen is the same in whatever order two places are written to."""

from tests.helpers.guild import SimGuild
from tests.helpers.tables import started
from tests.secrets.screens import Screen


async def test_messages_are_numbered_alike_in_every_place(guild: SimGuild) -> None:
    session = await started(guild)
    viewer = guild.players[session.game.deciders(session.state)[0]]
    screens = [Screen(guild, viewer) for _ in range(2)]
    begun, log = screens[0].sent, guild.env.backend.http_requests
    await viewer.slash("recycle")

    seen = []
    for screen, is_backwards in zip(screens, (False, True), strict=True):
        log[begun:] = sorted(
            log[begun:], key=lambda request: screens[0]._place(request.path) or "", reverse=is_backwards
        )
        seen.append(await screen.look())

    assert seen[0].keys() > {"answers", "files"}, "and a channel"
    assert seen[0] == seen[1]
