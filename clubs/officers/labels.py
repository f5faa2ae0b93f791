"""The acts of officers as short labels in groups, for choosing one of them."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _

GROUPS: Final[dict[str, tuple[Any, dict[str, Any]]]] = {
    "members": (
        _("Members"),
        {
            "member.admitted": _("Admitted a member"),
            "member.refused": _("Declined a request to join"),
            "member.removed": _("Removed a member"),
            "member.suspended": _("Suspended a member"),
            "member.restored": _("Ended a suspension"),
            "office.given": _("Changed a role"),
            "invitation.made": _("Made an invitation"),
            "invitation.revoked": _("Withdrew an invitation"),
            "guest.made": _("Added a guest"),
            "guest.renamed": _("Renamed a guest"),
            "guest.removed": _("Removed a guest"),
            "guest.offered": _("Made a link for a guest's account"),
            "guest.withdrawn": _("Withdrew a link for a guest's account"),
            "guest.claimed": _("Took over a guest with the link"),
            "guest.released": _("Disconnected a guest from an account"),
        },
    ),
    "results": (
        _("Results and ledger"),
        {
            "result.entered": _("Entered a result"),
            "result.withdrawn": _("Withdrew a result"),
            "ledger.granted": _("Granted units"),
            "ledger.paid": _("Entered units paid to the club"),
            "ledger.received": _("Entered units received from the club"),
            "ledger.corrected": _("Corrected a ledger entry"),
            "ledger.reversed": _("Reversed a ledger entry"),
            "season.made": _("Made a season"),
            "season.changed": _("Changed a season"),
            "season.cleared": _("Closed a season, balances settled"),
            "season.carried": _("Closed a season, balances carried over"),
            "kunukku.lifted": _("Removed a kunukku"),
            "picture.removed": _("Removed a picture of a case"),
        },
    ),
    "teams": (
        _("Teams"),
        {
            "team.made": _("Made a team"),
            "team.renamed": _("Renamed a team"),
            "team.disbanded": _("Disbanded a team"),
            "team.joined": _("Added a player to a team"),
            "team.left": _("Removed a player from a team"),
            "team.transferred": _("Entered a transfer"),
            "team.ordered": _("Changed the order of the seats"),
            "team.captain": _("Named a captain"),
        },
    ),
    "tournaments": (
        _("Tournaments"),
        {
            "tournament.opened": _("Opened a tournament"),
            "tournament.renamed": _("Renamed a tournament"),
            "tournament.entered": _("Entered a team"),
            "tournament.withdrawn": _("Withdrew a team"),
            "tournament.players_entered": _("Entered players"),
            "tournament.players_withdrawn": _("Withdrew players"),
            "tournament.teams_made": _("Drew teams of single players"),
            "tournament.started": _("Started a tournament"),
            "tournament.stage_begun": _("Began a stage"),
            "tournament.line_up": _("Named a line-up"),
            "tournament.time_called": _("Called time in a match"),
            "tournament.decided": _("Decided a match"),
            "tournament.corrected": _("Corrected the result of a match"),
            "tournament.match_reopened": _("Withdrew the result of a match"),
            "tournament.adjusted": _("Adjusted match points"),
            "tournament.warned": _("Warned an entrant"),
            "tournament.penalised": _("Penalised an entrant"),
            "tournament.disqualified": _("Disqualified an entrant"),
            "tournament.held_out": _("Left out absent entrants"),
            "tournament.readmitted": _("Readmitted an entrant"),
            "tournament.undone": _("Undid an act of the staff"),
            "tournament.staff_named": _("Named a member of the staff"),
            "tournament.staff_released": _("Removed a member of the staff"),
            "tournament.closed": _("Closed a tournament"),
            "tournament.reopened": _("Reopened a tournament"),
            "tournament.abandoned": _("Abandoned a tournament"),
        },
    ),
    "club": (
        _("Club"),
        {
            "club.changed": _("Changed the settings"),
            "data.imported": _("Imported a file"),
            "data.exported": _("Exported a file"),
            "webhook.added": _("Registered a webhook"),
            "webhook.rotated": _("Made a new secret for a webhook"),
            "webhook.enabled": _("Enabled a webhook"),
            "webhook.removed": _("Removed a webhook"),
        },
    ),
}
"""For each group its name and, for each of its acts (a key of `clubs.officers.acts.ACTIONS`), what the officer did."""


def grouped_choices() -> list[tuple[Any, list[tuple[str, Any]]]]:
    """Return the acts as choices of a form field, in their groups."""
    return [(name, list(labels.items())) for name, labels in GROUPS.values()]
