"""The officers' log: written in the transaction of the act, and never changed."""

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import date
from typing import Any, Final
from uuid import UUID

from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.errors import ClubError
from clubs.models import ActReason, Club, Membership, OfficerAct, Player, Season, Team

LONGEST_REASON: Final = 200
"""In characters."""

ACTIONS: Final[dict[str, Any]] = {
    "club.changed": _("{actor} changed the club's settings: {settings}."),
    "member.admitted": _("{actor} admitted {subject} to the club."),
    "member.refused": _("{actor} declined the request of {subject} to join the club."),
    "member.removed": _("{actor} removed {subject} from the club."),
    "member.suspended": _("{actor} suspended {subject}."),
    "member.restored": _("{actor} ended the suspension of {subject}."),
    "office.given": _("{actor} gave {subject} another role: {role}."),
    "invitation.made": _("{actor} made an invitation. Role: {role}."),
    "invitation.revoked": _("{actor} withdrew an invitation."),
    "guest.made": _("{actor} added {subject} as a player without an account."),
    "guest.renamed": _("{actor} changed the name that the club keeps for {subject}."),
    "guest.removed": _("{actor} removed {subject}, a player without an account, from the list."),
    "guest.offered": _("{actor} made a link for {subject} to connect an account."),
    "guest.withdrawn": _("{actor} withdrew the link for {subject} to connect an account."),
    "guest.claimed": _("{actor} took over a player without an account with the link."),
    "guest.released": _("{actor} disconnected {subject} from an account."),
    "team.made": _("{actor} made the team {team}."),
    "team.renamed": _("{actor} renamed the team {team}."),
    "team.disbanded": _("{actor} disbanded a team."),
    "team.joined": _("{actor} added {subject} to {team}. Day: {on}."),
    "team.left": _("{actor} removed {subject} from {team}. Day: {on}."),
    "team.transferred": _("{actor} transferred {subject} to {team}. Team before: {source}. Day: {on}."),
    "team.ordered": _("{actor} changed the order of the seats of {team}."),
    "team.captain": _("{actor} made {subject} the captain of {team}."),
    "ledger.granted": _("{actor} granted units. To each: {units}. Players: {players}."),
    "ledger.paid": _("{actor} entered that {subject} paid units to the club: {units}."),
    "ledger.received": _("{actor} entered that {subject} received units from the club: {units}."),
    "ledger.corrected": _("{actor} corrected entry {entry} of the ledger. Units: {units}."),
    "ledger.reversed": _("{actor} reversed entry {entry} of the ledger."),
    "data.imported": _("{actor} imported a file ({kind}). New: {made}. Changed: {changed}."),
    "data.exported": _("{actor} exported a file ({kind})."),
    "season.made": _("{actor} made the season {season}."),
    "season.changed": _("{actor} changed the season {season}."),
    "season.cleared": _("{actor} closed the season {season}: all balances were settled."),
    "season.carried": _("{actor} closed the season {season}: all balances were carried over."),
    "result.entered": _("{actor} entered the result of a game."),
    "result.withdrawn": _("{actor} withdrew the result of a game."),
    "picture.removed": _("{actor} removed a picture added as evidence."),
    "kunukku.lifted": _("{actor} removed a kunukku that {subject} wore."),
    "webhook.added": _("{actor} registered a webhook."),
    "webhook.rotated": _("{actor} made a new secret for a webhook."),
    "webhook.enabled": _("{actor} enabled a webhook again."),
    "webhook.removed": _("{actor} removed a webhook."),
    "tournament.opened": _("{actor} opened the tournament {tournament}."),
    "tournament.renamed": _("{actor} renamed the tournament {tournament}."),
    "tournament.entered": _("{actor} entered {team} for {tournament}."),
    "tournament.withdrawn": _("{actor} withdrew {team} from {tournament}."),
    "tournament.started": _("{actor} closed the entries of {tournament} and started it. Teams: {teams}."),
    "tournament.line_up": _("{actor} named the line-up of {team} in {tournament}. Round: {round}."),
    "tournament.players_entered": _("{actor} entered players for {tournament}. Entry: {entrant}."),
    "tournament.players_withdrawn": _("{actor} withdrew players from {tournament}. Entry: {entrant}."),
    "tournament.stage_begun": _("{actor} began stage {stage} of {tournament}."),
    "tournament.decided": _("{actor} decided match {match} of {tournament}."),
    "tournament.corrected": _("{actor} corrected the result of match {match} of {tournament}."),
    "tournament.time_called": _("{actor} called time in match {match} of {tournament}."),
    "tournament.match_reopened": _("{actor} withdrew the result of match {match} of {tournament}."),
    "tournament.adjusted": _(
        "{actor} added or deducted match points in {tournament}. Entry: {entrant}. Points: {points}."
    ),
    "tournament.warned": _("{actor} warned an entrant of {tournament}. Entry: {entrant}."),
    "tournament.penalised": _(
        "{actor} deducted match points from an entrant in {tournament}. Entry: {entrant}. Points: {points}."
    ),
    "tournament.disqualified": _("{actor} disqualified an entrant of {tournament}. Entry: {entrant}."),
    "tournament.held_out": _("{actor} went on without absent entrants in {tournament}. Entrants: {count}."),
    "tournament.readmitted": _("{actor} readmitted an absent entrant to {tournament}. Entry: {entrant}."),
    "tournament.teams_made": _("{actor} made teams of single players by lot {lot} in {tournament}. Teams: {count}."),
    "tournament.closed": _("{actor} closed the tournament {tournament}."),
    "tournament.reopened": _("{actor} reopened the closed tournament {tournament}."),
    "tournament.abandoned": _("{actor} abandoned the tournament {tournament}."),
    "tournament.undone": _("{actor} undid an action in {tournament}. Events: {first} to {last}."),
    "tournament.staff_named": _("{actor} gave {subject} an office in {tournament}."),
    "tournament.staff_released": _("{actor} released {subject} from an office in {tournament}."),
}
"""What each action of the log reads as. `{actor}` is the officer, `{subject}` whom it concerns; any other name in
braces is a member of the details, shown as `WORDS` says or as it stands."""


def _roles(values: Iterable[Any]) -> dict[Any, str]:
    labels = dict(Membership.Role.choices)
    return {value: str(labels.get(value, value)).lower() for value in values}


def _settings(values: Iterable[Any]) -> dict[Any, str]:
    labels = {
        "name": _("name"),
        "place": _("place"),
        "door": _("how people join"),
        "salaams": _("salaams"),
        "time_zone": _("time zone"),
        "case_windows": _("deadlines of cases"),
    }
    return {value: ", ".join(str(labels[one]) for one in str(value).split() if one in labels) for value in values}


def _teams(values: Iterable[Any]) -> dict[Any, str]:
    return {str(pk): name for pk, name in Team.objects.filter(pk__in=list(values)).values_list("pk", "name")}


def _seasons(values: Iterable[Any]) -> dict[Any, str]:
    return {str(pk): name for pk, name in Season.objects.filter(pk__in=list(values)).values_list("pk", "name")}


def _days(values: Iterable[Any]) -> dict[Any, str]:
    return {value: date_format(date.fromisoformat(value), "j F Y") for value in values}


def _kinds(values: Iterable[Any]) -> dict[Any, str]:
    known = {"members": _("members"), "teams": _("teams"), "results": _("results")}
    return {value: str(known.get(value, value)) for value in values}


WORDS: Final[dict[str, Callable[[Collection[Any]], Mapping[Any, str]]]] = {
    "role": _roles,
    "settings": _settings,
    "team": _teams,
    "source": _teams,
    "on": _days,
    "season": _seasons,
    "kind": _kinds,
}
"""How members of the details are shown: for all values of a page at once, the words for each. A value without words (of
a team that is gone, say) shows as a dash. The apps above clubs add the names of their ids."""


def cleaned_reason(text: str, *, missing: str = "") -> str:
    """Return an officer's reason with whitespace collapsed.

    Args:
        text: As it was typed.
        missing: The message if there is none; empty: none is needed.

    Raises:
        ClubError: `reason-missing` or `reason-too-long`.
    """
    reason = " ".join(text.split())
    if missing and not reason:
        raise ClubError("reason-missing", missing, "reason")
    if len(reason) > LONGEST_REASON:
        raise ClubError(
            "reason-too-long",
            gettext("Write a reason of at most {longest} characters.").format(longest=LONGEST_REASON),
            "reason",
        )
    return reason


def note_act(
    *,
    club: Club,
    actor: Player,
    action: str,
    subject: Player | None = None,
    details: Mapping[str, Any] | None = None,
    reason: str = "",
    command: UUID | None = None,
) -> OfficerAct:
    """Log an officer's act; call it in the transaction of the act.

    Args:
        club: The club for which it was done.
        actor: The officer.
        action: A key of `ACTIONS`: a stable word in the past tense, such as `member.suspended`.
        subject: The player whom it concerns, if one.
        details: Ids, codes and numbers that say the rest; no names, for those can be erased.
        reason: The reason, in the officer's words.
        command: The id of the form, if the same form sent twice must not act twice.

    Raises:
        KeyError: `ACTIONS` has no sentence for the action.
    """
    if action not in ACTIONS:
        raise KeyError(action)
    act = OfficerAct.objects.create(
        club=club, actor=actor, action=action, subject=subject, details=dict(details or {}), command=command
    )
    if reason:
        ActReason.objects.create(act=act, text=reason)
    return act
