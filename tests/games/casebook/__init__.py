"""Tests of the case book."""
