"""Which model is asked, how, and what a match may cost: read from the environment."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from urllib.parse import urlsplit

PREFIX = "PENTARCH_LLM_"


class BadSettings(ValueError):
    """A setting that is missing or makes no sense. The message is one clear line."""


@dataclass(frozen=True)
class Settings:
    """Each is the variable `PENTARCH_LLM_` and its name. Prices are for a million tokens.

    When a match has used up its `calls`, `tokens` or `cost`, the bot plays on without asking.
    """

    url: str
    model: str
    key: str = ""
    calls: int = 500
    tokens: int = 2_000_000
    cost: float = 5.0
    price_in: float = 0.0
    price_out: float = 0.0
    timeout: float = 60.0
    tries: int = 3
    answer_tokens: int = 1_000
    extra: str = "{}"
    """A JSON object: whatever else the endpoint wants to be told, such as a temperature."""

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise BadSettings(f"{PREFIX}URL must be an http or https address, not {self.url!r}")
        for field in fields(self):
            value = getattr(self, field.name)  # a dataclass is read by its fields
            if isinstance(value, int | float) and not 0 <= value < 1e12:
                raise BadSettings(f"{PREFIX}{field.name.upper()} must not be negative or huge")
        if not self.tries or not self.timeout:
            raise BadSettings(f"{PREFIX}TRIES and {PREFIX}TIMEOUT must be more than 0")
        try:
            fits = isinstance(json.loads(self.extra), dict)
        except ValueError:
            fits = False
        if not fits:
            raise BadSettings(f"{PREFIX}EXTRA must be a JSON object, not {self.extra!r}")


def settings_from(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings in an environment. Raises BadSettings."""
    for name in ("URL", "MODEL"):
        if not environment.get(PREFIX + name):
            raise BadSettings(f"set {PREFIX}{name}: see the README of bots/llm")
    values: dict[str, str | int | float] = {}
    for field in fields(Settings):
        text = environment.get(PREFIX + field.name.upper())
        if text is not None:
            values[field.name] = _read(field.name, text)
    return Settings(**values)  # type: ignore[arg-type]  # each was read as its field's type


def _read(name: str, text: str) -> str | int | float:
    if name in ("url", "model", "key", "extra"):
        return text
    whole = name in ("calls", "tokens", "tries", "answer_tokens")
    try:
        return int(text) if whole else float(text)
    except ValueError:
        raise BadSettings(f"{PREFIX}{name.upper()} must be a number, not {text!r}") from None
