"""Helpers for all rooms of clubs, independent of them: days, keys, locks, jobs, the isolation of tasks."""
