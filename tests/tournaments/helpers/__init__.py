"""Helpers of the tests of tournaments."""
