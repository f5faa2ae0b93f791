"""A hand that is watched: what everybody is sent over a socket or reads is kept with the version that it shows."""

import asyncio
import itertools
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple
from uuid import uuid4

from asgiref.sync import sync_to_async
from django.urls import reverse
from django.utils import translation

import engine
from clubs.models import Club, Player
from games import store
from games.models import Table
from games.tables.selectors.live import table_view
from games.tables.selectors.states import load_state
from games.tables.services.play import act
from games.tables.services.seats import leave_seat
from games.tables.services.substitutes import substitute
from games.tables.state.table import TableState
from tests.api.calls import Caller
from tests.factories import TWO_HANDS, ClubFactory, PlayerFactory, TableFactory, TokenFactory
from tests.games.helpers.lines import Line, version
from tests.games.helpers.secrecy import cards_in, drawn_in, known_to, may_look_at, shown_by, states_of
from tests.games.helpers.tables import due
from tests.permissions.rooms import operations, routes
from tests.strategies import Chooser, lively

database = sync_to_async

VISITOR, STRANGER, OFFICER, SUPERUSER, SUBSTITUTE = "visitor", "stranger", "officer", "superuser", "substitute"
OUTSIDERS = (VISITOR, STRANGER, OFFICER, SUPERUSER, SUBSTITUTE)
PASSERS_BY = (STRANGER, OFFICER, SUPERUSER)
"""Their sockets are opened one after the other, one a version; all others stay open."""
FRAME = "frame"
LEAVER = 1
"""The seat whose player leaves in mid-hand, and for which a substitute is named."""
PUT_OFF = (engine.Claim, engine.Concede, engine.Redeal, engine.SurrenderOffer, engine.SurrenderAccept)
"""What would end the hand before its cards are played."""
LOOKS_A_STEP = 3
OWN = ("games:table", "games:hand", "tables_view", "hands_retrieve")
"""The doors behind which a player sees the own hand."""
AFTERWARDS = (
    "games:hand", "games:hand_record", "games:hand_proof", "games:hand_proof_file", "hands_retrieve", "games:record",
    "records_retrieve",
)  # fmt: skip
"""The doors behind which everybody sees all cards once the hand is over."""
POINTS = re.compile(r'"(?:points|so_far)":\s*\[?\s*\d|--points|takes \d+ point')
TOLD = (FRAME, "games:table", "tables_view", "hands_retrieve")
"""Where points would be told during the hand."""
UNCOUNTED = engine.rule_set_ids()[::2]
"""Played where the points are counted in the head."""


class Look(NamedTuple):
    """What somebody was sent or read.

    Attributes:
        who: A seat's number as text, or one of the outsiders.
        door: `FRAME`, or the name of the page or the operation.
        version: The version of the table that it shows.
        text: The text.
    """

    who: str
    door: str
    version: int
    text: str


@dataclass(frozen=True)
class Door:
    """A page or an operation of the API that reads."""

    name: str
    address: str

    @property
    def is_api(self) -> bool:
        """Whether it is an operation of the API."""
        return self.address.startswith("/api/")


def doors_of(table: Table, *, club: Club | None = None, player: Player | None = None) -> list[Door]:
    """Return every page and operation that reads of a table; with a club and a player, all of the site besides.

    Args:
        table: The table; its first hand runs.
        club: Names the club in addresses.
        player: Names the player in addresses.
    """
    named = {"table_id": table.pk, "stream": table.pk, "number": 1, "seat": 0, "rules_id": table.rules}
    if club is not None and player is not None:
        named |= {"slug": club.slug, "player_id": player.pk}
    about_the_table = {"table_id", "stream"}
    found = []
    for route in routes().values():
        if set(route.params) <= named.keys() and (club or about_the_table & set(route.params)):
            found.append(Door(route.name, reverse(route.name, kwargs={name: named[name] for name in route.params})))
    for one in operations().values():
        if one.method == "GET" and set(one.params) <= named.keys() and (club or about_the_table & set(one.params)):
            found.append(Door(one.name, "/api" + one.template.format(**named)))
    return found


@dataclass
class Watched:
    """A table of a club with everybody who looks at it.

    Attributes:
        rules_id: The rule set.
        counted: The table tells the points during the hand.
        looks: All that was sent and read.
        left_at: The version from which on the leaver has no seat.
    """

    rules_id: str
    counted: bool = True
    looks: list[Look] = field(default_factory=list)
    left_at: int = 10**6

    def __post_init__(self) -> None:
        """Open the table and deal the first hand."""
        self.rules = engine.load_rules(self.rules_id)
        self.chance = Random(self.rules_id)
        self.choose = lively(self.chance)
        seated = [PlayerFactory(name=f"Seat {seat}") for seat in range(self.rules.players)]
        officer, self.substitute = PlayerFactory(name="Officer"), PlayerFactory(name="Substitute")
        self.club = ClubFactory(founder=officer, with_=[*seated, self.substitute])
        superuser = PlayerFactory(name="Superuser")
        superuser.user.is_staff = superuser.user.is_superuser = True
        superuser.user.save()
        self.seated = seated
        self.people: dict[str, Player | None] = {str(seat): player for seat, player in enumerate(seated)}
        self.people |= {
            VISITOR: None, STRANGER: PlayerFactory(name="Stranger"), OFFICER: officer, SUPERUSER: superuser,
            SUBSTITUTE: self.substitute,
        }  # fmt: skip
        # One whole clock for all: nothing is ever due but a deal, and a bot's turn.
        self.table = TableFactory(
            seated=seated, rules=self.rules_id, options=TWO_HANDS, club=self.club, running_count=self.counted,
            action_seconds=600,
        )  # fmt: skip
        due(self.table.pk)
        self.callers = {
            name: Caller(player, TokenFactory(user=player.user)[1] if player else "")
            for name, player in self.people.items()
        }
        for one in self.callers.values():
            if one.player is not None:
                one.client.force_login(one.player.user)
        self.lines: dict[str, Line] = {}
        self.passing, self.languages = itertools.cycle(PASSERS_BY), itertools.cycle(("en", "ml"))
        self.rotation = itertools.cycle(self._pairs())

    def _pairs(self) -> list[tuple[str, Door]]:
        """Return everybody with every door of the table, in an order drawn by lot."""
        pairs = [(name, door) for name in self.people for door in doors_of(self.table)]
        self.chance.shuffle(pairs)
        return pairs

    # Playing

    @property
    def running(self) -> bool:
        """Whether the first hand is played still."""
        return load_state(self.table.pk).hand == 1 and "HandOpened" not in self._types()

    def _types(self) -> set[str]:
        return {stored.type for stored in store.load(self.table.pk, opened=False)}

    def step(self) -> int:
        """Let the seat on turn act, or the leaver leave; return the version that the table has then."""
        state = load_state(self.table.pk)
        seen = engine.view(state.game, None)
        if self.left_at > state.version and seen.phase == "play" and 2 * len(seen.tricks) >= self.rules.hand_size:
            return self._change_places()
        seat = state.turn
        if seat is None or not state.seats[seat].attended:
            assert due(self.table.pk), "the table hangs"
        else:
            act(
                table_id=self.table.pk, player=self.seated[seat], action=plays_on(state, seat, self.choose),
                expected_version=state.version, command=uuid4(),
            )  # fmt: skip
        return load_state(self.table.pk).version

    def _change_places(self) -> int:
        """Let a player leave in the middle of the hand, and name a substitute for the seat."""
        leave_seat(table_id=self.table.pk, player=self.seated[LEAVER])
        self.left_at = load_state(self.table.pk).version
        substitute(table_id=self.table.pk, player=self.substitute, seat=LEAVER)
        return load_state(self.table.pk).version

    # Looking

    async def open_lines(self) -> None:
        """Connect everybody but the passers-by, one after the other in English and in Malayalam."""
        for name in self.people:
            if name not in PASSERS_BY:
                self.lines[name] = await self._connected(name)

    async def listen(self, reached: int) -> None:
        """Have every connection hear until it was told of a version, and one passer-by look in."""

        async def one(name: str, line: Line) -> None:
            while self._keep(name, await line.hear()) < reached:
                continue

        await asyncio.gather(*(one(name, line) for name, line in self.lines.items()))
        await (await self._connected(next(self.passing))).close()

    async def _connected(self, name: str) -> Line:
        line = Line(self.table.pk, self.people[name], language=next(self.languages))
        self._keep(name, await line.open())
        return line

    async def close(self) -> None:
        """Hang up."""
        for line in self.lines.values():
            await line.close()

    def _keep(self, name: str, text: str) -> int:
        shown = version(text)
        self.looks.append(Look(name, FRAME, shown, text))
        return shown

    def look_around(self, count: int) -> None:
        """Have the next of all persons go through the next of all doors, so many times."""
        for name, door in itertools.islice(self.rotation, count):
            self.read(name, door)

    def read(self, name: str, door: Door) -> int:
        """Have somebody go through a door, in English or in Malayalam; return the status, of which 405 is no look."""
        at = load_state(self.table.pk).version
        language = self.chance.choice(("en", "ml"))
        answer = answer_of(self.callers[name], door, language)
        if answer.status_code != 405:
            text = b"".join(answer.streaming_content) if answer.streaming else answer.content
            self.looks.append(Look(name, door.name, at, text.decode("utf-8", "replace")))
        return answer.status_code

    # Judging

    def seat_of(self, look: Look) -> int | None:
        """Return the seat whose hand may be shown to whoever looked."""
        if look.who in OUTSIDERS or (look.who == str(LEAVER) and look.version >= self.left_at):
            return None
        return int(look.who)

    def judged(self) -> Iterator[tuple[Look, set[str], set[str], engine.View]]:
        """Yield each look of the running hand: the cards it names, those it may name, and the view of who looked."""
        states, shown = states_of(self.table.pk), shown_by(self.table.pk)
        for look in self.looks:
            seat, state = self.seat_of(look), states[look.version]
            seen = engine.view(state, seat)
            if seen.phase in ("scored", "finished"):
                continue
            may = (
                may_look_at(seat, state)
                if self.rules_id.startswith("56")
                else known_to(seat, state, shown[look.version])
            )
            yield look, cards_in(look.text) | drawn_in(look.text), may, seen


def answer_of(caller: Caller, door: Door, language: str) -> object:
    """Ask for a page with the session, for an operation with the token."""
    if door.is_api:
        return caller.get(door.address.removeprefix("/api/"), accept_language=language)
    with translation.override(language):
        return caller.client.get(door.address, headers={"accept-language": language})


def plays_on(state: TableState, seat: int, choose: Chooser) -> engine.Action:
    """Choose something that lets the hand be played, and soon: somebody bids, and not everybody again and again."""
    legal = engine.legal_actions(state.game, seat)
    actions = [action for action in legal if not isinstance(action, PUT_OFF)] or legal
    seen = engine.view(state.game, None)
    if seen.bid is None:
        actions = [action for action in actions if isinstance(action, engine.Bid | engine.Call)] or actions
    elif len(seen.auction) > len(state.seats):
        actions = [action for action in actions if isinstance(action, engine.Pass)] or actions
    return choose(actions)


async def play_and_search(rules_id: str) -> None:
    """Play a hand of a rule set, watch it, and search all that was seen of it; then look at the next deal."""
    watched = await database(Watched)(rules_id, counted=rules_id not in UNCOUNTED)
    await watched.open_lines()
    steps = 0
    while await database(lambda: watched.running)():
        await database(watched.look_around)(LOOKS_A_STEP)
        await watched.listen(await database(watched.step)())
        steps += 1
    await watched.close()

    seen = await database(searched)(watched)
    players = watched.rules.players
    assert steps > players * watched.rules.hand_size / 2
    # The last frames are of a hand that is over.
    assert seen[FRAME] >= (steps - 1) * (players + 3)
    assert seen["of outsiders"] >= (steps - 1) * 3
    assert sum(seen[door.name] for door in await database(doors_of)(watched.table)) > 2 * steps
    assert bool(seen["points"]) == watched.counted
    await database(see_the_next_deal)(watched)


def searched(watched: Watched) -> Counter[str]:
    """Search all that was kept, and return how much was looked at of what."""
    wrong: list[str] = []
    seen: Counter[str] = Counter()
    secret = next(one.event.secret for one in store.load(watched.table.pk) if one.type == "DealCommitted")
    for look, named, may, view in watched.judged():
        where = f"{look.door} of {look.who} at version {look.version}"
        seen[look.door] += 1
        seen["of outsiders"] += look.who in OUTSIDERS
        if not named <= may:
            wrong.append(f"{where} names {sorted(named - may)}")
        if secret in look.text:
            wrong.append(f"{where} holds the secret of the deal")
        if look.door in (FRAME, *OWN) and not set(view.hand) <= named:
            wrong.append(f"{where} was searched, and the own hand not found")
        seen["own hands"] += look.door in (FRAME, *OWN) and bool(view.hand)
        seen["points"] += look.door in TOLD and bool(POINTS.search(look.text))
    assert not wrong, "\n".join(wrong)
    assert seen["own hands"] > 0
    return seen


def see_the_next_deal(watched: Watched) -> None:
    """Hold that all is open after the hand, and that the substitute sees the hand dealt next."""
    watched.looks.clear()
    for door in doors_of(watched.table):
        watched.read(VISITOR, door)
    found = {look.door: cards_in(look.text) | drawn_in(look.text) for look in watched.looks}
    assert [door for door in AFTERWARDS if found[door] != set(watched.rules.deck)] == []
    while engine.view(load_state(watched.table.pk).game, None).hand_number == 1:
        assert due(watched.table.pk), "the table hangs"
    view = table_view(watched.table.pk, watched.substitute)
    assert view.viewer == LEAVER
    assert view.game.hand
    assert table_view(watched.table.pk, watched.seated[LEAVER]).game.hand == ()
