"""Deciding any deed: its roles, the state of the tournament, and its own decider."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias, Union

import msgspec

from engine.phrases import phrase
from tournaments.deeds import (
    agents,
    agreeing,
    ending,
    entering,
    ladder,
    lots,
    opening,
    penalties,
    playing,
    presence,
    publishing,
    ruling,
    scheduling,
    staging,
)
from tournaments.deeds.base import Deed, Doer, Refused
from tournaments.deeds.staging import Draft, StaleDraft
from tournaments.state.tournament import TournamentState

_Decide: TypeAlias = Callable[[TournamentState, Any, Doer], list[Any]]

DECIDERS: Final[Mapping[type[Deed], _Decide]] = {
    opening.ChangeTournament: opening.change_tournament,
    opening.RunRounds: opening.run_rounds,
    opening.PlanStage: opening.plan_stage,
    opening.DropStage: opening.drop_stage,
    opening.NameStaff: opening.name_staff,
    opening.ReleaseStaff: opening.release_staff,
    opening.ExtendCheckIn: opening.extend_check_in,
    opening.OpenEntries: opening.open_entries,
    opening.CloseEntries: opening.close_entries,
    opening.CloseTournament: opening.close_tournament,
    opening.ReopenTournament: opening.reopen_tournament,
    opening.AbandonTournament: opening.abandon_tournament,
    publishing.SetEmbargo: publishing.set_embargo,
    publishing.ReleaseResults: publishing.release_results,
    entering.Enter: entering.enter,
    entering.Withdraw: entering.withdraw,
    entering.ChangeSquad: entering.change_squad,
    entering.NoteFee: entering.note_fee,
    entering.CheckIn: presence.check_in,
    presence.CheckInAll: presence.check_in_all,
    presence.GoOnWithout: presence.go_on_without,
    presence.Readmit: presence.readmit,
    agents.EnterFreeAgent: agents.enter_free_agent,
    agents.MakeTeams: agents.make_teams,
    entering.WishBye: entering.wish_bye,
    entering.Leave: entering.leave,
    entering.Return: entering.come_back,
    entering.Disqualify: entering.disqualify,
    entering.Join: entering.join,
    entering.ForbidMeeting: entering.forbid_meeting,
    entering.AllowMeeting: entering.allow_meeting,
    entering.SetSeeds: entering.set_seeds,
    entering.GiveSeed: entering.give_seed,
    lots.PromiseNumber: lots.promise_number,
    lots.CloseLot: lots.close_lot,
    lots.OpenNumber: lots.open_number,
    lots.DrawLot: lots.draw_lot,
    lots.DropLot: lots.drop_lot,
    staging.BeginStage: staging.begin_stage,
    staging.UnpairRound: staging.unpair_round,
    staging.ReleaseRound: staging.release_round,
    staging.CallRound: staging.call_round,
    staging.ReopenStage: staging.reopen_stage,
    staging.DeclineQualification: staging.decline_qualification,
    staging.GiveWildCard: staging.give_wild_card,
    staging.AdjustPoints: staging.adjust_points,
    staging.DecideTie: staging.decide_tie,
    scheduling.SetVenue: scheduling.set_venue,
    scheduling.SetSchedule: scheduling.set_schedule,
    scheduling.FixSeat: scheduling.fix_seat,
    scheduling.DelayRound: scheduling.delay_round,
    scheduling.PlaceRound: scheduling.place_round,
    scheduling.GiveTables: scheduling.give_tables,
    scheduling.SwapTables: scheduling.swap_tables,
    playing.PlaceMatch: playing.place_match,
    agreeing.ProposeTime: agreeing.propose_time,
    agreeing.AcceptTime: agreeing.accept_time,
    playing.NameLineUp: playing.name_line_up,
    playing.CallMatch: playing.call_match,
    playing.ReportGame: playing.report_game,
    playing.ConfirmResult: playing.confirm_result,
    playing.DecideMatch: playing.decide_match,
    playing.ExtendMatch: playing.extend_match,
    playing.ReopenMatch: playing.reopen_match,
    playing.CorrectResult: playing.correct_result,
    playing.Substitute: playing.substitute,
    ending.CallTime: ending.call_time,
    penalties.GivePenalty: penalties.give_penalty,
    ruling.NoteDispute: ruling.note_dispute,
    ruling.CloseDispute: ruling.close_dispute,
    ruling.ApplyRuling: ruling.apply_ruling,
    ruling.TakeBackRuling: ruling.take_back_ruling,
    ladder.Challenge: ladder.challenge,
    ladder.AcceptChallenge: ladder.accept_challenge,
    ladder.RefuseChallenge: ladder.refuse_challenge,
    ladder.WithdrawChallenge: ladder.withdraw_challenge,
    ladder.ExpireChallenge: ladder.expire_challenge,
    ladder.MoveDown: ladder.move_down,
}
"""The deeds that are decided on the state alone."""

DRAFTED: Final[tuple[type[Deed], ...]] = (
    lots.PromiseLot,
    staging.PairRound,
    staging.EditPairings,
    staging.CloseStage,
)
"""The deeds decided by a draft of their events (`tournaments.drafting`), which takes longer or draws a secret."""

BY_SERVER: Final[tuple[type[Deed], ...]] = tuple(deed for deed in DECIDERS if not deed.allowed)
"""The deeds that nobody does by hand: those of cases."""

AnyDeed: TypeAlias = Union[tuple(deed for deed in DECIDERS if deed.allowed) + DRAFTED]  # type: ignore[valid-type]  # noqa: UP007
"""Every deed of people, told apart by `do`."""

MAX_TEXT: Final = 200
MAX_NUMBER: Final = 1 << 53
_CODE: Final = re.compile(r"([a-z]+(-[a-z]+){0,5})?")
_AFTER_THE_END: Final = (
    opening.ReopenTournament,
    opening.NameStaff,
    opening.ReleaseStaff,
    publishing.SetEmbargo,
    publishing.ReleaseResults,
    entering.NoteFee,
    ruling.NoteDispute,
    ruling.CloseDispute,
)


def decide(state: TournamentState, deed: Deed, doer: Doer, draft: Draft | None = None) -> list[Any]:
    """Return the events of a deed; none if there is nothing to do.

    Args:
        state: The tournament.
        deed: The command.
        doer: The person who gives it, or the server.
        draft: What was computed for it, for the deeds of `DRAFTED`.

    Raises:
        Refused: It is not for this person, or not possible now.
        StaleDraft: The tournament has moved since the draft was computed.
    """
    check(state, deed, doer)
    if type(deed) not in DRAFTED:
        return DECIDERS[type(deed)](state, deed, doer)
    if draft is None:
        raise TypeError(f"{type(deed).__name__} needs a draft")
    if draft.basis != state.moved:
        raise StaleDraft
    return list(draft.events)


def check(state: TournamentState, deed: Deed, doer: Doer) -> None:
    """Check what can be said of a deed before it is looked at: the person's roles, and that the tournament goes on.

    Raises:
        Refused: `not-allowed`, `over`, `reason-unreadable`, `too-long`.
    """
    for name in deed.__struct_fields__:
        if not _is_of_usual_size(msgspec.to_builtins(getattr(deed, name))):
            text = phrase("That is too long.")
            raise Refused("too-long", text, name)
    if not doer.is_one_of(deed.allowed):
        raise Refused("not-allowed", phrase("Only the tournament's directors can do this."))
    if state.is_over and not isinstance(deed, _AFTER_THE_END):
        raise Refused("over", phrase("The tournament is over; a director can reopen it."))
    if not _CODE.fullmatch(getattr(deed, "reason", "")):
        # The words of people lie in rows beside the log, where they can be erased.
        raise Refused("reason-unreadable", phrase("A reason is a code such as no-show."), "reason")


def _is_of_usual_size(value: Any) -> bool:
    """Tell whether the texts and numbers of a value, however deep, are of a size that the log can hold."""
    if isinstance(value, str):
        return len(value) <= MAX_TEXT and "\0" not in value
    if isinstance(value, int):
        return abs(value) < MAX_NUMBER
    if isinstance(value, Mapping):
        return all(_is_of_usual_size(part) for pair in value.items() for part in pair)
    return not isinstance(value, list | tuple) or all(map(_is_of_usual_size, value))
