"""A sample of what our bot sent for some moves, so that a bot without a game can send the same."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from benchmarks.load.server import Body, Call, Kind
from benchmarks.load.tables import Table
from bot.delivery.layouts import STYLES
from bot.rendering.page import Action, Block, Button, Buttons, Choice, Line, Page, Picture, Select, Text
from tests.discord_http.payloads import Json

STYLE_OF = {style.value: name for name, style in STYLES.items()}


class Sent(msgspec.Struct, frozen=True):
    """One request that counts against the limit, and the page in it."""

    kind: Kind
    page: Page


class Sample(msgspec.Struct):
    """The answers to some moves, and all other requests that they caused, in order."""

    answers: list[Page]
    sent: list[Sent]
    channels: dict[int, list[int]]
    """By table, its channel, then the DM channels of its players."""

    def share(self, number: int) -> Sequence[Sent]:
        """Return the requests that belong to the answer of this number, counted from 0."""
        per_answer, place = len(self.sent) / len(self.answers), number % len(self.answers)
        return self.sent[round(place * per_answer) : round((place + 1) * per_answer)]


def sample_of(bodies: Sequence[tuple[Call | None, Body]], tables: Sequence[Table]) -> Sample:
    """Turn requests back into pages."""
    answers = [page_of(what) for call, what in bodies if call is None]
    sent = [Sent(call.kind, page_of(what)) for call, what in bodies if call]
    return Sample(answers, sent, {table.session_id: list(table.channels) for table in tables})


def page_of(body: Body) -> Page:
    """Return the page that our sender would lay out like this."""
    outer = body.components[0] if body.components else {"components": []}
    return Page(tuple(_blocks(outer["components"], body.files)), accent=outer.get("accent_color"))


def _blocks(components: Sequence[Json], files: Mapping[str, bytes]) -> Iterator[Block]:
    for component in components:
        match component["type"]:
            case 10:
                yield Text(component["content"])
            case 14:
                yield Line()
            case 12:
                yield _picture(component["items"][0], files)
            case 1 if component["components"][0]["type"] == 2:
                yield Buttons(tuple(map(_button, component["components"])))
            case 1:
                yield _select(component["components"][0])


def _picture(item: Json, files: Mapping[str, bytes]) -> Picture:
    name = item["media"]["url"].removeprefix("attachment://")
    return Picture(name=name, png=files[name], alt=item.get("description") or "")


def _button(component: Json) -> Button:
    return Button(
        label=component["label"],
        action=_action(component),
        style=STYLE_OF[component["style"]],
        disabled=component.get("disabled", False),
    )


def _select(component: Json) -> Select:
    return Select(
        label=component["placeholder"],
        action=_action(component),
        choices=tuple(map(_choice, component["options"])),
        least=component["min_values"],
        most=component["max_values"],
    )


def _choice(option: Json) -> Choice:
    return Choice(label=option["label"], value=option["value"], hint=option.get("description"))


def _action(component: Json) -> Action:
    _, session, revision, act = component["custom_id"].split(":", 3)
    return Action(session_id=int(session), revision=int(revision), act=act)


def read_sample(raw: bytes) -> Sample:
    """Read a sample from a file."""
    return msgspec.msgpack.decode(raw, type=Sample)


def write_sample(sample: Sample) -> bytes:
    """Write a sample for a file."""
    return msgspec.msgpack.encode(sample)
