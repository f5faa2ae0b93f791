"""All lines of the matrix."""

from tests.permissions import (
    rows_api,
    rows_api_cases,
    rows_api_people,
    rows_books,
    rows_cases,
    rows_clubs,
    rows_games,
    rows_people,
    rows_polls,
)
from tests.permissions.asking import Row

ROWS: tuple[Row, ...] = (
    *rows_clubs.ROWS,
    *rows_people.ROWS,
    *rows_books.ROWS,
    *rows_games.ROWS,
    *rows_cases.ROWS,
    *rows_polls.ROWS,
    *rows_api.ROWS,
    *rows_api_cases.ROWS,
    *rows_api_people.ROWS,
)
