"""The languages that people may read: their tags, their own names, and Discord's locales for them."""

from collections.abc import Mapping
from typing import Final

ENGLISH: Final = "en"
"""What everything is written in first, and what is read where a translation has nothing."""
NAMES: Final[Mapping[str, str]] = {
    ENGLISH: "English",
    "de": "Deutsch",
    "es": "Español",
    "fr": "Français",
    "pt-BR": "Português (Brasil)",
}
"""By tag: what each language calls itself. A tag names the folders of its files as well."""
LOCALES: Final[Mapping[str, tuple[str, ...]]] = {
    ENGLISH: ("en-US", "en-GB"),
    "es": ("es-ES", "es-419"),
}
"""By tag: the locales in which Discord speaks it, where these aren't the tag itself."""
_TAGS: Final[Mapping[str, str]] = {locale: tag for tag, locales in LOCALES.items() for locale in locales}


def known_tag(tag: str | None) -> str | None:
    """Return the tag, if it's that of a language we have."""
    return tag if tag in NAMES else None


def locales_of(tag: str) -> tuple[str, ...]:
    """Return the locales in which Discord speaks a language."""
    return LOCALES.get(tag, (tag,))


def language_of(locale: str) -> str:
    """Return the language for one of Discord's locales. English where none of ours is spoken there."""
    return known_tag(_TAGS.get(locale, locale)) or ENGLISH
