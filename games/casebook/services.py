"""The rows of features behind the case book: written when a case is closed, and made again when they are old."""

import logging
from collections.abc import Iterable
from typing import Final
from uuid import UUID

from django.db.models import Q, QuerySet

from games.casebook.features import VERSION, features_of
from games.cases import log
from games.models import Case, CaseFeatures

AT_ONCE: Final = 50
"""The cases whose features a task makes before others have their turn."""

logger = logging.getLogger(__name__)


def keep_features(case: Case) -> CaseFeatures:
    """Write the features of a case; they replace those that are there."""
    features = features_of(case, log.current(case.pk))
    values = {name: getattr(features, name) for name in features.__struct_fields__}
    row, _made = CaseFeatures.objects.update_or_create(case=case, defaults={**values, "made_by": VERSION})
    return row


def tend_features() -> int:
    """Write the features of closed cases that have none, or old ones; return how many were written.

    What a case cites can change after its close no more, so that each case is looked at once.
    """
    return _keep(_without_features()[:AT_ONCE])


def rebuild_features(cases: Iterable[UUID] = ()) -> int:
    """Make the features of all closed cases anew, or of some; return how many."""
    closed = Case.objects.filter(closed_at__isnull=False)
    chosen = list(cases)
    return _keep(closed.filter(pk__in=chosen) if chosen else closed)


def _without_features() -> QuerySet[Case]:
    old = Q(features__isnull=True) | ~Q(features__made_by=VERSION)
    return Case.objects.filter(old, closed_at__isnull=False).order_by("closed_at", "pk")


def _keep(cases: QuerySet[Case]) -> int:
    count = 0
    for case in cases.iterator():
        try:
            keep_features(case)
        except Exception:  # one case that cannot be read must not keep the others out
            logger.exception("The features of case %s cannot be made", case.pk)
        else:
            count += 1
    return count
