"""Helpers of the pages of all rooms: the frame of a club, parts of pages, files to be fetched."""
