"""Static files: whole, in part, or not again."""

import pytest
from django.test import Client

TABLE = "/static/js/table.js"


def test_a_static_file_comes_whole_and_as_no_stream(client: Client):
    answer = client.get(TABLE)

    assert (answer.status_code, answer.streaming) == (200, False)
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert len(answer.content) == int(answer.headers["Content-Length"]) > 1000


@pytest.mark.parametrize(
    ("headers", "status", "length"),
    [({"Range": "bytes=0-9"}, 206, 10), ({"If-Modified-Since": "Fri, 31 Dec 2100 00:00:00 GMT"}, 304, 0)],
)
def test_a_part_of_a_static_file_or_nothing_new_of_it_is_answered_so(client: Client, headers, status, length):
    answer = client.get(TABLE, headers=headers)

    assert (answer.status_code, len(answer.content)) == (status, length)
