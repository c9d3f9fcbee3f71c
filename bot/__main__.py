"""The command line."""

import asyncio
import json
import os
import secrets
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import Annotated, NoReturn

import discord
import msgspec
import structlog
import typer

from bot import cluster_main, playground, serving
from bot.config import (
    BadSettings,
    Location,
    Server,
    Settings,
    access_problem,
    database_at,
    make_state_folder,
    misspellings,
    read_settings,
)
from bot.delivery.layouts import upload_emojis as upload
from bot.engine.contract import Malformed
from bot.engine.notation import referee as judge
from bot.fair.daily import KEY_BYTES
from bot.fair.verifying import MAX_BYTES, Unproved, summary, verify_proof
from bot.games import GAMES
from bot.logs import set_up_logs
from bot.process.doctor import check_up
from bot.process.network import use_api
from bot.process.refusals import Kind, Refused, log_in, translate_errors
from bot.process.upkeep import PACK_AFTER_SECONDS, retention_of
from bot.rendering.art.emoji import CARDS
from bot.shipped import SETTINGS, version
from bot.status import heartbeat
from bot.storage import commands
from bot.storage.dailies import Chain
from bot.storage.errors import Incomplete, InUse, StoreError, Unreachable
from bot.storage.progress import Progress, silent
from bot.storage.store import Store

log = structlog.get_logger(__name__)

EXIT_CRASH = 1
EXIT_SETTINGS = 2
EXIT_DATABASE = 3
EXIT_TOKEN = 4
EXIT_UNREACHABLE = 5
EXIT_IN_USE = 6
MISSING = "DISCORD_TOKEN is empty"
CODES_BY_KIND: Mapping[Kind, int] = {"token": EXIT_TOKEN, "settings": EXIT_SETTINGS, "away": EXIT_UNREACHABLE}

command = typer.Typer(
    help="Cardcrate: card games in Discord channels.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # Logs and screen readers need plain lines.
    context_settings={"max_content_width": 120},
)

ratings = typer.Typer(help="Players' ratings.", no_args_is_help=True, rich_markup_mode=None)
command.add_typer(ratings, name="ratings")
chain = typer.Typer(
    help="The chain of keys from which dailies are dealt.", no_args_is_help=True, rich_markup_mode=None
)
command.add_typer(chain, name="daily-chain")


def show_version(wanted: bool) -> None:
    """Show the version and exit."""
    if wanted:
        typer.echo(f"cardcrate {version()}")
        raise typer.Exit


@command.callback()
def root(
    shows_version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Show the version")
    ] = False,
) -> None:
    """Cardcrate: card games in Discord channels."""


@command.command()
def run() -> None:
    """Run the bot on Discord."""
    settings = settings_with_a_folder()
    if settings.discord_token is None:
        fail(
            EXIT_SETTINGS,
            f"{MISSING}: put the token after DISCORD_TOKEN= in .env (`cardcrate settings` prints one)",
        )
    set_up_logs(settings)
    for line in misspellings():
        log.warning("setting_unknown", why=line)
    try:
        serve = cluster_main.serve if isinstance(settings.database, Server) else serving.serve
        asyncio.run(serve(settings, settings.discord_token.get_secret_value()))
    except BadSettings as error:
        fail(EXIT_SETTINGS, str(error))
    except StoreError as error:
        fail_for_database(error)
    except Refused as error:
        fail_for_discord(error)
    except OSError as error:
        fail_for_disk(error)
    except Exception:
        log.exception("crashed")
        raise typer.Exit(EXIT_CRASH) from None


@command.command()
def referee(
    file: Annotated[
        Path | None,
        typer.Argument(help="A case or a list of cases as JSON (default: standard input)", readable=False),
    ] = None,
) -> None:
    """Run test cases and print the results as JSON."""
    try:
        raw = sys.stdin.buffer.read() if file is None or str(file) == "-" else file.read_bytes()
        print_json(judge(GAMES, raw))
    except OSError as error:
        fail(EXIT_SETTINGS, f"can't read {file}: {error.strerror}")
    except Malformed as error:
        fail(EXIT_SETTINGS, str(error))


@ratings.command()
def rebuild() -> None:
    """Recalculate all ratings from the rated games. Stop the bot first."""
    settings = settings_or_exit()
    run_and_exit(lambda: commands.rebuild_ratings(settings.database, settings.migrations, typer.echo))


@chain.command()
def show() -> None:
    """Show the chain, and near its end the next one: first day, anchor, and the secret of all cards."""
    settings = settings_or_exit()
    run_and_exit(lambda: commands.show_chain(settings.database, settings.migrations, typer.echo))


@chain.command()
def use(
    first_day: Annotated[str, typer.Argument(help="Its first day, like 2026-11-29")],
    secret: Annotated[str, typer.Argument(help="Its secret, 64 digits")],
) -> None:
    """Use the chain of another installation, to deal the same days. Stop the bot first."""
    settings = settings_or_exit()
    chosen = None
    with suppress(ValueError):
        chosen = Chain(str(date.fromisoformat(first_day)), bytes.fromhex(secret))
    if chosen is None or len(chosen.tip) != KEY_BYTES:
        cure = f"give a day like 2026-11-29 and a secret of {2 * KEY_BYTES} hexadecimal digits"
        fail(EXIT_SETTINGS, f"that isn't a chain: {cure}")
    where = (settings.database, settings.migrations)
    run_and_exit(lambda: commands.use_chain(*where, chosen, write=typer.echo))


@chain.command(name="new")
def begin_chain() -> None:
    """Draw a new chain that begins today. Stop the bot first."""
    settings = settings_or_exit()
    drawn = Chain(str(datetime.now(UTC).date()), secrets.token_bytes(KEY_BYTES))
    where = (settings.database, settings.migrations)
    run_and_exit(lambda: commands.use_chain(*where, drawn, write=typer.echo))


@command.command()
def play(
    users: Annotated[int, typer.Option(min=2, max=10, help="Number of users in the channel")] = 4,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port on this machine (0: any free one)")
    ] = 8765,
    keep: Annotated[bool, typer.Option(help="Keep the tables of the last session")] = False,
) -> None:
    """Play in your browser, as several users, without a Discord account or token."""
    settings = settings_or_exit()
    set_up_logs(settings)
    try:
        asyncio.run(playground.run(settings, users=users, port=port, announce=typer.echo, keep=keep))
    except playground.CannotPlay as error:
        fail(EXIT_SETTINGS, str(error))
    except StoreError as error:
        fail_for_database(error)


@command.command()
def doctor(
    server: Annotated[
        int | None, typer.Option(min=1, help="ID of a server: check the bot's permissions there")
    ] = None,
) -> None:
    """Check settings, files, database, backups and Discord, and print the cure for each fault."""
    raise typer.Exit(asyncio.run(check_up(typer.echo, server)))


@command.command(name="settings")
def print_settings() -> None:
    """Print a settings file to fill in: `cardcrate settings > .env`."""
    typer.echo(SETTINGS.read_text(encoding="utf-8"), nl=False)


@command.command()
def health() -> None:
    """Show the running bot's health in one line. The exit code is 0 if it's healthy, else 1."""
    code, line = heartbeat.health()
    typer.echo(line)
    raise typer.Exit(code)


@command.command()
def backup() -> None:
    """Back up the database, even while the bot runs."""
    settings = settings_or_exit()
    if settings.backups is None:
        fail(EXIT_SETTINGS, "BACKUPS is empty: name a folder for backups in .env")
    places = (settings.database, settings.migrations, settings.backups)
    limits = retention_of(settings).limits
    run_and_exit(lambda: commands.back_up(*places, datetime.now(UTC), typer.echo, limits=limits))


@command.command()
def restore(file: Annotated[Path, typer.Argument(help="The backup file", readable=False)]) -> None:
    """Replace the database with a backup. Stop the bot first."""
    settings, at = settings_with_a_folder(), datetime.now(UTC)
    paths = (file, settings.database, settings.migrations)
    with progress_bar("Checking") as progress:
        run_and_exit(lambda: commands.restore(*paths, GAMES, at=at, write=typer.echo, progress=progress))


@command.command(name="verify-db")
def verify_db() -> None:
    """Check every row, every move and every position of the database."""
    settings = settings_or_exit()
    paths = (settings.database, settings.migrations)
    with progress_bar("Checking") as progress:
        run_and_exit(lambda: commands.verify_db(*paths, GAMES, typer.echo, progress))


@command.command()
def pack() -> None:
    """Pack games that ended at least two days ago, and shrink the file. Stop the bot first."""
    settings = settings_or_exit()
    set_up_logs(settings)
    before = datetime.now(UTC).timestamp() - PACK_AFTER_SECONDS

    def store() -> Store:
        return Store(settings.database, settings.migrations, GAMES, backups=settings.backups)

    with progress_bar("Packing") as progress:
        run_and_exit(lambda: asyncio.run(commands.pack(store(), before, typer.echo, progress)))


@contextmanager
def progress_bar(label: str) -> Iterator[Progress]:
    """Show a progress bar on standard error, if it's a terminal."""
    if not sys.stderr.isatty():
        yield silent
        return
    with typer.progressbar(length=0, label=label, file=sys.stderr) as bar:

        def progress(done: int, of: int) -> None:
            bar.length = of
            bar.update(done - bar.pos)

        yield progress


@command.command(name="copy-db")
def copy_db(
    source: Annotated[str, typer.Argument(metavar="FROM", help="A file, or postgresql://...")],
    target: Annotated[str, typer.Argument(metavar="TO", help="A new file, or an empty PostgreSQL database")],
) -> None:
    """Copy the database from a file to PostgreSQL, or back. Stop the bot first."""
    settings = settings_or_exit()
    places = (database_arg("FROM", source), database_arg("TO", target), settings.migrations)
    with progress_bar("Checking") as progress:
        run_and_exit(lambda: commands.copy_db(*places, GAMES, typer.echo, progress=progress))


def database_arg(argument: str, text: str) -> Location:
    """Return the database that an argument names, or exit with one line."""
    try:
        return database_at(text)
    except ValueError as error:
        fail(EXIT_SETTINGS, f"{argument} {error}")


@command.command()
def verify(
    file: Annotated[
        Path, typer.Argument(help="The file from *Verify*, or - for standard input", readable=False)
    ],
    seal: Annotated[str | None, typer.Option(help="The seal from the lobby")] = None,
) -> None:
    """Check the proof of a deal: its seal, its key, and each card and die."""
    try:
        with sys.stdin.buffer if str(file) == "-" else file.open("rb") as opened:
            raw = opened.read(MAX_BYTES + 1)
        print_lines(summary(verify_proof(raw, seal)))
    except OSError as error:
        fail(EXIT_SETTINGS, f"can't read {file}: {error.strerror}")
    except Unproved as refused:
        why = refused.why.encode("unicode_escape").decode()
        typer.echo(f"NOT PROVED, at the {refused.step}: {why}.")
        raise typer.Exit(1) from None


def print_lines(lines: list[str]) -> None:
    """Write lines to standard output."""
    for line in lines:
        typer.echo(line)


def run_and_exit(job: Callable[[], int]) -> NoReturn:
    """Run a job with the database, and exit with its code, or with one line about an error."""
    try:
        code = job()
    except StoreError as error:
        fail_for_database(error)
    except OSError as error:
        fail_for_disk(error)
    raise typer.Exit(code)


@command.command()
def emojis() -> None:
    """Upload the card faces as emojis of your application, once (optional). Stop the bot first."""
    settings = settings_with_a_folder()
    if settings.discord_token is None:
        fail(EXIT_SETTINGS, f"{MISSING}: put the token into .env, because emojis belong to its application")
    try:
        asyncio.run(upload_emojis(settings, settings.discord_token.get_secret_value()))
    except StoreError as error:
        fail_for_database(error)
    except Refused as error:
        fail_for_discord(error)


async def upload_emojis(settings: Settings, token: str) -> None:
    """Upload missing emojis and store their ids in the database. The bot must be stopped."""
    store = Store(settings.database, settings.migrations)
    await store.open()
    use_api(settings.discord_api)
    try:
        with translate_errors():
            async with discord.Client(intents=discord.Intents.none()) as client:
                await log_in(client, partial(client.login, token))
                with progress_bar("Card faces") as progress:
                    await upload(client, store, progress)
    finally:
        await store.close()
    typer.echo(f"{len(CARDS)} card emojis are ready. The bot uses them after its next start.")


def settings_or_exit() -> Settings:
    """Return the settings, or exit with one line."""
    try:
        return read_settings()
    except BadSettings as error:
        fail(EXIT_SETTINGS, f"settings: {error}")


def settings_with_a_folder() -> Settings:
    """Return the settings, and make the default folder for the bot's state."""
    settings = settings_or_exit()
    try:
        make_state_folder(settings)
    except BadSettings as error:
        fail(EXIT_DATABASE, str(error))
    return settings


def print_json(value: object) -> None:
    """Write readable JSON to standard output, with whole numbers of any size."""
    typer.echo(json.dumps(msgspec.to_builtins(value), ensure_ascii=False))


def fail_for_database(error: StoreError) -> NoReturn:
    """Exit because the database can't be used."""
    match error:
        case InUse():
            fail(EXIT_IN_USE, str(error))
        case Unreachable():
            fail(EXIT_UNREACHABLE, str(error))
        case Incomplete():
            fail(EXIT_SETTINGS, str(error))
    fail(EXIT_DATABASE, str(error))


def fail_for_disk(error: OSError) -> NoReturn:
    """Exit because a file or folder can't be used."""
    path = None if error.filename is None else Path(os.fsdecode(error.filename))
    why = None if path is None else access_problem(path.parent) or access_problem(path)
    place = path or "the disk"
    fail(
        EXIT_DATABASE,
        str(why or f"can't use {place} ({error.strerror or error}): make room, or check the disk"),
    )


def fail_for_discord(error: Refused) -> NoReturn:
    """Exit because Discord doesn't let the bot in."""
    fail(CODES_BY_KIND[error.refusal.kind], str(error))


def fail(code: int, line: str) -> NoReturn:
    """Exit with one clear line on standard error."""
    typer.echo(f"cardcrate: {line}", err=True)
    raise typer.Exit(code)


def main() -> None:
    """Run the command line."""
    try:
        command()
    except OSError as error:  # The output may go to a file on a full disk.
        typer.echo(
            f"cardcrate: can't go on ({error.strerror or error}): make room, or check the disk", err=True
        )
        sys.exit(EXIT_CRASH)


if __name__ == "__main__":
    main()
