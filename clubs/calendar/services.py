"""Planning a club's meetings, exceptions to recurring series, and RSVPs. `by` may `keep_calendar` in the club."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from uuid import UUID

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.base.days import FIRST_DAY, LAST_DAY
from clubs.calendar import selectors
from clubs.calendar.occurrences import WITHOUT_END, Occurrence, is_planned, occurrence
from clubs.errors import ClubError
from clubs.models import Club, Meeting, MeetingAnswer, MeetingChange, Membership, Player
from clubs.names import clean_name
from clubs.notices.services.telling import notify
from clubs.officers.permissions import may, require

LONGEST_SERIES = timedelta(days=732)
"""The longest time from the first to the last meeting of a series that has a last day."""
MINUTES = (5, 1440)
NOTE_LENGTH, PLACE_LENGTH, TITLE_LENGTH = 500, 120, 80


@transaction.atomic
def plan_meeting(
    *,
    club: Club,
    by: Player,
    title: str,
    day: date,
    at: time,
    minutes: int = 180,
    place: str = "",
    note: str = "",
    repeats_until: date | None = None,
) -> Meeting:
    """Plan a meeting, or a weekly series.

    Args:
        day: The day of the meeting, or of the first of the series.
        at: The time of its start, in the club's time zone.
        minutes: Its length.
        note: A remark.
        repeats_until: The last day of a weekly series, `WITHOUT_END` for one that goes on; None for a single meeting.

    Raises:
        NotAllowed: `by` may not.
        ClubError: `minutes-out-of-range`, `ends-before`, `too-long`, `text-too-long`, or the title cannot be used.
    """
    require(by, "keep_calendar", club)
    meeting = Meeting(club=club, made_by=by)
    _fill(meeting, title, day, at, minutes, place, note, repeats_until)
    meeting.save()
    return meeting


@transaction.atomic
def change_meeting(
    *,
    meeting_id: UUID,
    by: Player,
    title: str,
    day: date,
    at: time,
    minutes: int = 180,
    place: str = "",
    note: str = "",
    repeats_until: date | None = None,
) -> Meeting:
    """Change a meeting or a whole series; exceptions on days that remain are kept.

    RSVPs and exceptions for days outside the series are deleted. Players who meant to come to the next meeting are
    notified if its time or place changes, or if it is not held.

    Raises:
        NotAllowed: `by` may not.
        ClubError: `no-meeting`, and as `plan_meeting`.
    """
    meeting = _locked(meeting_id, by)
    next_day = selectors.next_day(meeting)
    before = None if next_day is None else _occurrence(meeting, next_day)
    coming = [] if next_day is None else selectors.coming_players(meeting, next_day)
    _fill(meeting, title, day, at, minutes, place, note, repeats_until)
    meeting.sequence += 1
    meeting.save()
    for rows in (meeting.changes.all(), meeting.answers.all()):
        days = set(rows.values_list("day", flat=True))
        rows.filter(day__in=[one for one in days if not is_planned(meeting, one)]).delete()
    if before is not None:
        _tell_change(meeting, before, by, coming)
    return meeting


def _tell_change(meeting: Meeting, before: Occurrence, by: Player, coming: Sequence[Player]) -> None:
    """Notify players who meant to come to the next meeting of a series of its new time or place, or that it is off."""
    day = before.day if is_planned(meeting, before.day) else selectors.next_day(meeting)
    if day is None:
        _tell(meeting, before, by, "off", coming)
        return
    after = _occurrence(meeting, day)
    if (after.starts, after.place) != (before.starts, before.place):
        _tell(meeting, after, by, "moved", coming)


@transaction.atomic
def call_off_meeting(*, meeting_id: UUID, by: Player) -> Meeting:
    """Cancel a meeting or a whole series. Players who meant to come to the next meeting are notified.

    Raises:
        NotAllowed: `by` may not.
        ClubError: `no-meeting`.
    """
    meeting = _locked(meeting_id, by)
    day = selectors.next_day(meeting)
    meeting.cancelled_at = timezone.now()
    meeting.sequence += 1
    meeting.save()
    if day is not None:
        _tell(meeting, _occurrence(meeting, day), by, "off")
    return meeting


@transaction.atomic
def call_off_day(*, meeting_id: UUID, day: date, by: Player) -> Occurrence:
    """Cancel one meeting of a series. Players who meant to come are notified.

    Raises:
        NotAllowed: `by` may not.
        ClubError: `no-meeting`.
    """
    meeting = _locked(meeting_id, by)
    before = _occurrence(meeting, day)
    change, _made = MeetingChange.objects.get_or_create(meeting=meeting, day=day, defaults={"cancelled": True})
    change.cancelled = True
    change.save()
    _changed(meeting)
    if not before.cancelled:
        _tell(meeting, before, by, "off")
    return _occurrence(meeting, day)


@transaction.atomic
def move_day(*, meeting_id: UUID, day: date, by: Player, to: date, at: time, place: str = "") -> Occurrence:
    """Move one meeting of a series to another day, time or place. Players who meant to come are notified.

    Args:
        day: The planned day.
        to: The new day.
        at: The new time of its start.
        place: The new place, if other than that of the series.

    Raises:
        NotAllowed: `by` may not.
        ClubError: `no-meeting`, `too-long`, `text-too-long`.
    """
    meeting = _locked(meeting_id, by)
    before = _occurrence(meeting, day)
    if abs(to - day) > LONGEST_SERIES:
        raise ClubError("too-long", _("Choose a day less than two years away."), "to")
    MeetingChange.objects.update_or_create(
        meeting=meeting,
        day=day,
        defaults={
            "cancelled": False,
            "moved_day": to,
            "moved_time": at,
            "moved_place": _text(place, PLACE_LENGTH, "place"),
        },
    )
    _changed(meeting)
    after = _occurrence(meeting, day)
    if (after.starts, after.place, after.cancelled) != (before.starts, before.place, before.cancelled):
        _tell(meeting, after, by, "moved")
    return after


@transaction.atomic
def restore_day(*, meeting_id: UUID, day: date, by: Player) -> Occurrence:
    """Undo the exception for one meeting of a series.

    Raises:
        NotAllowed: `by` may not.
        ClubError: `no-meeting`.
    """
    meeting = _locked(meeting_id, by)
    before = _occurrence(meeting, day)
    MeetingChange.objects.filter(meeting=meeting, day=day).delete()
    _changed(meeting)
    after = _occurrence(meeting, day)
    if before.cancelled or before.moved:
        _tell(meeting, after, by, "moved")
    return after


@transaction.atomic
def answer_meeting(
    *, meeting_id: UUID, day: date, player: Player, coming: bool, now: datetime | None = None
) -> MeetingAnswer:
    """Set the player's RSVP to a meeting; the last one counts.

    Raises:
        NotAllowed: The player is not a member of the club, or is suspended there.
        ClubError: `no-meeting`, `meeting-over`, `meeting-off`.
    """
    meeting = Meeting.objects.select_related("club").filter(pk=meeting_id, cancelled_at=None).first()
    if meeting is None:
        raise _none()
    require(player, "answer_meetings", meeting.club)
    one = _occurrence(meeting, day)
    if one.cancelled:
        raise ClubError("meeting-off", _("It is called off."))
    if one.ends <= (now or timezone.now()):
        raise ClubError("meeting-over", _("It is over."))
    said, _made = MeetingAnswer.objects.update_or_create(
        meeting=meeting, day=day, player=player, defaults={"coming": coming}
    )
    return said


@transaction.atomic
def answer_for(*, meeting_id: UUID, day: date, by: Player, player: Player, coming: bool) -> MeetingAnswer:
    """Note for a member, or for a guest without an account, whether this player is at a meeting; the last note counts.

    `by` keeps the calendar or the results of the club. A meeting that is over takes the note too.

    Raises:
        NotAllowed: `by` may not.
        ClubError: `no-meeting`, `meeting-off`, or `not-a-member`: the player is not on the club's list.
    """
    meeting = Meeting.objects.select_related("club").filter(pk=meeting_id, cancelled_at=None).first()
    if meeting is None:
        raise _none()
    if not may(by, "enter_results", meeting.club):
        require(by, "keep_calendar", meeting.club)
    if _occurrence(meeting, day).cancelled:
        raise ClubError("meeting-off", _("It is called off."))
    if not Membership.objects.filter(club=meeting.club, player=player, player__is_bot=False).exists():
        raise ClubError(
            "not-a-member", _("{name} is not on the list of {club}.").format(name=player.name, club=meeting.club.name)
        )
    said, _made = MeetingAnswer.objects.update_or_create(
        meeting=meeting, day=day, player=player, defaults={"coming": coming}
    )
    return said


def _fill(
    meeting: Meeting, title: str, day: date, at: time, minutes: int, place: str, note: str, repeats_until: date | None
) -> None:
    least, most = MINUTES
    if not least <= minutes <= most:
        said = _("A meeting lasts {least} to {most} minutes.").format(least=least, most=most)
        raise ClubError("minutes-out-of-range", said, "minutes")
    if not FIRST_DAY <= day <= LAST_DAY:
        raise ClubError("day-out-of-range", _("Choose a day between the years 1990 and 2200."), "day")
    if repeats_until is not None and repeats_until < day:
        raise ClubError("ends-before", _("The last day comes before the first."), "repeats_until")
    if repeats_until not in (None, WITHOUT_END) and repeats_until - day > LONGEST_SERIES:
        raise ClubError("too-long", _("Choose a last day less than two years after the first."), "repeats_until")
    meeting.title = clean_name(title, longest=TITLE_LENGTH, field="title", kept=meeting.title)
    meeting.place = _text(place, PLACE_LENGTH, "place")
    meeting.note = _text(note, NOTE_LENGTH, "note")
    meeting.day, meeting.time, meeting.minutes = day, at.replace(second=0, microsecond=0, tzinfo=None), minutes
    meeting.repeats_until = repeats_until


def _text(text: str, longest: int, field: str) -> str:
    text = text.strip()
    if len(text) > longest or "\x00" in text:
        raise ClubError("text-too-long", _("Write {most} characters at most.").format(most=longest), field)
    return text


def _none() -> ClubError:
    return ClubError("no-meeting", _("There is no such meeting on the calendar."))


def _locked(meeting_id: UUID, by: Player) -> Meeting:
    found = Meeting.objects.select_for_update(of=("self",), no_key=True).select_related("club")
    meeting = found.filter(pk=meeting_id, cancelled_at=None).first()
    if meeting is None:
        raise _none()
    require(by, "keep_calendar", meeting.club)
    return meeting


def _occurrence(meeting: Meeting, day: date) -> Occurrence:
    if not is_planned(meeting, day):
        raise _none()
    change = MeetingChange.objects.filter(meeting=meeting, day=day).first()
    return occurrence(meeting, day, change, selectors.zone(meeting.club))


def _changed(meeting: Meeting) -> None:
    meeting.sequence += 1
    meeting.save(update_fields=["sequence", "changed_at"])


def _tell(meeting: Meeting, one: Occurrence, by: Player, what: str, coming: Sequence[Player] | None = None) -> None:
    """Notify the players who mean to come that a meeting is off or moved; not if it is over."""
    if one.ends <= timezone.now():
        return
    if coming is None:
        coming = selectors.coming_players(meeting, one.day)
    gone = meeting.cancelled_at is not None or not is_planned(meeting, one.day)
    path = (
        reverse("clubs:calendar", args=[meeting.club.slug])
        if gone
        else reverse("clubs:meeting", args=[meeting.club.slug, meeting.pk, one.day.isoformat()])
    )
    notify(
        players=[player for player in coming if player != by],
        kind="calendar",
        path=path,
        key=f"{meeting.pk}:{one.day.isoformat()}:{meeting.sequence}",
        details={"club": str(meeting.club_id), "at": one.starts.isoformat(), "what": what},
    )
