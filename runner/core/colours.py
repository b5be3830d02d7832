"""Colours as typed, and their contrast (WCAG 2.2, 1.4.3)."""

import re

_HEX = re.compile(r"#?([0-9a-f]{3}|[0-9a-f]{6})", re.ASCII)
ENOUGH = 4.5
"""The minimum contrast between text and its background."""


def colour(typed: str) -> str:
    """Return "#0a7a3c" for "0A7A3C", or for a name such as "dark green"; "" if it is not a
    colour."""
    text = typed.strip().lower()
    name = re.sub(r"[\s_-]", "", text)
    if match := _HEX.fullmatch(text):
        return f"#{match[1] if len(match[1]) == 6 else ''.join(each * 2 for each in match[1])}"
    if not name.isalpha():
        return ""
    from PIL import ImageColor  # only imported if needed: few colours are names

    return str(ImageColor.colormap.get(name, ""))


def parts(hexadecimal: str) -> tuple[int, int, int]:
    """Return red, green and blue of "#0a7a3c", each from 0 to 255."""
    return int(hexadecimal[1:3], 16), int(hexadecimal[3:5], 16), int(hexadecimal[5:], 16)


def mixed(one: str, other: str, per_cent: int) -> str:
    """Return the mixture of `per_cent` of one colour and the rest of the other, as CSS mixes in
    sRGB."""
    pairs = zip(parts(one), parts(other), strict=True)
    return "#" + "".join(f"{(a * per_cent + b * (100 - per_cent)) // 100:02x}" for a, b in pairs)


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio, from 1 (the same colour) to 21 (black on white)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(hexadecimal: str) -> float:
    shares = (part / 255 for part in parts(hexadecimal))
    linear = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in shares)
    red, green, blue = linear
    return float(0.2126 * red + 0.7152 * green + 0.0722 * blue)
