"""Files taken in and given out."""
