"""Whole programs under trouble."""
