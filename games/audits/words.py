"""An audit in the reader's language: sections, facts, findings. A report itself holds codes alone."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy as pgettext

from games.audits.fault_words import CHAIN, DEAL
from games.audits.report import Fact, Finding, Report, Severity
from games.words.events import card_words, listed
from games.words.outcomes import outcome_word

TITLES: Final = {
    "chain": _("The chain of events"),
    "deal": _("The deal"),
    "legality": _("The rules, action by action"),
    "tricks": _("Tricks and card points"),
    "score": _("The result"),
    "stakes": _("The stakes ledger"),
    "time": _("Clocks and bots"),
    "sight": _("Cards each player could see"),
    "conventions": _("Calls and convention cards"),
    "irregularities": _("Rulings and corrections"),
    "partly": _("Cards that nobody noted"),
    "unknown": _("Beyond any audit"),
}
"""The titles of the sections."""
SEVERITIES: Final[dict[Severity, Any]] = {
    "fault": pgettext("finding of an audit", "Fault"),
    "notice": pgettext("finding of an audit", "Worth knowing"),
    "unknown": pgettext("finding of an audit", "Cannot be known"),
}
VERDICTS: Final = {
    "clean": _("Nothing was found"),
    "incomplete": _("Nothing was found in what is known"),
}
"""The verdicts without findings."""
_FINDINGS: Final = {
    "chain-fault": _("Event {version} differs from its record: {what}."),
    "unreadable": _("The record of the game cannot be read, so this was not examined."),
    "dealt-by-hand": _("The cards were dealt by hand; no program saw it."),
    "no-proof": _("There is no proof of the deal."),
    "deal-fault": _("The deal is not as promised: {what}."),
    "number-not-opened": _("{name} promised a number for the shuffle but did not open it."),
    "not-over": _("The hand is not over."),
    "not-on-sheet": _("The hand is no longer on the score sheet."),
    "not-written-down": _("Nobody entered calls and cards, so no action can be judged."),
    "earlier-hand-broken": _("An earlier hand of the game breaks the rules, so this one has no lawful beginning."),
    "rule-broken": _("{name} acted against a rule."),
    "deal-broken": _("Such cards cannot have been dealt."),
    "no-cards": _("Nobody entered the cards."),
    "wrong-leader": _("{name} led to trick {trick} without having won the one before."),
    "points-differ": _("The tricks have {recomputed} card points, but the result says {stands}."),
    "not-recomputed": _("The result cannot be computed from the play."),
    "result-differs": _("The result says {stands} for {member}; computed again it is {recomputed}."),
    "report-differs": _("The last report of side {side} differs from the sheet: {members}."),
    "adjusted": _("A decision changed the result afterwards (adjustment {adjustment})."),
    "adjustment-differs": _("An adjustment says {stands} points; computed again it is {recomputed}."),
    "entry-missing": _("The units that event {version} moved are not in the ledger."),
    "entry-differs": _("The ledger says {entered} for event {version}, which moved {units}."),
    "entry-extra": _("The ledger has an entry for event {version}, which moved nothing."),
    "no-clock": _("No clock ran; the times of play at a real table are not recorded."),
    "timed-out": _("The time of {name} ran out, so the server acted."),
    "bot-sat-in": _("{name} had been away for a long time: a bot acted from here on."),
    "returned": _("{name} came back, and the bot stepped aside."),
    "left": _("{name} left the table; a bot played on."),
    "back-at-seat": _("{name} came back to the seat."),
    "substituted": _("Somebody else took over the seat of {name}."),
    "paused": _("{name} delayed the deal."),
    "connections": _("Connections are not recorded, so nobody can tell who was connected when."),
    "words-beside": _("Nothing is known of words and signs outside the table."),
    "table-not-seen": _("Nobody can tell from a score sheet what could be seen at the table."),
    "seen-in-claim": _("The claim was objected to and play went on; until then all saw {cards} of {name}."),
    "exposed": _("A ruling laid {cards} of {name} open."),
    "no-auction": _("The auction is not known."),
    "calls-differ": _("Of {of} calls whose meaning is on the card, {calls} do not fit the cards held."),
    "entry-withdrawn": _("An entry of this hand was undone."),
    "report-changed": _("A side changed its report."),
    "reported-after-entry": _("A report came in {span} after the hand had been entered."),
    "settled": _("A scorer settled the hand, or corrected it: {reason}."),
    "reports-cleared": _("The reports of this hand were removed."),
    "ruled": _("A director ruled on the hand."),
    "hand-adjusted": _("A director ended the hand and gave it to side {side}."),
    "hand-cancelled": _("A director cancelled the hand."),
    "not-judged": _("Actions after that were not judged: {actions}."),
    "nothing-written": _("No card of this hand was noted."),
    "unseen-cards": _("Cards that nobody noted: {cards}. These findings hold wherever they are."),
    "result-by-cards": _("The result depends on cards that nobody noted."),
    "who-held-the-phone": _("An account acted; nobody can tell which person held the phone."),
    "intention": _("No record tells what anybody meant or thought."),
    "times-of-play": _("The times of calls and cards are not recorded."),
    "words-at-table": _("Words and signs at the table are not recorded."),
}
"""The sentences of findings."""
_FACTS: Final = {
    "stream": _("{events} events, up to number {through}; each is checked against the one before it."),
    "foreign": _("The game was imported from another server: its sealed parts stay closed."),
    "proof": _("The deal was promised before anybody gave a number, and opened after the hand."),
    "kept": _("{name}: {word}"),
    "trick": _("Trick {trick}: {cards}. {name} takes {points} card points."),
    "ended-early": _("The hand ended after {tricks} of {of} tricks."),
    "result": _("In the record: {values}."),
    "recomputed": _("Computed again: {values}."),
    "told": _("On the sheet: {values}."),
    "report": _("Report of side {side}: {values}."),
    "ruled": _("The result is the ruling of a director."),
    "adjustment-withdrawn": _("Adjustment {adjustment} was withdrawn."),
    "adjustment-replaced": _("Adjustment {adjustment} was replaced by a later one."),
    "moved": _("Event {version} moved {units} units, by seat; the ledger was compared."),
    "moves-nothing": _("The game moves nothing in a ledger."),
    "nothing-moved": _("No event of the game has moved units so far."),
    "clock": _("{action_seconds} seconds for each action, and {reserve_seconds} seconds of reserve for the game."),
    "seat": _("Seat of {name}: {by}."),
    "action": _("{name} took {span}; acted by: {by}."),
    "action-by-player": _("{name} took {span}."),
    "beside-turn": _("{name} acted out of turn."),
    "own-cards": _("From here on the players know this many of their own cards: {counts}."),
    "open": _("All see {cards} of {name}: {why}."),
    "meaning-asked": _("{name} asked what this call means; the card answered."),
    "meaning-added": _("{name} added words to the answer."),
    "all-open": _("At the end of the hand, all cards are open."),
    "shown-seat": _("Spectators saw the hand of {name} {delay_seconds} seconds late."),
    "card": _("Side {side} plays by {card}."),
    "silent": _("{name}, {call}: the card has no row for it."),
    "nothing-of-the-hand": _("{name}, {call}: {tells} That says nothing about the hand."),
    "hand-unknown": _("{name}, {call}: {tells} Not all cards of the hand are known."),
    "differs": _("{name}, {call}: {tells} The hand was different: {held}."),
    "fits": _("{name}, {call}: {tells} The hand agrees."),
    "contract-noted": _("The contract was noted."),
    "reported": _("A report of side {sides} came in."),
    "entered": _("The hand was entered."),
    "entered-again": _("The hand was entered again after a correction."),
    "written-down": _("Calls and cards were entered."),
    "first-entered": _("The time of the first entry counts."),
    "between-reports": _("Between the first reports of the sides there were {span}."),
    "penalty-card": _("{card} of {name} was open as a penalty card."),
    "known": _("Known cards by seat: {known}; unknown: {unseen}."),
    "broken-whatever": _("That is against the rule, wherever the unknown cards are."),
    "lawful-whatever": _("The rules allow it, with some distribution of the unknown cards."),
}  # fmt: skip
"""The sentences of facts."""
_WHO: Final = {
    "person": pgettext("who acted", "the player"),
    "bot": pgettext("who acted", "a bot of the house"),
    "bot-for-absent": pgettext("who acted", "a bot for the absent player"),
    "bot-for-leaver": pgettext("who acted", "a bot for a player who had left"),
    "server": pgettext("who acted", "the server, after the time was over"),
}
_WHY: Final = {
    "played": pgettext("why a card lies open", "played"),
    "turned-up": pgettext("why a card lies open", "turned up as the trump"),
    "claim": pgettext("why a card lies open", "laid open in a claim"),
    "cot": pgettext("why a card lies open", "the partner lays open at a cot"),
    "thani": pgettext("why a card lies open", "the partner lays open at a thani"),
    "surrender": pgettext("why a card lies open", "a surrender"),
    "concession": pgettext("why a card lies open", "a concession"),
    "undertaken": pgettext("why a card lies open", "by the rules of the hand"),
    "ruling": pgettext("why a card lies open", "a ruling"),
}
_ACTIONS: Final = {
    "bid": pgettext("an action", "bid"), "pass": pgettext("an action", "pass"), "fold": pgettext("an action", "fold"),
    "keep": pgettext("an action", "keep the folded trump"), "ask": pgettext("an action", "ask for the trump"),
    "reveal": pgettext("an action", "turn the trump up"), "play": pgettext("an action", "play"),
    "concede": pgettext("an action", "concede"), "call": pgettext("an action", "call"),
    "double": pgettext("an action", "double"), "redouble": pgettext("an action", "redouble"),
    "redeal": pgettext("an action", "call for a redeal"), "claim": pgettext("an action", "claim"),
    "surrender_offer": pgettext("an action", "offer to surrender"),
    "surrender_accept": pgettext("an action", "accept the surrender"),
    "surrender_refuse": pgettext("an action", "refuse the surrender"),
    "thani": pgettext("an action", "thani"), "cot": pgettext("an action", "cot"),
}  # fmt: skip
_REASONS: Final = {
    "differed": pgettext("why a hand was settled", "the reports differed"),
    "slip": pgettext("why a hand was settled", "a slip of the pen"),
    "miscounted": pgettext("why a hand was settled", "a miscount"),
    "ruled": pgettext("why a hand was settled", "a ruling"),
    "other": pgettext("why a hand was settled", "another reason"),
}
MEMBERS: Final = {
    "outcome": pgettext("member of a result", "outcome"), "declarer": pgettext("member of a result", "declarer"),
    "bid": pgettext("member of a result", "bid"), "number": pgettext("member of a result", "bid"),
    "denomination": pgettext("member of a result", "trump"), "doubled": pgettext("member of a result", "double"),
    "points": pgettext("member of a result", "points"), "game_points": pgettext("member of a result", "game points"),
    "stakes": pgettext("member of a result", "stakes"), "score": pgettext("member of a result", "score"),
    "kunukku": pgettext("member of a result", "kunukku"), "salaams": pgettext("member of a result", "salaams"),
    "shares": pgettext("member of a result", "points of each side"),
    "auction": pgettext("member of a result", "auction"),
    "alone": pgettext("member of a result", "alone"), "soloist": pgettext("member of a result", "soloist"),
    "swept": pgettext("member of a result", "all tricks"), "surrender": pgettext("member of a result", "surrender"),
    "told": pgettext("member of a result", "made"),
}  # fmt: skip
SIDES: Final = "ABCDEFGH"
"""The letters of sides, in audits and in the case book."""
_SECOND: Final = 1000
_MINUTE: Final = 60 * _SECOND
_HOUR: Final = 60 * _MINUTE

Tells = Callable[[Mapping[str, Any]], str]
"""What a call says by its card, from the members of a fact or a finding of the section of conventions."""


def title_of(name: str) -> str:
    """Return the title of a section."""
    return str(TITLES[name])


def headline(report: Report) -> str:
    """Return what was found, in a few words."""
    if report.verdict != "findings":
        return str(VERDICTS[report.verdict])
    count = len(report.found)
    return ngettext("{count} finding", "{count} findings", count).format(count=count)


def finding_words(finding: Finding, names: Sequence[str], tells: Tells) -> str:
    """Return a finding as a sentence.

    Args:
        finding: The finding.
        names: The players' names, a seat each.
        tells: What a call says by its card.
    """
    code = finding.code
    if code == "rule-broken" and finding.members.get("seat") is None:
        code = "deal-broken"
    return _sentence(_FINDINGS, code, finding.members, names, tells)


def fact_words(fact: Fact, names: Sequence[str], tells: Tells) -> str:
    """Return a fact as a sentence; see `finding_words`."""
    code = fact.code
    if code == "action" and fact.members["by"] == "person":
        code = "action-by-player"
    return _sentence(_FACTS, code, fact.members, names, tells)


def frequency_words(members: Mapping[str, Any]) -> str:
    """Return how often what a call says is so; empty where it was not measured.

    >>> frequency_words({})
    ''
    """
    cases = members.get("cases")
    if not cases:
        return ""
    # Translators: of calls like one that is looked at, made by bots on random deals.
    held = ngettext("Such a call held in {so} of {cases} hand.", "Such a call held in {so} of {cases} hands.", cases)
    # Translators: of hands dealt at random, whatever was called.
    fit = gettext("Of {hands} random hands, {fit} would have fitted.")
    return f"{held.format(so=members['so'], cases=cases)} {fit.format(hands=members['hands'], fit=members['fit'])}"


def span_words(milliseconds: int) -> str:
    """Return a time in words: "2.5 s", "3 min", "1 h 55 min"."""
    if milliseconds < _MINUTE:
        return gettext("{seconds} s").format(seconds=f"{milliseconds / _SECOND:.1f}")
    if milliseconds < _HOUR:
        return gettext("{minutes} min").format(minutes=milliseconds // _MINUTE)
    hours, minutes = milliseconds // _HOUR, milliseconds % _HOUR // _MINUTE
    if not minutes:
        return gettext("{hours} h").format(hours=hours)
    return gettext("{hours} h {minutes} min").format(hours=hours, minutes=minutes)


def _sentence(
    sentences: Mapping[str, Any], code: str, members: Mapping[str, Any], names: Sequence[str], tells: Tells
) -> str:
    text = str(sentences[code])
    return text.format_map(_Places(code, members, names, tells))


class _Places(dict[str, str]):
    """The contents of the places in a sentence, worked out when they are asked for."""

    def __init__(self, code: str, members: Mapping[str, Any], names: Sequence[str], tells: Tells) -> None:
        super().__init__()
        self._code, self._members, self._names, self._tells = code, members, names, tells

    def __missing__(self, place: str) -> str:
        members = self._members
        match place:
            case "name":
                return self._name(members.get("seat", members.get("winner", members.get("leader"))))
            case "what" if self._code in ("chain-fault", "deal-fault"):
                known = CHAIN if self._code == "chain-fault" else DEAL
                return str(known.get(members["what"], known["other"]))
            case "cards" if isinstance(members["cards"], list):
                return listed([card_words(card) for card in members["cards"]])
            case "card" if self._code == "card":
                return self._card()
            case "card":
                return card_words(members["card"])
            case "held":
                return hand_words(members["held"])
            case "call":
                return members["text"] or str(_ACTIONS.get(members["word"], members["word"]))
            case "tells":
                return self._tells(members)
            case "word":
                return str(_ACTIONS.get(members["word"], members["word"]))
            case "by":
                return str(_WHO[members["by"]])
            case "why":
                return str(_WHY[members["why"]])
            case "reason":
                return str(_REASONS[members["reason"]])
            case "member":
                return str(MEMBERS.get(members["member"], members["member"]))
            case "members":
                return ", ".join(str(MEMBERS.get(member, member)) for member in members["members"])
            case "span":
                return span_words(members.get("ms", members.get("after_ms", 0)) or 0)
            case "side":
                return SIDES[members["side"]] if members["side"] is not None else "-"
            case "sides":
                return ", ".join(SIDES[side] for side in members["sides"])
            case "values":
                return self._values(members.get("told", members))
        return value_words(members.get(place))

    def _name(self, seat: int | None) -> str:
        return "-" if seat is None else self._names[seat]

    def _card(self) -> str:
        if self._members["card"] is None:
            return gettext("the default card of these rules")
        return gettext("its own card, edition {edition}").format(edition=self._members["edition"])

    def _values(self, told: Mapping[str, Any] | None) -> str:
        if told is None:
            return gettext("it has not come out yet")
        shown = {name: value for name, value in told.items() if value not in (None, [], "", False)}
        return ", ".join(f"{MEMBERS.get(name, name)} {self._value(name, value)}" for name, value in shown.items())

    def _value(self, name: str, value: Any) -> str:
        if name == "outcome":
            return outcome_word(value)
        return self._name(value) if name in ("declarer", "soloist") else value_words(value)


def value_words(value: Any) -> str:
    """Return a number, a code, or a list of numbers as text.

    >>> value_words([18, 10]), value_words(None), value_words(True)
    ('18 : 10', '-', '✓')
    """
    if value is None:
        return "-"
    if value is True:
        return "✓"
    if isinstance(value, list | tuple):
        return " : ".join(value_words(each) for each in value)
    return str(value)


def hand_words(cards: Sequence[str]) -> str:
    """Return a hand by suits.

    >>> hand_words(["SJ", "S9", "HT"])
    '♠ J 9, ♥ 10'
    """
    suits = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}
    held = {suit: [card[1:] for card in cards if card[0] == suit] for suit in suits}
    return ", ".join(
        f"{suits[suit]} {' '.join('10' if rank == 'T' else rank for rank in _in_order(ranks))}"
        for suit, ranks in held.items()
        if ranks
    )


def _in_order(ranks: Sequence[str]) -> list[str]:
    """Return ranks from the highest down. Source: 28-DECK-2, 56-DECK-2."""
    return sorted(ranks, key="3J9ATKQ87".index)
