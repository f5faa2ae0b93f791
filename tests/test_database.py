"""What one test leaves behind does not reach the next."""

from uuid import uuid4

import pytest
from celery import current_app

from tests.database import clean


def waiting(queue: str) -> int:
    with current_app.pool.acquire(block=True) as broker:
        return broker.default_channel._size(queue)


@pytest.mark.django_db(transaction=True)
def test_a_message_that_no_worker_took_is_gone_after_the_test():
    current_app.send_task("games.tasks.audit_check", args=(str(uuid4()),), queue="audits")
    assert waiting("audits") == 1

    clean()

    assert waiting("audits") == 0
