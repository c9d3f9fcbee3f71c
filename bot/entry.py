"""The command `cardcrate`: loads next to nothing for its health check, the bot for everything else."""

import sys


def main() -> None:
    """Entry point of the installed program."""
    if sys.argv[1:] == ["health"]:
        from bot.status.heartbeat import health

        code, line = health()
        sys.stdout.write(f"{line}\n")
        sys.exit(code)
    from bot.__main__ import main as whole

    whole()
