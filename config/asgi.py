"""The ASGI application: pages and API over HTTP, tables, tournaments and news over the WebSocket."""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import WebsocketDenier
from django.core.asgi import get_asgi_application
from django.urls import re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

http = get_asgi_application()

# These need the apps that the line above loads.
from config import metrics  # noqa: E402
from config.access import Access, AccountOfSocket  # noqa: E402
from config.bodies import BodyLimits  # noqa: E402
from config.origins import OwnOriginOnly  # noqa: E402
from config.requests import Utf8Request  # noqa: E402
from config.sockets import MessageLimit, limited_by_account, limited_by_network  # noqa: E402

http.request_class = Utf8Request
from clubs.home import routing as news  # noqa: E402
from config.startup import lifespan  # noqa: E402
from games.screen import routing as tables  # noqa: E402
from tournaments.delivery import routing as tournaments  # noqa: E402

# Without the last route Channels raises where there is no such path, and the server reports an error.
sockets = URLRouter(
    [
        *news.websocket_urlpatterns,
        *tables.websocket_urlpatterns,
        *tournaments.websocket_urlpatterns,
        re_path("", WebsocketDenier.as_asgi()),
    ]
)
people = AuthMiddlewareStack(limited_by_account(AccountOfSocket(MessageLimit(sockets))))
application = Access(
    ProtocolTypeRouter(
        {"http": BodyLimits(http), "websocket": OwnOriginOnly(limited_by_network(people)), "lifespan": lifespan}
    )
)
metrics.serve("web")
