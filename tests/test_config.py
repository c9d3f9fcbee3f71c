"""Settings from the environment: what is left empty has its default."""

from pathlib import Path

import pytest

from bot.config import DATA, Settings, read_settings


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A working folder without a `.env`."""
    monkeypatch.chdir(tmp_path)


def test_a_setting_left_empty_has_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GUILD_ID", "DATABASE", "LOG_LEVEL", "TURN_SECONDS", "DISCORD_TOKEN"):
        monkeypatch.setenv(name, "")

    assert read_settings() == Settings.model_construct()


@pytest.mark.parametrize(
    ("value", "folder"),
    [("", None), ("/var/backups/cards", Path("/var/backups/cards")), (None, DATA / "backups")],
)
def test_backups_are_off_when_their_folder_is_left_empty(
    value: str | None, folder: Path | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if value is not None:
        monkeypatch.setenv("BACKUPS", value)

    assert read_settings().backups == folder


def test_an_empty_line_in_the_file_of_settings_counts_as_well(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("BACKUPS=\nGUILD_ID=\n")

    settings = read_settings()

    assert settings.backups is None
    assert settings.guild_id is None
