"""Views as text for readers: what a seat may know and nothing else, whatever the ruleset."""

from pentarch.engine.plain import Json

_STEP = "  "
_SHORT = 72


def written(view: Json) -> str:
    """A view as indented lines. Short lists and objects stand on one line; nothing is left out."""
    assert isinstance(view, dict)
    return "\n".join(line for key, value in view.items() for line in _lines(key, value, ""))


def _lines(key: str, value: Json, indent: str) -> list[str]:
    short = _inline(value)
    if short is not None and len(short) <= _SHORT:
        return [f"{indent}{key}: {short}"]
    lines = [f"{indent}{key}:"]
    if isinstance(value, dict):
        for name, item in value.items():
            lines += _lines(name, item, indent + _STEP)
    elif isinstance(value, list):
        for number, item in enumerate(value, 1):
            lines += _lines(_label(item, number), item, indent + _STEP)
    return lines


def _label(item: Json, number: int) -> str:
    """What an item of a list is called: its own name if it has one."""
    if isinstance(item, dict):
        for key in ("name", "seat", "id"):
            if isinstance(item.get(key), str):
                return str(item[key])
    return str(number)


def _inline(value: Json) -> str | None:
    """A value on one line; None for one that holds others which do."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, str):
        return value or "none"
    if isinstance(value, list):
        return _joined([_inline(item) for item in value]) if _is_flat(value) else None
    if not _is_flat(list(value.values())):
        return None
    return _joined([f"{key} {_inline(item)}" for key, item in value.items()])


def _is_flat(items: list[Json]) -> bool:
    return not any(isinstance(item, dict | list) for item in items)


def _joined(parts: list[str | None]) -> str | None:
    return None if None in parts else ", ".join(str(part) for part in parts) or "none"
