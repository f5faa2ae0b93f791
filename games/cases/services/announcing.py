"""What follows a command of a case outside of it: notices, and the effects of its decision."""

from functools import partial

from django.db import transaction

from games.cases import notices
from games.cases.hosts import find_host
from games.cases.log import Written
from games.cases.services import effects


def announce(written: Written) -> Written:
    """Tell the people of a case what a command brought, and have its effects follow once it is committed."""
    if written.new:
        notices.tell(written, find_host(written.case.game))
        if written.case.owed:
            transaction.on_commit(partial(effects.follow_each, [written.case.pk], written.at), robust=True)
    return written
