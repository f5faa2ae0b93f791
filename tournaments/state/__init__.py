"""A tournament as its events make it. Pure: `fold_all` folds a stream, `stage_of` shows a stage to the formats."""
