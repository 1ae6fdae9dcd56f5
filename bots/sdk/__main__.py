"""`python -m bots.sdk path/to/bot.py` plays the bot in that file, hosted or remote like `run`."""

import sys

from bots.registry import UnknownBot, bot_class
from bots.sdk.run import run

if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: python -m bots.sdk path/to/bot.py[:Class]")
    try:
        run(bot_class(sys.argv[1]))
    except UnknownBot as error:
        raise SystemExit(str(error)) from error
