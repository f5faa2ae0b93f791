"""The format of log lines."""

import logging


class WithoutTrace(logging.Filter):
    """Takes the traceback off a refusal, such as of `PermissionDenied`: it says nothing, and anybody can cause it."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep every record."""
        if getattr(record, "status_code", 500) < 500:
            record.exc_info = None
        return True


class LineFormatter(logging.Formatter):
    """One line: time, level unless it is the usual one, logger and message."""

    default_time_format = "%H:%M:%S"
    default_msec_format = ""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line; the lines of a traceback follow indented."""
        level = "" if record.levelno == logging.INFO else f"{record.levelname} "
        line = f"{self.formatTime(record)} {level}{record.name}: {record.getMessage()}"
        if record.exc_info:
            line += "\n" + self.formatException(record.exc_info)
        return line.replace("\n", "\n    ")
