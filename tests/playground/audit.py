"""Accessibility problems of the page: controls without names in the browser's own tree, and pale texts."""

from typing import Any

NAMED = frozenset(
    (
        *("button", "link", "combobox", "textbox", "listbox", "option", "tab", "tabpanel", "dialog"),
        *("image", "region", "article", "log", "heading", "DisclosureTriangle"),
    )
)
"""Roles that need a name, because a screen reader says nothing useful without one."""
PALE = """least => {
  const read = text => text.match(/[\\d.]+/g).map(Number);
  const over = ([r, g, b, a = 1], under) => [r, g, b].map((one, at) => one * a + under[at] * (1 - a));
  const ground = node => {
    if (!node) return [255, 255, 255];
    const own = read(getComputedStyle(node).backgroundColor);
    return own[3] === undefined ? own : over(own, ground(node.parentElement));
  };
  const light = rgb => rgb
    .map(one => one / 255)
    .map(one => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
    .reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0);
  const ratio = node => {
    const behind = ground(node), ink = over(read(getComputedStyle(node).color), behind);
    const [more, less] = [light(ink), light(behind)].sort((one, other) => other - one);
    return (more + 0.05) / (less + 0.05);
  };
  const isText = node => [...node.childNodes].some(one => one.nodeType === 3 && one.textContent.trim());
  return [...document.body.querySelectorAll("*")]
    .filter(node => isText(node) && node.checkVisibility() && !node.closest(":disabled, noscript"))
    .filter(node => ratio(node) < least)
    .map(node => `${ratio(node).toFixed(2)}: ${node.outerHTML.slice(0, 120)}`);
}"""
"""Returns texts with too little contrast to their background."""


async def nameless(page: Any) -> list[str]:
    """Return the roles of everything usable or visible without a name."""
    client = await page.context.new_cdp_session(page)
    tree = await client.send("Accessibility.getFullAXTree")
    await client.detach()
    nodes = [node for node in tree["nodes"] if not node["ignored"]]
    assert any(_role(node) in NAMED for node in nodes)
    return [node["role"]["value"] for node in nodes if _role(node) in NAMED and not _name(node)]


def _role(node: dict[str, Any]) -> str:
    return str(node["role"]["value"])


def _name(node: dict[str, Any]) -> str:
    return str(node.get("name", {}).get("value", "")).strip()
