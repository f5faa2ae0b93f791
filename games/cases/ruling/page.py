"""What the pages of a ruling show of a case: its people by name, its hand, what was said, what the audit found."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from uuid import UUID

from django.utils.translation import gettext as _

import engine
from clubs.models import Player
from games.adjusting.selectors import adjusted
from games.cases.facts import rules_of_place
from games.cases.ruling.forms import Terms
from games.cases.selectors import SeenCase, seen_case
from games.cases.state import CaseState
from games.models import Case, Sheet
from games.rescoring.recount import Recount
from games.rulings.words import seat_names
from games.words.events import listed


@dataclass(frozen=True, slots=True)
class Voice:
    """The words of a person in the case.

    Attributes:
        label: The person, and what the words are.
        text: The words; empty where they were erased.
    """

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class CasePage:
    """A case as a page about its decision shows it.

    Attributes:
        seen: The case as its reader may know it.
        rules: The rule set of the game, with its options.
        names: The names of the players, a seat each.
        people: The names of the people of the case, by id.
        counts: The game with its adjustments; None where no hand of it was dealt.
    """

    seen: SeenCase
    rules: engine.RuleSet
    names: tuple[str, ...]
    people: Mapping[str, str]
    counts: Recount | None

    @property
    def case(self) -> Case:
        """The row of the case."""
        return self.seen.case

    @property
    def state(self) -> CaseState:
        """The case as the reader may know it."""
        return self.seen.state

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides by the names of their players."""
        return tuple(listed([self.names[seat] for seat in seats]) for seats in self.rules.sides)

    @property
    def terms(self) -> Terms:
        """What a decision on the hand can be about."""
        hands = () if self.counts is None else self.counts.played.hands
        played = next((hand.told for hand in hands if hand.number == self.state.hand), None)
        return Terms(
            self.rules, self.names, self.sides, self.state.subject, rule=self.state.rule, played=played,
            hosted=bool(self.state.host),
        )  # fmt: skip

    @property
    def appeal(self) -> Voice | None:
        """The appeal."""
        appeal = self.state.appeal
        if appeal is None:
            return None
        return Voice(_("{name} appeals").format(name=self.name_of(appeal.by)), self.words_at(appeal.version))

    def name_of(self, player: str) -> str:
        """Return the name of a person of the case."""
        return self.people.get(player) or _("Somebody")

    def words_at(self, version: int) -> str:
        """Return what was written with an event; empty where nothing was, or it was erased."""
        return self.seen.words.get(version, "")


def case_page(case_id: UUID, player: Player | None, invitation: str = "") -> CasePage:
    """Return a case for a page about its decision.

    Raises:
        UnknownCase: There is no such case, or the reader may not know of it.
    """
    return page_of(seen_case(case_id, player, invitation=invitation))


def page_of(seen: SeenCase) -> CasePage:
    """Return what a page about a case's decision shows of it."""
    state, place = seen.state, seen.case.place
    # The names of a closed case can be withheld from those who have no part in it.
    withheld = not seen.insider and seen.case.names_withheld
    people = {} if withheld else names_of(_people(state))
    rules = rules_of_place(place)
    written = (
        [*place.names, *[""] * rules.players] if isinstance(place, Sheet) and not withheld else [""] * rules.players
    )
    known = zip_longest(range(rules.players), state.seats, written, fillvalue="")
    names = seat_names([people.get(player) or name for _seat, player, name in known][: rules.players])
    return CasePage(seen, rules, names, people, adjusted(seen.case.game))


def names_of(ids: Sequence[str]) -> dict[str, str]:
    """Return the present names of people, by id; of a claimed guest the account's."""
    known = Player.objects.filter(pk__in=[UUID(player) for player in ids if player]).select_related("merged_into")
    return {str(player.pk): player.real.name for player in known}


def _people(state: CaseState) -> list[str]:
    """Return the ids of all who have a part in what the reader may know of a case."""
    proposals = [proposal.by for proposal in state.proposals]
    rulings = [ruling.by for ruling in state.rulings]
    appeal = [] if state.appeal is None else [state.appeal.by]
    return [*state.parties, *state.seats, state.director, *rulings, *appeal, *state.committee, *proposals]
