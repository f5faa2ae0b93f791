"""Counting acts of somebody in a window of time, for rate limits, in the cache that all processes share."""

from django.core.cache import cache


def count_act(key: str, seconds: int) -> int:
    """Count an act.

    Args:
        key: The cache's key: of the kind of act and its author.
        seconds: The length of the window, which begins with its first act.

    Returns:
        The number of acts in the window, this one included.
    """
    cache.add(key, 0, seconds)
    try:
        return int(cache.incr(key))
    except ValueError:
        # The window ended between the two, so this act is the first of the next.
        cache.add(key, 1, seconds)
        return 1
