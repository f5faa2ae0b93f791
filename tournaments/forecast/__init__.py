"""When running matches and their round end, forecast from the pace of the event. Pure."""
