"""Players and their names."""

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.errors import ClubError
from clubs.models import Player, User
from clubs.names import clean_name, skeleton

NAME_LENGTH = 40


def free_name(name: str, *, but: Player | None = None) -> str:
    """Return the cleaned name, if no other player has it or one that looks the same.

    Names are not keys: two concurrent sign-ups may get the same name, and nothing breaks. Names are kept apart because
    people at a table could not tell the players. The names of guests do not count here, because the guest may make an
    account under that very name; nor do those of visiting players, or any visitor could block a name.

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
    """Make the player of an account, or a house bot.

    Raises:
        ClubError: The name cannot be used (`free_name`).
    """
    return Player.objects.create(name=free_name(name), user=user, is_bot=is_bot)


@transaction.atomic
def player_for(*, user: User) -> Player:
    """Return the account's player; an account without one, as from the command line, gets one."""
    player = Player.objects.filter(user=user).first()
    if player is not None:
        return player
    # Lock the account's row, so that two concurrent first visits do not make two players.
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
    """Store the owner's language, a code such as `ml`, with the account."""
    User.objects.filter(pk=user.pk).update(language=language)


@transaction.atomic
def rename_player(*, player_id: UUID, name: str) -> Player:
    """Rename a player, in old histories too, as events name players by id only.

    Guests that the player has claimed get the same name.

    Raises:
        ClubError: The name cannot be used (`free_name`).
    """
    player = Player.objects.select_for_update().get(pk=player_id)
    player.name = free_name(name, but=player)
    player.save(update_fields=["name"])
    Player.objects.filter(merged_into=player).update(name=player.name, skeleton=player.skeleton)
    return player
