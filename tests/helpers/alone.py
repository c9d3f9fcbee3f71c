"""A process that serves a bot alone, for parts that never ask its database."""

from pathlib import Path

from bot.cluster.cluster import Cluster
from bot.config import DATA
from bot.storage.store import Store

ALONE = Cluster(Store(Path("never-opened.sqlite3"), DATA / "migrations"))
