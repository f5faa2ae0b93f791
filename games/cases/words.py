"""A case in words: its subject, whose move it is, and everything that happened, in plain sentences."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from games.cases.moves import Move
from games.cases.state import Answer, CaseState, Evidence, Happened
from games.events import cases as events
from games.words.events import listed

SUBJECTS: Final[Mapping[str, Any]] = {
    "call": pgettext_lazy("subject of a dispute", "A call"),
    "play": pgettext_lazy("subject of a dispute", "A card that was played"),
    "revoke": pgettext_lazy("subject of a dispute", "A revoke"),
    "score": pgettext_lazy("subject of a dispute", "The score"),
    "deal": pgettext_lazy("subject of a dispute", "The deal"),
    "time": pgettext_lazy("subject of a dispute", "Time"),
    "conduct": pgettext_lazy("subject of a dispute", "Conduct"),
    "exposed-card": pgettext_lazy("subject of a dispute", "An exposed card"),
}
"""What a dispute is about, by its code."""
SUBJECT_HINTS: Final[Mapping[str, Any]] = {
    "call": gettext_lazy("A call out of turn, changed, or explained wrongly."),
    "play": gettext_lazy("A card out of turn, taken back, or played by mistake."),
    "revoke": gettext_lazy("A player did not follow suit, but could have."),
    "score": gettext_lazy("Tricks, points, stakes or base cards were counted wrongly."),
    "deal": gettext_lazy("The pack, the cut, or the number of cards was wrong."),
    "time": gettext_lazy("The clock, a long pause, or a bot that sat in."),
    "conduct": gettext_lazy("Words, gestures or signs at the table."),
    "exposed-card": gettext_lazy("A card was seen that should not have been."),
}
QUESTIONS: Final[Mapping[str, Any]] = {
    "call": gettext_lazy("Was a call in hand {hand} right?"),
    "play": gettext_lazy("Was a card in hand {hand} played correctly?"),
    "revoke": gettext_lazy("Was there a revoke in hand {hand}?"),
    "score": gettext_lazy("Is the score of hand {hand} right?"),
    "deal": gettext_lazy("Was hand {hand} dealt correctly?"),
    "time": gettext_lazy("Did the clock decide hand {hand} wrongly?"),
    "conduct": gettext_lazy("Did conduct at the table decide hand {hand}?"),
    "exposed-card": gettext_lazy("Did an exposed card decide hand {hand}?"),
}
"""The question of a case in one sentence."""
STANCES: Final[Mapping[str, Any]] = {
    "agree": gettext_lazy("The dispute is right"),
    "contest": gettext_lazy("The dispute is not right"),
}
OUTCOMES: Final[Mapping[str, Any]] = {
    "withdrawn": gettext_lazy("The dispute was withdrawn: the result stands."),
    "ruled": gettext_lazy("The ruling is final: nobody appealed in time."),
    "upheld": gettext_lazy("The committee upheld the ruling."),
    "changed": gettext_lazy("The committee decided otherwise."),
}
STEPS: Final[Mapping[str, Any]] = {
    "answer": gettext_lazy("the answer of the other side"),
    "poll": gettext_lazy("the answers to the poll"),
    "ruling": gettext_lazy("the ruling"),
    "appeal": gettext_lazy("an appeal"),
    "committee": gettext_lazy("the naming of a committee"),
    "vote": gettext_lazy("the vote of the committee"),
}
DECISIONS: Final[Mapping[str, Any]] = {
    "stands": gettext_lazy("the result stands"),
    "warning": gettext_lazy("the result stands, with a warning"),
    "row": gettext_lazy("a row of the table of irregularities of 56 is applied"),
    "adjusted": gettext_lazy("the hand counts differently"),
    "weighted": gettext_lazy("the hand counts in the tournament as several results, each with a share"),
}
VERDICTS: Final[Mapping[str, Any]] = {
    "clean": gettext_lazy("The audit found nothing against the rules."),
    "findings": gettext_lazy("The audit found something to examine."),
    "incomplete": gettext_lazy("The audit could not examine everything."),
}
_PASSED: Final[Mapping[str, Any]] = {
    "answer": gettext_lazy("The other side did not answer in time: the case goes to a director."),
    "poll": gettext_lazy("The time of the poll is over; it closes with the answers received."),
    "ruling": gettext_lazy("No ruling came in time: all directors and the owner were told, and the time starts again."),
    "appeal": gettext_lazy("Nobody appealed in time: the ruling is final."),
    "committee": gettext_lazy("No committee was named in time: the officers were told, and the time starts again."),
    "vote": gettext_lazy("The time to vote is over."),
}

COURSE: Final = (
    pgettext_lazy("step of a case", "Answer"), pgettext_lazy("step of a case", "Review"),
    pgettext_lazy("step of a case", "Ruling"), pgettext_lazy("step of a case", "Appeal"),
    pgettext_lazy("step of a case", "Closed"),
)  # fmt: skip
"""The steps of a case in short words; without an appeal the fourth is left out."""

Names = Mapping[str, str]
"""The names of the people of a case by id."""


def moment(seconds: int) -> datetime:
    """Return a moment in the reader's time zone."""
    return timezone.localtime(datetime.fromtimestamp(seconds, UTC))


def when(seconds: int) -> str:
    """Return a moment in words: the time alone if it is today, else with the day."""
    at = moment(seconds)
    return date_format(at, "H:i") if at.date() == timezone.localdate() else date_format(at, "j F, H:i")


def name_of(player: str, names: Names) -> str:
    """Return the name of a person of a case."""
    return names.get(player) or _("a player who has left")


def side_name(side: int | None, state: CaseState, names: Names) -> str:
    """Return a side by its players: "Ammini and Chacko"."""
    if side is None or side >= len(state.sides) or not state.sides[side]:
        return _("a side without known players")
    return listed([name_of(player, names) for player in state.sides[side]])


def question_of(subject: str, hand: int) -> str:
    """Return the question of a case in one sentence."""
    return str(QUESTIONS[subject]).format(hand=hand)


def awaited(move: Move, state: CaseState, names: Names) -> str:
    """Say what is awaited from whom."""
    people = listed([name_of(player, names) for player in move.people])
    match move.who:
        case "sides" if not state.unanswered:
            return _("The answer of the other side")  # the reader does not know whose
        case "sides":
            return _("The answer of {side}").format(side=people or _("nobody known"))
        case "voters" if not move.people:
            return _("The answers to a poll")
        case "voters":
            count = len(move.people)
            words = ngettext(
                "The answer of {count} player to the poll", "The answers of {count} players to the poll", count
            )
            return words.format(count=count)
        case "director" if not move.people:
            return _("The ruling of a director")
        case "director":
            return _("The ruling of {name}").format(name=people)
        case "directors":
            return _("A director who takes the case")
        case "parties":
            return _("An appeal, if a side wants one")
        case "officers":
            return _("A committee, named by an officer of the club")
        case "committee":
            return _("The votes of the committee")
    return _("Nothing more: the case is closed.")


def happened(each: Happened, state: CaseState, names: Names) -> str:
    """Say what happened, in a sentence. A vote is told without whose it was."""
    who = name_of(each.actor, names) if each.actor else _somebody(each.event)
    told = _of_dispute(each.event, who, state, names) or _of_ruling(each.event, who, state, names)
    return told or _of_course(each.event, who, state)


def _in_a_sentence(text: Any) -> str:
    """Return a text as it stands within a sentence."""
    return f"{str(text)[:1].lower()}{str(text)[1:]}"


def answered(answer: Answer, state: CaseState, names: Names) -> str:
    """Say how a side answered."""
    event = events.CaseAnswered(answer.side, answer.by, answer.stance)
    return _of_dispute(event, name_of(answer.by, names), state, names)


def evidence_head(piece: Evidence, names: Names) -> str:
    """Say what a piece of evidence is, and whose."""
    who = name_of(piece.by, names)
    if piece.withdrawn:
        return _("{number}. {name} withdrew this evidence.").format(number=piece.number, name=who)
    if piece.kind == "picture":
        return _("{number}. A picture from {name}").format(number=piece.number, name=who)
    if piece.kind == "step":
        return _("{number}. {name} points to step {step}").format(number=piece.number, name=who, step=piece.step)
    return _("{number}. A statement of {name}").format(number=piece.number, name=who)


_PLAYERS = (events.CaseOpened, events.CaseAppealed, events.AppealWithdrawn, events.CaseWithdrawn)


def _somebody(event: Any) -> str:
    """Say who did something of which the reader may not know whose deed it was."""
    return pgettext("whose deed", "A player") if isinstance(event, _PLAYERS) else pgettext("whose deed", "A director")


def _of_dispute(event: Any, who: str, state: CaseState, names: Names) -> str:
    match event:
        case events.CaseOpened():
            subject = _in_a_sentence(SUBJECTS[event.subject])
            return _("{name} disputed hand {hand}: {subject}.").format(name=who, hand=event.hand, subject=subject)
        case events.CaseAnswered(stance="agree"):
            return _("{name} answered: the dispute is right.").format(name=who)
        case events.CaseAnswered():
            return _("{name} answered: the dispute is not right.").format(name=who)
        case events.EvidenceAdded(kind="text"):
            return _("{name} added a statement.").format(name=who)
        case events.EvidenceAdded(kind="picture"):
            return _("{name} added a picture.").format(name=who)
        case events.EvidenceAdded():
            return _("{name} pointed to step {step} of the hand.").format(name=who, step=event.step)
        case events.EvidenceWithdrawn():
            return _("{name} withdrew evidence {number}.").format(name=who, number=event.evidence)
        case events.CaseTaken():
            return _("{name} took the case.").format(name=who)
        case events.CaseReleased():
            return _("{name} gave the case back.").format(name=who)
        case events.CaseAudited():
            return str(VERDICTS.get(event.verdict, event.verdict))
        case events.PollOpened():
            # The names of the voters are for directors alone; their number is for all who read the case.
            count = next((len(poll.voters) for poll in state.polls if poll.number == event.poll), len(event.voters))
            words = ngettext(
                "{name} showed the position to {count} player, without names.",
                "{name} showed the position to {count} players, without names.", count,
            )  # fmt: skip
            return words.format(name=who, count=count)
        case events.PollAnswered():
            return _("A player answered the poll.")
        case events.PollClosed():
            return _("The poll is closed.")
        case events.CaseWithdrawn():
            return _("{name} withdrew the dispute.").format(name=who)
    return ""


def _of_ruling(event: Any, who: str, state: CaseState, names: Names) -> str:
    match event:
        case events.CaseRuled(by=""):
            return _("{name} ruled.").format(name=who)
        case events.CaseRuled():
            return _("{name} ruled: {decision}.").format(name=who, decision=DECISIONS[event.decision.kind])
        case events.CaseRulingWithdrawn():
            return _("{name} withdrew the ruling.").format(name=who)
        case events.DecisionApplied(hosted=True):
            return _("The decision took effect, in the tournament too.")
        case events.DecisionApplied():
            return _("The decision took effect.")
        case events.DecisionReversed(kept=True):
            return _("The decision was undone, but the tournament kept the result as ruled.")
        case events.DecisionReversed():
            return _("The changes of the decision were undone.")
        case events.CaseAppealed(by=""):
            return _("{name} appealed.").format(name=who)
        case events.CaseAppealed():
            side = side_name(event.side, state, names)
            return _("{name} appealed for {side}.").format(name=who, side=side)
        case events.AppealWithdrawn():
            return _("{name} withdrew the appeal: the ruling is final.").format(name=who)
        case events.CommitteeNamed(members=()):
            return _("{name} named a committee.").format(name=who)
        case events.CommitteeNamed():
            members = listed([name_of(member, names) for member in event.members])
            return _("{name} named a committee: {members}.").format(name=who, members=members)
        case events.DecisionProposed():
            decision = DECISIONS[event.decision.kind]
            return _("{name} proposed another decision: {decision}.").format(name=who, decision=decision)
        case events.VoteCast():
            return _("A member of the committee voted.")
        case events.AppealDecided(proposal=0):
            return _("The committee upheld the ruling.")
        case events.AppealDecided():
            decision = DECISIONS[state.proposals[event.proposal - 1].decision.kind]
            return _("The committee decided otherwise: {decision}.").format(decision=decision)
    return ""


def _of_course(event: Any, who: str, state: CaseState) -> str:
    match event:
        case events.DeadlinePassed():
            return str(_PASSED[event.step])
        case events.DeadlineMoved():
            return _("{name} moved the deadline for {step} to {when}.").format(
                name=who, step=STEPS[event.step], when=when(event.until)
            )
        case events.CaseClosed():
            return _("The case is closed. {outcome}").format(outcome=OUTCOMES[event.outcome])
        case events.NamesWithheld():
            return _("{name} asked the case book to name nobody.").format(name=who)
        case events.NamesShown():
            return _("{name} no longer asks the case book to name nobody.").format(name=who)
    return ""


def left(seconds: int) -> str:
    """Return a time left in words: "24 minutes", "3 hours 5 minutes", "2 days 4 hours"; of none "no time"."""
    minutes = max(0, -(-seconds // 60))
    days, hours, rest = minutes // 1440, minutes % 1440 // 60, minutes % 60
    parts: Sequence[str] = [
        words.format(count=count)
        for count, words in (
            (days, ngettext("{count} day", "{count} days", days)),
            (hours, ngettext("{count} hour", "{count} hours", hours)),
            (0 if days else rest, ngettext("{count} minute", "{count} minutes", rest)),
        )
        if count
    ]
    return " ".join(parts) or _("no time")
