"""Commands that take a bot as a command line after `--`."""

import shlex

import typer
from typer.core import TyperCommand

from pentarch.bots.registry import RUN


class WithCommandLine(TyperCommand):
    """What comes after `--` is a bot, and the first of the command's arguments."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        """Typer's own types are not public here."""
        if "--" in args:
            at = args.index("--")
            args = self.placed(RUN + shlex.join(args[at + 1 :]), args[:at])
        return super().parse_args(ctx, args)

    def placed(self, bot: str, args: list[str]) -> list[str]:
        """The arguments with the bot in its place."""
        return [bot, *args]


class WithLastCommandLine(WithCommandLine):
    """What comes after `--` is a bot, and the last of the command's arguments."""

    def placed(self, bot: str, args: list[str]) -> list[str]:
        return [*args, bot]
