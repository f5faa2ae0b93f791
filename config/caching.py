"""The cache in Redis, in JSON: nothing that is read from Redis is ever unpickled.

Django's own backend pickles, so that writing into Redis would be enough to run code in the web server and the worker.
The queue (`CELERY_ACCEPT_CONTENT`) and the channel layer (MessagePack) read data alone as well.
"""

import json
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient


class JsonSerializer:
    """Writes JSON values and raises TypeError for others; tuples come back as lists."""

    def dumps(self, value: object) -> bytes:
        """Return the JSON text; that of a whole number is one that Redis can count up."""
        return json.dumps(value, separators=(",", ":")).encode()

    def loads(self, text: bytes | str) -> Any:
        """Return the value of a JSON text.

        Raises:
            ValueError: It is not JSON.
        """
        return json.loads(text)


_JSON = JsonSerializer()


class JsonClient(RedisCacheClient):
    """Reads an entry that is not JSON as one that is not there: it is from another version, or planted."""

    def get(self, key: Any, default: Any) -> Any:
        """Return the value of a key, or the default."""
        return self.get_many([key]).get(key, default)

    def get_many(self, keys: Iterable[Any]) -> dict[Any, Any]:
        """Return the values of those keys that have one."""
        wanted, found = list(keys), {}
        for key, text in zip(wanted, self.get_client(None).mget(wanted), strict=True):
            with suppress(ValueError, RecursionError):
                if text is not None:
                    found[key] = _JSON.loads(text)
        return found


class JsonCache(RedisCache):
    """Django's cache in Redis with JSON in the place of pickles. The setting `BACKEND` of the cache."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = JsonClient
        self._options = {"serializer": _JSON}
