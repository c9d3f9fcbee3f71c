"""The command `cardcrate`, which loads next to nothing for its health check, and otherwise the bot."""

import sys

EXIT_INTERRUPTED = 130


def main() -> None:
    """Run the command line of the installed program. Ctrl-C while it loads ends it without a traceback."""
    try:
        _run()
    except KeyboardInterrupt:
        sys.exit(EXIT_INTERRUPTED)


def _run() -> None:
    if sys.argv[1:] == ["health"]:
        from bot.status.heartbeat import health

        code, line = health()
        sys.stdout.write(f"{line}\n")
        sys.exit(code)
    from bot.__main__ import main as run

    run()
