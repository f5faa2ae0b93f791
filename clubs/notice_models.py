"""Where the migration 0006 finds the default of a time zone; the models are in `clubs.models`."""

from clubs.models import own_time_zone as own_time_zone
