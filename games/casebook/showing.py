"""A case of the book as its readers see it: with names, or without any if somebody of the case withholds them.

Without names nothing leads to the hand: no link, no title of a table or a tournament, no day, and in the words of
others every name of a person of the case is replaced. The own words of those who withheld are left out. What can be
read of the hand then is its diagram.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _
from msgspec import Struct

import engine
from clubs.models import Player
from games.audits.page import shown as audit_shown
from games.audits.selectors import audits_of
from games.audits.words import SIDES
from games.casebook.masking import without_names
from games.cases import log
from games.cases.ruling.words import REASONS, decision_sentence
from games.cases.state import CaseState, Ruling
from games.cases.words import OUTCOMES, SUBJECTS, VERDICTS
from games.events.cases import Decision
from games.hands.history import names_by_id
from games.hands.replay import Replay, replay_of
from games.models import Case, CasePerson, CaseText
from games.polls.selectors import Results, counts_of, written_hand
from games.words.events import listed
from games.words.phrases import translated


class Words(Struct, frozen=True):
    """What a person wrote in a case.

    Attributes:
        by: Who wrote it: a name, or "a player of side A".
        text: The words; empty where they are withheld or were erased.
        withheld: They are not shown because their author withholds them.
    """

    by: str
    text: str
    withheld: bool = False


class DecisionShown(Struct, frozen=True):
    """A decision with its reason and its words."""

    sentence: str
    reason: str
    rule: str
    words: Words


class AppealShown(Struct, frozen=True):
    """An appeal: its words, the number of members and of votes for what was decided, and the decision if it is another.

    Attributes:
        words: The words of the side.
        members: The number of members of the committee.
        votes: The votes for what was decided.
        decision: What the committee decided instead of the ruling; None: the ruling stands.
    """

    words: Words
    members: int
    votes: int
    decision: DecisionShown | None


class BookCase(Struct, frozen=True):
    """A case of the book.

    Attributes:
        number: The number of the case in its club.
        club: The name of the club, and `slug` its name in addresses.
        rules: The id of the rule set, and `game` its name.
        subject: What it was about, in words; `subject_code` its code.
        rule: The rule that it cites; empty without.
        outcome: How it ended, a sentence; `outcome_code` its code.
        withheld: Nobody is named.
        closed_at: When it was closed; where names are withheld pages say the month alone.
        sides: The sides by the names of their players; without names "side A".
        question: The words of the dispute.
        step: The step of the hand that it is about; None without.
        step_text: That step in words; empty without.
        hand_path: The page of the hand at the step; empty where that would name people.
        result: How the hand had come out at the table.
        audit: What the last audit of the hand came to, in words; empty without.
        findings: What it found, a sentence each, faults first.
        polls: What players said who were asked without names.
        ruling: The ruling that was in force at the end; None without.
        appeal: The appeal; None without.
        replay: The hand at the step; None where nobody wrote it down.
    """

    number: int
    club: str
    slug: str
    rules: str
    game: str
    subject: str
    subject_code: str
    rule: str
    outcome: str
    outcome_code: str
    withheld: bool
    closed_at: datetime
    sides: tuple[str, ...]
    question: Words
    step: int | None
    step_text: str
    hand_path: str
    result: str
    audit: str
    findings: tuple[str, ...]
    polls: tuple[Results, ...]
    ruling: DecisionShown | None
    appeal: AppealShown | None
    replay: Replay | None

    @property
    def path(self) -> str:
        """The permanent address."""
        return reverse("games:casebook_case", args=[self.slug, self.number])


class Line(Struct, frozen=True):
    """A case in a list of the book."""

    number: int
    club: str
    slug: str
    game: str
    subject: str
    rule: str
    outcome: str
    withheld: bool
    closed_at: datetime
    sides: tuple[str, ...]

    @property
    def path(self) -> str:
        """The permanent address."""
        return reverse("games:casebook_case", args=[self.slug, self.number])


def lines_of(cases: Sequence[Case]) -> list[Line]:
    """Return cases as the lines of a list; their names are looked up at once."""
    parties = CasePerson.objects.filter(case__in=cases, part=CasePerson.Part.PARTY, side__isnull=False)
    sides: dict[UUID, dict[int, list[str]]] = {}
    rows = list(parties.values_list("case", "side", "player"))
    names = names_by_id({str(player) for _case, _side, player in rows})
    for case_id, side, player in rows:
        sides.setdefault(case_id, {}).setdefault(side or 0, []).append(names.get(str(player), ""))
    return [
        Line(
            number=case.number,
            club=case.club.name,
            slug=case.club.slug,
            game=game_name(case.rules),
            subject=str(SUBJECTS[case.subject]),
            rule=case.rule,
            outcome=outcome_words(case.outcome),
            withheld=case.names_withheld,
            closed_at=_closed_at(case),
            sides=() if case.names_withheld else _named(sides.get(case.pk, {})),
        )
        for case in cases
    ]


def _named(sides: Mapping[int, Sequence[str]]) -> tuple[str, ...]:
    return tuple(listed([name for name in sides[side] if name]) for side in sorted(sides))


def outcome_words(outcome: str) -> str:
    """Return how a case ended, in a sentence."""
    return str(OUTCOMES[outcome])


def game_name(rules: str) -> str:
    """Return the name of a rule set."""
    return translated(engine.load_rules(rules).name)


def _closed_at(case: Case) -> datetime:
    assert case.closed_at is not None
    return case.closed_at


def book_case(case: Case) -> BookCase:
    """Return a case of the book; the caller has seen to it that the reader may know it."""
    state = log.current(case.pk)
    withheld = case.names_withheld
    rules = engine.load_rules(case.rules)
    hand = written_hand(case, seat_labels(rules) if withheld else ())
    told, names = hand.told, seat_labels(rules) if withheld else hand.names
    sides = tuple(
        _("side {letter}").format(letter=SIDES[side]) if withheld else listed([names[seat] for seat in seats])
        for side, seats in enumerate(rules.sides)
    )
    voice = _Voice(case, state, hand.names)
    ruling = state.ruling
    step = None if told is None or state.step is None or state.step >= len(told.steps) else told.steps[state.step]
    return BookCase(
        number=case.number,
        club=case.club.name,
        slug=case.club.slug,
        rules=case.rules,
        game=game_name(case.rules),
        subject=str(SUBJECTS[case.subject]),
        subject_code=case.subject,
        rule=case.rule,
        outcome=outcome_words(case.outcome),
        outcome_code=case.outcome,
        withheld=withheld,
        closed_at=_closed_at(case),
        sides=sides,
        question=voice.words(state.raised_by, _opened(state)),
        step=state.step,
        step_text="" if step is None else step.text,
        hand_path="" if withheld else hand_path(case, state.step),
        result="" if told is None or told.result is None else told.result.sentence,
        audit=str(VERDICTS[state.audits[-1].verdict]) if state.audits else "",
        findings=_findings(case, names),
        polls=tuple(counts_of(state, told)),
        ruling=None if ruling is None else _decided(ruling, names, sides, voice),
        appeal=_appeal(state, names, sides, voice),
        replay=None if told is None else replay_of(told, step=state.step if step is not None else None, bottom=0),
    )


def seat_labels(rules: engine.RuleSet) -> tuple[str, ...]:
    """Return what stands for the players where nobody is named: the side's letter and a number in it.

    >>> seat_labels(engine.load_rules("28-kerala-4"))
    ('A1', 'B1', 'A2', 'B2')
    """
    return tuple(
        f"{SIDES[rules.side_of(seat)]}{rules.sides[rules.side_of(seat)].index(seat) + 1}"
        for seat in range(rules.players)
    )


def hand_path(case: Case, step: int | None) -> str:
    """Return the page of the hand of a case, at a step."""
    page = "games:hand" if case.table_id is not None else "games:hand_of_sheet"
    path = reverse(page, args=[case.game, case.hand])
    return path if step is None else f"{path}?step={step}"


def _opened(state: CaseState) -> int:
    return state.timeline[0].version if state.timeline else 1


class _Voice:
    """The words of the people of a case, as far as they are shown."""

    def __init__(self, case: Case, state: CaseState, seated: Sequence[str]) -> None:
        self.state = state
        self.withheld = case.names_withheld
        self.texts = dict(CaseText.objects.filter(case=case).values_list("version", "text"))
        people = {*state.parties, *state.committee, *(ruling.by for ruling in state.rulings), state.director}
        people |= {proposal.by for proposal in state.proposals} | {answer.by for answer in state.answers.values()}
        self.people = {one for one in people if one}
        self.names = names_by_id(self.people)
        self.stand_ins: dict[str, str] = {}
        if self.withheld:
            rows = Player.objects.filter(pk__in=[UUID(one) for one in self.people]).select_related("merged_into")
            self.stand_ins = self._seated(case, seated)
            # A guest whom an account has claimed has the names of both.
            self.stand_ins |= {each.name: self.stand_in(str(row.pk)) for row in rows for each in (row, row.real)}
            self.stand_ins.pop("", None)
        title = case.place.name
        self.titles = {title: _("the table")} if title else {}

    def _seated(self, case: Case, names: Sequence[str]) -> dict[str, str]:
        """Return what stands for the names at the seats of the hand, also for those only written on a sheet."""
        sides = engine.load_rules(case.rules).sides
        sided = {seat: side for side, seats in enumerate(sides) for seat in seats}
        return {name: _player_of(sided[seat]) for seat, name in enumerate(names)}

    def stand_in(self, player: str) -> str:
        """Return what stands for a person who is not named."""
        side = self.state.side_of([player])
        if side is not None:
            return _player_of(side)
        if player in self.state.committee:
            return _("a member of the committee")
        return _("the director")

    def words(self, author: str, version: int) -> Words:
        """Return what somebody wrote, without names if they are withheld."""
        text = self.texts.get(version, "")
        if not self.withheld:
            return Words(self.names.get(author, ""), text)
        if author in self.state.withheld:
            return Words(self.stand_in(author), "", withheld=bool(text))
        return Words(self.stand_in(author), without_names(text, self.stand_ins, self.titles))


def _player_of(side: int) -> str:
    return _("a player of side {letter}").format(letter=SIDES[side])


def _decided(made: Ruling, names: Sequence[str], sides: Sequence[str], voice: _Voice) -> DecisionShown:
    return _decision(made.decision, made.by, made.version, names, sides, voice)


def _decision(
    decision: Decision, by: str, version: int, names: Sequence[str], sides: Sequence[str], voice: _Voice
) -> DecisionShown:
    return DecisionShown(
        sentence=decision_sentence(decision, names, sides),
        reason=str(REASONS[decision.reason]),
        rule=decision.rule or (decision.row.rule if decision.row is not None else ""),
        words=voice.words(by, version),
    )


def _appeal(state: CaseState, names: Sequence[str], sides: Sequence[str], voice: _Voice) -> AppealShown | None:
    appeal, verdict = state.appeal, state.verdict
    if appeal is None or verdict is None:
        return None
    decision = None
    if verdict.proposal:
        made = state.proposals[verdict.proposal - 1]
        decision = _decision(made.decision, made.by, made.version, names, sides, voice)
    return AppealShown(voice.words(appeal.by, appeal.version), len(state.committee), verdict.votes, decision)


def _findings(case: Case, names: Sequence[str]) -> tuple[str, ...]:
    """Return what the last audit that was completed found, in the reader's language."""
    for audit in audits_of(case.pk):
        seen = audit_shown(audit, names, "")
        if seen.is_done:
            return tuple(line.text for line in seen.found)
    return ()
