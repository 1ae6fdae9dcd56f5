"""`python -m pentarch.bots.sdk path/to/bot.py` plays the bot in that file, as `run` does."""

import sys

from pentarch.bots.registry import UnknownBot, bot_class
from pentarch.bots.sdk.run import run

if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: python -m pentarch.bots.sdk path/to/bot.py[:Class]")
    try:
        run(bot_class(sys.argv[1]))
    except UnknownBot as error:
        raise SystemExit(str(error)) from error
