"""Rehearsals: bots play a planned event in memory, many times, and a report shows where it would go wrong.

Pure. All goes through the deeds and drafts that people use, and the events are folded and forgotten. The assumptions
about time and strength are in `model`, the course of an event in `course`, what is told of it in `report`.
"""
