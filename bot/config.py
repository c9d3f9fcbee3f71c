"""Settings: the only reader of the environment, and the only place that knows where `data/` is."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "data"


class BadSettings(Exception):
    """The settings cannot be used; the message names each wrong one and what it should be."""


class Settings(BaseSettings):
    """Everything an operator can set, from the environment or a `.env` file. `.env.example` explains each."""

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", extra="ignore")

    discord_token: SecretStr | None = None
    guild_id: int | None = None
    shard_count: Annotated[int, Field(ge=1)] | None = None
    database: Path = DATA / "cardcrate.sqlite3"
    data_dir: Path = DATA
    backups: Path | None = DATA / "backups"
    backups_max_gb: Annotated[float, Field(gt=0)] = 20.0
    backups_free_gb: Annotated[float, Field(ge=0)] = 1.0
    keep_games: Annotated[int, Field(ge=1)] | Literal["forever"] = "forever"
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

    @field_validator("log_level", mode="before")
    @classmethod
    def _upper(cls, value: object) -> object:
        return value.upper() if isinstance(value, str) else value

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
