"""What people can be told: one row a kind, with its words, its urgency and by which ways it goes unless chosen else.

A sentence names its places (`{club}`), which `words` fills from a notice's details when it is read. Where one kind
says several things, `details["what"]` names the sentence.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubs.models import NoticeDelivery

PAGE: Final = "page"
DIGEST: Final = str(NoticeDelivery.Way.DIGEST)
MAIL: Final = str(NoticeDelivery.Way.MAIL)
PUSH: Final = str(NoticeDelivery.Way.PUSH)
WAYS: Final = (PAGE, DIGEST, MAIL, PUSH)
"""In the page, in the collected mail, by a mail of its own at once, on the person's devices."""

Words = str | Promise
"""Words that are put into the reader's language when they are written out."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Something that people can be told.

    Attributes:
        name: A stable word; rows, choices and the API keep it.
        group: Under which heading the page of choices has it.
        label: What the page of choices calls it.
        says: The sentences, by `details["what"]`; under the empty word the one without.
        by: The ways by which it goes unless the person chose otherwise.
        urgent: It cannot wait for a collected mail, so it may go by a mail of its own.
        passes: How long it is of use; later it is not sent any more. None: for ever.
    """

    name: str
    group: Words
    label: Words
    says: Mapping[str, Words]
    by: frozenset[str]
    urgent: bool = False
    passes: timedelta | None = None
    ways: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        # What soon passes is of no use in a collected mail; what can wait needs no mail of its own.
        ways = (PAGE, MAIL, PUSH) if self.passes else WAYS if self.urgent else (PAGE, DIGEST, PUSH)
        object.__setattr__(self, "ways", ways)


_TABLES: Final = _("At tables")
_TOURNAMENTS: Final = _("In tournaments")
_CLUBS: Final = _("In clubs")
_OWN: Final = _("My requests")


def _kind(
    name: str,
    label: Words,
    group: Words,
    *,
    says: Words | Mapping[str, Words],
    by: Iterable[str] = (PAGE, DIGEST),
    urgent: bool = False,
    passes: timedelta | None = None,
) -> Kind:
    sentences = {"": says} if not isinstance(says, Mapping) else says
    return Kind(name=name, group=group, label=label, says=sentences, by=frozenset(by), urgent=urgent, passes=passes)


_KINDS: Final = (
    _kind(
        "your-turn", _("It is my turn, and I am not at the table"), _TABLES,
        says=_("{table}: it is your turn."),
        by=(PAGE, PUSH), urgent=True, passes=timedelta(minutes=10),
    ),
    _kind(
        "table-waits", _("My table has its players and begins"), _TABLES,
        says=_("{table}: all players are there, and the game begins."),
        by=(PAGE, PUSH), urgent=True, passes=timedelta(minutes=30),
    ),
    _kind(
        "ruling", _("A ruling concerns me"), _TABLES,
        says={
            "": _("{table}: a director has given a ruling that concerns you."),
            "sheet": _("{sheet}: a director has given a ruling that concerns you."),
            "sheet-taken-back": _("{sheet}: a ruling that concerned you is withdrawn."),
        },
        by=(PAGE, DIGEST, PUSH), urgent=True,
    ),
    _kind(
        "hand-checked", _("A hand I asked about was checked"), _TABLES,
        says={
            "": _("{table}: hand {hand} was checked; the report is there."),
            "failed": _("{table}: hand {hand} could not be checked as you asked."),
            "sheet": _("{sheet}: hand {hand} was checked; the report is there."),
            "sheet-failed": _("{sheet}: hand {hand} could not be checked as you asked."),
        },
    ),
    _kind(
        "case", _("A hand that I played is disputed"), _TABLES,
        says={
            "": _("{club}: hand {hand} of a game that you played is disputed (case {number})."),
            "answered": _("{club}, case {number}: the other side has answered."),
            "ruled": _("{club}, case {number}: a director has ruled. You can appeal until {at}."),
            "ruling-withdrawn": _("{club}, case {number}: the ruling is withdrawn, and another one follows."),
            "appealed": _("{club}, case {number}: the ruling is appealed."),
            "withdrawn": _("{club}, case {number}: the dispute is withdrawn."),
            "ruling-final": _("{club}, case {number}: the ruling is final."),
            "upheld": _("{club}, case {number}: the committee upheld the ruling."),
            "changed": _("{club}, case {number}: the committee has changed the ruling."),
        },
        by=(PAGE, DIGEST, PUSH),
    ),
    _kind(
        "case-due", _("A disputed hand waits for me"), _TABLES,
        says={
            "": _("{club}: case {number} waits for you."),
            "opened": _("{club}: hand {hand} of a game is disputed (case {number})."),
            "answer": _("{club}: hand {hand} that you played is disputed (case {number}). Answer by {at}."),
            "answer-soon": _("{club}, case {number}: your answer is due by {at}."),
            "ruling": _("{club}: case {number} waits for a ruling by {at}."),
            "ruling-soon": _("{club}, case {number}: a ruling is due by {at}."),
            "ruling-late": _("{club}: nobody ruled on case {number} in time. A director must rule by {at}."),
            "committee": _("{club}: the ruling of case {number} is appealed. Name a committee by {at}."),
            "committee-soon": _("{club}, case {number}: name a committee by {at}."),
            "committee-late": _("{club}: nobody named the committee of case {number}. Name it by {at}."),
            "vote": _("{club}: you are on the committee of case {number}. Vote by {at}."),
            "vote-soon": _("{club}, case {number}: your vote on the committee is due by {at}."),
            "vote-late": _("{club}: nobody on the committee of case {number} has voted. Name another by {at}."),
        },
        by=(PAGE, DIGEST, PUSH), urgent=True,
    ),
    _kind(
        "result-changed", _("The result of a game of mine is changed by a ruling"), _TABLES,
        says={
            "": _("{club}: the result of a game that you played is changed by case {number}."),
            "back": _("{club}: the result of a game that you played is again as before case {number}."),
        },
        by=(PAGE, DIGEST, PUSH),
    ),
    _kind(
        "poll-asked", _("Somebody asks for my opinion on a position"), _TABLES,
        says=_("What would you do? You are shown a position, without names. Answer by {at}."),
        by=(PAGE, DIGEST, PUSH), urgent=True,
    ),
    _kind(
        "result-entered", _("Somebody enters a result of a game that I played"), _TABLES,
        says={
            "": _("{club}: {player} has entered a result of a game that you played."),
            "withdrawn": _("{club}: a result of a game that you played is withdrawn."),
        },
    ),
    _kind(
        "kunukku", _("I put on a kunukku, or take it off"), _TABLES,
        says={
            "": _("{club}: you wear a kunukku now."),
            "off": _("{club}: your kunukku is off."),
            "salaam": _("{club}: you owe a salaam."),
        },
    ),
    _kind(
        "match-starts", _("My match starts"), _TOURNAMENTS,
        says={
            "": _("{tournament}: your match begins at {table}."),
            "soon": _("{tournament}: your match begins at {at}."),
        },
        by=(PAGE, PUSH), urgent=True, passes=timedelta(hours=2),
    ),
    _kind(
        "line-up-due", _("A line-up of my team is due"), _TOURNAMENTS,
        says={
            "": _("{tournament}: {team} must name its line-up."),
            "until": _("{tournament}: {team} must name its line-up by {at}."),
            "own": _("{tournament}: your line-up is due by {at}."),
        },
        by=(PAGE, DIGEST, PUSH), urgent=True,
    ),
    _kind(
        "match-time", _("A time for my match"), _TOURNAMENTS,
        says={
            "": _("{tournament}: the other side proposes a time for your match, {at}."),
            "settled": _("{tournament}: your match is at {at}."),
        },
        by=(PAGE, DIGEST, PUSH), urgent=True,
    ),
    _kind(
        "match-result", _("A result of my match waits for me"), _TOURNAMENTS,
        says=_("{tournament}: the other side reported the result of your match. Confirm it."),
        by=(PAGE, DIGEST, PUSH), urgent=True,
    ),
    _kind(
        "challenge", _("A challenge in a ladder"), _TOURNAMENTS,
        says={
            "": _("{tournament}: {player} challenges you. Answer by {at}."),
            "accepted": _("{tournament}: {player} accepts your challenge. Agree on a time."),
            "accepted-at": _("{tournament}: {player} accepts your challenge. You play at {at}."),
            "refused": _("{tournament}: {player} refuses your challenge."),
            "refused-lost": _("{tournament}: {player} refuses your challenge, and you take the place."),
            "withdrawn": _("{tournament}: {player} withdraws the challenge."),
            "expired": _("{tournament}: {player} has not answered your challenge in time."),
            "expired-lost": _("{tournament}: {player} has not answered your challenge, and you take the place."),
            "missed": _("{tournament}: the time to answer the challenge of {player} is over."),
        },
        by=(PAGE, DIGEST, PUSH), urgent=True,
    ),
    _kind(
        "followed", _("Matches of entrants and players that I follow"), _TOURNAMENTS,
        says={
            "": _("{tournament}: {entrant} plays against {opponent}."),
            "at-table": _("{tournament}: {entrant} plays against {opponent} at table {place}."),
            "won": _("{tournament}: {entrant} won against {opponent}, {points} to {others}."),
            "won-unplayed": _("{tournament}: {entrant} won against {opponent} without play."),
            "lost": _("{tournament}: {entrant} lost against {opponent}, {points} to {others}."),
            "lost-unplayed": _("{tournament}: {entrant} lost against {opponent} without play."),
            "drew": _("{tournament}: {entrant} drew with {opponent}, {points} to {others}."),
        },
    ),
    _kind(
        "tournament", _("News of a tournament of mine"), _TOURNAMENTS,
        says={
            "": _("{tournament}: the tournament has begun."),
            "over": _("{tournament}: the tournament is over."),
            "entered": _("{tournament}: your team {team} is entered."),
            "withdrawn": _("{tournament}: your team {team} is withdrawn."),
            "entered-players": _("{tournament}: you are entered."),
            "withdrawn-players": _("{tournament}: your entry is withdrawn."),
        },
    ),
    _kind(
        "announcement", _("The desk of my tournament makes an announcement"), _TOURNAMENTS,
        says={
            "": _("{tournament}: the desk makes an announcement."),
            "round-starts": _("{tournament}: round {round} starts at {at}."),
            "round-delayed": _("{tournament}: round {round} starts {minutes} minutes later than planned."),
            "come-to-desk": _("{tournament}: please come to the desk."),
        },
        by=(PAGE, PUSH), urgent=True, passes=timedelta(minutes=30),
    ),
    _kind(
        "director-called", _("A table calls the director, and I am on the staff"), _TOURNAMENTS,
        says=_("{tournament}: the players of match {match} call the director."),
        by=(PAGE, PUSH), urgent=True, passes=timedelta(minutes=15),
    ),
    _kind(
        "request-made", _("Somebody asks to join a club that I manage"), _CLUBS,
        says=_("{club}: {player} asks to become a member."),
    ),
    _kind(
        "request-answered", _("My request to join is answered"), _CLUBS,
        says={
            "": _("{club}: you are a member now."),
            "refused": _("{club}: your request to join is declined."),
        },
        by=(PAGE, DIGEST, PUSH),
    ),
    _kind(
        "membership", _("My place in a club changes"), _CLUBS,
        says={
            "": _("{club}: your role is now: {role}."),
            "suspended": _("{club}: your membership is suspended."),
            "lifted": _("{club}: your membership is no longer suspended."),
            "removed": _("{club}: you are no longer a member."),
            "claimed": _("{club}: a guest player's history is now yours."),
        },
    ),
    _kind(
        "team-changed", _("A team of mine changes"), _CLUBS,
        says={
            "": _("{team}: the team has changed."),
            "joined": _("{team}: you play for this team now."),
            "left": _("{team}: you no longer play for this team."),
            "captain": _("{team}: you are the captain now."),
            "order": _("{team}: the order of the seats has changed."),
            "disbanded": _("{club}: a team of yours is disbanded."),
        },
    ),
    _kind(
        "transfer", _("A player joins or leaves a team of mine"), _CLUBS,
        says={
            "": _("{team}: {player} plays for this team now."),
            "left": _("{team}: {player} no longer plays for this team."),
        },
    ),
    _kind(
        "ledger-entry", _("An officer enters something in my stakes"), _CLUBS,
        says={
            "": _("{club}: an entry was made in your stakes: {amount}."),
            "grant": _("{club}: you begin the season with {amount}."),
            "settlement": _("{club}: a settlement was entered in your stakes: {amount}."),
            "correction": _("{club}: a correction was entered in your stakes: {amount}."),
        },
    ),
    _kind(
        "season-settled", _("A season's stakes are settled"), _CLUBS,
        says={
            "": _("{club}: {season} is settled; the sheet shows all transfers."),
            "opened": _("{club}: {season} has begun."),
        },
    ),
    _kind(
        "calendar", _("An evening of my club is called off or moved"), _CLUBS,
        says={
            "": _("{club}: there is something new in the calendar."),
            "moved": _("{club}: an evening is moved to {at}."),
            "off": _("{club}: the evening of {at} is called off."),
        },
        by=(PAGE, DIGEST, PUSH), urgent=True,
    ),
    _kind(
        "sweep-finding", _("The nightly sweep finds something in a hand"), _CLUBS,
        says={
            "": _("{club}: the sweep of all hands has found something in a game of the club."),
            "server": _("The sweep of all hands has found something in a game on this server."),
        },
    ),
    _kind(
        "webhook-off", _("A webhook of the club is disabled"), _CLUBS,
        says={"": _("{club}: a webhook has failed for days and is disabled.")},
    ),
    _kind(
        "import-done", _("My import is done"), _OWN,
        says={
            "": _("{club}: your import is done."),
            "failed": _("{club}: your import has stopped; the page shows the lines."),
            "checked": _("{club}: the dry run of your import is done."),
        },
    ),
    _kind(
        "export-ready", _("My export is ready"), _OWN,
        says={
            "": _("The export that you asked for is ready."),
            "failed": _("The export that you asked for could not be made."),
        },
    ),
)  # fmt: skip

KINDS: Final[Mapping[str, Kind]] = {kind.name: kind for kind in _KINDS}

WAY_NAMES: Final[Mapping[str, Words]] = {
    PAGE: pgettext_lazy("a way to be told", "In the page"),
    DIGEST: pgettext_lazy("a way to be told", "In the digest"),
    MAIL: pgettext_lazy("a way to be told", "By mail at once"),
    PUSH: pgettext_lazy("a way to be told", "On my devices"),
}
"""What pages call the ways."""

WAY_HEADS: Final[Mapping[str, Words]] = {
    PAGE: pgettext_lazy("a way to be told, in a word", "Page"),
    DIGEST: pgettext_lazy("a way to be told, in a word", "Digest"),
    MAIL: pgettext_lazy("a way to be told, in a word", "Mail"),
    PUSH: pgettext_lazy("a way to be told, in a word", "Device"),
}
"""The same in a word, at the head of a column."""
