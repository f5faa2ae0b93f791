"""The audit of a disputed hand: a report in sections, made by the worker in steps, hashed, and the same each time."""
