"""Filled below."""

WORKER_ARGUMENTS = (
    *("worker", "--pool", "threads", "--concurrency", "4", "--queues", "clock,projections,audits,default"),
    *("--without-gossip", "--without-mingle", "--without-heartbeat"),
)
