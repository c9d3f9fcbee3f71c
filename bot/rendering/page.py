"""Pages: the texts, pictures and controls of messages, before the transport turns them into Discord's."""

import hashlib
from collections.abc import Callable
from concurrent.futures import Future
from functools import lru_cache
from itertools import chain
from typing import Final, Literal

import msgspec

from bot.engine.cards import Card
from bot.rendering.catalog import language_tag

MAX_UNRELEASED_BYTES: Final = 2047
"""The most bytes that hashlib hashes without releasing the GIL."""

ACCENT: Final = 0xD9A441
"""The edge colour of pages that don't belong to a game."""

Style = Literal["grey", "blue", "green", "red"]


class Action(msgspec.Struct, frozen=True, gc=False):
    """A control's effect, encoded in its custom id. That may be old or forged, so each click is checked."""

    act: str
    """`hand`, `move acquire rank:K`, `form guess`, ... At most 75 characters. `*` means a select's values."""
    session_id: int = 0
    """0 if the control doesn't belong to a table."""
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
    """The pending image, while `png` is empty. Its result is None if drawing it failed."""
    instead: str = ""
    """The words in place of a missing picture."""

    @property
    def finished(self) -> "Picture | None":
        """The picture with its image, or None if there isn't one yet."""
        if self.order is None:
            return self
        png = self.order.result() if self.order.done() else None
        return None if png is None else Picture(self.name, png, self.alt, instead=self.instead)

    @property
    def in_words(self) -> "tuple[Text, ...]":
        """The text that replaces the picture. Empty if it has none."""
        return (Text(self.instead),) if self.instead else ()


class Button(msgspec.Struct, frozen=True, gc=False, tag="button"):
    """A button. Its label has at most 80 characters."""

    label: str
    action: Action
    style: Style = "grey"
    disabled: bool = False
    card: Card | None = None
    """The card that it's about, for an emoji next to the label."""


class Buttons(msgspec.Struct, frozen=True, gc=False, tag="buttons"):
    """Up to five buttons side by side."""

    buttons: tuple[Button, ...]


class Link(msgspec.Struct, frozen=True, gc=False, tag="link"):
    """A button on its own that opens a web address without telling the bot. At most 80 characters."""

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
    """The card that it's about, for an emoji next to the label."""
    chosen: bool = False
    """Whether it's the present choice, which the closed select shows."""


class Select(msgspec.Struct, frozen=True, gc=False, tag="select"):
    """A drop-down of up to 25 choices."""

    label: str
    action: Action
    choices: tuple[Choice, ...]
    least: int = 1
    most: int = 1


Block = Text | Line | Picture | Buttons | Link | Section | Select


class Field(msgspec.Struct, frozen=True):
    """A line of a form. Its label has at most 45 characters, hint and example have 100 each."""

    name: str
    label: str
    most: int
    """The most characters that it accepts."""
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
    """Text that stays below the first line when a filter of the server blocks the rest."""
    language: str = msgspec.field(default_factory=language_tag)
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
        """The pending images of its pictures."""
        return tuple(picture.order for picture in self.pictures if picture.order is not None)

    def finished(self) -> "Page":
        """Return the page as it can be sent now, with words in place of pictures that aren't drawn yet."""
        return self._with(
            lambda picture: picture.in_words if (ready := picture.finished) is None else (ready,)
        )

    def without_pictures(self) -> "Page":
        """Return the page with words in place of its pictures."""
        return self._with(lambda picture: picture.in_words)

    def _with(self, shown: "Callable[[Picture], tuple[Block, ...]]") -> "Page":
        """Return the page with each picture replaced by the blocks that `shown` returns for it."""
        blocks = (shown(block) if isinstance(block, Picture) else (block,) for block in self.blocks)
        return msgspec.structs.replace(self, blocks=tuple(chain.from_iterable(blocks)))

    def digest(self) -> str:
        """Return a fingerprint of the page's contents, without the revisions inside its custom ids."""
        return _digest(self)


@lru_cache(maxsize=64)
def _digest(page: Page) -> str:
    """Return a page's fingerprint. It's cached, because sending a page needs it several times."""
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
    """Return a picture's fingerprint. It's cached, because most pictures need it repeatedly."""
    return _hash(png)


def _hash(data: bytes) -> bytes:
    """Return the SHA-256 hash of data, fed in small pieces.

    For larger ones hashlib releases the GIL, and getting it back takes many times as long as the hashing.
    """
    made = hashlib.sha256()
    for start in range(0, len(data), MAX_UNRELEASED_BYTES):
        made.update(data[start : start + MAX_UNRELEASED_BYTES])
    return made.digest()


def _trace_button(button: Button) -> bytes:
    return msgspec.json.encode((button.label, button.action.act, button.style, button.disabled))
