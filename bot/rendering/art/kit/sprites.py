"""Sprites in parts. The opaque middle is copied, and only edges are blended, which is ten times slower."""

from typing import NamedTuple, Self

from PIL import Image

Pixels = tuple[int, int]


class Sprite(NamedTuple):
    """The parts of a picture, with their places relative to the corner by which the sprite is laid."""

    parts: tuple[tuple[Pixels, Image.Image], ...]
    """Those in RGB are copied, those in RGBA blended."""

    @classmethod
    def of(cls, image: Image.Image, corner: Pixels = (0, 0)) -> Self:
        """Cut an RGBA image. `corner` is the pixel that the sprite is laid by."""
        left, top, right, low = _opaque(image)
        wide, high = image.size
        boxes = [(0, 0, wide, top), (0, low, wide, high), (0, top, left, low), (right, top, wide, low)]
        parts = [(box[:2], image.crop(box)) for box in boxes if box[0] < box[2] and box[1] < box[3]]
        if left < right and top < low:
            parts.append(((left, top), image.crop((left, top, right, low)).convert("RGB")))
        return cls(tuple(((place[0] - corner[0], place[1] - corner[1]), part) for place, part in parts))

    @property
    def size(self) -> Pixels:
        """Return how far it reaches to the right of its corner and below it."""
        wide = max((left + part.width for (left, _), part in self.parts), default=0)
        return wide, max((top + part.height for (_, top), part in self.parts), default=0)

    def lay(self, ground: Image.Image, x: int, y: int) -> None:
        """Lay it on an RGB image with its corner at a point."""
        for (left, top), part in self.parts:
            if -part.height < y + top < ground.height:
                ground.paste(part, (x + left, y + top), part if part.mode == "RGBA" else None)


def _opaque(image: Image.Image) -> tuple[int, int, int, int]:
    """Return a box of opaque pixels, as wide as the middle line and as high as the columns at its ends."""
    wide, high = image.size
    solid = image.getchannel("A").point(lambda light: 255 if light == 255 else 0)
    across = solid.crop((0, high // 2, wide, high // 2 + 1)).getbbox()
    if across is None:
        return 0, 0, 0, 0
    ends = [solid.crop((x, 0, x + 1, high)).getbbox() for x in (across[0], across[2] - 1)]
    assert ends[0] is not None
    assert ends[1] is not None
    box = across[0], max(ends[0][1], ends[1][1]), across[2], min(ends[0][3], ends[1][3])
    return box if solid.crop(box).getextrema() == (255, 255) else (0, 0, 0, 0)
