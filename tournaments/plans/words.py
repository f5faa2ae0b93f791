"""A plan said back in words, before it is agreed on: a list of sentences that can be translated."""

from collections.abc import Callable, Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict

from engine.phrases import Member, Phrase, in_english, phrase
from tournaments.events.settings import MatchPlan, Qualifiers, Settings, StagePlan
from tournaments.formats import ladder, points_race
from tournaments.stages.stage import (
    BRACKETS,
    CONSOLATION,
    CROSS_GROUP,
    DOUBLE_ELIMINATION,
    INDIVIDUAL,
    KNOCK_OUT,
    LADDER,
    PLACING,
    POINTS_RACE,
    ROUND_ROBIN,
    SWISS,
    Scoring,
    Stage,
)


class Sentence(Struct, frozen=True):
    """A sentence with named places, and what fills them (`engine.phrases`)."""

    text: str
    members: dict[str, Member] = {}

    def __str__(self) -> str:
        return in_english(self.text, self.members)


CRITERIA: Final[dict[str, str]] = {
    "points": phrase("match points"),
    "wins": phrase("matches won"),
    "head_to_head": phrase("the matches among those that are level"),
    "difference": phrase("the difference of points"),
    "quotient": phrase("the quotient of points"),
    "scored": phrase("points scored"),
    "buchholz": phrase("the opponents' match points (Buchholz)"),
    "buchholz_cut_1": phrase("the opponents' match points without the lowest (Buchholz cut 1)"),
    "median_buchholz": phrase("the opponents' match points without the lowest and the highest (median Buchholz)"),
    "sonneborn_berger": phrase("the match points of the opponents that were beaten (Sonneborn-Berger)"),
    "progressive": phrase("the match points after each round (progressive)"),
    "lot": phrase("the lot"),
    "seed": phrase("the seed"),
}
"""The criteria of standings as people call them."""

_FORMATS: Final[dict[str, str]] = {
    CROSS_GROUP: phrase("Two halves: each plays {rounds} rounds against the other half, and nobody twice."),
    SWISS: phrase("A Swiss of {rounds} rounds: each round pairs entrants on about the same points who have not met."),
    KNOCK_OUT: phrase("A knock-out: one loss, and an entrant is out."),
    DOUBLE_ELIMINATION: phrase("A double elimination: two losses, and an entrant is out."),
    INDIVIDUAL: phrase("For single players: partners change from round to round, {rounds} rounds."),
    PLACING: phrase("A bracket in which everybody plays on: matches decide every place."),
}

_ONE_ROUND: Final[dict[str, str]] = {
    CROSS_GROUP: phrase("Two halves: each plays one round against the other half."),
    SWISS: phrase("A Swiss of one round: it pairs entrants on about the same points who have not met."),
    INDIVIDUAL: phrase("For single players: one round, with partners by the draw."),
}
"""The same formats where they have a single round."""


def settings_in_words(settings: Settings) -> tuple[Sentence, ...]:
    """Return the sentences about a tournament as a whole."""
    return tuple(_settings(settings))


def stage_in_words(plan: StagePlan) -> tuple[Sentence, ...]:
    """Return the sentences about a stage, the format first."""
    return (*_format(plan), *_field(plan), *_points(plan), *_matches(plan))


def _settings(settings: Settings) -> Iterator[Sentence]:
    if settings.open_to == "players":
        yield Sentence(phrase("Players enter themselves."))
    else:
        yield Sentence(phrase("Only the directors enter players."))
    if settings.capacity is not None:
        text = phrase("There is room for {count} entrants; later entries wait for a place.")
        yield Sentence(text, {"count": settings.capacity})
    if settings.squad > settings.side:
        text = phrase("An entrant names up to {squad} players, of whom {side} play at a time.")
        yield Sentence(text, {"squad": settings.squad, "side": settings.side})
    if settings.free_agents:
        text = phrase("Single players may enter: teams of {side} are drawn from them by lot.")
        yield Sentence(text, {"side": settings.side})
    if settings.check_in:
        yield from _check_in(settings)
    if settings.line_up_minutes:
        text = phrase("A round waits up to {minutes} minutes for line-ups.")
        yield Sentence(text, {"minutes": settings.line_up_minutes})
    yield from _disputes(settings)
    if settings.bots:
        yield Sentence(phrase("A bot fills a seat without a player."))
    else:
        yield Sentence(phrase("Bots do not take seats."))
    for moves, yes, no in (
        (settings.counting.stakes, phrase("The games move stakes."), phrase("The games move no stakes.")),
        (settings.counting.ratings, phrase("The games move ratings."), phrase("The games move no ratings.")),
        (settings.counting.kunukku, phrase("The games give kunukku."), phrase("The games give no kunukku.")),
    ):
        yield Sentence(yes if moves else no)


def _disputes(settings: Settings) -> Iterator[Sentence]:
    windows = asdict(settings.disputes)
    in_hours = all(minutes % 60 == 0 for minutes in windows.values())
    times = {name: minutes // 60 for name, minutes in windows.items()} if in_hours else windows
    dispute, ruling = (
        (
            phrase(
                "A hand is disputed within {dispute} hours of its result; the other side has {answer} hours to answer."
            ),
            phrase(
                "A director rules within {ruling} hours; a side has {appeal} hours to appeal, the committee {vote}."
            ),
        )
        if in_hours
        else (
            phrase(
                "A hand is disputed within {dispute} minutes of its result; the other side has {answer} minutes to "
                "answer."
            ),
            phrase(
                "A director rules within {ruling} minutes; a side has {appeal} minutes to appeal, the committee {vote}."
            ),
        )
    )
    yield Sentence(dispute, {name: times[name] for name in ("dispute", "answer")})
    yield Sentence(ruling, {name: times[name] for name in ("ruling", "appeal", "vote")})


def _check_in(settings: Settings) -> Iterator[Sentence]:
    yield Sentence(phrase("Entrants check in; the director may begin without the absent ones."))
    opens, closes = settings.check_in_opens, settings.check_in_closes
    if settings.starts_at is None:
        return
    if opens is not None:
        yield Sentence(phrase("Captains check in from {minutes} minutes before the start."), {"minutes": opens})
    if closes is not None and closes >= 0:
        yield Sentence(phrase("Check-in closes {minutes} minutes before the start."), {"minutes": closes})
    elif closes is not None:
        yield Sentence(phrase("Check-in closes {minutes} minutes after the start."), {"minutes": -closes})


def _format(plan: StagePlan) -> Iterator[Sentence]:
    if plan.type == ROUND_ROBIN:
        if plan.options.get("legs", 1) == 2:
            yield Sentence(phrase("Everybody meets everybody twice, at home and away."))
        else:
            yield Sentence(phrase("Everybody meets everybody once."))
    elif plan.type in _FURTHER:
        yield from _FURTHER[plan.type](plan)
    elif plan.type in _FORMATS:
        rounds = plan.rounds or plan.options.get("rounds", 0)
        if plan.type == CROSS_GROUP and not rounds:
            yield Sentence(phrase("Two halves: each plays everybody of the other half once."))
        elif rounds == 1 and plan.type in _ONE_ROUND:
            yield Sentence(_ONE_ROUND[plan.type])
        else:
            yield Sentence(_FORMATS[plan.type], {"rounds": rounds} if "{rounds}" in _FORMATS[plan.type] else {})
    if plan.options.get("third_place"):
        yield Sentence(phrase("The losers of the semi-finals play for third place."))
    if plan.options.get("reset"):
        yield Sentence(phrase("If the entrant without a loss loses the final, a second final is played."))
    if plan.groups > 1:
        text = (
            phrase("There are {count} groups, drawn by lot.")
            if plan.by_lot
            else phrase("There are {count} groups, filled by the seeds.")
        )
        yield Sentence(text, {"count": plan.groups})
    elif plan.by_lot:
        yield Sentence(phrase("The order is drawn by lot."))
    if plan.apart:
        text = phrase("Entrants of one club do not meet in the first {count} rounds where it can be avoided.")
        yield Sentence(text, {"count": plan.apart})
    if plan.acceleration:
        text = phrase("For the first {count} rounds the upper half is paired as if it had won one match more.")
        yield Sentence(text, {"count": plan.acceleration})
    if plan.days:
        text = phrase("A round is open for {count} days, in which the entrants agree on their time.")
        yield Sentence(text, {"count": plan.days})


def _consolation(plan: StagePlan) -> Iterator[Sentence]:
    if plan.options.get("first_rounds") == 1:
        text = phrase("A knock-out with consolation: the losers of the first round play a second knock-out.")
    else:
        text = phrase("A knock-out with consolation: those that lose their first match play a second knock-out.")
    yield Sentence(text)


def _ladder(plan: StagePlan) -> Iterator[Sentence]:
    rules = ladder.rules_of(Stage("", plan.type, (), plan.options))
    text = phrase("A ladder: an entrant challenges one up to {reach} places above, and takes its place by winning.")
    yield Sentence(text, {"reach": rules.reach})
    if rules.unanswered == "loss":
        text = phrase("A challenge not answered in {days} days counts as a lost match.")
    else:
        text = phrase("A challenge not answered in {days} days counts as a refusal.")
    yield Sentence(text, {"days": rules.days})
    if rules.refusals:
        text = phrase("An entrant may refuse {count} challenges in a row; the next refusal counts as a lost match.")
        yield Sentence(text, {"count": rules.refusals})
    else:
        yield Sentence(phrase("Each refusal counts as a lost match."))
    if rules.inactive_days and rules.inactive_places == 1:
        text = phrase("An entrant without a match for {days} days moves down by one place.")
        yield Sentence(text, {"days": rules.inactive_days})
    elif rules.inactive_days:
        text = phrase("An entrant without a match for {days} days moves down by {places} places.")
        yield Sentence(text, {"days": rules.inactive_days, "places": rules.inactive_places})


def _race(plan: StagePlan) -> Iterator[Sentence]:
    if plan.rounds:
        text = phrase("A points race of {rounds} rounds: three entrants play at each table, against others each time.")
        yield Sentence(text, {"rounds": plan.rounds})
    else:
        text = phrase(
            "A points race: three entrants play at each table, until every entrant could have met every other."
        )
        yield Sentence(text)


_FURTHER: Final[dict[str, Callable[[StagePlan], Iterator[Sentence]]]] = {
    CONSOLATION: _consolation,
    LADDER: _ladder,
    POINTS_RACE: _race,
}
"""The formats of which more is said than one sentence, or another by their options."""


def _field(plan: StagePlan) -> Iterator[Sentence]:
    if not plan.source:
        yield Sentence(phrase("All entrants play in it."))
    for source in plan.source:
        yield from _source(source)
    if plan.carry:
        if plan.options.get("carry") == "all":
            yield Sentence(phrase("All match points of the earlier stages are kept."))
        else:
            yield Sentence(phrase("Match points of earlier stages against entrants of the same group are kept."))


def _source(source: Qualifiers) -> Iterator[Sentence]:
    members: dict[str, Member] = {"stage": source.stage, "first": source.first, "last": source.last}
    if source.first == source.last == 1:
        yield Sentence(phrase("The winner of each group of stage {stage} goes on."), {"stage": source.stage})
    elif source.first == 1:
        text = phrase("The first {last} of each group of stage {stage} go on.")
        yield Sentence(text, {"last": source.last, "stage": source.stage})
    else:
        yield Sentence(phrase("Places {first} to {last} of each group of stage {stage} go on."), members)
    if source.best:
        text = phrase("So do the best {best} on the next place, compared over equal numbers of matches.")
        yield Sentence(text, {"best": source.best})


def _points(plan: StagePlan) -> Iterator[Sentence]:
    if plan.type in (*BRACKETS, LADDER):
        return
    if plan.type == POINTS_RACE:
        yield from _points_of_race(plan)
        return
    usual = Scoring()
    scoring = {name: plan.scoring.get(name, str(getattr(usual, name))) for name in Scoring.__struct_fields__}
    text = phrase("A win is worth {win} match points, a draw {draw}, a loss {loss}, a bye {bye}.")
    yield Sentence(text, {name: scoring[name] for name in ("win", "draw", "loss", "bye")})
    if (scoring["forfeit_win"], scoring["forfeit_loss"]) != (scoring["win"], scoring["loss"]):
        text = phrase(
            "A match that is not played is worth {forfeit_win} to the winner and {forfeit_loss} to the loser."
        )
        yield Sentence(text, {name: scoring[name] for name in ("forfeit_win", "forfeit_loss")})
    others = [Phrase(CRITERIA[name]) for name in plan.tie_breaks if name != "points"]
    for place, criterion in enumerate(others):
        text = (
            phrase("Then: {criterion}.")
            if place
            else phrase("Entrants level on match points are separated by: {criterion}.")
        )
        yield Sentence(text, {"criterion": criterion})


def _points_of_race(plan: StagePlan) -> Iterator[Sentence]:
    rules = points_race.rules_of(Stage("", plan.type, (), plan.options))
    if rules.by == "places":
        first, second, third = map(str, rules.place_points)
        text = phrase("The places at a table are worth {first}, {second} and {third} match points, a bye {bye}.")
        bye = plan.scoring.get("bye", str(Scoring().bye))
        yield Sentence(text, {"first": first, "second": second, "third": third, "bye": bye})
        yield Sentence(phrase("Entrants level on match points are separated by: {criterion}."), _named("wins"))
    else:
        yield Sentence(phrase("All points scored are added; a bye is worth {points}."), {"points": rules.bye_points})
        yield Sentence(phrase("Entrants level on points are separated by: {criterion}."), _named("wins"))
    yield Sentence(phrase("Then: {criterion}."), {"criterion": Phrase(_BEHIND)})


def _named(criterion: str) -> dict[str, Member]:
    return {"criterion": Phrase(CRITERIA[criterion])}


_BEHIND: Final = phrase("total distance behind the best at their tables")


def _matches(plan: StagePlan) -> Iterator[Sentence]:
    yield from _match(plan.match)
    for place, match in enumerate(plan.rounds_from_last):
        if match != plan.match:
            if place == 0:
                yield Sentence(phrase("In the last round:"))
            else:
                yield Sentence(phrase("In the round {count} before the last:"), {"count": place})
            yield from _match(match)


def _match(match: MatchPlan) -> Iterator[Sentence]:
    if match.hands == 1:
        yield Sentence(phrase("A game has one hand."))
    elif match.hands:
        yield Sentence(phrase("A game has {count} hands."), {"count": match.hands})
    else:
        yield Sentence(phrase("A game ends by its own rules."))
    if match.games > 1 and match.best_of:
        text = phrase("A match is won by the first to win {most} of {count} games.")
        yield Sentence(text, {"most": match.games // 2 + 1, "count": match.games})
    elif match.rooms > 1:
        text = phrase("A match is played in {rooms} rooms at the same time, each with other players of the entrants.")
        yield Sentence(text, {"rooms": match.rooms})
        if match.games == match.rooms:
            yield Sentence(phrase("The points of all rooms are added."))
        else:
            text = phrase("Each room plays {count} games; all points are added.")
            yield Sentence(text, {"count": match.games // match.rooms})
    elif match.games > 1:
        yield Sentence(phrase("A match is {count} games, whose points are added."), {"count": match.games})
    if match.extra:
        listed = ", ".join(map(str, match.extra))
        yield Sentence(
            phrase("A level match goes on with more games, of these numbers of hands: {hands}."), {"hands": listed}
        )
    if match.minutes is not None:
        yield Sentence(phrase("No hand begins after {count} minutes."), {"count": match.minutes})
    yield Sentence(_PLACES[match.place])


_PLACES: Final[dict[str, str]] = {
    "table": phrase("Matches are played at live tables."),
    "sheet": phrase("Matches are played with real cards and kept on score sheets."),
    "desk": phrase("The desk enters the results."),
}
