"""Pages of people and clubs: parse, call one service or selector, render."""
