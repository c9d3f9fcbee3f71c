"""The bot's state for Prometheus, as gauges that are measured only when it asks."""

from collections.abc import Callable, Iterator, Mapping

import msgspec
from prometheus_client import GCCollector, PlatformCollector, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.registry import Collector

from bot.process.counting import Counting
from bot.process.health import HealthReport


class Snapshot(msgspec.Struct, frozen=True):
    """The health report, with further figures for Prometheus."""

    health: HealthReport
    page_age: float
    """The seconds that the oldest unfinished update of a page has taken so far."""
    drawing_queue: int
    tables: Mapping[tuple[str, str], int]
    """The number of live tables, by game and status."""
    latencies: Mapping[int, float]
    """The seconds until Discord answers a heartbeat, by shard. Disconnected shards are missing."""


class GaugeCollector(Collector):
    """The collector of gauges for the snapshot that `look` returns."""

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
        ("page_age_seconds", "Age of the oldest update of a page that isn't finished", now.page_age),
        ("drawing_queue", "Pictures that wait to be rendered", now.drawing_queue),
        *_share_gauges(health),
    ]


def _share_gauges(health: HealthReport) -> list[tuple[str, str, float | None]]:
    """Return the gauges that exist only if several processes serve the bot."""
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


def exporter(counting: Counting, look: Callable[[], Snapshot]) -> Callable[[], bytes]:
    """Return a function that renders all metrics in Prometheus's text format."""
    registry = counting.registry
    registry.register(GaugeCollector(look))
    for collector in (ProcessCollector, PlatformCollector, GCCollector):
        collector(registry=registry)
    return lambda: generate_latest(registry)
