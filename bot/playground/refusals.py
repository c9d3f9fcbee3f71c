"""Errors that the playground reports to the person at the page."""


class Refused(Exception):
    """An action that wasn't done. The message gives the reason."""


class Busy(Refused):
    """An action whose effects are still being worked on. Pages show them as they arrive."""


class Down(Refused):
    """An action that failed because the bot is dead, or was killed before finishing it."""
