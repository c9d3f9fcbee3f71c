"""The package's description: the README, with links that also work outside the repository."""

import re
from typing import Any, Final

from hatchling.metadata.plugin.interface import MetadataHookInterface

RELATIVE: Final = re.compile(r"(!?)(\[[^\]]*\])\((?!https?:|#)([^)\s]+)\)")


class AbsoluteLinks(MetadataHookInterface):
    """A hook that makes the README's links point to the files of this version."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the readme to the project's metadata."""
        base, tag = metadata["urls"]["Homepage"], f"v{metadata['version']}"

        def absolute(link: re.Match[str]) -> str:
            is_picture, text, path = link.groups()
            return f"{is_picture}{text}({base}/{'raw' if is_picture else 'blob'}/{tag}/{path})"

        with open(f"{self.root}/README.md", encoding="utf-8") as file:  # noqa: PTH123 # no import for one file
            text = RELATIVE.sub(absolute, file.read())
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
