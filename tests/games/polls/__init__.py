"""Tests of blind polls."""
