"""The sweep: every finished hand audited at night, in chunks over all workers."""
