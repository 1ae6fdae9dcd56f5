"""How log lines look: `PENTARCH_LOG_FORMAT` and `PENTARCH_LOG_LEVEL`, for every process alike."""

import logging
import sys
from typing import Final

import structlog
from structlog.typing import Processor

from pentarch.arbiter.settings import Settings

_LEVELS: Final = logging.getLevelNamesMapping()


def configure(chosen: Settings) -> None:
    """Write log lines to stderr, for people or one JSON document each."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if chosen.log_format == "json":
        shared += [structlog.processors.dict_tracebacks, structlog.processors.JSONRenderer()]
    else:
        shared.append(structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty()))
    structlog.configure(
        processors=shared,
        wrapper_class=structlog.make_filtering_bound_logger(_LEVELS[chosen.log_level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
