"""The real program reports its health: to systemd by a socket, and to everyone else by a port and a file."""

import asyncio
import json
import re
import socket
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.__main__ import EXIT_SETTINGS
from bot.config import DATA
from bot.games import GAMES
from bot.process.counting import Counting
from bot.process.health import HealthReport, Share, read
from bot.process.network import NoPort, try_port
from bot.status.metrics import Snapshot, exporter
from bot.storage.store import Store
from tests.conventions.source import ROOT
from tests.crash.program import ended, running
from tests.discord_http.payloads import guild
from tests.discord_http.stand_in import StandIn, serving
from tests.storage.games import FIRST_USER
from tests.storage.games import running as game_of

GUILD, CHANNEL, PLAYERS = 1, 10, 3
ALERTS = (ROOT / "contrib" / "alerts.yml").read_text(encoding="utf-8")
OF_SEVERAL = {"cardcrate_standing_by"}
"""The metrics that only one of several processes exports."""
DASHBOARD = json.loads((ROOT / "contrib" / "grafana-dashboard.json").read_text(encoding="utf-8"))
EXPORTED = {
    "cardcrate_moves_total",
    "cardcrate_answer_seconds_bucket",
    "cardcrate_requests_total",
    "cardcrate_tables",
    "cardcrate_gateway_connected",
    "cardcrate_event_loop_delay_seconds",
    "cardcrate_last_move_timestamp_seconds",
    "cardcrate_last_heartbeat_timestamp_seconds",
    "cardcrate_gateway_latency_seconds",
    "cardcrate_page_age_seconds",
    "cardcrate_drawing_queue",
    "cardcrate_backup_age_seconds",
    "process_resident_memory_bytes",
}


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


async def game_in(path: Path) -> None:
    """Store a game of three in the channel, in a new database."""
    store = Store(path, DATA / "migrations")
    await store.open()
    await game_of(store, GAMES["crap"], CHANNEL, moves=0)
    await store.close()


async def told(notices: socket.socket, wanted: str) -> str:
    """Return the next notice to systemd that contains a text."""
    while True:
        notice = (await asyncio.get_running_loop().sock_recv(notices, 4096)).decode()
        if wanted in notice:
            return notice


@pytest.mark.slow
async def test_systemd_and_port_hear_of_health(tmp_path: Path) -> None:
    database, port = tmp_path / "cards.sqlite3", free_port()
    await game_in(database)
    notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    notices.bind(str(tmp_path / "notify"))
    notices.setblocking(False)
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "cardcrate-20260101-1200.sqlite3").touch()
    settings = {
        "BACKUPS": str(tmp_path / "backups"),
        "STATUS_PORT": str(port),
        "NOTIFY_SOCKET": str(tmp_path / "notify"),
    }
    discord = StandIn(guilds=[guild(GUILD, [CHANNEL])])

    async with (
        serving(discord) as address,
        running(address, database, **settings) as process,
        aiohttp.ClientSession(f"http://127.0.0.1:{port}") as visitor,
    ):
        await told(notices, "READY=1")
        assert (await told(notices, "STATUS=")).startswith("WATCHDOG=1\n")
        while (await asked(visitor, "ready"))[0] != 200:
            assert (await asked(visitor, "health"))[0] == 200, "a start is no illness"
        for user in range(FIRST_USER, FIRST_USER + PLAYERS):  # One of them is up.
            await (await discord.slash(user, CHANNEL, "recycle", GUILD)).acknowledged
        [health, ready, metrics] = [await asked(visitor, page) for page in ("health", "ready", "metrics")]
        heartbeat = read(database.with_name("cards.sqlite3.pulse"))
        process.terminate()
        await told(notices, "STOPPING=1")
        code, _ = await ended(process)
    notices.close()

    assert code == 0
    assert [health[0], ready[0], metrics[0]] == [200, 200, 200], ready
    assert ready[1].startswith("healthy: heartbeat ")
    assert heartbeat is not None
    assert heartbeat.process == process.pid
    assert not database.with_name("cards.sqlite3.pulse").exists()
    exported = set(re.findall(r"^([a-z_]+)[ {]", metrics[1], re.MULTILINE))
    assert exported >= EXPORTED
    assert re.search(r'^cardcrate_moves_total{game="crap"} [123]\.0$', metrics[1], re.MULTILINE)
    assert 'cardcrate_tables{game="crap",state="playing"} 1.0' in metrics[1]
    assert 'cardcrate_answer_seconds_count{kind="command"} 3.0' in metrics[1]
    assert 'route="/interactions/id/token/callback",status="2' in metrics[1]
    check_dashboard(metrics[1], exported)
    assert set(re.findall(r"\bcardcrate_\w+", ALERTS)) <= exported | OF_SEVERAL


async def test_taken_port_ends_start_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        async with (
            serving(StandIn()) as address,
            running(address, tmp_path / "cards.sqlite3", STATUS_PORT=str(port)) as process,
        ):
            code, said = await ended(process)

    assert code == EXIT_SETTINGS
    assert said.startswith(
        f"cardcrate: STATUS_PORT {port} at 127.0.0.1 can't be used (Address already in use): name"
    )
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("address", "port", "cure"),
    [
        ("192.0.2.1", 8080, "let STATUS_ADDRESS be an address of this machine"),
        ("no.such.host.invalid", 8080, "let STATUS_ADDRESS be an address of this machine"),
        ("127.0.0.1", None, "name another port in STATUS_PORT, or stop the program that has this one"),
    ],
)
async def test_unusable_port_has_the_cure_of_its_cause(address: str, port: int | None, cure: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(NoPort) as refused:
        await try_port(address, port or taken.getsockname()[1])

    assert refused.value.cure == cure


async def asked(visitor: aiohttp.ClientSession, page: str) -> tuple[int, str]:
    async with visitor.get(f"/{page}") as answer:
        return answer.status, await answer.text()


def metrics_of(panel: dict[str, Any]) -> set[str]:
    """Return the names of the metrics in a panel of the dashboard."""
    asked_for = " ".join(target["expr"] for target in panel["targets"])
    return set(re.findall(r"\b(?:cardcrate|process)_[a-z_]+", asked_for))


def labels_of(panel: dict[str, Any]) -> set[tuple[str, str]]:
    """Return the pairs of metric and label by which a panel groups its values."""
    return {
        (name, label.strip())
        for target in panel["targets"]
        for labels in re.findall(r"by \(([^)]*)\)", target["expr"])
        for label in labels.split(",")
        for name in re.findall(r"\b(?:cardcrate|process)_[a-z_]+", target["expr"])
    }


def of_one_that_stands_by() -> set[str]:
    """Return the names of the metrics of a process that shares the work with others."""
    health = HealthReport(at=2.0, process=1, version="1.2.3", saved_at=1.0, share=Share(2, 1))
    snapshot = Snapshot(health=health, page_age=0.0, drawing_queue=0, tables={}, latencies={})
    return set(re.findall(r"^([a-z_]+) ", exporter(Counting(), lambda: snapshot)().decode(), re.MULTILINE))


def check_dashboard(told: str, exported: set[str]) -> None:
    """Check that the dashboard draws all our metrics, and only metrics and labels that are exported."""
    drawn = {name for panel in DASHBOARD["panels"] for name in metrics_of(panel)}
    assert drawn <= exported | of_one_that_stands_by()
    assert {name for name in EXPORTED if name.startswith("cardcrate_")} <= drawn
    grouped = {pair for panel in DASHBOARD["panels"] for pair in labels_of(panel)}
    told_apart = {
        (name, label)
        for name, labels in re.findall(r"^([a-z_]+){(.*)} ", told, re.MULTILINE)
        for label in re.findall(r'(\w+)="', labels)
    }
    assert grouped <= told_apart
