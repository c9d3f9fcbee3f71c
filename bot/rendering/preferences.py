"""The page of a user's own settings: each choice as a button that turns it to the next value."""

from typing import Final

import msgspec

from bot.rendering.page import Action, Button, Page, Text, button_rows


class Setting(msgspec.Struct, frozen=True):
    """A choice between a few values, each with its words."""

    name: str
    words: str
    values: tuple[tuple[str, str], ...]


SETTINGS: Final[tuple[Setting, ...]] = (
    Setting("hand", "Your hand comes", (("dm", "by DM"), ("button", "only by *My hand*"))),
    Setting("pictures", "Pictures", (("on", "are shown"), ("off", "are left out"))),
    Setting("deck", "The pictured deck has", (("two", "two colours"), ("four", "four colours"))),
    Setting(
        "order",
        "Your hand is sorted",
        (("usual", "as suits the game"), ("rank", "by rank"), ("suit", "by suit")),
    ),
    Setting(
        "calls", "In games without hands your turn is told", (("off", "in the channel"), ("on", "by DM"))
    ),
    Setting("pings", "Where no DM calls you, you are", (("on", "mentioned"), ("off", "not mentioned"))),
    Setting("keep", "Half a year after its end a game", (("off", "forgets you"), ("on", "still knows you"))),
)


def settings_page(chosen: dict[str, str]) -> Page:
    """What a user has chosen, and a button to every next value."""
    lines = ["**Your settings**", *(f"{one.words} **{_words(one, chosen[one.name])}**." for one in SETTINGS)]
    buttons = [_button(one, chosen[one.name]) for one in SETTINGS]
    return Page((Text("\n".join(lines)), *button_rows(buttons)))


def _words(setting: Setting, value: str) -> str:
    return dict(setting.values)[value]


def _button(setting: Setting, value: str) -> Button:
    names = [name for name, _ in setting.values]
    following, words = setting.values[(names.index(value) + 1) % len(names)]
    label = f"{setting.words} {words}".replace("*", "")
    return Button(label, Action(session_id=0, revision=0, act=f"set {setting.name} {following}"))
