"""Every kind of hostile bot, by its name. `docs/security.md` has a row for each of them.

ATTEMPTS    try to get at something, and raise where they do
KINDS       take what they can get in a match, and end it in one way or another
RAW         programs that speak no protocol; validation rejects them

The others behave while they are validated, as an attacker would: only then do they get to play.
"""

from tests.workers.kinds.attempts import ATTEMPTS, all_attempts
from tests.workers.kinds.conduct import PROCESSES, RAW, TIME, WORDS
from tests.workers.kinds.kind import Kind
from tests.workers.kinds.resources import MEMORY, WORK

__all__ = ["ATTEMPTS", "KINDS", "RAW", "Kind", "all_attempts"]

KINDS: dict[str, Kind] = {**MEMORY, **WORK, **TIME, **PROCESSES, **WORDS}
