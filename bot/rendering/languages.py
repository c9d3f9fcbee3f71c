"""The languages that people may read: their tags, their own names, and Discord's locales for them."""

from collections.abc import Mapping
from typing import Final

ENGLISH: Final = "en"
"""The language of the source, and of every message that a translation lacks."""
NAMES: Final[Mapping[str, str]] = {
    ENGLISH: "English",
    "de": "Deutsch",
    "es": "Español",
    "fr": "Français",
    "pt-BR": "Português (Brasil)",
}
"""Each language's own name, by tag. Folders of its files are named by the tag as well."""
LOCALES: Final[Mapping[str, tuple[str, ...]]] = {ENGLISH: ("en-US", "en-GB"), "es": ("es-ES", "es-419")}
"""Discord's locales for a language, by tag, if they aren't the tag itself."""
_TAGS: Final[Mapping[str, str]] = {locale: tag for tag, locales in LOCALES.items() for locale in locales}


def known_tag(tag: str | None) -> str | None:
    """Return the tag, if it's that of a language we have."""
    return tag if tag in NAMES else None


def locales_of(tag: str) -> tuple[str, ...]:
    """Return Discord's locales for a language."""
    return LOCALES.get(tag, (tag,))


def language_of(locale: str) -> str:
    """Return the language for one of Discord's locales. English if we don't have it."""
    return known_tag(_TAGS.get(locale, locale)) or ENGLISH
