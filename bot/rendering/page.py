"""Pages: what a message says and offers, in neutral words that the transport turns into Discord's."""

import hashlib
from collections.abc import Callable
from concurrent.futures import Future
from functools import lru_cache
from itertools import chain
from typing import Final, Literal

import msgspec

from bot.engine.cards import Card
from bot.rendering.catalog import spoken

UNSHARED: Final = 2047
"""The most bytes that hashlib takes without giving its turn away."""

ACCENT: Final = 0xD9A441
"""Colour of pages that belong to no game."""

Style = Literal["grey", "blue", "green", "red"]


class Action(msgspec.Struct, frozen=True, gc=False):
    """A control's effect, encoded in its custom id: only a hint, everything is checked again on arrival."""

    act: str
    """`hand`, `move acquire rank:K`, `form guess`, ... At most 75 characters. `*` takes a select's values."""
    session_id: int = 0
    """0 where the control belongs to no table."""
    revision: int = 0

    def custom_id(self, kind: Literal["b", "s"]) -> str:
        """Return the custom id of a button (b) or a select (s)."""
        return f"{kind}:{self.session_id}:{self.revision}:{self.act}"


class Text(msgspec.Struct, frozen=True, gc=False, tag="text"):
    """A paragraph of markdown."""

    text: str


class Line(msgspec.Struct, frozen=True, gc=False, tag="line"):
    """A thin line between paragraphs."""


class Picture(msgspec.Struct, frozen=True, tag="picture"):
    """A picture and its complete description (at most 1024 characters)."""

    name: str
    png: bytes
    alt: str
    order: Future[bytes | None] | None = None
    """The source of the picture, None once it won't come. Until then `png` is empty."""
    instead: str = ""
    """The words in place of a missing picture."""

    @property
    def finished(self) -> "Picture | None":
        """Return the picture itself if it has been drawn."""
        if self.order is None:
            return self
        png = self.order.result() if self.order.done() else None
        return None if png is None else Picture(self.name, png, self.alt, instead=self.instead)

    @property
    def in_words(self) -> "tuple[Text, ...]":
        """Return the substitute text."""
        return (Text(self.instead),) if self.instead else ()


class Button(msgspec.Struct, frozen=True, gc=False, tag="button"):
    """A button. Its label has at most 80 characters."""

    label: str
    action: Action
    style: Style = "grey"
    disabled: bool = False
    card: Card | None = None
    """The card it speaks of, for an emoji next to the label."""


class Buttons(msgspec.Struct, frozen=True, gc=False, tag="buttons"):
    """Up to five buttons side by side."""

    buttons: tuple[Button, ...]


class Link(msgspec.Struct, frozen=True, gc=False, tag="link"):
    """A button of its own that opens an address and tells us nothing. Its label has at most 80 characters."""

    label: str
    address: str


class Section(msgspec.Struct, frozen=True, gc=False, tag="section"):
    """A paragraph of markdown with a button to its right."""

    text: str
    button: Button


class Choice(msgspec.Struct, frozen=True, gc=False):
    """One entry of a select. Label, value and hint have at most 100 characters each."""

    label: str
    value: str
    hint: str | None = None
    card: Card | None = None
    """The card it speaks of, for an emoji next to the label."""
    chosen: bool = False
    """Whether it's chosen already: a closed select shows its label."""


class Select(msgspec.Struct, frozen=True, gc=False, tag="select"):
    """A drop-down of up to 25 choices."""

    label: str
    action: Action
    choices: tuple[Choice, ...]
    least: int = 1
    most: int = 1


Block = Text | Line | Picture | Buttons | Link | Section | Select


class Field(msgspec.Struct, frozen=True):
    """A line of a form: at most 45 characters of label, 100 of hint and example."""

    name: str
    label: str
    most: int
    """How many characters it takes."""
    hint: str = ""
    text: str = ""
    example: str = ""
    is_required: bool = True


class Page(msgspec.Struct, frozen=True):
    """A whole message."""

    blocks: tuple[Block, ...]
    accent: int | None = None
    """Colour of the edge, 0xRRGGBB."""
    pings: tuple[int, ...] = ()
    """User ids that this message may notify. Nobody else is, whatever the text contains."""
    kept: str = ""
    """The part of its text kept in its shortest form, below the first line."""
    language: str = msgspec.field(default_factory=spoken)
    """The tag of the language it was written in."""

    @property
    def text(self) -> str:
        """All its text, without pictures and controls."""
        return "\n".join(block.text for block in self.blocks if isinstance(block, Text | Section))

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """Its pictures in order."""
        return tuple(block for block in self.blocks if isinstance(block, Picture))

    @property
    def orders(self) -> tuple[Future[bytes | None], ...]:
        """Return what those of its pictures come from that weren't there when it was made."""
        return tuple(picture.order for picture in self.pictures if picture.order is not None)

    def finished(self) -> "Page":
        """Return the page as it can be sent now: for pictures that aren't there yet stand their words."""
        return self._with(
            lambda picture: picture.in_words if (ready := picture.finished) is None else (ready,)
        )

    def without_pictures(self) -> "Page":
        """Return the page as text and controls, which say everything."""
        return self._with(lambda picture: picture.in_words)

    def _with(self, shown: "Callable[[Picture], tuple[Block, ...]]") -> "Page":
        """Return the page with something else in place of each picture."""
        blocks = (shown(block) if isinstance(block, Picture) else (block,) for block in self.blocks)
        return msgspec.structs.replace(self, blocks=tuple(chain.from_iterable(blocks)))

    def digest(self) -> str:
        """Return a fingerprint of what a reader sees. The revision inside custom ids doesn't count."""
        return _digest(self)


@lru_cache(maxsize=64)
def _digest(page: Page) -> str:
    """A page on its way is asked for its fingerprint four times: before, while and after it's sent."""
    return _hash(b"\n".join(map(_trace, page.blocks))).hex()[:32]


def button_rows(buttons: list[Button]) -> tuple[Buttons, ...]:
    """Return the buttons in rows of five."""
    return tuple(Buttons(tuple(buttons[start : start + 5])) for start in range(0, len(buttons), 5))


def text_page(text: str, *buttons: Button, accent: int | None = None, pings: tuple[int, ...] = ()) -> Page:
    """Return a page of one text, perhaps with buttons below."""
    return Page((Text(text), *button_rows([*buttons])), accent, pings)


def _trace(block: Block) -> bytes:
    if isinstance(block, Buttons):
        return b"".join(_trace_button(button) for button in block.buttons)
    if isinstance(block, Section):
        return block.text.encode() + _trace_button(block.button)
    if isinstance(block, Select):
        return msgspec.json.encode((block.label, block.action.act, block.choices, block.least, block.most))
    if isinstance(block, Picture):
        return _print(block.png) + block.alt.encode() + block.instead.encode()
    return msgspec.json.encode(block)


@lru_cache(maxsize=256)
def _print(png: bytes) -> bytes:
    """Return the fingerprint of a picture. Most are asked for repeatedly."""
    return _hash(png)


def _hash(data: bytes) -> bytes:
    """SHA-256 in small pieces.

    For larger ones Python lets other threads run meanwhile, and waiting for its turn again takes many times
    as long as the hashing.
    """
    made = hashlib.sha256()
    for start in range(0, len(data), UNSHARED):
        made.update(data[start : start + UNSHARED])
    return made.digest()


def _trace_button(button: Button) -> bytes:
    return msgspec.json.encode((button.label, button.action.act, button.style, button.disabled))
