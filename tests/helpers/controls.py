"""The controls of a page: their words, the moves they lead to, and Discord's limits."""

from collections.abc import Iterator
from itertools import chain

from bot.rendering import pages
from bot.rendering.page import Block, Button, Buttons, Choice, Link, Page, Section, Select, Text
from bot.rendering.scene import Scene


def page_fault(page: Page) -> str | None:
    """Return the limit of Discord that a page breaks, if any."""
    rows = [block.buttons for block in page.blocks if isinstance(block, Buttons)]
    beside = [block.button for block in page.blocks if isinstance(block, Section)]
    buttons = [*chain(*rows), *beside]
    selects = [block for block in page.blocks if isinstance(block, Select)]
    links = [block for block in page.blocks if isinstance(block, Link)]
    ids = [b.action.custom_id("b") for b in buttons] + [s.action.custom_id("s") for s in selects]
    values = [[choice.value for choice in select.choices] for select in selects]
    limits = {
        "text": len(page.text) <= 4000,
        "paragraphs": all(block.text for block in page.blocks if isinstance(block, Text | Section)),
        # A row of buttons is a component itself, and so is the row around each select menu and each link.
        "components": 1 + len(page.blocks) + len(buttons) + len(selects) + len(links) + len(beside) <= 40,
        "links": all(0 < len(link.label) <= 80 and len(link.address) <= 512 for link in links),
        "ids": len(set(ids)) == len(ids) and all(len(one) <= 100 for one in ids),
        "labels": all(0 < len(label) <= 80 for label in labels(page)),
        "choices": all(0 < len(some) <= 25 and len(set(some)) == len(some) for some in values),
        "values": all(len(value) <= 100 for some in values for value in some),
        "picked": all(1 <= one.least <= one.most <= len(one.choices) for one in selects),
        "chosen": all(sum(choice.chosen for choice in one.choices) <= one.most for one in selects),
        "rows": all(0 < len(row) <= 5 for row in rows),
    }
    return next((limit for limit, kept in limits.items() if not kept), None)


def reached(scene: Scene, form: str | None = None) -> list[str]:
    """Return every move that the hand page leads to, through its forms, and check the limits of each page."""
    page = pages.hand(scene, form=form)
    assert page_fault(page) is None
    found: list[str] = []
    for act in acts(page):
        word, _, rest = act.partition(" ")
        if word == "move":
            found.append(rest)
        elif word == "form":
            found += reached(scene, rest)
    return found


def acts(page: Page) -> Iterator[str]:
    """Yield the action of every control that can be used, one line for each option of a select menu."""
    for block in page.blocks:
        if isinstance(block, Buttons):
            yield from (button.action.act for button in block.buttons if not button.disabled)
        elif isinstance(block, Section):
            yield block.button.action.act
        elif isinstance(block, Select):
            for choice in block.choices:
                act = block.action.act
                yield f"move {choice.value}" if act.startswith("move ") else act.replace("*", choice.value)


def revision_in(page: Page) -> int:
    """Return the newest revision that a page's controls name. 0 if they don't name any."""
    parts = (
        block.buttons if isinstance(block, Buttons) else (getattr(block, "button", block),)
        for block in page.blocks
    )
    return max((one.action.revision for one in chain(*parts) if hasattr(one, "action")), default=0)


def labels(page: Page, *, without: str | None = None) -> list[str]:
    """Return the labels of buttons and of select options, except the button that does `without`."""
    entries = chain(*map(_entries, page.blocks))
    return [one.label for one in entries if not (isinstance(one, Button) and one.action.act == without)]


def _entries(block: Block) -> Iterator[Button | Choice]:
    if isinstance(block, Buttons):
        yield from block.buttons
    elif isinstance(block, Section):
        yield block.button
    elif isinstance(block, Select):
        yield from block.choices
