"""The real command line with Discord at another address: `python -m tests.crash.elsewhere ADDRESS run`."""

import sys

import discord

from bot.__main__ import main

if __name__ == "__main__":
    discord.http.Route.BASE = sys.argv.pop(1)
    main()
