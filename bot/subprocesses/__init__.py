"""Separate processes for one function each, which hold up nobody and can be replaced when they're stuck."""
