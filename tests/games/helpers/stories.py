"""Cases in memory: commands decided and folded without a database, by people who are called by their parts."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID, uuid5

from games.cases import deciding
from games.cases.folding import fold_all
from games.cases.opening import check_opening
from games.cases.parts import Actor
from games.cases.state import EMPTY, CaseState
from games.cases.windows import CLUB
from games.events import cases as events
from games.store import StoredEvent

BEGAN: Final = int(datetime(2026, 10, 1, 18, 0, tzinfo=UTC).timestamp())
HOUR: Final = 3600
DAY: Final = 24 * HOUR
STREAM: Final = UUID("0c0ffee0-0000-4000-8000-000000000018")
STANDS: Final = events.Decision("stands", "no-fault")
WARNING: Final = events.Decision("warning", "conduct", warned=1)


def person(name: str, **facts: bool) -> Actor:
    """Return a person whom events know by a name."""
    return Actor(name, frozenset({name}), **facts)


PEOPLE: Final = {
    "raiser": person("raiser"),
    "partner": person("partner"),
    "opponent": person("opponent"),
    "second": person("second"),
    # A director who took the case, and rules; another one of the club; one of the tournament alone.
    "director": person("director", directs=True, officer=True),
    "other": person("other", directs=True, officer=True),
    "staff": person("staff", directs=True),
    # Directors who belong to a side: by the squad, and by the hand.
    "beside": person("beside", directs=True, officer=True, beside=True),
    "playing": Actor("partner", frozenset({"partner"}), directs=True, officer=True),
    "member": person("member"),
    "second-member": person("second-member"),
    "third-member": person("third-member"),
    "voter": person("voter"),
    "reader": person("reader"),
}
"""Everybody, by the part in the case; `playing` is the partner with an office."""


def opening(now: int = BEGAN, **more: Any) -> events.CaseOpened:
    """Return the opening of a dispute of seats 0 and 2 against 1 and 3."""
    members: dict[str, Any] = {
        "game": "11111111-0000-4000-8000-000000000001", "kind": "sheet", "hand": 3, "subject": "revoke",
        "raised_by": "raiser", "side": 0, "sides": (("raiser", "partner"), ("opponent", "second")),
        "seats": ("raiser", "opponent", "partner", "second"), "club": "22222222-0000-4000-8000-000000000002",
        "host": "", "rules": "56-kerala-4", "step": 12, "rule": "56-IRR-25", "published_at": now - HOUR,
        "closes_at": now - HOUR + CLUB.dispute, "answer_until": now + CLUB.answer, "windows": CLUB,
    }  # fmt: skip
    return events.CaseOpened(**(members | more))


class Story:
    """A case that is told command by command."""

    def __init__(self, opened: events.CaseOpened | None = None, now: int = BEGAN) -> None:
        self.state: CaseState = EMPTY
        self.stored: list[StoredEvent] = []
        first = opening(now) if opened is None else opened
        check_opening(first, directs=False, now=now)
        self.append([first], now)

    def append(self, happened: Sequence[Any], now: int) -> "Story":
        """Append the events of a command."""
        names = ("by", "voter", "member", "raised_by")
        actor = next((getattr(happened[0], name) for name in names if hasattr(happened[0], name)), "")
        command = uuid5(STREAM, str(len(self.stored)))
        at = datetime.fromtimestamp(now, UTC)
        new = [
            StoredEvent(
                0, 0, STREAM, len(self.stored) + 1 + seq, type(event).__name__, 1, command, seq, actor, event, at, b""
            )
            for seq, event in enumerate(happened)
        ]
        self.stored += new
        self.state = fold_all(self.state, new)
        return self

    def do(self, decider: Any, name: str, now: int, *arguments: Any) -> "Story":
        """Do a person's command."""
        actor = PEOPLE[name] if name in PEOPLE else person(name)
        return self.append(decider(self.state, actor, *arguments, now), now)

    def pass_deadline(self, now: int) -> "Story":
        """Pass the deadline that is over."""
        return self.append(deciding.pass_deadline(self.state, now), now)

    @property
    def commands(self) -> list[list[StoredEvent]]:
        """The commands, as the replay reads them."""
        found: dict[UUID, list[StoredEvent]] = {}
        for stored in self.stored:
            found.setdefault(stored.command, []).append(stored)
        return list(found.values())


def opened() -> Story:
    return Story()


def taken_early() -> Story:
    return opened().do(deciding.take, "director", BEGAN + HOUR)


def review() -> Story:
    return opened().do(deciding.answer, "opponent", BEGAN + 2 * HOUR, "contest")


def taken() -> Story:
    return review().do(deciding.take, "director", BEGAN + 3 * HOUR)


def polled() -> Story:
    return taken().do(deciding.open_poll, "director", BEGAN + 4 * HOUR, 1, 7, ["voter", "voter-2"], None)


def poll_closed() -> Story:
    return polled().do(deciding.close_poll, "director", BEGAN + 5 * HOUR, 1)


def ruled() -> Story:
    return poll_closed().do(deciding.rule, "director", BEGAN + 6 * HOUR, STANDS)


def ruling_withdrawn() -> Story:
    return ruled().do(deciding.withdraw_ruling, "director", BEGAN + 7 * HOUR)


def appealed() -> Story:
    return ruled().do(deciding.appeal, "raiser", BEGAN + 7 * HOUR)


def voting() -> Story:
    members = ["member", "second-member", "third-member"]
    return appealed().do(deciding.name_committee, "other", BEGAN + 8 * HOUR, members)


def voted() -> Story:
    return voting().do(deciding.vote, "second-member", BEGAN + 9 * HOUR, 0)


def withdrawn() -> Story:
    return review().do(deciding.withdraw_case, "raiser", BEGAN + 3 * HOUR)


def final() -> Story:
    return ruled().pass_deadline(BEGAN + 6 * HOUR + CLUB.appeal)


def upheld() -> Story:
    return voted().do(deciding.vote, "member", BEGAN + 10 * HOUR, 0)


def changed() -> Story:
    story = voted().do(deciding.propose, "member", BEGAN + 10 * HOUR, WARNING)
    story.do(deciding.vote, "member", BEGAN + 11 * HOUR, 1)
    return story.do(deciding.vote, "third-member", BEGAN + 12 * HOUR, 1)


STORIES: Final = {
    "open": opened, "open-taken": taken_early, "review": review, "taken": taken, "polled": polled,
    "poll-closed": poll_closed, "ruled": ruled, "ruling-withdrawn": ruling_withdrawn, "appealed": appealed,
    "voting": voting, "voted": voted, "withdrawn": withdrawn, "final": final, "upheld": upheld, "changed": changed,
}  # fmt: skip
"""Each step of a case, and each end, by a name."""


def after(story: Story) -> int:
    """Return a moment soon after the last event of a case."""
    return int(story.stored[-1].recorded_at.timestamp()) + 60
