"""What pages read of the case book: the cases that a reader may know, one of them, and those that are like one.

A case is in the book once it is closed by a decision, for everybody who may see its hand. A dispute that was withdrawn
is not: nothing was decided.
"""

from collections.abc import Sequence
from typing import Final

from django.db.models import Case as Choose
from django.db.models import Exists, F, IntegerField, OuterRef, Q, QuerySet, Value, When
from django.db.models.expressions import Combinable
from django.utils.translation import gettext as _
from msgspec import Struct

from clubs.models import Club, Player
from games.casebook.features import Features, features_of
from games.cases import log
from games.errors import UnknownCase
from games.models import Case, CaseFeatures, CaseText
from games.sheets.selectors import readable
from games.tables.selectors.access import visible
from games.tables.selectors.withheld import withheld_games

DECIDED: Final = ("ruled", "upheld", "changed")
"""The outcomes of cases that are in the book."""
LIKE: Final = 5
"""The most cases that are shown as similar to one."""
SAME_RULE, SAME_SUBJECT_AND_PHASE, SAME_SUBJECT = 1000, 100, 40
"""What each likeness counts: the next one never outweighs the one before it (`docs/reference/disputes.md`)."""


class Filters(Struct, frozen=True):
    """What a reader looks for in the book; empty members are not looked at."""

    family: str = ""
    rule: str = ""
    subject: str = ""
    outcome: str = ""
    club: str = ""
    text: str = ""


class Similar(Struct, frozen=True):
    """A case that is like another one: the case, what it has in common with it, and how much that counts."""

    case: Case
    rule: bool
    subject: bool
    phase: bool
    position: int

    @property
    def reason(self) -> str:
        """What it has in common, in a few words."""
        if self.rule:
            return _("the same rule")
        if self.subject and self.phase:
            return _("the same subject at the same point of the hand")
        return _("the same subject") if self.subject else _("a position like this one")


def in_book(player: Player | None) -> QuerySet[Case]:
    """Return the cases of the book that a reader may know, the last one closed first."""
    theirs = visible(player, "table__")
    if player is not None:
        theirs |= readable(player, "sheet__")
    cases = Case.objects.filter(theirs, closed_at__isnull=False, outcome__in=DECIDED)
    if withheld := list(withheld_games()):
        cases = cases.exclude(game__in=withheld)
    return cases.select_related("club", "table", "sheet").order_by("-closed_at", "pk")


def looked_for(player: Player | None, filters: Filters) -> QuerySet[Case]:
    """Return the cases of the book that a reader looks for."""
    cases = in_book(player)
    if filters.family:
        cases = cases.filter(family=filters.family)
    if filters.rule:
        cases = cases.filter(rule__iexact=filters.rule)
    if filters.subject:
        cases = cases.filter(subject=filters.subject)
    if filters.outcome:
        cases = cases.filter(outcome=filters.outcome)
    if filters.club:
        cases = cases.filter(club__slug=filters.club)
    return cases.filter(_says(filters.text)) if filters.text else cases


def _says(text: str) -> Q:
    """Return the filter for cases with a text: a rule, a number, the club; and the words of cases that name people.

    Where names are withheld the words are not searched: who finds a case by a name knows the name.
    """
    about = Q(rule__icontains=text) | Q(club__name__icontains=text) | Q(rules__icontains=text)
    if text.isascii() and text.isdigit() and len(text) < 9:
        about |= Q(number=int(text))
    words = CaseText.objects.filter(case=OuterRef("pk"), text__icontains=text)
    return about | Q(Exists(words), names_withheld=False)


def find_case(club: Club, number: int, player: Player | None) -> Case:
    """Return a case of the book by its club and its number there.

    Raises:
        UnknownCase: There is no such case in the book, or the reader may not know of it.
    """
    case = in_book(player).filter(club=club, number=number).first()
    if case is None:
        raise UnknownCase
    return case


def similar_to(case: Case, player: Player | None, most: int = LIKE) -> list[Similar]:
    """Return the cases of the book that are most like a case, open or closed.

    The same rule counts more than the same subject in the same phase, that more than the same subject, and that more
    than features of the position: the number of players, the trick, the contract, the trump, who acts.
    """
    row = CaseFeatures.objects.filter(case=case).first()
    about = features_of(case, log.current(case.pk)) if row is None else _features(row)
    near = Q(features__subject=about.subject)
    if about.rule:
        near |= Q(features__rule=about.rule)
    if about.phase:
        near |= Q(features__phase=about.phase)
    cases = (
        in_book(player)
        .filter(near, features__family=about.family)
        .exclude(pk=case.pk)
        .annotate(by_rule=_same("rule", about.rule), by_subject=_same("subject", about.subject))
        .annotate(by_phase=_same("phase", about.phase), by_position=_position(about))
        .annotate(
            likeness=F("by_rule") * SAME_RULE
            + F("by_subject") * F("by_phase") * SAME_SUBJECT_AND_PHASE
            + F("by_subject") * SAME_SUBJECT
            + F("by_phase") * 2
            + F("by_position")
        )
        .order_by("-likeness", "-closed_at", "pk")
    )
    return [
        Similar(one, bool(one.by_rule), bool(one.by_subject), bool(one.by_phase), one.by_position)
        for one in cases[:most]
    ]


def _features(row: CaseFeatures) -> Features:
    return Features(**{name: getattr(row, name) for name in Features.__struct_fields__})


def _same(name: str, value: object) -> Combinable:
    """Return 1 where a feature is the same, 0 where it is not, or where there is none."""
    if value in ("", None):
        return Value(0)
    return _one(Q(**{f"features__{name}": value}))


def _one(condition: Q) -> Combinable:
    return Choose(When(condition, then=Value(1)), default=Value(0), output_field=IntegerField())


def _position(about: Features) -> Combinable:
    """Return how many features of the position are alike."""
    parts: list[Combinable] = [
        _same("players", about.players), _same("denomination", about.denomination), _same("trump", about.trump),
        _same("acts", about.acts), _same("doubled", about.doubled or None),
    ]  # fmt: skip
    if about.trick is not None:
        parts.append(_one(Q(features__trick__range=(about.trick - 1, about.trick + 1))))
    if about.bid is not None:
        step = 1 if about.family == "28" else 2
        parts.append(_one(Q(features__bid__range=(about.bid - step, about.bid + step))))
    return sum(parts[1:], parts[0])  # type: ignore[arg-type]


def clubs_in_book(player: Player | None) -> Sequence[tuple[str, str]]:
    """Return the clubs of which a reader finds cases in the book: slug and name."""
    clubs = in_book(player).order_by("club__name").values_list("club__slug", "club__name").distinct()
    return list(clubs[:200])
