"""The size of a finished picture."""

import io

from PIL import Image


def size_of(picture: bytes) -> tuple[int, int]:
    """Return a picture's width and height in pixels. Raise OSError if it isn't a picture."""
    with Image.open(io.BytesIO(picture)) as opened:
        return opened.size
