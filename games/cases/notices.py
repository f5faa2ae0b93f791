"""Notices of cases: to the players of the hand, to those for whom a case waits, and to those whose result is changed.

Polls have notices of their own (`games.polls`), which say nothing of the case.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final

from django.urls import reverse

from clubs.models import Membership, Notice
from clubs.notices.services.telling import notify, withdraw
from games.cases import log, parts
from games.cases.hosts import Host
from games.cases.log import Written
from games.cases.moves import Move, whose_move
from games.cases.roles import gone_from, officers_of
from games.cases.state import CaseState
from games.events import cases as events
from games.models import Case, GamePlayer
from games.store import projector
from games.tables.notices import people

NEWS: Final = "case"
"""The kind of notices of what happens in a case of a hand that one played."""
DUE: Final = "case-due"
"""The kind of notices that a case waits for the reader."""
CHANGED: Final = "result-changed"
"""The kind of notices that the result of a game that one played is changed."""

_NEWS: Final[Mapping[type[Any], str]] = {
    events.CaseOpened: "",
    events.CaseAnswered: "answered",
    events.CaseRuled: "ruled",
    events.CaseRulingWithdrawn: "ruling-withdrawn",
    events.CaseAppealed: "appealed",
}
"""The sentence of the news of an event."""
_OUTCOMES: Final = {"withdrawn": "withdrawn", "ruled": "ruling-final", "upheld": "upheld", "changed": "changed"}
"""The sentence of the news that a case is closed, by its outcome."""
_LATE: Final = {"ruling": "ruling-late", "committee": "committee-late", "vote": "vote-late"}
"""The sentence for those who are to act after a deadline passed without the act."""


def path_of(case: Case) -> str:
    """Return the address of a case."""
    return reverse("games:case", args=[case.pk])


def tell(written: Written, host: Host | None) -> None:
    """Tell the people of a case what a command brought; call it after the append, so that nobody waits at the lane."""
    if not written.new:
        return
    case, state, by = written.case, written.state, log.author_of(written.events[0])
    for event in written.events:
        what = _OUTCOMES[event.outcome] if isinstance(event, events.CaseClosed) else _NEWS.get(type(event))
        if what is not None:
            until = state.until if what == "ruled" else None
            key = f"{case.pk}:{state.version}:{what}"
            _notify(case, _concerned(state, event) - {by}, NEWS, what, key, until=until)
        if isinstance(event, events.CaseOpened):
            _notify(case, _directors(case, state, host), DUE, "opened", f"{case.pk}:opened")
        elif isinstance(event, events.CaseTaken | events.CaseClosed):
            withdraw(kind=DUE, key=f"{case.pk}:opened")
    _tell_due(written, host)


def _concerned(state: CaseState, event: Any) -> set[str]:
    """Return the ids of those who are told news: the parties, and the director."""
    if isinstance(event, events.CaseOpened):
        # The other side is asked for its answer instead.
        return set(event.sides[event.side]) if event.side is not None else set()
    return {*state.parties, state.director}


def _tell_due(written: Written, host: Host | None) -> None:
    """Tell those for whom a case waits now, and take back what held no longer."""
    case, before, after = written.case, whose_move(written.before), whose_move(written.state)
    if (before.step, before.until, before.who) == (after.step, after.until, after.who):
        gone = set(before.people) - set(after.people)
        for key in _keys(case, before):
            withdraw(kind=DUE, key=key, players=people(gone))
        return
    for key in _keys(case, before):
        withdraw(kind=DUE, key=key)
    passed = next((event.step for event in written.events if isinstance(event, events.DeadlinePassed)), "")
    what = _LATE.get(passed, after.step or "")
    readers = _awaited(case, written.state, after, host) - {log.author_of(written.events[0])}
    if passed in ("ruling", "committee"):
        readers |= _owners(case)
    if readers:
        _notify(case, readers, DUE, what, _keys(case, after)[0], until=after.until)


def tell_near(case: Case, state: CaseState, host: Host | None, now: datetime) -> int:
    """Remind those for whom a case waits that the deadline is near; a reminder for each deadline.

    Returns:
        The number of people who are newly told.
    """
    move = whose_move(state)
    readers = _awaited(case, state, move, host)
    if not readers:
        return 0
    return _notify(case, readers, DUE, f"{move.step}-soon", _keys(case, move)[1], until=move.until, now=now)


def tell_effect(case: Case, state: CaseState, host: Host | None, *, back: bool) -> None:
    """Tell the players of a game, and the squads of its sides, that its result is changed."""
    rows = GamePlayer.objects.filter(projection_version=projector.serving("results"), game__stream=case.game)
    readers = {str(player) for player in rows.values_list("player", flat=True)}
    readers.update(*state.sides)
    if host is not None:
        readers.update(*host.squads)
    _notify(case, readers, CHANGED, "back" if back else "", f"{case.pk}:{state.version}")


def still_holds(notice: Notice) -> bool:
    """Tell whether a notice that a case waits is still true when it is sent."""
    case_id, _colon, _step = notice.key.partition(":")
    case = Case.objects.filter(pk=case_id).first()
    if case is None or case.closed_at is not None:
        return False
    return notice.key == f"{case_id}:opened" or notice.key in _keys(case, whose_move(log.current(case.pk)))


def _keys(case: Case, move: Move) -> tuple[str, str]:
    """Return the keys of the notices that a move is awaited, and that its deadline is near."""
    key = f"{case.pk}:{move.step}:{move.until}"
    return key, f"{key}:soon"


def _awaited(case: Case, state: CaseState, move: Move, host: Host | None) -> set[str]:
    """Return the ids of those for whom a case waits; an appeal is a right, and polls tell their own voters."""
    if move.who == "committee":
        return set(move.people).difference(gone_from(case, state))
    if move.who in ("sides", "director"):
        return set(move.people)
    if move.who == "directors":
        return _directors(case, state, host)
    return _namers(case, state, host) if move.who == "officers" else set()


def _directors(case: Case, state: CaseState, host: Host | None) -> set[str]:
    """Return the ids of the neutral directors, of the club and of the tournament."""
    known = {actor.id for actor in officers_of(case.club) if parts.is_neutral(state, actor)}
    return known if host is None else (known | host.directors) - state.parties - set().union(*host.squads)


def _namers(case: Case, state: CaseState, host: Host | None) -> set[str]:
    """Return the ids of the officers who may name the committee."""
    fit = [actor for actor in officers_of(case.club) if parts.is_neutral(state, actor)]
    others = [actor for actor in fit if not parts.has_ruled(state, actor)]
    beside = set().union(*host.squads) if host is not None else set()
    return {actor.id for actor in others or fit} - beside


def _owners(case: Case) -> set[str]:
    rows = Membership.objects.filter(club=case.club_id, role=Membership.Role.OWNER)
    return {str(player) for player in rows.values_list("player", flat=True)}


def _notify(
    case: Case,
    readers: Iterable[str],
    kind: str,
    what: str,
    key: str,
    *,
    until: int | None = None,
    now: datetime | None = None,
) -> int:
    details: dict[str, Any] = {"club": case.club_id, "number": case.number, "hand": case.hand}
    if what:
        details["what"] = what
    if until is not None:
        details["at"] = log.moment_of(until).isoformat()
    told = people(reader for reader in readers if reader)
    return notify(players=told, kind=kind, path=path_of(case), key=key, details=details, now=now)
