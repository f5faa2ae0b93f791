"""Clubs, players, tables, rule sets and the pages for everybody as links."""

from collections.abc import Callable
from uuid import UUID

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from clubs.calendar.selectors import next_meeting
from clubs.home.selectors import player_page
from clubs.models import Club, Player
from clubs.privacy.selectors import may_see
from clubs.web.links import Link, described, general_sentence, language, register
from games.errors import TableError
from games.linked.documents import Card, Row, name_or
from games.linked.hands import hand_link
from games.linked.results import find_standing, leaders_of, picture_of, result_link, standing_link
from games.players.ratings.selectors import ratings_of
from games.players.selectors import form_of
from games.results.selectors.standing import FAMILIES
from games.rulebook.facts import summary_of
from games.tables.selectors.access import visible_table
from games.words.phrases import translated

Words = tuple[object, object]
PAGES: dict[str, Words] = {
    "games:lobby": (
        gettext_lazy("Tables"),
        gettext_lazy("Tables of 28 and 56 that are being played: watch one, or take a free seat."),
    ),
    "clubs:list": (
        gettext_lazy("Clubs"),
        gettext_lazy("Clubs that play 28 and 56: their evenings, tables, results and tournaments."),
    ),
    "games:practices": (
        gettext_lazy("Practise alone"),
        gettext_lazy("Play 28 or 56 against bots, with hints and without an account. You can take every card back."),
    ),
    "games:notation": (
        gettext_lazy("Notation"),
        gettext_lazy("How bids, calls, cards and points of 28 and 56 are written, each with its meaning."),
    ),
    "games:rule_sets": (
        gettext_lazy("Rule book"),
        gettext_lazy("Every way of playing 28 and 56 in Kerala, rule by rule, for four, six and eight players."),
    ),
    "games:studies": (
        gettext_lazy("Sample deals, checked"),
        gettext_lazy("Deals of the game 56 from the rule book, card by card, each checked by the rules."),
    ),
    "games:learn": (
        gettext_lazy("How to play"),
        gettext_lazy("Learn 28 or 56 in eight short steps with cards, and play a first hand with a coach beside you."),
    ),
    "games:lessons": (
        gettext_lazy("Lessons"),
        gettext_lazy("Twenty lessons for 28 and 56: each a hand, a question and the answer with its reason."),
    ),
    "tournaments:list": (
        gettext_lazy("Tournaments"),
        gettext_lazy("Tournaments of 28 and 56: running, coming and finished."),
    ),
}
"""The pages that are the same for everybody: title and sentence, by route."""


def club_link(slug: str) -> Link | None:
    """Return the link of a club: where it is, its next evening, and those who lead."""
    found = find_standing(slug)
    if found is None:
        return None
    club, family, _season, page = found
    return Link(club.name, described(*_place(club), *_next(club), leaders_of(page, family)), picture_of(slug))


def calendar_link(slug: str) -> Link | None:
    """Return the link of a club's calendar: when it meets next, and where."""
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        return None
    title = _("Calendar of {club}").format(club=club.name)
    about = _("Evenings, tournaments and seasons of {club}.").format(club=club.name)
    return Link(title, described(*_next(club), about), picture_of(slug))


def learn_link(game: int) -> Link | None:
    """Return the link of the eight steps of a game, or None if there is no such game."""
    if str(game) not in FAMILIES:
        return None
    title = _("How to play {game}").format(game=game)
    return Link(title, described(_("Learn {game} in eight short steps with cards.").format(game=game)))


def _place(club: Club) -> tuple[str, ...]:
    if club.place:
        return (_("A club for 28 and 56 in {place}.").format(place=club.place),)
    return (_("A club for the Kerala card games 28 and 56."),)


def _next(club: Club) -> tuple[str, ...]:
    """Return when the club meets next, and where."""
    coming = next_meeting(club)
    if coming is None:
        return ()
    # Translators: a format of a day and a time, as of PHP's date().
    when = date_format(coming.starts, _("l, j F, H:i"))
    if coming.place:
        return (_("Next evening: {when}, {place}.").format(when=when, place=coming.place),)
    return (_("Next evening: {when}.").format(when=when),)


def _player(player_id: UUID) -> Player | None:
    page = player_page(player_id)
    if page is None or page.player.erased_at is not None or page.player.merged_into_id is not None:
        return None
    # Being found in lists is asked too: a picture in a chat is a list of one.
    return page.player if may_see(None, page.player, "lists") else None


def player_link(player_id: UUID) -> Link | None:
    """Return the link of a player who shows up for everybody, or None."""
    player = _player(player_id)
    if player is None:
        return None
    figures = [f"{row.text}: {row.figure}." for row in _figures(player)]
    about = _("{name} plays 28 and 56 on Lelam.").format(name=player.name)
    return Link(player.name, described(about, *figures), reverse("games:player_picture", args=[player_id]))


def player_picture(player_id: UUID) -> Card | None:
    """Return the picture of a player who shows up for everybody, or None."""
    player = _player(player_id)
    if player is None:
        return None
    name = name_or(player.name, "")
    if not name:
        return None
    rows = _figures(player)
    lead = "" if rows else _("Plays 28 and 56 on Lelam")
    return Card(language=language(), title=name, eyebrow=_("Player"), lead=lead, rows=rows)


def _figures(player: Player) -> tuple[Row, ...]:
    rows = []
    if may_see(None, player, "rating"):
        rows += [
            Row(_("Rating in {family}").format(family=one.family), f"{one.shown.rating:.0f}", strong=True)
            for one in ratings_of(player)
        ]
    if may_see(None, player, "results") and (form := form_of(player)):
        won = sum(outcome == "W" for outcome, _difference in form)
        text = ngettext("Won of the last {count} game", "Won of the last {count} games", len(form))
        rows.append(Row(text.format(count=len(form)), str(won)))
    return tuple(rows)


def table_link(table_id: UUID) -> Link | None:
    """Return the link of a table that everybody may see, or None."""
    try:
        table = visible_table(table_id, None)
    except TableError:
        return None
    rules = engine.load_rules(table.rules)
    text = _("A table of {game}. Watch it live, or take a seat while one is free.")
    return Link(str(table), described(text.format(game=translated(rules.name))))


def rules_link(rules_id: str) -> Link | None:
    """Return the link of a rule set, or None if there is none of this id."""
    try:
        rules = engine.load_rules(rules_id)
    except engine.RulesError:
        return None
    name = translated(rules.name)
    about = _("{game}: {summary}.").format(game=name, summary=summary_of(rules))
    path = reverse("games:rules_picture", args=[rules_id])
    return Link(_("Rules of {game}").format(game=name), described(about, _("Every rule, with its number.")), path)


def rules_picture(rules_id: str) -> Card | None:
    """Return the picture of a rule set, or None if there is none of this id."""
    try:
        rules = engine.load_rules(rules_id)
    except engine.RulesError:
        return None
    lead = summary_of(rules)
    return Card(
        language=language(),
        title=translated(rules.name),
        eyebrow=_("Rules of the game"),
        lead=lead[:1].upper() + lead[1:],
    )


def home_link() -> Link:
    """Return the link of the first page."""
    return Link("Lelam", described(general_sentence()))


def worded(title: object, sentence: object) -> Callable[[], Link]:
    """Return what tells a page that is the same for everybody."""
    return lambda: Link(str(title), described(str(sentence)))


def register_all() -> None:
    """Register what tells of every page of play, of clubs and of players."""
    register("clubs:home", home_link)
    register("clubs:club", club_link)
    register("clubs:calendar", calendar_link)
    register("clubs:player", player_link)
    register("games:club_results", standing_link)
    register("games:hand", hand_link)
    register("games:learn_game", learn_link)
    register("games:result", result_link)
    register("games:rules", rules_link)
    register("games:table", table_link)
    for route, (title, sentence) in PAGES.items():
        register(route, worded(title, sentence))
