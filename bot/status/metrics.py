"""The state of the bot as Prometheus reads it: what is measured only when someone asks."""

from collections.abc import Callable, Iterator, Mapping

import msgspec
from prometheus_client import GCCollector, PlatformCollector, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.registry import Collector

from bot.process.counting import Counting
from bot.process.health import HealthReport


class Snapshot(msgspec.Struct, frozen=True):
    """The checks besides the health report."""

    health: HealthReport
    page_age: float
    """For how many seconds the oldest page is being shown."""
    drawing_queue: int
    tables: Mapping[tuple[str, str], int]
    """How many live tables there are, by game and status."""
    latencies: Mapping[int, float]
    """Seconds until Discord answers a heartbeat, by shard. Those that are away are missing."""


class State(Collector):
    """Gauges of what `look` finds at the moment."""

    def __init__(self, look: Callable[[], Snapshot]) -> None:
        self._look = look

    def collect(self) -> Iterator[Metric]:
        now = self._look()
        yield InfoMetricFamily("cardcrate", "Version", {"version": now.health.version})
        for name, help_text, value in _gauges(now):
            if value is not None:
                yield GaugeMetricFamily(f"cardcrate_{name}", help_text, value)
        tables = GaugeMetricFamily("cardcrate_tables", "Live tables", labels=["game", "state"])
        for labels, number in sorted(now.tables.items()):
            tables.add_metric(labels, number)
        yield tables
        shards = GaugeMetricFamily(
            "cardcrate_shard_latency_seconds", "The same for each connected shard", labels=["shard"]
        )
        for shard, seconds in sorted(now.latencies.items()):
            shards.add_metric([str(shard)], seconds)
        yield shards


def _gauges(now: Snapshot) -> list[tuple[str, str, float | None]]:
    health = now.health
    backup_age = None if health.backed_up_at is None else health.at - health.backed_up_at
    return [
        ("gateway_connected", "1 while all connections to Discord stand", health.is_connected),
        ("gateway_latency_seconds", "Time until Discord answers a heartbeat", health.latency),
        ("event_loop_delay_seconds", "By how much the event loop was late at most", health.loop_delay),
        ("last_move_timestamp_seconds", "When the last move was stored", health.moved_at),
        ("last_heartbeat_timestamp_seconds", "When the database last took a heartbeat", health.saved_at),
        ("backup_age_seconds", "Age of the newest backup", backup_age),
        ("page_age_seconds", "For how long the oldest page is being shown", now.page_age),
        ("drawing_queue", "Pictures that wait to be rendered", now.drawing_queue),
        *_of_share(health),
    ]


def _of_share(health: HealthReport) -> list[tuple[str, str, float | None]]:
    """Return what only several processes have."""
    share = health.share
    if share is None:
        return []
    return [
        ("standing_by", "1 while this process waits for a free shard group", health.is_standing_by),
        ("shard_group", "The number of the shard group that this process holds", share.group),
        ("shards", "How many shards lie in the group of this process", share.shards),
        ("shard_groups", "How many shard groups there are", share.groups),
        ("shard_groups_held", "How many of them some process holds", share.held),
    ]


def exposed(counting: Counting, look: Callable[[], Snapshot]) -> Callable[[], bytes]:
    """Gives everything in the form that Prometheus reads."""
    registry = counting.registry
    registry.register(State(look))
    for collector in (ProcessCollector, PlatformCollector, GCCollector):
        collector(registry=registry)
    return lambda: generate_latest(registry)
