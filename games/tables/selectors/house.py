"""The house rules that a game's rules are from."""

from clubs.models import HouseRules
from games.tables.view.table import HouseNamed


def house_named(house: HouseRules | None) -> HouseNamed | None:
    """Return what house rules are called, and where they are told; None where there are none."""
    return HouseNamed(house.pk, house.name, house.number, house.club.slug) if house is not None else None


def find_house_named(house_id: str | None) -> HouseNamed | None:
    """Return what house rules are called that a stream names, or None."""
    if house_id is None:
        return None
    return house_named(HouseRules.objects.select_related("club").filter(pk=house_id).first())
