"""What the pages of all rooms share: the frame of a club, parts of pages, files to be fetched."""
