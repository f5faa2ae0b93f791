"""The commands on results: entering and withdrawing them, lifting kunukku, and the winners of seasons.

`player` gives the command. `command` is the command's id: a repeated command is not done again. `now` is the time of
the command, by default the present.
"""

import logging
from collections.abc import Sequence
from datetime import date, datetime
from uuid import UUID, uuid4, uuid5

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from clubs.base.days import day_of, today_there
from clubs.base.isolation import run_each
from clubs.ledger.selectors import closed_season_on
from clubs.models import Club, Membership, Player, Season
from clubs.notices.services.telling import notify
from clubs.officers.acts import note_act
from clubs.officers.permissions import may
from clubs.people.selectors import ids_of
from engine.limits import MOST_HANDS, least_and_most
from games import store
from games.errors import BadTerms, NotAllowed
from games.events import results as events
from games.models import Kunukku, SeasonFirst, WrittenResult
from games.results.errors import NotWorn, OtherWorn, UnknownResult
from games.results.kunukku.selectors import liftings_followed, worn_by
from games.results.selectors.standing import FAMILIES, firsts_of
from games.words.names import name_or_none
from games.words.numbers import figure

logger = logging.getLogger(__name__)

LONGEST_NOTE = 200
_RESULTS = UUID("9d6b1a0e-41a2-4a0e-8a5e-6c9f0a3c2b28")
_LIFTED = UUID("9d6b1a0e-41a2-4a0e-8a5e-6c9f0a3c2b56")


@transaction.atomic
def enter_result(
    *,
    club: Club,
    player: Player,
    rules: str,
    players: Sequence[Player],
    points: Sequence[int],
    played_on: date,
    hands: int = 0,
    note: str = "",
    of_many: bool = False,
    command: UUID | None = None,
    now: datetime | None = None,
) -> WrittenResult:
    """Enter the result of a game at a real table.

    Args:
        club: The club of the game, in which it counts.
        rules: The rule set's id.
        players: Members of the club by seat, guests included.
        points: The points of each side: game points, in 56 stake points.
        played_on: The day, in the club's time zone.
        hands: The number of hands; 0 if unknown.
        note: A remark, stored beside the result and in no event.
        of_many: The result is one of an import, which the officers' log names once; the players are not notified.

    Raises:
        RulesError: There is no such rule set.
        BadTerms: Seats, sides, points, hands, day or note are impossible, the day is of a closed season, or a player is
            given twice or is not of the club. `field` is the field at fault, with the seat or side: `player_2`,
            `points_0`.
        NotAllowed: The player keeps no results in the club.
    """
    if not may(player, "enter_results", club):
        raise NotAllowed("not-the-scorer", _("Only scorers of a club can enter results."))
    at = now or timezone.now()
    rule_set = engine.load_rules(rules)
    _check_players(club, rule_set, players)
    check_score(rule_set, points, hands)
    if played_on > day_of(club.time_zone, at):
        raise BadTerms("day-to-come", _("That day is in the future."), "played_on")
    if played_on.year < 1900:
        raise BadTerms("day-long-ago", _("Give a day from 1900 on."), "played_on")
    said = name_or_none(note, longest=LONGEST_NOTE, field="note")
    command = command or uuid4()
    result_id = _result_id(player, command)
    # Take the stream's lock before the lookup, so that a concurrent retry waits and finds the result.
    store.lock_streams([result_id])
    known = WrittenResult.objects.filter(pk=result_id).first()
    if known is not None:
        return known
    check_not_closed(closed_season_on(club, played_on))
    entered = events.ResultEntered(
        rules=rule_set.id,
        engine=rule_set.version,
        club=str(club.pk),
        players=tuple(str(one.pk) for one in players),
        points=tuple(points),
        hands=hands,
        played_on=played_on,
        entered_by=str(player.pk),
    )
    store.append(result_id, expected=0, events=[entered], command=command, actor=str(player.pk), now=at)
    result = WrittenResult.objects.create(
        id=result_id,
        club=club,
        rules=rule_set.id,
        players=list(entered.players),
        points=list(points),
        hands=hands,
        played_on=played_on,
        note=said,
        entered_by=player,
    )
    if of_many:
        return result
    note_act(club=club, actor=player, action="result.entered", details={"result": str(result_id)})
    notify(
        players=[one for one in players if one.pk != player.pk],
        kind="result-entered",
        path=reverse("games:result", args=[result_id]),
        key=str(result_id),
        details={"club": str(club.pk), "player": str(player.pk)},
    )
    return result


@transaction.atomic
def withdraw_result(
    *, result_id: UUID, player: Player, reason: str, command: UUID | None = None, now: datetime | None = None
) -> WrittenResult:
    """Withdraw a result: it stays visible and no longer counts.

    Returns:
        The result; one that was withdrawn before is unchanged.

    Raises:
        UnknownResult: There is no such result.
        NotAllowed: The player keeps no results in the club.
        BadTerms: The reason is missing or unreadable, or the season of the game is closed.
    """
    result = _locked_for(result_id, player)
    if result.withdrawn_at is not None:
        return result
    check_not_closed(closed_season_on(result.club, result.played_on))
    _withdraw(result, player, _reason(reason), command or uuid4(), now or timezone.now())
    notify(
        players=Player.objects.filter(pk__in=result.players).exclude(pk=player.pk).select_related("merged_into"),
        kind="result-entered",
        path=reverse("games:result", args=[result_id]),
        key=f"{result_id}:withdrawn",
        details={"club": str(result.club_id), "player": str(player.pk), "what": "withdrawn"},
    )
    return result


@transaction.atomic
def correct_result(
    *,
    result_id: UUID,
    player: Player,
    players: Sequence[Player],
    points: Sequence[int],
    command: UUID,
    now: datetime | None = None,
) -> WrittenResult:
    """Withdraw a result and enter it with other players or points, in one transaction; the events of both stay.

    Rule set, day, number of hands and note are kept. The players are told of the new result only.

    Returns:
        The new result; for a repeated command the one that it entered.

    Raises:
        UnknownResult: There is no such result.
        NotAllowed: The player keeps no results in the club.
        BadTerms: As `enter_result`, or the result was withdrawn before: `result-gone`.
    """
    result = _locked_for(result_id, player)
    known = WrittenResult.objects.filter(pk=_result_id(player, command)).first()
    if known is not None:
        return known
    if result.withdrawn_at is not None:
        raise BadTerms("result-gone", _("This result was removed in the meantime. Enter the game again."))
    correction = enter_result(
        club=result.club,
        player=player,
        rules=result.rules,
        players=players,
        points=points,
        played_on=result.played_on,
        hands=result.hands,
        note=result.note,
        command=command,
        now=now,
    )
    # One moment for both: by it the correction takes the place of the result (`in_order_of_play`).
    _withdraw(result, player, _("corrected"), uuid5(command, "withdrawn"), correction.entered_at)
    return correction


def _locked_for(result_id: UUID, player: Player) -> WrittenResult:
    """Return a result with its stream locked, for a player who may withdraw it.

    Raises:
        UnknownResult: There is no such result.
        NotAllowed: The player keeps no results in the club.
    """
    store.lock_streams([result_id])
    result = WrittenResult.objects.select_related("club").filter(pk=result_id).first()
    if result is None:
        raise UnknownResult
    if not may(player, "enter_results", result.club):
        raise NotAllowed("not-the-scorer", _("Only scorers of a club can withdraw results."))
    return result


def _withdraw(result: WrittenResult, player: Player, reason: str, command: UUID, at: datetime) -> None:
    store.append(
        result.pk,
        expected=1,
        events=[events.ResultWithdrawn(str(player.pk))],
        command=command,
        actor=str(player.pk),
        now=at,
    )
    result.withdrawn_by, result.withdrawn_at, result.reason = player, at, reason
    result.save(update_fields=["withdrawn_by", "withdrawn_at", "reason"])
    note_act(
        club=result.club, actor=player, action="result.withdrawn", details={"result": str(result.pk)}, reason=reason
    )


def _result_id(player: Player, command: UUID) -> UUID:
    return uuid5(_RESULTS, f"{player.pk}:{command}")


@transaction.atomic
def lift_kunukku(
    *,
    club: Club,
    player: Player,
    wearer: Player,
    reason: str,
    since: datetime | None = None,
    command: UUID | None = None,
    now: datetime | None = None,
) -> store.StoredEvent:
    """Lift a player's oldest kunukku without a contract.

    The liftings of a player in a club are one stream, and the read model has the version up to which it follows it. So
    two officers who see the same kunukku never lift two, however late the read model is.

    Args:
        club: The club in which it is worn.
        wearer: The player who wears it; an account also wears the kunukku of guests it has claimed.
        since: The time since when the kunukku that the officer sees is worn (`Kunukku.placed_at`); by default that of
            the oldest.

    Returns:
        The event's place in the log.

    Raises:
        NotAllowed: The player lifts no kunukku in the club.
        NotWorn: None is worn.
        OtherWorn: The oldest is not the one that the officer sees: another officer or a contract came first.
        BadTerms: The reason is missing or unreadable.
    """
    if not may(player, "lift_kunukku", club):
        raise NotAllowed("not-the-scorer", _("Only scorers of a club can remove a kunukku."))
    said = _reason(reason)
    command = command or uuid4()
    streams = {one: uuid5(_LIFTED, f"{club.pk}:{one}") for one in ids_of(wearer)}
    # Lock before anything is read: one lifting after the other.
    store.lock_streams(streams.values())
    for stream in streams.values():
        if earlier := store.find_command(stream, command):
            return earlier[0]
    # Read the read model's version before its rows: a lifting that it takes in between is refused, not missed.
    followed = liftings_followed(streams.values())
    versions = {stream: len(store.load(stream, opened=False)) for stream in streams.values()}
    ahead = sum(versions.values()) - sum(followed.values())
    worn: list[Kunukku] = list(worn_by(club=club, players=streams))
    if len(worn) <= ahead:
        raise NotWorn(wearer.name)
    oldest = worn[0]
    if ahead or (since is not None and oldest.placed_at != since):
        raise OtherWorn(wearer.name)
    stream = streams[oldest.player_id]
    event = events.KunukkuLifted(club=str(club.pk), player=str(oldest.player_id), lifted_by=str(player.pk))
    (lifted,) = store.append(
        stream,
        expected=versions[stream],
        events=[event],
        command=command,
        actor=str(player.pk),
        now=now or timezone.now(),
    )
    note_act(club=club, actor=player, action="kunukku.lifted", subject=wearer, reason=said)
    if wearer.pk != player.pk:
        notify(
            players=[wearer],
            kind="kunukku",
            path=reverse("games:club_kunukku", args=[club.slug]),
            key=f"{lifted.stream}:{lifted.version}",
            details={"club": str(club.pk), "what": "off"},
        )
    return lifted


def reckon_seasons(*, club: Club | None = None, anew: bool = False) -> int:
    """Compute the winners of the seasons that are over, for the club's hall of fame.

    Args:
        club: Only the seasons of this club; by default all.
        anew: Also seasons computed before, for a result that came late.

    Returns:
        The number of seasons computed; a season that fails does not stop the others.
    """
    seasons = Season.objects.select_related("club").order_by("-ends")
    if club is not None:
        seasons = seasons.filter(club=club)
    outcome = run_each(
        seasons.filter(ends__lt=today_there()),
        lambda season: _reckon_if_stale(season, anew=anew),
        task="The hall of fame of a season",
        name=lambda season: season.pk,
        logger=logger,
    )
    return sum(outcome.results)


def _reckon_if_stale(season: Season, *, anew: bool) -> bool:
    known = SeasonFirst.objects.filter(season=season).first()
    if not anew and known is not None and (known.begins, known.ends) == (season.begins, season.ends):
        return False
    _reckon_season(season)
    return True


@transaction.atomic
def _reckon_season(season: Season) -> None:
    # A concurrent computation waits here, with the same result.
    Season.objects.select_for_update().get(pk=season.pk)
    SeasonFirst.objects.filter(season=season).delete()
    SeasonFirst.objects.bulk_create(
        SeasonFirst(
            season=season,
            family=family,
            player_id=first.player_id,
            games=first.games,
            won=first.won,
            drawn=first.drawn,
            difference=first.difference,
            players=first.players,
            begins=season.begins,
            ends=season.ends,
        )
        for family in FAMILIES
        for first in firsts_of(season=season, family=family)
    )


def _check_players(club: Club, rules: engine.RuleSet, players: Sequence[Player]) -> None:
    if len(players) != rules.players:
        raise BadTerms(
            "seats-wrong",
            ngettext("This game has {count} player.", "This game has {count} players.", rules.players).format(
                count=rules.players
            ),
            "players",
        )
    known = set(Membership.objects.filter(club=club, player__in=players).values_list("player_id", flat=True))
    seen: set[UUID] = set()
    for seat, one in enumerate(players):
        if one.is_bot or one.pk not in known:
            raise BadTerms(
                "not-a-member",
                _("{name} is not on the list of {club}.").format(name=one.name, club=club.name),
                f"player_{seat}",
            )
        if one.pk in seen:
            raise BadTerms("player-twice", _("{name} sits at two seats.").format(name=one.name), f"player_{seat}")
        seen.add(one.pk)


def check_not_closed(season: Season | None) -> None:
    """Refuse to change which games are of the days of a closed season: its standing and its ledger are final.

    Raises:
        BadTerms: `season-closed`.
    """
    if season is not None:
        text = _("The season {season} is closed for good: no game of its days can be entered or withdrawn any more.")
        raise BadTerms("season-closed", text.format(season=season.name), "played_on")


def check_score(rules: engine.RuleSet, points: Sequence[int], hands: int) -> None:
    """Refuse points that are impossible in a game of these rules.

    Raises:
        BadTerms: The number of sides, of hands, or the points of one side; `field` names it, `points_0` with the side.
    """
    if len(points) != len(rules.sides):
        raise BadTerms(
            "sides-wrong",
            ngettext("This game has {count} side.", "This game has {count} sides.", len(rules.sides)).format(
                count=len(rules.sides)
            ),
            "points",
        )
    if not 0 <= hands <= MOST_HANDS:
        raise BadTerms("out-of-range", _("From {least} to {most}.").format(least=0, most=MOST_HANDS), "hands")
    least, most = least_and_most(rules, hands or MOST_HANDS)
    for side, own in enumerate(points):
        if not least <= own <= most:
            text = _("Check the number: a side has {least} to {most} points.")
            raise BadTerms("out-of-range", text.format(least=figure(least), most=figure(most)), f"points_{side}")


def _reason(text: str) -> str:
    said = name_or_none(text, longest=LONGEST_NOTE, field="reason")
    if not said:
        raise BadTerms("reason-missing", _("Give a reason."), "reason")
    return said
