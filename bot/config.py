"""The settings, with the only code that reads the environment or knows where the bot keeps its state."""

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from io import StringIO
from pathlib import Path
from pwd import getpwuid
from typing import Annotated, Final, Literal, NamedTuple

from dotenv.parser import parse_stream
from pydantic import (
    AfterValidator,
    Field,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.shipped import DATA as DATA  # noqa: PLC0414 # settings and state are asked for here
from bot.shipped import HOME, IS_CHECKOUT

ENV_FILE: Final = ".env"
FOREIGN_PREFIXES: Final = ("COMPOSE_", "DOCKER_", "POSTGRES_", "CARDCRATE_")
"""The prefixes of names that other programs read from the same file: Compose, and a PostgreSQL next to us."""
SAFE_PREFIXES: Final = ("PATH", "HOME", "LANG", "LC_", "TMPDIR", "PYTHON", "LD_", "COVERAGE_")
"""The prefixes of names that an interpreter needs and that don't hold a secret."""
PACKAGES: Final = frozenset(("site-packages", "dist-packages"))
"""Folders that an installer empties when it upgrades or removes a program."""
ADDRESS: Final = r"^https?://[^\s#()<>\[\]]+$"
"""An address that can be part of a link. It doesn't have a fragment, because we add our own."""
CUTOFF: Final = 0.85
"""The similarity at which one name is probably a misspelling of the other."""


FORMS: Final[Mapping[str, str]] = {
    "int_": "a whole number",
    "float_": "a number",
    "bool_": "true or false",
    "greater_than_equal": "at least {ge:g}",
    "greater_than": "more than {gt:g}",
    "less_than_equal": "at most {le:g}",
    "literal_error": "{expected}",
    "string_pattern_mismatch": "an address such as https://example.org/page",
    "string_too_long": "at most {max_length} characters long",
}
"""The value a setting must have, by pydantic's name for the error."""

IN_MEMORY: Final = ":memory:"
"""SQLite's name for a database that's gone when the program ends."""
_HOST = r"(\[[\w:]*\]|[\w.-]*)(:\d+)?"
_PLACE = re.compile(rf"(?P<host>{_HOST}(,{_HOST})*)(/(?P<name>[\w-]*))?")


@dataclass(frozen=True)
class Server:
    """A database on a PostgreSQL server. Its address may hold a password and is never shown."""

    address: str = field(repr=False)

    def __str__(self) -> str:
        """Return its place for logs and sentences, or a general word if that might contain the password."""
        place, _, asked = self.address.partition("://")[2].partition("?")
        found = _PLACE.fullmatch(place.rpartition("@")[2])
        if found is None or "@" in asked:
            return "the PostgreSQL server"
        return f"{found['name'] or 'the database'} on {found['host'] or 'this machine'}"


Location = Path | Server
"""The place of the database: a SQLite file, or a PostgreSQL server."""


def database_at(text: str) -> Location:
    """Return the database that an operator has named. Raises ValueError for an address of another kind."""
    if text.startswith(("postgresql://", "postgres://")):
        return Server(text)
    if "://" in text or text.startswith(("postgresql:", "postgres:", IN_MEMORY)):
        raise ValueError("must be the path of a file, or an address such as postgresql://user@host:5432/name")
    return expand_home(Path(text))


def expand_home(path: Path) -> Path:
    """Return an absolute path, without `~`. Raises ValueError if it's in an unknown user's home."""
    try:
        return path.expanduser().absolute()
    except RuntimeError as error:
        raise ValueError(
            f"{path} is in the home of a user who isn't known here: write the path out"
        ) from error


def server_id(number: int) -> int:
    """Return a number that can be the ID of a server. Raises ValueError for any other."""
    if not 0 < number < 1 << 63:
        raise ValueError("must be the ID of a server (in Discord: Developer Mode, Copy Server ID)")
    return number


UserPath = Annotated[Path, AfterValidator(expand_home)]
"""A path that an operator may begin with `~`."""


class Problem(NamedTuple):
    """A mistake that an operator has to correct, and the cure."""

    words: str
    cure: str

    def __str__(self) -> str:
        return f"{self.words}: {self.cure}"


class BadSettings(Exception):
    """Settings that can't be used. The words name each wrong one and what it should be."""

    def __init__(self, words: str, cure: str = "") -> None:
        super().__init__(f"{words}: {cure}" if cure else words)
        self.words = words
        self.cure = cure or "correct it in .env (`cardcrate settings` explains each)"
        """The cure, also where the message has none."""


def service_manager() -> str:
    """Return the address of the socket for messages to systemd. Empty if it doesn't want any."""
    return os.environ.get("NOTIFY_SOCKET", "")


def worker_environment() -> dict[str, str]:
    """Return the environment of a process that only computes, without tokens and passwords."""
    return {name: value for name, value in os.environ.items() if name.startswith(SAFE_PREFIXES)}


def state_folder(
    environment: Mapping[str, str], home: Path, checkout: Path | None = HOME if IS_CHECKOUT else None
) -> Path:
    """Return the default state folder: of a service, of a checkout, or of an installation for a user."""
    if given := environment.get("STATE_DIRECTORY"):
        return Path(given.split(":")[0])
    if checkout is not None:
        return checkout / "data"
    ours = environment.get("XDG_STATE_HOME", "")
    return (Path(ours) if Path(ours).is_absolute() else home / ".local" / "state") / "cardcrate"


def _folder() -> Path:
    return state_folder(os.environ, Path.home())


class Settings(BaseSettings):
    """Everything an operator can set, from the environment or a `.env` file. `.env.example` explains each."""

    model_config = SettingsConfigDict(env_file=ENV_FILE, env_file_encoding="utf-8", extra="ignore")

    discord_token: SecretStr | None = None
    guild_id: Annotated[int, AfterValidator(server_id)] | None = None
    discord_api: Annotated[str, Field(pattern=ADDRESS)] | None = None
    database: Location = Field(default_factory=lambda: _folder() / "cardcrate.sqlite3", validate_default=True)
    network_drive: bool = False
    shards: Annotated[int, Field(ge=1)] | None = None
    places: Annotated[int, Field(ge=1)] = 1
    data_dir: UserPath = DATA
    backups: UserPath | None = Field(default_factory=lambda: _folder() / "backups", validate_default=True)
    backups_max_gb: Annotated[float, Field(gt=0)] = 20.0
    backups_free_gb: Annotated[float, Field(ge=0)] = 1.0
    keep_games: Annotated[int, Field(ge=1)] | Literal["forever"] = "forever"
    status_port: Annotated[int, Field(ge=1, le=65535)] | None = None
    status_address: str = "127.0.0.1"
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["console", "json"] = "console"
    turn_seconds: Annotated[int, Field(ge=30, le=604800)] = 600
    response_seconds: Annotated[int, Field(ge=15, le=604800)] = 120
    pictures: bool = True
    suits: Literal["words", "signs"] = "words"
    table_pace: Annotated[float, Field(ge=0, le=60)] = 1.0
    verify_page: Annotated[str, Field(pattern=ADDRESS, max_length=250)] | None = None
    beacon: Annotated[str, Field(pattern=ADDRESS, max_length=500)] | None = None
    daily: Literal["chain", "world"] = "chain"
    requests_per_second: Annotated[float, Field(ge=0, le=10_000)] = 50.0

    @model_validator(mode="before")
    @classmethod
    def _blank_means_default(cls, given: dict[str, object]) -> dict[str, object]:
        """Drop empty values, so that the default applies. Empty `backups` means that none are made."""
        blank = {name for name, value in given.items() if value == ""}
        kept = {name: value for name, value in given.items() if name not in blank}
        return {**kept, "backups": None} if "backups" in blank else kept

    @field_validator("database", mode="before")
    @classmethod
    def _parse_database(cls, value: object) -> object:
        return database_at(value) if isinstance(value, str) else value

    @field_validator("log_level", mode="before")
    @classmethod
    def _to_upper_case(cls, value: object) -> object:
        return value.upper() if isinstance(value, str) else value

    @field_validator("database", "backups")
    @classmethod
    def _check_outside_programs(cls, value: Location | None) -> Location | None:
        """Refuse a place that would be deleted with an installed program."""
        if isinstance(value, Path) and is_inside_a_program(value):
            raise ValueError(
                f"{value} is inside an installed program and would be deleted with it: name another folder"
            )
        return value

    @field_validator("places")
    @classmethod
    def _check_places(cls, value: int, given: ValidationInfo) -> int:
        """Refuse several places without enough shards for them, or without a PostgreSQL server."""
        shards = given.data.get("shards")
        if value > 1 and isinstance(given.data.get("database"), Path):
            raise ValueError(
                f"{value} places need a PostgreSQL server in DATABASE, because a file is for one process"
            )
        if value > 1 and shards is None:
            raise ValueError(f"{value} places need SHARDS: into how many connections the bot is split")
        if shards is not None and value > shards:
            raise ValueError(f"{value} places are too many for SHARDS={shards}: each needs one at least")
        return value

    @field_validator("daily")
    @classmethod
    def _check_daily(cls, value: str, given: ValidationInfo) -> str:
        """Refuse `world` without a beacon that serves every round."""
        if value == "world" and not (given.data.get("beacon") or "").endswith("/latest"):
            raise ValueError("world needs a beacon in BEACON, with an address that ends in /latest")
        return value

    @property
    def file(self) -> Path:
        """The file of the database. Only for a database in a file."""
        assert isinstance(self.database, Path)
        return self.database

    @property
    def migrations(self) -> Path:
        """The folder of SQL migrations."""
        return self.data_dir / "migrations"

    @property
    def rules(self) -> Path:
        """The folder of rule texts."""
        return self.data_dir / "rules"

    @property
    def replay_page(self) -> Path:
        """The page that shows replay files."""
        return self.data_dir / "replay.html"

    @property
    def verifier(self) -> Path:
        """The page that checks a deal."""
        return self.data_dir / "verify.html"

    @property
    def lessons(self) -> Path:
        """The folder of lessons."""
        return self.data_dir / "lessons"

    @property
    def heartbeat(self) -> Path:
        """The file with the running bot's health."""
        if isinstance(self.database, Server):
            return _folder() / "cardcrate.pulse"
        return self.database.with_name(f"{self.database.name}.pulse")


def is_inside_a_program(path: Path, environment_of_python: Path | None = None) -> bool:
    """Whether a path lies among installed packages, or in the virtual environment that runs us."""
    found = path.expanduser().absolute().resolve()
    if environment_of_python is None and sys.prefix != sys.base_prefix:
        environment_of_python = Path(sys.prefix).resolve()
    return bool(PACKAGES & set(found.parts)) or (
        environment_of_python is not None and found.is_relative_to(environment_of_python)
    )


def read_settings(**given: object) -> Settings:
    """Return the settings. Raises BadSettings, which names every mistake but never shows a secret."""
    if wrong := list(_unknown_names(_names_in(Path(ENV_FILE)))):
        raise BadSettings("; ".join(wrong))
    try:
        return Settings(**given)  # type: ignore[arg-type] # pydantic checks what is given
    except ValidationError as error:
        raise BadSettings("; ".join(_error_lines(error.errors()))) from error


def is_default_folder(folder: Path) -> bool:
    """Whether a folder is the default state folder, which the bot makes if it's missing."""
    return folder == _folder()


def make_state_folder(settings: Settings) -> None:
    """Make the folder the bot writes to if it's the default one. Raises BadSettings."""
    folder = settings.heartbeat.parent
    if not is_default_folder(folder):
        return
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BadSettings(str(folder_problem(folder) or mkdir_problem(folder, error))) from error


def mkdir_problem(folder: Path, error: OSError) -> Problem:
    """Return what's wrong if a folder can't be made for a reason that `folder_problem` doesn't know."""
    return Problem(f"{folder} can't be made ({error.strerror})", "name another place")


def folder_problem(folder: Path) -> Problem | None:
    """Return why the bot can't make a folder or write into it, and the cure. None if it can."""
    if os.path.exists(folder) and not folder.is_dir():  # noqa: PTH110 # pathlib's raises where we may not look
        return Problem(f"{folder} isn't a folder", "name another place")
    return access_problem(folder)


def access_problem(place: Path, needed: int = os.R_OK | os.W_OK) -> Problem | None:
    """Return why the bot can't make and write a file or folder, or just read it, and the cure."""
    place = place.absolute()
    there = next(one for one in (place, *place.parents) if os.path.lexists(one))
    if not os.path.exists(there):  # noqa: PTH110 # pathlib's raises where we may not look
        return Problem(f"{there} is a link to {there.readlink()}, which isn't there", "remove or correct it")
    if there != place and not there.is_dir():
        return Problem(f"{place} can't exist, since {there} isn't a folder", "name another place")
    writes = needed & os.W_OK
    if there.is_dir():
        needed = needed | os.X_OK if writes else os.X_OK
    if os.access(there, needed):
        return None
    if writes and os.statvfs(there).f_flag & os.ST_RDONLY:
        cure = "name another place, or allow it (for systemd, ReadWritePaths=)"
        return Problem(f"{there} can't be written to", cure)
    number = there.stat().st_uid
    owner, user = _user(number), _user(os.geteuid())
    belongs = f"belongs to {owner} (mode {there.stat().st_mode & 0o777:03o}), and this is {user}"
    if writes and there != place:
        cure = f"sudo install -d -o {user} {place}, or name another place"
        return Problem(f"{place} can't be made: {there} {belongs}", cure)
    if owner == user:
        cure = f"chmod u+rwX {there}"
    else:
        cure = f"sudo chown -R {user} {there}" if _is_ours(there) else "name another place"
        if number or not writes:  # The bot is never run as root, but a command may be.
            cure = f"run this as {owner}, or {cure}"
    words = f"{there} can't be written to: it {belongs}" if writes else f"{there} can't be read: it {belongs}"
    return Problem(words, cure)


def _is_ours(place: Path) -> bool:
    """Whether a file or folder is the default state folder, or in a folder of the bot's."""
    return is_default_folder(place) or place.parent.stat().st_uid == os.geteuid()


def _user(number: int) -> str:
    try:
        return getpwuid(number).pw_name
    except KeyError:  # The user of a container may not have a name.
        return str(number)


def _error_lines(errors: Sequence[ErrorDetails]) -> Iterator[str]:
    """Yield a line for each wrong setting, with the right form, never with the given value."""
    wrong: dict[str, list[str]] = {}
    for error in errors:
        wrong.setdefault(str(error["loc"][0]).upper(), []).append(_expected_form(error))
    for name, right in wrong.items():
        first, *others = dict.fromkeys(right)
        yield f"{name}: {' or '.join([first, *(other.removeprefix('must be ') for other in others)])}"


def _expected_form(error: ErrorDetails) -> str:
    """Return the form a value must have, in our own words if there are any."""
    kind = next((words for start, words in FORMS.items() if error["type"].startswith(start)), None)
    if kind is None:
        return error["msg"].removeprefix("Value error, ")
    return f"must be {kind.format(**error.get('ctx', {}))}".replace("'", "")


def _names_in(file: Path) -> Iterable[str]:
    """Return the names in a settings file. Raises BadSettings if it can't be read as one."""
    if not os.path.lexists(file):
        return ()
    try:
        lines = list(parse_stream(StringIO(file.read_text(encoding="utf-8"))))
    except OSError as error:
        cure = "make it a file that the bot's user may read (`cardcrate settings` prints one)"
        raise BadSettings(f"{file} can't be read ({error.strerror})", cure) from error
    except UnicodeError as error:
        raise BadSettings(f"{file} isn't in UTF-8", "save it in that encoding") from error
    if wrong := [line.original.line for line in lines if line.error or (line.key and line.value is None)]:
        places = ", ".join(map(str, wrong))
        raise BadSettings(f"{file}, line {places}: can't be read", "write NAME=value, and close every quote")
    return [line.key for line in lines if line.key is not None]


def _known() -> list[str]:
    return [name.upper() for name in Settings.model_fields]


def _unknown_names(names: Iterable[str]) -> Iterable[str]:
    """Yield a line for each name that isn't a setting, with the one that may be meant."""
    for name in names:
        if name.upper() in _known() or name.upper().startswith(FOREIGN_PREFIXES):
            continue
        close = get_close_matches(name.upper(), _known(), 1)
        yield f"{name} in {ENV_FILE} isn't a setting" + (f": did you mean {close[0]}?" if close else "")


def misspellings() -> Iterator[str]:
    """Yield a line for each environment variable that looks like a misspelt setting.

    Unlike a name in the file, it may be meant for another program, so the bot starts anyway.
    """
    for name in os.environ:
        if name.upper() not in _known() and (close := get_close_matches(name.upper(), _known(), 1, CUTOFF)):
            yield f"{name} in the environment isn't a setting: did you mean {close[0]}?"


def is_world_readable(file: Path = Path(ENV_FILE)) -> bool:
    """Whether every user of this machine can read the settings file, which holds the token."""
    return file.exists() and bool(file.stat().st_mode & 0o004)
