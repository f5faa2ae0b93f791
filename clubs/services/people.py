"""Players and the names they go by."""

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.errors import ClubError
from clubs.models import Player, User
from clubs.names import clean_name, skeleton

NAME_LENGTH = 40


def free_name(name: str, *, but: Player | None = None) -> str:
    """Return the name cleaned, if no other player goes by it or by one that looks the same.

    Names are no keys: two who sign up at the same moment may end with the same one, and nothing breaks. They
    are kept apart here because people at a table could not tell who is who. The names that clubs keep for players
    without an account count for nothing here: whoever they are makes an account under that very name. Nor do the names
    of visiting players, which would be blocked by anybody who passes by.

    Raises:
        ClubError: As `clean_name`, and `name-taken`.
    """
    cleaned = clean_name(name, longest=NAME_LENGTH, kept=but.name if but else "")
    others = Player.objects.filter(skeleton=skeleton(cleaned), kept_by=None, visited_at=None, merged_into=None)
    if but is not None:
        others = others.exclude(pk=but.pk)
    if others.exists():
        raise ClubError(
            "name-taken",
            _("There is already a player called {name}. Add a surname, a place or an initial.").format(name=cleaned),
            "name",
        )
    return cleaned


@transaction.atomic
def make_player(*, name: str, user: User | None = None, is_bot: bool = False) -> Player:
    """Make the player of an account, or one of the house's bots.

    Raises:
        ClubError: The name cannot be used (`free_name`).
    """
    return Player.objects.create(name=free_name(name), user=user, is_bot=is_bot)


@transaction.atomic
def player_for(*, user: User) -> Player:
    """Return the account's player; one that came without (from the command line, say) gets one."""
    player = Player.objects.filter(user=user).first()
    if player is not None:
        return player
    # The account's row keeps two first visits at once from making two players.
    User.objects.select_for_update().get(pk=user.pk)
    player = Player.objects.filter(user=user).first()
    if player is not None:
        return player
    local = user.email.partition("@")[0]
    name = "".join(char for char in local if char.isalnum() or char in " .-_")[: NAME_LENGTH - 6]
    try:
        return make_player(name=name.capitalize(), user=user)
    except ClubError:
        pass
    try:
        return make_player(name=f"{name.capitalize()} {user.pk.hex[:5]}", user=user)
    except ClubError:  # no name can be made of the address
        return make_player(name=f"Player {user.pk.hex[:5]}", user=user)


@transaction.atomic
def choose_language(*, user: User, language: str) -> None:
    """Keep with the account the language its owner reads, for whenever they sign in; its code, such as `ml`."""
    User.objects.filter(pk=user.pk).update(language=language)


@transaction.atomic
def rename_player(*, player_id: UUID, name: str) -> Player:
    """Change the name by which a player goes, in old histories too: events name players by id only.

    The players without an account whom this one has claimed go by the same name.

    Raises:
        ClubError: The name cannot be used (`free_name`).
    """
    player = Player.objects.select_for_update().get(pk=player_id)
    player.name = free_name(name, but=player)
    player.save(update_fields=["name"])
    Player.objects.filter(merged_into=player).update(name=player.name, skeleton=player.skeleton)
    return player
