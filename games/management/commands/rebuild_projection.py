"""`manage.py rebuild_projection`: build a read model anew from the log while the old one serves."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from games import store
from games.store import projector, rebuilding


class Command(BaseCommand):
    """Rebuilds projections by name."""

    help = "Build projections anew from the event log. The old rows serve until the new ones have caught up."

    # It has to work while the rest of the program does not.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("names", nargs="*", metavar="NAME", help="which (see --list)")
        parser.add_argument("--all", action="store_true", help="every projection")
        parser.add_argument("--anew", action="store_true", help="discard a rebuild that was broken off")
        parser.add_argument("--list", action="store_true", help="say how far each projection is")

    def handle(self, *args: Any, **options: Any) -> None:
        """Rebuild, or list.

        Raises:
            CommandError: There is no such projection, or a rebuild came to no end.
        """
        known = projector.projections()
        if options["list"]:
            self._list(known)
            return
        names = sorted(known) if options["all"] else options["names"]
        if not names:
            raise CommandError(f"Name a projection, or --all. There are: {', '.join(sorted(known)) or 'none'}.")
        for name in names:
            if name not in known:
                raise CommandError(f"There is no projection {name}. There are: {', '.join(sorted(known)) or 'none'}.")
        faults = [fault for name in names if (fault := self._rebuild(known[name], options["anew"]))]
        if faults:
            raise CommandError("\n".join(faults))

    def _rebuild(self, projection: type[projector.Projection], anew: bool) -> str:
        """Rebuild one projection; return why it came to no end, if so."""
        total = sum(store.count_lane(lane, end) for lane, end in store.lane_ends().items())
        with tqdm(total=total, unit=" events", desc=projection.name, disable=None) as bar:
            try:
                run = rebuilding.rebuild(projection, anew=anew, progress=bar.update)
            except rebuilding.RebuildError as fault:
                return f"{projection.name}: {fault}. The old rows serve on."
        self.stdout.write(f"{projection.name}: run {run.number} serves.")
        return ""

    def _list(self, known: dict[str, type[projector.Projection]]) -> None:
        """Say of each projection which run serves, and where it has stopped."""
        stopped = projector.stopped_lanes()
        for name in sorted(known):
            runs = ", ".join(str(run) for run in projector.runs(known[name])) or "not begun"
            self.stdout.write(f"{runs}, version {known[name].version} of the code")
            for lane in stopped:
                if lane.projection == name:
                    self.stdout.write(f"  lane {lane.lane} stopped at position {lane.pos}: {lane.error}")
