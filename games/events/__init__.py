"""Every event that the log may hold beside those of play, which are the engine's (`engine.events`)."""
