"""Commands about records, deals and the event log."""
