"""What the tables of games hold of persons. Events, and what is reckoned from them, know players by ids and stay."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from clubs.privacy.holdings import FORMER, Holding, Person, declare, delete, emptied
from games.errors import TableError
from games.models import (
    CardHolder,
    CasePerson,
    CaseText,
    GamePlayer,
    PartnershipCard,
    PlayedGame,
    PlayedHand,
    Seat,
    Sheet,
    Table,
)
from games.store import projector
from games.tables.services.seats import leave_seat

Rows = Iterator[Mapping[str, Any]]
_FIGURES = "reckoned from events, by ids; other players' figures are reckoned with them"


def _games(person: Person) -> Rows:
    mine = GamePlayer.objects.filter(player__in=person.ids, projection_version=projector.serving("results"))
    for one in mine.select_related("game", "club").order_by("game__began_at", "pk").iterator(chunk_size=500):
        yield {
            "game": one.game.stream,
            "kind": one.game.kind,
            "rules": one.game.rules,
            "club": one.club.name if one.club else None,
            "seat": one.seat,
            "side": one.side,
            "hands": one.hands,
            "difference": one.difference,
            "outcome": one.outcome or None,
            "began_at": one.game.began_at,
            "ended_at": one.game.ended_at,
            "link": _link(person, one.game),
        }


def _hands(person: Person) -> Rows:
    games = GamePlayer.objects.filter(player__in=person.ids, projection_version=projector.serving("results")).exclude(
        game__kind=PlayedGame.Kind.RESULT
    )
    ids = set(map(str, person.ids))
    told = PlayedHand.objects.filter(projection_version=projector.serving("hands"))
    found = games.order_by("game__began_at", "pk").values_list("game__stream", "game__kind")
    for stream, kind in found.iterator(chunk_size=500):
        page = "games:hand" if kind == PlayedGame.Kind.TABLE else "games:hand_of_sheet"
        for hand in told.filter(stream=stream).order_by("number"):
            if ids.isdisjoint(hand.players):
                continue
            yield {
                kind: stream,
                "hand": hand.number,
                "seat": next(seat for seat, player in enumerate(hand.players) if player in ids),
                "result": hand.result,
                "scored_at": hand.scored_at,
                "link": person.link(reverse(page, args=[stream, hand.number])),
            }


def _link(person: Person, game: PlayedGame) -> str | None:
    """Return the page of a game, where it has one."""
    home = {PlayedGame.Kind.TABLE: "games:table", PlayedGame.Kind.SHEET: "games:sheet"}.get(PlayedGame.Kind(game.kind))
    return person.link(reverse(home, args=[game.stream])) if home else None


def _checks(person: Person) -> Rows:
    for one in _holding("games.HandCheck").mine(person):
        yield {
            "question": one.question,
            "hand": one.hand,
            "step": one.step,
            "opened_at": one.opened_at,
            "status": one.status,
            "link": person.link(reverse("games:check", args=[one.pk])),
        }


def _cases(person: Person) -> Rows:
    # A player who is asked in a poll learns nothing of the case while it is open.
    asked = Q(part=CasePerson.Part.VOTER, case__closed_at__isnull=True)
    for one in _holding("games.CasePerson").mine(person).exclude(asked).select_related("case__club"):
        case = one.case
        yield {
            "club": case.club.name,
            "case": case.number,
            "hand": case.hand,
            "subject": case.subject,
            "part": one.part,
            "status": case.status,
            "outcome": case.outcome or None,
            "opened_at": case.opened_at,
            "link": person.link(reverse("games:case", args=[case.pk])),
        }


def _case_words(person: Person) -> Rows:
    parts = list(CasePerson.objects.filter(player__in=person.ids).values_list("case", "part", "case__closed_at"))
    asked = {case for case, part, closed_at in parts if part == CasePerson.Part.VOTER and closed_at is None}
    hidden = asked - {case for case, part, _closed_at in parts if part != CasePerson.Part.VOTER}
    for one in _holding("games.CaseText").mine(person):
        known = one.case_id not in hidden
        yield {
            "case_id": one.case_id if known else None,
            "version": one.version if known else None,
            "text": one.text,
            "written_at": one.written_at,
        }


def _forget_words(rows: "QuerySet[Any]", person: Person) -> None:
    """Empty what the person wrote in cases, and take the person's names out of what others wrote in them."""
    rows.update(text="", author=None)
    cases = CasePerson.objects.filter(player__in=person.ids).values("case")
    for name in filter(None, person.names):
        written = re.compile(rf"\b{re.escape(name)}\b", re.IGNORECASE)
        for text in CaseText.objects.filter(case__in=cases, text__icontains=name):
            CaseText.objects.filter(pk=text.pk).update(text=written.sub(FORMER, text.text))


def _holding(model: str) -> Holding:
    return next(one for one in _HOLDINGS if one.model == model)


def leave_tables(person: Person) -> None:
    """Have the person get up from every table that is not over: before a game the seat is free, later a bot sits in."""
    open_ = (Table.Status.WAITING, Table.Status.PLAYING)
    for seat in Seat.objects.filter(player__in=person.ids, table__status__in=open_).select_related("player"):
        try:
            leave_seat(table_id=seat.table_id, player=seat.player)
        except TableError:
            continue  # the game ended, or the seat was left, in between


def _forget_tables(rows: "QuerySet[Any]", person: Person) -> None:
    """Take the names off tables that the person named; those of matches were given by the tournament."""
    rows.filter(fixed_seats=False).exclude(name="").update(name="")


def _forget_cards(rows: "QuerySet[Any]", person: Person) -> None:
    """Remove the cards that nobody else holds; a partnership's stay with the partners."""
    held = CardHolder.objects.exclude(player__in=person.ids).filter(accepted_at__isnull=False)
    mine = list(rows.values_list("pk", flat=True))
    PartnershipCard.objects.filter(pk__in=mine).exclude(pk__in=held.values("card_id")).delete()


def _leave_cards(rows: "QuerySet[Any]", person: Person) -> None:
    rows.filter(left_at=None).update(left_at=timezone.now())


def _forget_sheets(rows: "QuerySet[Any]", person: Person) -> None:
    """Take the name of the sheets that the person opened, and the person's name out of all where it stands for them.

    Names on sheets are what somebody wrote. Those that are the whole name of the person are taken for the person where
    the person opened the sheet, or belonged to its club, or its events name the person.
    """
    rows.exclude(name="").update(name="")
    names = {name.casefold() for name in person.names}
    known = GamePlayer.objects.filter(player__in=person.ids, game__kind=PlayedGame.Kind.SHEET).values("game__stream")
    near = Q(opened_by__in=person.ids) | Q(club__in=person.clubs) | Q(pk__in=known)
    for sheet in Sheet.objects.filter(near).iterator():
        kept = [FORMER if str(name).strip().casefold() in names else name for name in sheet.names]
        if kept != sheet.names:
            Sheet.objects.filter(pk=sheet.pk).update(names=kept)


_HOLDINGS = (
    Holding(
        "games.Table", of=("opened_by",), file="tables-opened",
        fields=("number", "name", "rules", "club__name", "created_at"), erase=_forget_tables,
    ),
    Holding("games.Seat", of=("player",), why="hands stay as they were played, and their seats name nobody"),
    Holding("games.GamePlayer", of=("player",), file="games", rows=_games, why=_FIGURES),
    Holding("games.PlayedHand", file="hands", rows=_hands, why=_FIGURES),
    Holding(
        "games.BidCount", of=("player",), file="bids", fields=("family", "number", "made", "failed"), why=_FIGURES,
    ),
    Holding("games.ClubTally", of=("player",), why=_FIGURES),
    Holding("games.SeasonFirst", of=("player",), why=_FIGURES),
    Holding("games.Kunukku", of=("player",), file="kunukku", fields=("club__name", "rules", "hand"), why=_FIGURES),
    Holding("games.KunukkuOff", of=("player",), why=_FIGURES),
    Holding(
        "games.Rating", of=("player",), file="ratings", fields=("family", "mu", "sigma", "rated_at"), why=_FIGURES,
    ),
    Holding(
        "games.WrittenResult", of=("entered_by", "withdrawn_by"), file="results-written-down",
        fields=("club__name", "rules", "played_on", "points", "note", "reason", "entered_at"),
        erase=emptied("note", "reason"),
    ),
    Holding("games.HandCheck", of=("opened_by",), file="checks", rows=_checks, erase=emptied("question")),
    Holding("games.PollInvitation", of=("voter",), file="polls", fields=("id", "asked_at"), erase=delete),
    Holding(
        "games.Case", of=("raised_by", "director"),
        why="copied with the parts in them; a case is its club's and names its people by ids",
    ),
    Holding(
        "games.CasePerson", of=("player",), file="cases", rows=_cases,
        why="who had which part in a decision stays; it names nobody but by id",
    ),
    Holding(
        "games.CaseText", of=("author",), file="case-words", rows=_case_words, erase=_forget_words,
    ),
    Holding(
        "games.Practice", of=("player",), file="practices", fields=("rules", "hand_number", "created_at", "updated_at"),
        erase=delete,
    ),
    Holding("games.LessonDone", of=("player",), file="lessons", fields=("lesson", "done_at"), erase=delete),
    Holding(
        "games.PlayReview", of=("player",), file="play-reviews",
        fields=("table_id", "practice_id", "hand", "report", "asked_at"), erase=delete,
    ),
    Holding("games.ChatMessage", of=("player",), file="chat", fields=("table_id", "text", "sent_at"), erase=delete),
    Holding(
        "games.PartnershipCard", of=("made_by", "players"), file="convention-cards",
        fields=("name", "rules", "changes", "created_at"), erase=_forget_cards,
    ),
    Holding("games.CardHolder", of=("player",), erase=_leave_cards, why="copied with the cards"),
    Holding(
        "games.CardEdition", of=("published_by",), file="convention-cards-published",
        fields=("name", "number", "rules", "changes", "published_at"),
        why="goes with its card, or stays with the partners",
    ),
    Holding(
        "games.MeaningNote", of=("player",), file="meaning-notes", fields=("table_id", "hand", "text", "added_at"),
        erase=delete,
    ),
    Holding(
        "games.Sheet", of=("opened_by",), file="sheets",
        fields=("name", "club__name", "rules", "names", "created_at"), erase=_forget_sheets,
    ),
    Holding("games.SheetSeat", of=("player",), why="copied with the games; sheets stay as they were kept"),
    Holding("games.SheetPass", of=("issued_by",), why="says that a pass was out, and names nobody else"),
    Holding(
        "games.TranscriptDraft", of=("player",), file="hands-written-down",
        fields=("sheet_id", "hand", "record", "updated_at"), erase=delete,
    ),
    Holding(
        "games.SheetNote", of=("written_by",), file="sheet-notes", fields=("sheet_id", "text", "written_at"),
        erase=emptied("text"),
    ),
)  # fmt: skip

declare(*_HOLDINGS, departures=(leave_tables,))
