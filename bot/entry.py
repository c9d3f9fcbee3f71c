"""The command `cardcrate`, which loads next to nothing for its health check, and otherwise the bot."""

import sys


def main() -> None:
    """Run the command line of the installed program."""
    if sys.argv[1:] == ["health"]:
        from bot.status.heartbeat import health

        code, line = health()
        sys.stdout.write(f"{line}\n")
        sys.exit(code)
    from bot.__main__ import main as run

    run()
