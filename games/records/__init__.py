"""Games as files of records: imported as score sheets after a dry run, exported by selection."""
