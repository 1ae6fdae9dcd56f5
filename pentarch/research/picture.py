"""Text as a picture, for environments that are asked for one."""

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

_MARGIN = 8
_INK, _PAPER = (32, 32, 40), (250, 250, 248)


def shown(text: str, mode: str | None) -> str | npt.NDArray[np.uint8] | None:
    """The text as a render mode wants it: printed for `human`, a picture for `rgb_array`."""
    if mode == "human":
        print(text)
        return None
    return drawn(text) if mode == "rgb_array" else text


def drawn(text: str) -> npt.NDArray[np.uint8]:
    """The text in dark letters on light ground: height, width, and three colours."""
    font = ImageFont.load_default(size=12)
    ruler = ImageDraw.Draw(Image.new("RGB", (1, 1)))
    left, top, right, bottom = ruler.multiline_textbbox((0, 0), text, font=font)
    size = (int(right - left) + 2 * _MARGIN, int(bottom - top) + 2 * _MARGIN)
    image = Image.new("RGB", size, _PAPER)
    ImageDraw.Draw(image).multiline_text((_MARGIN - left, _MARGIN - top), text, _INK, font=font)
    return np.asarray(image, np.uint8)
