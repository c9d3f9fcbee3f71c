"""Settings: the only reader of the environment, and the only place that knows where `data/` is."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "data"


_HOST = r"(\[[\w:]*\]|[\w.-]*)(:\d+)?"
_PLACE = re.compile(rf"(?P<host>{_HOST}(,{_HOST})*)(/(?P<name>[\w-]*))?")


@dataclass(frozen=True)
class Server:
    """A database on a PostgreSQL server; its address may hold a password and is never shown."""

    address: str = field(repr=False)

    def __str__(self) -> str:
        """Where it is, for logs and sentences; where that cannot be told from the password, nothing of it."""
        place, _, asked = self.address.partition("://")[2].partition("?")
        found = _PLACE.fullmatch(place.rpartition("@")[2])
        if found is None or "@" in asked:
            return "the PostgreSQL server"
        return f"{found['name'] or 'the database'} on {found['host'] or 'this machine'}"


Where = Path | Server
"""Where the database is: a SQLite file, or a PostgreSQL server."""


def database_at(text: str) -> Where:
    """The database that an operator has named."""
    return Server(text) if text.startswith(("postgresql://", "postgres://")) else Path(text)


class BadSettings(Exception):
    """The settings cannot be used; the message names each wrong one and what it should be."""


class Settings(BaseSettings):
    """Everything an operator can set, from the environment or a `.env` file. `.env.example` explains each."""

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", extra="ignore")

    discord_token: SecretStr | None = None
    guild_id: int | None = None
    shard_count: Annotated[int, Field(ge=1)] | None = None
    database: Where = DATA / "cardcrate.sqlite3"
    data_dir: Path = DATA
    backups: Path | None = DATA / "backups"
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["console", "json"] = "console"
    turn_seconds: Annotated[int, Field(ge=30, le=604800)] = 600
    response_seconds: Annotated[int, Field(ge=15, le=604800)] = 120
    pictures: bool = True
    table_pace: Annotated[float, Field(ge=0, le=60)] = 1.0
    requests_per_second: Annotated[float, Field(ge=0, le=10_000)] = 50.0

    @model_validator(mode="before")
    @classmethod
    def _blank_means_default(cls, given: dict[str, object]) -> dict[str, object]:
        """What is left empty has its default; for backups, empty means that none are made."""
        blank = {name for name, value in given.items() if value == ""}
        kept = {name: value for name, value in given.items() if name not in blank}
        return {**kept, "backups": None} if "backups" in blank else kept

    @field_validator("database", mode="before")
    @classmethod
    def _server(cls, value: object) -> object:
        return database_at(value) if isinstance(value, str) else value

    @field_validator("log_level", mode="before")
    @classmethod
    def _upper(cls, value: object) -> object:
        return value.upper() if isinstance(value, str) else value

    @property
    def file(self) -> Path:
        """The file that holds all games, where the database is one."""
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
    def lessons(self) -> Path:
        """The folder of lessons."""
        return self.data_dir / "lessons"


def read_settings(**given: object) -> Settings:
    """The settings; raises BadSettings in one line a mistake. Secrets are never part of the message."""
    try:
        return Settings(**given)  # type: ignore[arg-type] # pydantic checks what is given
    except ValidationError as error:
        lines = [f"{'.'.join(map(str, wrong['loc'])).upper()}: {wrong['msg']}" for wrong in error.errors()]
        raise BadSettings("; ".join(lines)) from error
