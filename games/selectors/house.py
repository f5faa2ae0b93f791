"""The house rules that a table's rules are from."""

from clubs.models import HouseRules
from games.models import Table
from games.tableview import HouseNamed


def house_named(table: Table) -> HouseNamed | None:
    """Return what the house rules of a table are called, and where they are told; None where it has none."""
    return _named(table.house)


def find_house_named(house_id: str | None) -> HouseNamed | None:
    """Return what house rules are called that a stream names, or None."""
    if house_id is None:
        return None
    return _named(HouseRules.objects.select_related("club").filter(pk=house_id).first())


def _named(house: HouseRules | None) -> HouseNamed | None:
    return HouseNamed(house.pk, house.name, house.number, house.club.slug) if house is not None else None
