"""What a kind of hostile bot is, and the program it is made into."""

import textwrap
from dataclasses import dataclass

from pentarch.arbiter.referee import Verdict

CRASH, OOM, TIMEOUT = Verdict.BOT_CRASH, Verdict.BOT_OOM, Verdict.BOT_TIMEOUT
PROTOCOL, ILLEGAL = Verdict.BOT_PROTOCOL, Verdict.BOT_ILLEGAL

PROGRAM = """
from pentarch.bots.sdk import Bot
from pentarch.bots.sdk.hosted import play_hosted

class Hostile(Bot):
    def start(self, start):
        self.is_tried_out = "candidate" in start.bots

    def decide(self, turn):
        if not self.is_tried_out:
{body}
        return turn.legal[0]

    def finish(self, ending):
        if not self.is_tried_out:
{finish}

play_hosted(Hostile)
"""


@dataclass(frozen=True)
class Kind:
    """What a hostile bot does before each answer, and what may become of it."""

    body: str
    verdicts: frozenset[Verdict | None]
    finish: str = "pass"
    """What it does when the match is over."""
    says: str = ""
    """What it was told by the system, as its standard error has it; one of several."""

    @property
    def is_short(self) -> bool:
        """Whether the bot's clock must run out."""
        return TIMEOUT in self.verdicts

    @property
    def source(self) -> str:
        """The program."""
        inside = " " * 12
        return PROGRAM.format(
            body=textwrap.indent(self.body.strip("\n"), inside),
            finish=textwrap.indent(self.finish, inside),
        )


def kind(
    body: str, *verdicts: Verdict | None, finish: str = "pass", says: str = "", once: bool = False
) -> Kind:
    """A kind that is there `once`, in its first decision, or in every one."""
    text = textwrap.dedent(body).strip("\n")
    if once:
        text = "if turn.sequence == 1:\n" + textwrap.indent(text, "    ")
    return Kind(text, frozenset(verdicts), finish, says)


def sending(change: str) -> str:
    """A body that sends its first answer in another way: `change` has `target` and `request`."""
    head = (
        "import os, time\n"
        "from pentarch.arbiter.v1 import play_pb2\n"
        "from pentarch.bots.sdk import hosted, wire\n"
        "plain = hosted._send\n"
        "def send(target, request):\n"
    )
    inside = textwrap.indent(textwrap.dedent(change).strip("\n"), "    ")
    return f"{head}{inside}\nhosted._send = send"
