"""The queues of the workers, each task's queue, and the times at which tasks run by themselves.

The workers: for what has to be on time (queue clock), for what takes a moment (projections, mail, default), for what
may take long (audits; files: imports, exports, own data, builds of read models, rehearsals), and, behind all others,
for the nightly sweep through the log (sweep). `config.run` has their commands.
"""

from typing import Any, Final

QUEUES: Final[dict[str, dict[str, str]]] = {
    name: {} for name in ("clock", "projections", "audits", "mail", "files", "sweep", "default")
}
ROUTES: Final = {
    "config.celery.heartbeat": {"queue": "clock"},
    "games.tasks.advance_*": {"queue": "clock"},
    "games.tasks.run_projections": {"queue": "projections"},
    "games.tasks.audit_*": {"queue": "audits"},
    "games.tasks.make_*": {"queue": "audits"},
    "games.tasks.build_projections": {"queue": "files"},
    "games.tasks.sweep_*": {"queue": "sweep"},
    "clubs.notices.tasks.deliver": {"queue": "mail"},
    "tournaments.tasks.deliver_webhooks": {"queue": "mail"},
    "clubs.exchange.tasks.*": {"queue": "files"},
    "clubs.uploads.tasks.*": {"queue": "files"},
    "clubs.privacy.tasks.*": {"queue": "files"},
    # Up to a minute and a half of computing.
    "tournaments.tasks.rehearse": {"queue": "files"},
    "tournaments.tasks.*_archive*": {"queue": "files"},
}
SCHEDULE: Final[dict[str, dict[str, Any]]] = {
    # `expires`: whatever the worker did not come to in time is not run in a heap later.
    "heartbeat": {"task": "config.celery.heartbeat", "schedule": 5.0, "args": ("clock",), "options": {"expires": 5}},
    "worker": {
        "task": "config.celery.heartbeat",
        "schedule": 5.0,
        "args": ("worker",),
        "options": {"queue": "default", "expires": 5},
    },
    "turns": {"task": "games.tasks.advance_due_tables", "schedule": 1.0, "options": {"expires": 2}},
    "projections": {"task": "games.tasks.run_projections", "schedule": 1.0, "options": {"expires": 2}},
    "builds": {"task": "games.tasks.build_projections", "schedule": 10.0, "options": {"expires": 10}},
    "checks": {"task": "games.tasks.audit_open_checks", "schedule": 30.0, "options": {"expires": 30}},
    "cases": {"task": "games.tasks.tend_cases", "schedule": 5.0, "options": {"expires": 5}},
    "reminders": {"task": "games.tasks.remind_of_cases", "schedule": 60.0, "options": {"expires": 60}},
    "reviews": {"task": "games.tasks.make_open_reviews", "schedule": 30.0, "options": {"expires": 30}},
    "audits": {"task": "games.tasks.audit_open_cases", "schedule": 30.0, "options": {"expires": 30}},
    "casebook": {"task": "games.tasks.tend_casebook", "schedule": 30.0, "options": {"expires": 30}},
    # Each process of the sweep that is idle takes one of them, and goes on by itself.
    "sweep": {"task": "games.tasks.tend_sweep", "schedule": 15.0, "options": {"expires": 15}},
    "ratings": {"task": "games.tasks.update_ratings", "schedule": 5.0, "options": {"expires": 5}},
    "seasons": {"task": "games.tasks.reckon_seasons", "schedule": 1800.0, "options": {"expires": 600}},
    "tournaments": {
        "task": "tournaments.tasks.tend_tournaments",
        "schedule": 5.0,
        "options": {"expires": 5},
    },
    "files": {"task": "clubs.exchange.tasks.tend", "schedule": 30.0, "options": {"expires": 30}},
    "old-uploads": {"task": "clubs.uploads.tasks.prune", "schedule": 600.0, "options": {"expires": 600}},
    "own-data": {"task": "clubs.privacy.tasks.tend", "schedule": 60.0, "options": {"expires": 60}},
    "archives": {"task": "tournaments.tasks.tend_archives", "schedule": 60.0, "options": {"expires": 60}},
    "webhooks": {"task": "tournaments.tasks.deliver_webhooks", "schedule": 5.0, "options": {"expires": 5}},
    "old-webhooks": {"task": "tournaments.tasks.prune_webhooks", "schedule": 6 * 3600.0, "options": {"expires": 3600}},
    "waiting": {"task": "games.tasks.tell_who_is_waited_for", "schedule": 3.0, "options": {"expires": 3}},
    "starts": {"task": "tournaments.tasks.tell_of_starts", "schedule": 30.0, "options": {"expires": 30}},
    "notices": {"task": "clubs.notices.tasks.deliver", "schedule": 10.0, "options": {"expires": 10}},
    "old-notices": {"task": "clubs.notices.tasks.prune", "schedule": 6 * 3600.0, "options": {"expires": 3600}},
    "old-answers": {"task": "clubs.answers.tasks.prune", "schedule": 3600.0, "options": {"expires": 3600}},
    "old-accounts": {"task": "clubs.tasks.prune", "schedule": 3600.0, "options": {"expires": 600}},
    "old-chat": {"task": "games.tasks.prune_chat", "schedule": 6 * 3600.0, "options": {"expires": 3600}},
    "demo": {"task": "tournaments.tasks.keep_demo_alive", "schedule": 15.0, "options": {"expires": 15}},
}
