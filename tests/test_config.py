"""Settings come from the environment, and an empty one has its default."""

import re
from pathlib import Path

import pytest

from bot.config import (
    DATA,
    BadSettings,
    Settings,
    is_inside_a_program,
    is_world_readable,
    make_state_folder,
    misspellings,
    read_settings,
    state_folder,
)
from bot.status.heartbeat import health


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Change to a folder without a `.env`."""
    monkeypatch.chdir(tmp_path)


def test_a_setting_left_empty_has_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GUILD_ID", "DATABASE", "LOG_LEVEL", "TURN_SECONDS", "DISCORD_TOKEN"):
        monkeypatch.setenv(name, "")

    assert read_settings() == Settings.model_construct()


@pytest.mark.parametrize(
    ("value", "folder"),
    [("", None), ("/var/backups/cards", Path("/var/backups/cards")), (None, DATA / "backups")],
)
def test_empty_folder_turns_backups_off(
    value: str | None, folder: Path | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if value is not None:
        monkeypatch.setenv("BACKUPS", value)

    assert read_settings().backups == folder


def test_empty_line_among_settings_counts(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("BACKUPS=\nGUILD_ID=\n")

    settings = read_settings()

    assert settings.backups is None
    assert settings.guild_id is None


HOME = Path("/home/ann")


@pytest.mark.parametrize(
    ("environment", "checkout", "folder"),
    [
        ({"STATE_DIRECTORY": "/var/lib/cards:/var/lib/more"}, Path("/src/cards"), "/var/lib/cards"),
        ({"XDG_STATE_HOME": "/state"}, Path("/src/cards"), "/src/cards/data"),
        ({"XDG_STATE_HOME": "/state"}, None, "/state/cardcrate"),
        ({"XDG_STATE_HOME": "relative"}, None, "/home/ann/.local/state/cardcrate"),
        ({}, None, "/home/ann/.local/state/cardcrate"),
    ],
    ids=["service", "checkout", "installed", "not-absolute", "nothing-set"],
)
def test_state_lies_where_it_outlives_the_program(
    environment: dict[str, str], checkout: Path | None, folder: str
) -> None:
    assert state_folder(environment, HOME, checkout) == Path(folder)


@pytest.mark.parametrize("name", ["DATABASE", "BACKUPS"])
def test_no_state_is_kept_inside_an_installed_program(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, str(tmp_path / "lib" / "python3.11" / "site-packages" / "data" / "cards"))

    with pytest.raises(BadSettings, match=f"^{name}: .* is inside an installed program") as refused:
        read_settings()

    assert "name another folder" in str(refused.value)


def test_virtual_environment_is_no_place_for_state(tmp_path: Path) -> None:
    assert is_inside_a_program(tmp_path / "venv" / "cards.sqlite3", tmp_path / "venv")
    assert not is_inside_a_program(tmp_path / "cards.sqlite3", tmp_path / "venv")


def test_state_folder_is_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state" / "cards"))

    make_state_folder(read_settings())

    assert (tmp_path / "state" / "cards").stat().st_mode & 0o777 == 0o700


def test_named_folder_is_not_created(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE", str(tmp_path / "mistyped" / "cards.sqlite3"))

    make_state_folder(read_settings())

    assert not (tmp_path / "mistyped").exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("DISCORD_TOKN=x\n", "DISCORD_TOKN in .env isn't a setting: did you mean DISCORD_TOKEN?"),
        ("SOMETHING=1\nOTHER=2\n", "SOMETHING in .env isn't a setting; OTHER in .env isn't a setting"),
    ],
)
def test_misspelt_name_in_file_of_settings_is_named(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / ".env").write_text(text)

    with pytest.raises(BadSettings) as refused:
        read_settings()

    assert str(refused.value) == said


def test_other_programs_settings_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("COMPOSE_PROJECT_NAME=cards\nPOSTGRES_PASSWORD=x\nguild_id=5\n")

    assert read_settings().guild_id == 5


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("GUILD_ID", "-5", "must be the ID of a server (in Discord: Developer Mode, Copy Server ID)"),
        ("GUILD_ID", str(1 << 63), "must be the ID of a server (in Discord: Developer Mode, Copy Server ID)"),
        ("STATUS_PORT", "often", "must be a whole number"),
        ("STATUS_PORT", "0", "must be at least 1"),
        ("STATUS_PORT", "65536", "must be at most 65535"),
        ("BACKUPS_MAX_GB", "0", "must be more than 0"),
        ("TABLE_PACE", "slow", "must be a number"),
        ("PICTURES", "perhaps", "must be true or false"),
        ("LOG_LEVEL", "LOUD", "must be DEBUG, INFO, WARNING or ERROR"),
        ("KEEP_GAMES", "0", "must be at least 1 or forever"),
        ("DAILY", "world", "world needs a beacon in BEACON, with an address that ends in /latest"),
        ("VERIFY_PAGE", "example.org", "must be an address such as https://example.org/page"),
    ],
)
def test_wrong_value_names_right_ones(
    name: str, value: str, said: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(name, value)

    with pytest.raises(BadSettings) as refused:
        read_settings()

    assert str(refused.value) == f"{name}: {said}"


def test_settings_in_another_encoding_are_refused(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes("DISCORD_TOKEN=\xe4\n".encode("latin-1"))

    with pytest.raises(BadSettings, match=r"^\.env isn't in UTF-8"):
        read_settings()


def test_unreadable_settings_are_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / ".env").mkdir()

    with pytest.raises(BadSettings, match=r"^\.env can't be read \(Is a directory\): make it a file"):
        read_settings()


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"SHARDS": "64", "PLACES": "4"}, "PLACES: 4 places need a PostgreSQL server in DATABASE"),
        ({"DATABASE": "postgresql://db/cards", "PLACES": "4"}, "PLACES: 4 places need SHARDS"),
        (
            {"DATABASE": "postgresql://db/cards", "SHARDS": "2", "PLACES": "4"},
            "PLACES: 4 places are too many for SHARDS=2",
        ),
    ],
)
def test_places_that_shards_cannot_lie_in_are_refused(
    settings: dict[str, str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in settings.items():
        monkeypatch.setenv(name, value)

    with pytest.raises(BadSettings) as refused:
        read_settings()

    assert str(refused.value).startswith(said)


@pytest.mark.parametrize("address", ["mysql://cards:secret@db/cards", "postgresql:/cards:secret@db/cards"])
def test_foreign_address_is_refused_unrepeated(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE", address)

    with pytest.raises(BadSettings) as refused:
        read_settings()

    assert str(refused.value) == (
        "DATABASE: must be the path of a file, or an address such as postgresql://user@host:5432/name"
    )


def test_misspelt_environment_variables_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISCORD_TOKN", "KEEP_GAME", "DATABASE_HOST", "GUILD_ID", "PGPASSWORD"):
        monkeypatch.setenv(name, "5")

    assert sorted(misspellings()) == [
        "DISCORD_TOKN in the environment isn't a setting: did you mean DISCORD_TOKEN?",
        "KEEP_GAME in the environment isn't a setting: did you mean KEEP_GAMES?",
    ]


def test_tilde_in_a_path_is_the_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("DATABASE", "BACKUPS", "DATA_DIR"):
        monkeypatch.setenv(name, f"~/{name}")

    settings = read_settings()

    assert [settings.database, settings.backups, settings.data_dir] == [
        tmp_path / name for name in ("DATABASE", "BACKUPS", "DATA_DIR")
    ]


def test_relative_paths_are_shown_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE", "cards.sqlite3")
    monkeypatch.setenv("BACKUPS", "backups")

    settings = read_settings()

    assert [settings.database, settings.backups] == [Path.cwd() / "cards.sqlite3", Path.cwd() / "backups"]


def test_home_of_an_unknown_user_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BACKUPS", "~nobody-here/backups")

    with pytest.raises(BadSettings, match=r"^BACKUPS: ~nobody-here/backups is in the home of a user"):
        read_settings()


@pytest.mark.parametrize("text", ["GUILD_ID=5\nDISCORD_TOKEN s3cret\n", "GUILD_ID=5\nBACKUPS='s3cret\n"])
def test_unreadable_line_of_settings_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / ".env").write_text(text)

    with pytest.raises(BadSettings) as refused:
        read_settings()

    assert str(refused.value) == ".env, line 2: can't be read: write NAME=value, and close every quote"


def test_settings_that_everyone_can_read_are_noticed(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("GUILD_ID=5\n")

    seen = []
    for mode in (0o644, 0o640, 0o600):
        file.chmod(mode)
        seen.append(is_world_readable())

    assert seen == [True, False, False]


def test_database_in_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE", ":memory:")

    with pytest.raises(BadSettings, match=r"^DATABASE: must be the path of a file"):
        read_settings()


def test_health_of_an_impossible_place_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE", f"/{'a' * 300}/cards.sqlite3")

    code, line = health()

    assert code == 1
    assert re.fullmatch(r"NOT healthy: /a+/cards\.sqlite3\.pulse: File name too long", line)
