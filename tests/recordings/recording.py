"""Recordings: short digests by key, in the order they were made, and the file that keeps them."""

import hashlib
import lzma
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, Final

import msgspec

KEPT: Final = Path(__file__).parent / "kept"
DIGEST_BYTES: Final = 4
SLACK_SECONDS: Final = 1.0
"""The most that the time of a notification may differ, because nobody would notice."""


class Recording(msgspec.Struct):
    """Everything shown, as digests by key. `texts` has the texts behind them, if they're wanted."""

    digests: dict[str, bytes] = {}
    times: dict[str, float] = {}
    """The times of notifications, in seconds."""
    texts: dict[str, str] | None = None

    def note(self, key: str, shown: Any, at: float | None = None) -> None:
        """Add something that was shown, with its time in seconds if that matters."""
        assert key not in self.digests, f"{key} was recorded before"
        text = shown if isinstance(shown, str) else written(shown)
        self.digests[key] = hashlib.sha256(text.encode()).digest()[:DIGEST_BYTES]
        if at is not None:
            self.times[key] = round(at, 1)
        if self.texts is not None:
            self.texts[key] = text

    def add(self, other: "Recording") -> None:
        """Add another recording, which has different keys."""
        self.digests |= other.digests
        self.times |= other.times
        if self.texts is not None:
            self.texts |= other.texts or {}


def written(shown: Any) -> str:
    """Return a JSON value as text, always the same for the same value."""
    return msgspec.json.format(msgspec.json.encode(shown, order="deterministic")).decode()


def differences(kept: Recording, made: Recording) -> Iterator[tuple[str, str]]:
    """Yield the keys at which two recordings differ and how, in the first one's order. New keys come last."""
    for key, digest in kept.digests.items():
        if key not in made.digests:
            yield key, "is gone"
        elif made.digests[key] != digest:
            yield key, f"{digest.hex()} has become {made.digests[key].hex()}"
        elif not _is_in_time(kept.times.get(key), made.times.get(key)):
            yield key, f"came at {kept.times.get(key)} s and comes at {made.times.get(key)} s"
    yield from ((key, "is new") for key in made.digests if key not in kept.digests)


def _is_in_time(kept: float | None, made: float | None) -> bool:
    if kept is None or made is None:
        return kept is made
    return abs(kept - made) <= SLACK_SECONDS


def only(recording: Recording, *starts: str) -> Recording:
    """Return the part of a recording whose keys begin with one of these."""
    return Recording(
        {key: digest for key, digest in recording.digests.items() if key.startswith(starts)},
        {key: time for key, time in recording.times.items() if key.startswith(starts)},
    )


def write(path: Path, recording: Recording) -> None:
    """Write a recording to a file, without its texts."""
    keys = list(recording.digests)
    places = {key: place for place, key in enumerate(keys)}
    whole = {
        "keys": list(shortened(keys)),
        "digests": b"".join(recording.digests.values()),
        "times": {places[key]: time for key, time in recording.times.items()},
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(lzma.compress(msgspec.msgpack.encode(whole), preset=9 | lzma.PRESET_EXTREME))


class _Whole(msgspec.Struct):
    keys: list[str]
    digests: bytes
    times: Mapping[int, float]


def read(path: Path) -> Recording:
    """Read a recording from a file."""
    whole = msgspec.msgpack.decode(lzma.decompress(path.read_bytes()), type=_Whole)
    keys, digests = list(_whole(whole.keys)), iter(whole.digests)
    return Recording(
        {key: bytes(islice(digests, DIGEST_BYTES)) for key in keys},
        {keys[place]: time for place, time in whole.times.items()},
    )


def shortened(keys: list[str]) -> Iterator[str]:
    """Yield the keys without the parts between slashes that repeat those of the key before."""
    before: list[str] = []
    for key in keys:
        parts = key.split("/")
        same = [
            part if place >= len(before) or part != before[place] else "" for place, part in enumerate(parts)
        ]
        yield "/".join(same)
        before = parts


def _whole(keys: list[str]) -> Iterator[str]:
    before: list[str] = []
    for key in keys:
        before = [part or before[place] for place, part in enumerate(key.split("/"))]
        yield "/".join(before)
