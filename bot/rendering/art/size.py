"""The size of a finished picture."""

import io

from PIL import Image


def size_of(picture: bytes) -> tuple[int, int]:
    """Width and height in pixels. Raises OSError where there's no picture."""
    with Image.open(io.BytesIO(picture)) as opened:
        return opened.size
