"""Queries about privacy: the visibility of a player's data."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Case, CharField, Exists, OuterRef, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from clubs.models import Audience, DataExport, DataExportPart, Erasure, Membership, Player, PrivacyChoices
from clubs.officers.roles import active
from clubs.privacy.words import MATTERS


def may_see(viewer: Player | None, player: Player, what: str) -> bool:
    """Tell whether a viewer may see some data of a player.

    Players always see their own things, and everybody sees those of the house's bots. Of an erased player nothing is
    seen, and of a player without an account, who cannot choose, only the members of the clubs see it.

    Args:
        viewer: Who looks; None: a visitor.
        player: Whose it is; one that an account has claimed counts as that account's player.
        what: A key of `MATTERS`.

    Raises:
        KeyError: There is nothing of that name.
    """
    return player.pk in seen_of(viewer, [player.pk], what)


def seen_of(viewer: Player | None, player_ids: Iterable[UUID], what: str) -> frozenset[UUID]:
    """Return those of some players whose data a viewer may see: one query for a page of a list.

    Raises:
        KeyError: There is nothing of that name.
    """
    wanted = frozenset(player_ids)
    hidden = hidden_players(viewer, what).filter(pk__in=wanted)
    return wanted - frozenset(hidden.values_list("pk", flat=True))


def hidden_from(viewer: Player | None, what: str, *, player: str = "player") -> Q:
    """Return the condition on rows whose player hides some data from the viewer: to `exclude` them.

    Args:
        viewer: Who looks; None: a visitor.
        what: A key of `MATTERS`.
        player: How the rows name their player; `pk` for rows of `Player` itself.

    Raises:
        KeyError: There is nothing of that name.
    """
    return Q(**{f"{player}__in": hidden_players(viewer, what).values("pk")})


def hidden_players(viewer: Player | None, what: str) -> "QuerySet[Player]":
    """Return the players who hide some data from the viewer, with their claimed guests.

    Raises:
        KeyError: There is nothing of that name.
    """
    players = _choosing(what)
    if viewer is None:
        return players.exclude(Q(chosen=Audience.EVERYBODY))
    clubs = list(_clubs_of(viewer))
    together = Exists(Membership.objects.filter(player=OuterRef("whose"), club__in=clubs)) | Q(kept_by__in=clubs)
    hide = Q(chosen=Audience.NOBODY) | (Q(chosen=Audience.CLUBS) & ~Q(together))
    return players.exclude(Q(whose=viewer.real_id)).filter(hide)


def _choosing(what: str) -> "QuerySet[Player]":
    """Return the players with whose choice counts for each (`whose`), and which it is (`chosen`)."""
    default = getattr(PrivacyChoices(), MATTERS[what].name)
    chosen = Case(
        When(Q(erased_at__isnull=False) | Q(merged_into__erased_at__isnull=False), then=Value(Audience.NOBODY)),
        # A visiting player has no page and stands in no list, be it erased or taken over later.
        When(visited_at__isnull=False, then=Value(Audience.NOBODY)),
        When(merged_into__isnull=False, then=Coalesce(f"merged_into__privacy__{what}", Value(default))),
        When(user=None, kept_by__isnull=False, then=Value(Audience.CLUBS)),
        default=Coalesce(f"privacy__{what}", Value(default)),
        output_field=CharField(),
    )
    return Player.objects.filter(is_bot=False).annotate(whose=Coalesce("merged_into_id", "pk"), chosen=chosen)


def _clubs_of(player: Player) -> "QuerySet[Membership, UUID]":
    """Return the ids of the clubs in which the player has a role: a suspended member sees what a stranger does."""
    return Membership.objects.filter(active(), player=player).values_list("club_id", flat=True)


def choices_of(player: Player) -> dict[str, str]:
    """Return a player's privacy choices: a word of `Audience` for each key of `MATTERS`."""
    row = PrivacyChoices.objects.filter(player=player).first() or PrivacyChoices(player=player)
    return {what: getattr(row, what) for what in MATTERS}


@dataclass(frozen=True, slots=True)
class AudiencePreview:
    """Whether each kind of viewer sees something of a player: the preview of the choices."""

    what: str
    stranger: bool
    clubmate: bool


def preview(choices: dict[str, str]) -> tuple[AudiencePreview, ...]:
    """Return what strangers and members of the same club see by some choices."""
    return tuple(
        AudiencePreview(what, chosen == Audience.EVERYBODY, chosen in (Audience.EVERYBODY, Audience.CLUBS))
        for what, chosen in choices.items()
    )


def copy_of(player: Player) -> DataExport | None:
    """Return the copy of one's data that is being made, else the last one, else None."""
    return DataExport.objects.filter(player=player).order_by("-asked_at").first()


def copy_to_fetch(player: Player) -> DataExport | None:
    """Return the copy of one's data that can be fetched, or None."""
    ready = DataExport.objects.filter(player=player, status=DataExport.Status.DONE, expires_at__gt=timezone.now())
    return ready.order_by("-ended_at").first()


def pieces(export: DataExport) -> Iterator[bytes]:
    """Return the file of a copy, piece by piece."""
    numbers = list(DataExportPart.objects.filter(export=export).order_by("number").values_list("pk", flat=True))
    for pk in numbers:
        yield bytes(DataExportPart.objects.values_list("data", flat=True).get(pk=pk))


def find_erasure(player: Player) -> Erasure | None:
    """Return the erasure that a player has asked for and that is still to be done, or None."""
    return Erasure.objects.filter(player=player, taken_back_at=None, done_at=None).first()
