"""Operators' mistakes, and the messages that name them."""
