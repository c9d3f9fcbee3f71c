"""Delivery of pages to people: in order, once each, and without one table waiting for another."""
