"""Tournaments and replays for bots that play strategy games: all that a bot's author imports.

    from pentarch import Bot, Turn, play

    class Feaster(Bot):
        def decide(self, turn: Turn):
            feasts = [command for command in turn.legal if command.text.startswith("feast")]
            return feasts[0] if feasts else turn.legal[0]

    record = play("township", [Feaster, "greedy"], seed=1)
    print(record.outcome)

To write a bot: `Bot`, and what it is given (`Start`, `Turn`, `Ending`) and gives (`Answer`, a
`Command`); `run` starts it. To try it out: `rulesets`, `play`, and `Match` for playing by hand. To
study matches: `Record`, `load_record`, `export_records` and `dataset`. To let a policy play:
`PolicyBot`. Everything else in the package may change without notice.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pentarch.bots.sdk import Answer, Bot, Ending, Start, Turn, run
    from pentarch.datasets import dataset, export_records
    from pentarch.engine.commands import Command
    from pentarch.engine.match import Match
    from pentarch.engine.record import Record
    from pentarch.engine.registry import rulesets
    from pentarch.local import load_record, play
    from pentarch.research.policy import PolicyBot
else:
    # Each name is imported when it is first used. Type checkers do not see this function: to them
    # it would mean that every name exists.
    _HOMES = {
        "Answer": "pentarch.bots.sdk",
        "Bot": "pentarch.bots.sdk",
        "Command": "pentarch.engine.commands",
        "Ending": "pentarch.bots.sdk",
        "Match": "pentarch.engine.match",
        "PolicyBot": "pentarch.research.policy",
        "Record": "pentarch.engine.record",
        "Start": "pentarch.bots.sdk",
        "Turn": "pentarch.bots.sdk",
        "dataset": "pentarch.datasets",
        "export_records": "pentarch.datasets",
        "load_record": "pentarch.local",
        "play": "pentarch.local",
        "rulesets": "pentarch.engine.registry",
        "run": "pentarch.bots.sdk",
    }

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(_HOMES[name]), name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})


__all__ = [
    "Bot",
    "Start",
    "Turn",
    "Answer",
    "Command",
    "Ending",
    "run",
    "PolicyBot",
    "rulesets",
    "play",
    "Match",
    "Record",
    "load_record",
    "export_records",
    "dataset",
]
