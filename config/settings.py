"""The settings, from environment variables only; docs/operations.md has the table of them.

Where `DATABASE_URL` or `REDIS_URL` is missing, the servers that come along are used (`config.embedded`), and this
program counts as one's own machine: it makes its secrets itself and does not insist on TLS.
There is no debug mode: an error page with variables could show a hidden card.
"""

from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from config import embedded, environment, queues

BASE_DIR = Path(__file__).resolve().parent.parent
HOME = Path(environment.text("LELAM_HOME", str(BASE_DIR / ".lelam"))).absolute()
SERVERS = embedded.addresses(HOME)

DATABASE_URL = environment.text("DATABASE_URL", SERVERS.database(embedded.APP))
DATABASE_OWNER_URL = environment.text(
    "DATABASE_OWNER_URL",
    DATABASE_URL if environment.text("DATABASE_URL") else SERVERS.database(embedded.OWNER),
)
REDIS_URL = environment.text("REDIS_URL", SERVERS.redis)
OWN_MACHINE = environment.flag("LELAM_OWN_MACHINE", not environment.text("DATABASE_URL"))

SECRET_KEY = environment.secret("SECRET_KEY", HOME, make=OWN_MACHINE)
# Seals what nobody may read yet in the events. Base64 of 32 bytes; older keys, which only open, after it by commas.
LELAM_SEAL_KEY = environment.secret("LELAM_SEAL_KEY", HOME, make=OWN_MACHINE)
# Signs web push; base64 of 32 bytes. A server that names none offers no push.
LELAM_PUSH_KEY = environment.text("LELAM_PUSH_KEY") or (
    environment.secret("LELAM_PUSH_KEY", HOME, make=True) if OWN_MACHINE else ""
)

DEBUG = False
ALLOWED_HOSTS = environment.hosts("LELAM_HOSTS", "localhost,127.0.0.1,[::1]")
BEHIND_TLS = environment.flag("LELAM_TLS", not OWN_MACHINE)
# A host that begins with a dot stands for itself and for every name below it.
CSRF_TRUSTED_ORIGINS = [
    f"https://{mark}{host.removeprefix('.')}"
    for host in ALLOWED_HOSTS
    for mark in (("", "*.") if host.startswith(".") else ("",))
    if BEHIND_TLS
]
# Where people find the server: for the links in mails, and the pages that may open a WebSocket.
_HOST = ALLOWED_HOSTS[0].removeprefix(".")
LELAM_ADDRESS = environment.text(
    "LELAM_ADDRESS", f"https://{_HOST}" if BEHIND_TLS else f"http://{_HOST}:{environment.count('PORT', 8000, 1)}"
).rstrip("/")

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
AUTH_USER_MODEL = "clubs.User"
SILENCED_SYSTEM_CHECKS = [
    # An email address is unique whatever its case, which Django does not see in the constraint on Lower(email).
    "auth.W004",
    # Other names below the server's, and the lists that browsers ship, are for the owner of the domain to decide.
    "security.W005",
    "security.W021",
    # The proxy in front leads people from http to https.
    "security.W008",
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# The texts stand in the code in English; the catalogues of the others are made by `make messages`.
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("ml", "മലയാളം")]
LOCALE_PATHS = [BASE_DIR / "config" / "locale"]
TIME_ZONE = environment.text("LELAM_TIME_ZONE", "Asia/Kolkata")
USE_TZ = True

INSTALLED_APPS = [
    "config.apps.ConfigConfig",
    "tournaments",
    "games",
    "clubs",
    "config.apps.AdministrationConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "channels",
    "django_htmx",
    "django_structlog",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "knox",
    "rest_framework",
    "template_partials",
]

MIDDLEWARE = [
    "config.access.NoteRequest",
    "config.api.middleware.ApiMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "config.security.ContentSecurityPolicy",
    "config.compression.Compress",
    "config.static.StaticFiles",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "clubs.people.languages.LanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "clubs.web.htmx.HtmxMiddleware",
    "config.hashing.PasswordsInTurn",
    "clubs.base.replica.ReplicaForVisitors",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "template_partials.loader.Loader",
                    [
                        (
                            "django.template.loaders.cached.Loader",
                            ["config.templates.UnindentedLoader", "django.template.loaders.app_directories.Loader"],
                        )
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# The database. As `lelam_app` the program reads and writes rows; as `lelam_owner` only migrations run
# (`manage.py migrate --database owner`). The first cannot change an event, whatever the program does.

# Connections a process keeps, 0 for none kept.
LELAM_DATABASE_POOL = environment.count("LELAM_DATABASE_POOL", 8)


# PgBouncer in transaction mode stands before the database: a connection's next transaction may run in another session,
# so that nothing may be left in one. Statements that were prepared and cursors outside of transactions would be.
LELAM_PGBOUNCER = environment.flag("LELAM_PGBOUNCER")


def _database(url: str, pool: int) -> dict[str, Any]:
    found = dj_database_url.parse(url, conn_health_checks=pool > 0)
    if found["ENGINE"] != "django.db.backends.postgresql":
        raise ImproperlyConfigured("DATABASE_URL has to be the address of a PostgreSQL database.")
    options = found.setdefault("OPTIONS", {})
    options["application_name"] = "lelam"
    # Has the server keep the plans of the event store's statements; Django's own are never prepared.
    options["prepare_threshold"] = None if LELAM_PGBOUNCER else 5
    found["DISABLE_SERVER_SIDE_CURSORS"] = LELAM_PGBOUNCER
    if pool:
        options["pool"] = {"min_size": 1, "max_size": pool, "timeout": 10}
    return dict(found)


DATABASES = {
    "default": _database(DATABASE_URL, LELAM_DATABASE_POOL),
    "owner": _database(DATABASE_OWNER_URL, 0),
}
# A streaming replica for what visitors may see some seconds late, and by how many seconds it may be behind.
DATABASE_REPLICA_URL = environment.text("DATABASE_REPLICA_URL")
LELAM_REPLICA_SECONDS = environment.number("LELAM_REPLICA_SECONDS", 5)
DATABASE_ROUTERS: list[str] = []
if DATABASE_REPLICA_URL:
    _replica = _database(DATABASE_REPLICA_URL, LELAM_DATABASE_POOL)
    # One that is away is soon given up: the database itself answers in its place.
    _replica["OPTIONS"] |= {"connect_timeout": 2}
    if LELAM_DATABASE_POOL:
        _replica["OPTIONS"]["pool"] |= {"timeout": 2}
    DATABASES["replica"] = _replica
    DATABASE_ROUTERS = ["clubs.base.replica.ReplicaRouter"]

# Redis: queue and channel layer share the database of the address, each under its own prefix; the cache has the next
# one, since a cache is emptied whole.


def _cache_url(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme == "unix":
        return f"{url}?db=1"
    number = parts.path.strip("/") or "0"
    return urlunsplit(parts._replace(path=f"/{int(number) + 1}"))


CACHES = {
    "default": {
        "BACKEND": "config.caching.JsonCache",
        "LOCATION": _cache_url(REDIS_URL),
        "KEY_PREFIX": "lelam",
    }
}
CHANNEL_LAYERS = {
    "default": {
        # The core layer drops every idle socket after five seconds with redis-py 8.
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL], "prefix": "lelam:channels"},
    }
}

# The workers and their queues: `config.queues`. A sender of a task waits for no result.

# Not by urlunsplit: it would drop the empty host's slashes, and the queue be looked for elsewhere.
CELERY_BROKER_URL = (
    "redis+socket:" + REDIS_URL.removeprefix("unix:") + "?virtual_host=0"
    if REDIS_URL.startswith("unix:")
    else REDIS_URL
)
CELERY_BROKER_TRANSPORT_OPTIONS = {"global_keyprefix": "lelam:queue:"}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_IGNORE_RESULT = True
# Data alone: a message of another kind, such as a pickle, is refused unread.
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_QUEUES = queues.QUEUES
CELERY_TASK_ROUTES = queues.ROUTES
# Seconds after which a task is told to stop, and after which its process is killed. Only processes can be: this holds
# in the worker of the slow queues. A thread of the others cannot be ended; whatever it waits for has an end of its own.
CELERY_TASK_SOFT_TIME_LIMIT = 1140
CELERY_TASK_TIME_LIMIT = 1200
CELERY_BEAT_SCHEDULE = queues.SCHEDULE
CELERY_BEAT_SCHEDULE_FILENAME = str(HOME / "beat-schedule")
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_TIMEZONE = "UTC"

# The game

# Seconds a bot takes over an action, so that people can follow.
LELAM_BOT_SECONDS = environment.number("LELAM_BOT_SECONDS", 0.8)
# Seconds a strong bot thinks over a card at most; less while the worker is late with its tables. 0: it plays steadily.
LELAM_STRONG_SECONDS = environment.number("LELAM_STRONG_SECONDS", 0.1)
# Tables that a player may have opened and that are not over. Those of tournaments are not counted, and those that an
# officer opens for a club are counted apart.
LELAM_TABLES_PER_PLAYER = environment.count("LELAM_TABLES_PER_PLAYER", 5, lowest=1)
# Tables may be opened at which only bots sit: for trying out, as nobody need be there while they are played to the end.
LELAM_BOTS_ALONE = environment.flag("LELAM_BOTS_ALONE")
# Seconds of each second that the worker has for tables at which only bots sit, or no person any more.
LELAM_BOTS_ALONE_SECONDS = environment.number("LELAM_BOTS_ALONE_SECONDS", 0.3)
# Seconds by which the server may be late at a table of people before `/healthz` says so.
LELAM_LATE_SECONDS = environment.number("LELAM_LATE_SECONDS", 10, lowest=1)
# Questions about finished hands, each of which is audited, that a player may ask in a day.
LELAM_CHECKS_A_DAY = environment.count("LELAM_CHECKS_A_DAY", 20, lowest=1)
# The hours of the night, in the server's time zone, in which the sweep audits what was played; equal hours: always.
LELAM_SWEEP_HOURS = environment.hours("LELAM_SWEEP_HOURS", "1-6")
# Hands that each process of the sweep audits a second at most; 0: as many as it can.
LELAM_SWEEP_HANDS_A_SECOND = environment.count("LELAM_SWEEP_HANDS_A_SECOND", 0)
# Load and keep alive the demo: a club, its tournaments and accounts with a known password. Never on a public server.
LELAM_DEMO = environment.flag("LELAM_DEMO")

# Days for which the chat of a table that is over is kept.
LELAM_CHAT_DAYS = environment.count("LELAM_CHAT_DAYS", 90, lowest=1)

# Accounts

# Passwords that each process hashes at once, at 100 MiB each; a few more wait, and the others are refused.
LELAM_PASSWORDS_AT_ONCE = environment.count("LELAM_PASSWORDS_AT_ONCE", 2, lowest=1)
PASSWORD_HASHERS = [
    "config.hashing.BoundedArgon2",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"

# Where no mail server is named nobody could read a code, so an address is believed; with one, it is confirmed first.
MAIL_ARRIVES = bool(environment.text("EMAIL_HOST"))
ACCOUNT_ADAPTER = "clubs.accounts.adapter.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_SIGNUP_FORM_CLASS = "clubs.accounts.forms.SignupForm"
ACCOUNT_FORMS = {"signup": "clubs.accounts.signing_up.NewAccountForm"}
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if MAIL_ARRIVES else "none"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = MAIL_ARRIVES
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Lelam: "
ACCOUNT_SESSION_REMEMBER = True
# Wrong passwords for an account: from one network in five minutes, and in an hour from all networks together from which
# the account has not signed in lately. The second is far above the first, since a stranger can use it up.
LELAM_WRONG_PASSWORDS = environment.count("LELAM_WRONG_PASSWORDS", 5, 1)
LELAM_WRONG_PASSWORDS_EVERYWHERE = environment.count("LELAM_WRONG_PASSWORDS_EVERYWHERE", 100, 1)
ACCOUNT_RATE_LIMITS = {
    "login_failed": f"10/m/ip,{LELAM_WRONG_PASSWORDS}/5m/key",
    "login_failed_everywhere": f"{LELAM_WRONG_PASSWORDS_EVERYWHERE}/h/key",
}
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if BEHIND_TLS else "http"
MFA_SUPPORTED_TYPES = ["webauthn", "recovery_codes"]
MFA_FORMS = {"add_webauthn": "clubs.accounts.passkeys.PasskeyForm"}
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_PASSKEY_SIGNUP_ENABLED = MAIL_ARRIVES  # the address of an account without a password has to be a true one
MFA_ALLOW_UNVERIFIED_EMAIL = not MAIL_ARRIVES
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not BEHIND_TLS

# Days after which an account is removed whose address was never confirmed; only where mail arrives.
LELAM_UNCONFIRMED_DAYS = environment.count("LELAM_UNCONFIRMED_DAYS", 30, lowest=1)

# The API

KNOX_TOKEN_MODEL = "clubs.AccessToken"  # noqa: S105  # a model, not a token
REST_KNOX = {"AUTH_HEADER_PREFIX": "Bearer", "TOKEN_TTL": timedelta(days=90)}
# How many requests a client may make in a time, such as 600/min: an account, its writing requests, an address.
LELAM_API_RATE = environment.text("LELAM_API_RATE", "600/min")
LELAM_API_WRITE_RATE = environment.text("LELAM_API_WRITE_RATE", "300/min")
LELAM_API_ANONYMOUS_RATE = environment.text("LELAM_API_ANONYMOUS_RATE", "120/min")
# Hours for which the answer to a writing request is kept under its Idempotency-Key.
LELAM_ANSWER_HOURS = environment.count("LELAM_ANSWER_HOURS", 24, 1)
# Proxies in front of the program whose X-Forwarded-For is believed; 0 counts requests by the connection's address.
LELAM_PROXIES = environment.count("LELAM_PROXIES", 0)
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "clubs.api.signin.BearerAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_PARSER_CLASSES": ["clubs.api.formats.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["clubs.api.formats.StructRenderer"],
    "DEFAULT_SCHEMA_CLASS": "config.api.schema.ApiSchema",
    "DEFAULT_THROTTLE_CLASSES": [
        "clubs.base.networks.NetworkThrottle",
        "rest_framework.throttling.UserRateThrottle",
        "rest_framework.throttling.ScopedRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anon": LELAM_API_ANONYMOUS_RATE,
        "user": LELAM_API_RATE,
        "write": LELAM_API_WRITE_RATE,
    },
    "NUM_PROXIES": LELAM_PROXIES,
    "EXCEPTION_HANDLER": "config.api.errors.answer_problem",
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Lelam",
    "VERSION": "1",
    "DESCRIPTION": "Tables, hands, records, clubs and tournaments of the Kerala card games 28 and 56. "
    "The API answers a refused request with a problem (RFC 9457).",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "DEFAULT_GENERATOR_CLASS": "config.api.schema.ApiGenerator",
    # Names of components come from the types; the hook would take the enumerations in them apart.
    "POSTPROCESSING_HOOKS": [],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    # Drawing every operation at once takes a browser longer than a reader waits: the groups unfold one by one.
    "SWAGGER_UI_SETTINGS": {
        "deepLinking": True,
        "displayRequestDuration": True,
        "docExpansion": "none",
        "defaultModelsExpandDepth": -1,
        "filter": True,
    },
}

# Mail: written to the log on one's own machine, unless a server is named.

EMAIL_HOST = environment.text("EMAIL_HOST")
EMAIL_PORT = environment.count("EMAIL_PORT", 587, 1)
EMAIL_HOST_USER = environment.text("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = environment.text("EMAIL_HOST_PASSWORD")
EMAIL_USE_TLS = environment.flag("EMAIL_USE_TLS", True)
# Seconds for each part of an answer of the mail server.
EMAIL_TIMEOUT = 10
EMAIL_BACKEND = f"config.mail.{'Log' if OWN_MACHINE and not EMAIL_HOST else 'Smtp'}Backend"
DEFAULT_FROM_EMAIL = environment.text("DEFAULT_FROM_EMAIL", "lelam@localhost")

# Notices

# How push services reach whoever runs this server: a mail address, or the address of a page.
LELAM_PUSH_CONTACT = environment.text("LELAM_PUSH_CONTACT", f"mailto:{DEFAULT_FROM_EMAIL}")
# Push services may lie in this network, and without TLS: for trying out. Else whoever subscribes could have the server
# call addresses that only it can reach.
LELAM_PUSH_INSIDE = environment.flag("LELAM_PUSH_INSIDE")
LELAM_WEBHOOKS_INSIDE = environment.flag("LELAM_WEBHOOKS_INSIDE")
# Days for which a notice is kept after it was read, and for which one is kept that nobody reads.
LELAM_NOTICE_DAYS = environment.count("LELAM_NOTICE_DAYS", 30, 1)
LELAM_UNREAD_DAYS = environment.count("LELAM_UNREAD_DAYS", 180, 1)

# Visiting players, who play without an account

# How many of them one address may bring in an hour, and after how many days without play they are erased.
LELAM_VISITORS = environment.count("LELAM_VISITORS", 30, 1)
LELAM_VISITOR_DAYS = environment.count("LELAM_VISITOR_DAYS", 30, 1)

# Files

STATIC_URL = "/static/"
STATIC_ROOT = None if OWN_MACHINE else BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = OWN_MACHINE
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        # Collected files carry their hash in their name; on one's own machine they are served where they lie.
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if OWN_MACHINE
        else "whitenoise.storage.CompressedManifestStaticFilesStorage",
    },
}

# Safety

SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = BEHIND_TLS
CSRF_COOKIE_SECURE = BEHIND_TLS
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = BEHIND_TLS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_TLS else None
SECURE_HSTS_SECONDS = 30 * 24 * 3600 if BEHIND_TLS else 0
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
# Bytes that the body of a request may have: to a page, with a file of 2 MiB at most, and to the API, where the largest
# honest one, a table with all its options, has about one kilobyte. Files sent to the API may have 2 MiB as well.
LELAM_BODY_BYTES = environment.count("LELAM_BODY_BYTES", 3 * 1024 * 1024, lowest=1024)
LELAM_API_BODY_BYTES = environment.count("LELAM_API_BODY_BYTES", 64 * 1024, lowest=1024)
# Seconds in which all of a body has to arrive.
LELAM_BODY_SECONDS = environment.number("LELAM_BODY_SECONDS", 60, lowest=1)
# Bytes of a file that an officer sends in pieces.
LELAM_UPLOAD_BYTES = environment.count("LELAM_UPLOAD_BYTES", 512 * 1024 * 1024, lowest=1024)
# WebSockets that an address (in IPv6: a /64) and an account may have open in each process, and open in a minute.
LELAM_SOCKETS_PER_ADDRESS = environment.count("LELAM_SOCKETS_PER_ADDRESS", 200, lowest=1)
LELAM_SOCKETS_PER_ACCOUNT = environment.count("LELAM_SOCKETS_PER_ACCOUNT", 30, lowest=1)
# Messages over each socket: so many at once, and so many a second in the long run; beyond that it is closed.
LELAM_SOCKET_BURST = environment.count("LELAM_SOCKET_BURST", 40, lowest=1)
LELAM_SOCKET_RATE = environment.number("LELAM_SOCKET_RATE", 5, lowest=0.1)

# Seeing it run

# Where each process serves its metrics, as address and first port (config.metrics); None: nowhere.
LELAM_METRICS_BIND = environment.bind("LELAM_METRICS_BIND")
# The address of a project on a Sentry server, which gets reports of errors without any data in them (config.reports).
SENTRY_DSN = environment.text("SENTRY_DSN")
# A line in the log for each request and each socket that ends (config.access).
LELAM_ACCESS_LOG = environment.flag("LELAM_ACCESS_LOG", not OWN_MACHINE)
# Lines for people, or JSON for programs that collect them.
LELAM_LOG_FORMAT = environment.choice("LELAM_LOG_FORMAT", "line" if OWN_MACHINE else "json", ("line", "json"))
# Tasks carry the id of the request that sent them. What the library would write of each task says no more than ours.
DJANGO_STRUCTLOG_CELERY_ENABLED = True
DJANGO_STRUCTLOG_CELERY_DEFAULT_LOG_LEVEL = 10

# The log: one line each, never a body of a request, an event or a message.

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"lelam": {"()": "config.log.Formatter", "shape": LELAM_LOG_FORMAT}},
    "filters": {"refusals": {"()": "config.log.WithoutTrace"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "lelam"}},
    "root": {"handlers": ["console"], "level": environment.text("LELAM_LOG_LEVEL", "INFO").upper()},
    "loggers": {
        # Django's own would also mail errors, with variables.
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "django.request": {"filters": ["refusals"]},
        # Every passing scanner asks for some other host's name; a traceback for each says nothing.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        "django.channels.server": {"level": "WARNING"},
        "uvicorn": {"handlers": [], "propagate": True},
        "uvicorn.error": {"level": "WARNING"},
        "uvicorn.access": {"handlers": [], "level": "WARNING", "propagate": True},
        # One line for each of the tasks that run every second says nothing.
        "celery": {"level": "WARNING"},
        "kombu": {"level": "WARNING"},
        # It would quote the texts of exceptions; Celery itself says that a task failed.
        "django_structlog": {"level": "CRITICAL"},
    },
}
