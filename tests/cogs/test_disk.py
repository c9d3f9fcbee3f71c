"""A locked database: players read once that nothing happened, and the next try works without a restart."""

from pathlib import Path

from structlog.testing import capture_logs

from bot.process.upkeep import Retention, Upkeep
from tests.helpers.behind import locked, make_impatient
from tests.helpers.figures import Figure
from tests.helpers.guild import SimGuild
from tests.helpers.tables import started

NOT_DONE = "That didn't save, so nothing happened. Please try again in a moment."


async def test_unsaved_move_is_told_once(guild: SimGuild, figure: Figure) -> None:
    session = await started(guild)
    store = guild.bot.store
    make_impatient(store)
    player = guild.players[session.game.deciders(session.state)[0]]
    before, table = session.record, guild.table_text

    with locked(store.path):
        refused = [await player.slash("recycle") for _ in range(2)]

    assert [reply.text for reply in refused] == [NOT_DONE] * 2, "each click is answered, once"
    assert all(reply.is_private for reply in refused)
    assert len(guild.env.errors) == len(refused)
    assert (session.record, guild.table_text) == (before, table)
    await player.slash("recycle")
    assert session.record.revision == before.revision + 1
    figure("P11", clicks_on_a_locked_disk=2, told_once_each=2, half_done=0, restarts=0)


async def test_backup_that_fails_is_one_line_with_its_cure(guild: SimGuild, tmp_path: Path) -> None:
    (tmp_path / "backups").touch()
    keeping = Retention(backups=tmp_path / "backups")
    guild.bot.chores.upkeep = Upkeep(guild.bot.store, keeping, clock=guild.bot.clock)

    with capture_logs() as logs:
        guild.bot.chores.start_maintenance()
        await guild.settle()

    [failed] = [one for one in logs if one["event"] == "housekeeping_failed"]
    assert failed["why"].endswith("/backups isn't a folder: name another place")
    assert "exc_info" not in failed
