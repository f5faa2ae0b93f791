"""`make image`: build the production image and start it, without Docker and without a registry.

    python -m tests.image [--keep FOLDER] [--suite NAME]

Needs Linux, root, buildah and debootstrap (Debian: `apt-get install buildah debootstrap`) and the network for Debian's
packages and Python's. The base image is Debian's own Python in place of the official one; all else is the Dockerfile as
it stands. The services are those of `docker-compose.yml`: their commands, environments, health checks and grace periods
are read from there. They run in a network of their own, where PostgreSQL and Valkey of the local environment listen
under the names that the compose file gives them, so nothing of the machine's network is used or disturbed.

Exit status: 0 the image was built, started, answered and stopped; 1 it was not, with the reason; 77 this machine cannot
try it, with what is missing.
"""

import argparse
import contextlib
import fcntl
import http.client
import json
import os
import re
import secrets
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import yaml

from config.embedded import cluster, redis_program
from config.embedded.system import give, run_as, server_environment, server_user
from config.processes import Child

ROOT = Path(__file__).resolve().parent.parent
BASE, IMAGE, CONTAINER = "localhost/lelam-python", "localhost/lelam", "lelam-trial"
PACKAGES = "python3,python3-venv,python-is-python3,ca-certificates"
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
PIP_SETTINGS = Path("/etc/pip.conf")
HOST = "play.example.org"
CANNOT_TRY = 77
HEALTHY_SECONDS = 180.0
# What is in the image's folder, besides files whose names begin with a dot.
CONTENTS = {
    *("manage.py", "config", "engine", "games", "clubs", "tournaments"),
    *("templates", "static", "staticfiles", "docs", "data"),
}
FOREIGN_PROGRAMS = {"postgres", "initdb", "valkey-server", "redis-server", "gcc", "cc", "make"}


class CannotTryError(Exception):
    """This machine lacks something that the trial needs."""


class ImageError(Exception):
    """The image is not as it should be."""


def say(text: str) -> None:
    """Print a line at once."""
    print(f"image | {text}", flush=True)


# The compose file


@dataclass(frozen=True)
class Service:
    """A service of the compose file that runs from our image."""

    name: str
    command: list[str] | None
    environment: dict[str, str]
    healthcheck: list[str] | None
    once: bool
    grace_seconds: float


@dataclass(frozen=True)
class Compose:
    """The compose file, with the variables filled in."""

    ours: list[Service]
    theirs: dict[str, dict[str, Any]] = field(default_factory=dict)


def interpolated(value: Any, variables: Mapping[str, str]) -> Any:
    """Return a part of the compose file with `${NAME:?}` and `${NAME:-default}` replaced as Compose does."""

    def replace(match: re.Match[str]) -> str:
        name, mark, default = match.groups()
        found = variables.get(name, "")
        if not found and mark == ":?":
            raise ImageError(f"docker-compose.yml requires {name}, which docs/operations.md does not make")
        return found or (default if mark == ":-" else "")

    if isinstance(value, str):
        return re.sub(r"\$\{(\w+)(?:(:[-?])([^}]*))?\}", replace, value)
    if isinstance(value, list):
        return [interpolated(each, variables) for each in value]
    if isinstance(value, dict):
        return {key: interpolated(each, variables) for key, each in value.items()}
    return value


def seconds(text: str) -> float:
    """Return a duration of the compose file in seconds."""
    number, unit = re.fullmatch(r"(\d+)(s|m)", text).groups()
    return float(number) * {"s": 1, "m": 60}[unit]


def read_compose(variables: Mapping[str, str]) -> Compose:
    """Read the services of docker-compose.yml."""
    services = interpolated(yaml.safe_load((ROOT / "docker-compose.yml").read_text()), variables)["services"]
    ours, theirs = [], {}
    for name, service in services.items():
        if service["image"] != "lelam":
            theirs[name] = service
            continue
        test = service.get("healthcheck", {}).get("test")
        if test and test[0] != "CMD":
            raise ImageError(f"The health check of {name} is no plain command: {test}")
        ours.append(
            Service(
                name=name,
                command=service.get("command"),
                environment={key: str(value) for key, value in service["environment"].items()},
                healthcheck=test and test[1:],
                once=service["restart"] == "no",
                grace_seconds=seconds(service.get("stop_grace_period", "10s")),
            )
        )
    return Compose(ours, theirs)


def example_variables() -> dict[str, str]:
    """Return an .env as docs/operations.md makes it."""
    variables = {name: secrets.token_hex(24) for name in ("POSTGRES", "LELAM_OWNER", "LELAM_APP")}
    keys = {"SECRET_KEY": 48, "LELAM_SEAL_KEY": 32, "LELAM_PUSH_KEY": 32}
    return (
        {f"{name}_PASSWORD": value for name, value in variables.items()}
        | {name: b64encode(secrets.token_bytes(size)).decode() for name, size in keys.items()}
        | {"LELAM_HOSTS": HOST, "EMAIL_HOST": "smtp.example.org", "DEFAULT_FROM_EMAIL": f"lelam@{HOST}"}
    )


# Building


@dataclass(frozen=True)
class Buildah:
    """buildah with a storage of its own."""

    folder: Path

    def command(self, *arguments: str | Path) -> list[str | Path]:
        """Return a command line of buildah."""
        storage = ("--root", self.folder / "storage", "--runroot", self.folder / "run", "--storage-driver", "vfs")
        return ["buildah", *storage, *arguments]

    def __call__(self, *arguments: str | Path, **options: Any) -> str:
        """Run buildah to its end and return its output."""
        done = subprocess.run(
            self.command(*arguments), check=False, text=True, stdout=subprocess.PIPE, cwd=ROOT, **options
        )
        if done.returncode:
            raise ImageError(f"buildah {arguments[0]} ended with status {done.returncode}")
        return done.stdout.strip()

    def has(self, image: str) -> bool:
        """Tell whether an image is there."""
        return image in self("images", "--format", "{{.Name}}").split()

    def in_container(self, service: Service, command: list[str], hosts: Path) -> list[str | Path]:
        """Return the command line that runs a program in the container as a service's."""
        variables = [part for name, value in service.environment.items() for part in ("--env", f"{name}={value}")]
        return self.command(
            *("run", "--isolation", "chroot", "--volume", f"{hosts}:/etc/hosts:ro"),
            *(*variables, CONTAINER, "--", *command),
        )


def require_machine() -> None:
    """Refuse what cannot work, before anything is begun.

    Raises:
        CannotTryError: With all that is missing.
    """
    missing = [name for name in ("buildah", "debootstrap", "unshare") if not shutil.which(name)]
    if not sys.platform.startswith("linux"):
        missing.append("Linux")
    elif os.geteuid():
        missing.append("root's rights")
    if missing:
        raise CannotTryError(", ".join(missing))


def make_base(buildah: Buildah, suite: str) -> None:
    """Make the base image: a minimal Debian with its Python, and with this machine's certificates."""
    if buildah.has(BASE):
        return
    say(f"Making the base of Debian's {suite}.")
    files = buildah.folder / "base"
    shutil.rmtree(files, ignore_errors=True)
    log = buildah.folder / "debootstrap.log"
    with log.open("w") as file:
        done = subprocess.run(
            ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", suite, files],
            check=False,
            stdout=file,
            stderr=subprocess.STDOUT,
        )
    if done.returncode:
        raise ImageError(f"debootstrap failed: {(log.read_text().splitlines() or ['nothing said'])[-1]}")
    if CERTIFICATES.exists():
        # A proxy of this machine may sign with a certificate of its own.
        shutil.copy(CERTIFICATES, files / CERTIFICATES.relative_to("/"))
    archive = buildah.folder / "base.tar"
    subprocess.run(["tar", "--create", "--directory", files, "--file", archive, "."], check=True)
    container = buildah("from", "scratch")
    buildah("add", "--quiet", container, archive, "/")
    buildah("config", "--env", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", container)
    buildah("commit", "--quiet", "--rm", container, BASE)
    shutil.rmtree(files)
    archive.unlink()


def build(buildah: Buildah) -> None:
    """Build the image from the Dockerfile, as it stands, on our base."""
    say("Building the image.")
    # pip's settings of this machine count while building; they are not in the image.
    settings = ("--volume", f"{PIP_SETTINGS}:{PIP_SETTINGS}:ro") if PIP_SETTINGS.exists() else ()
    buildah(
        *("build", "--quiet", "--isolation", "chroot", "--layers=false", "--pull-never", *settings),
        *("--build-arg", f"PYTHON_IMAGE={BASE}", "--tag", IMAGE, "."),
    )


def inspect(buildah: Buildah) -> list[str]:
    """Check what the image holds, and return its default command."""
    config = json.loads(buildah("inspect", "--type", "image", IMAGE))["OCIv1"]["config"]
    if config.get("User") in {None, "", "root", "0"}:
        raise ImageError("The image runs as root.")
    files = Path(buildah("mount", CONTAINER))
    try:
        home = files / config["WorkingDir"].lstrip("/")
        contents = {path.name for path in home.iterdir()} - {".venv"}
        if contents != CONTENTS:
            raise ImageError(f"The image's folder has too much or too little: {sorted(contents ^ CONTENTS)}")
        names = {name for _, _, names in os.walk(files) for name in names}
        if foreign := names & FOREIGN_PROGRAMS:
            raise ImageError(f"Programs in the image that do not belong there: {sorted(foreign)}")
        locked = set(re.findall(r"^([\w.-]+)==", (ROOT / "requirements" / "base.txt").read_text(), re.MULTILINE))
        installed = {
            re.sub(r"[-_.]+", "-", path.name.split("-")[0]).lower() for path in home.glob(".venv/lib/*/*/*.dist-info")
        }
        if strangers := installed - locked - {"pip"}:
            raise ImageError(f"Packages in the image that requirements/base.txt does not have: {sorted(strangers)}")
    finally:
        buildah("umount", CONTAINER)
    return config["Cmd"]


# The servers and the services


def raise_loopback() -> None:
    """Switch on the loopback interface of a new network."""
    get_flags, set_flags, up = 0x8913, 0x8914, 0x1
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        request = struct.pack("16sH14x", b"lo", 0)
        flags = struct.unpack("16sH14x", fcntl.ioctl(any_socket, get_flags, request))[1]
        fcntl.ioctl(any_socket, set_flags, struct.pack("16sH14x", b"lo", flags | up))


def await_true(what: str, ask: Callable[[], bool], children: list[Child]) -> None:
    """Wait for something, and fail when a process ends meanwhile or the time is over."""
    deadline = time.monotonic() + HEALTHY_SECONDS
    while not ask():
        for child in children:
            if child.poll() is not None:
                raise ImageError(f"{child.name} ended with status {child.wait()} while waiting for {what}")
        if time.monotonic() > deadline:
            raise ImageError(f"{what} did not come within {HEALTHY_SECONDS:.0f} seconds")
        time.sleep(0.2)


def listens(port: int) -> bool:
    """Tell whether somebody listens on a port of this network."""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


@contextlib.contextmanager
def database_and_queue(
    folder: Path, theirs: Mapping[str, Mapping[str, Any]], log: Callable[[str, str], None]
) -> Iterator[None]:
    """Start PostgreSQL and Valkey as the containers of the compose file would: by TCP, with passwords."""
    user, variables = server_user(), theirs["postgres"]["environment"]
    data = folder / "postgres"
    data.mkdir(mode=0o700)
    password = folder / "password"
    password.write_text(variables["POSTGRES_PASSWORD"])
    give(user, data, password)
    authentication = ("--auth-host=scram-sha-256", "--auth-local=reject", f"--pwfile={password}", "--no-sync")
    run_as(user, [cluster.binary("initdb"), "-D", data, "-U", "postgres", *authentication])
    password.unlink()
    options = ("-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "fsync=off")
    queue = folder / "redis"
    queue.mkdir()
    children = [
        Child(
            "postgres",
            [cluster.binary("postgres"), "-D", data, *options],
            log,
            env=server_environment(),
            user=user,
            death_signal=signal.SIGINT,
        ),
        Child("redis", [redis_program(), *theirs["redis"]["command"][1:], "--bind", "127.0.0.1"], log, cwd=queue),
    ]
    try:
        await_true("PostgreSQL", lambda: listens(5432), children)
        await_true("Valkey", lambda: listens(6379), children)
        environment = os.environ | variables | {
            "PGHOST": "127.0.0.1",
            "PGPASSWORD": variables["POSTGRES_PASSWORD"],
            "PATH": f"{cluster.binary('psql').parent}:{os.environ['PATH']}",
        }  # fmt: skip
        subprocess.run(["sh", ROOT / "config" / "make-database.sh"], check=True, env=environment)
        yield
    finally:
        for child in reversed(children):
            child.stop((signal.SIGINT, 20.0))


def program_in(child: Child) -> psutil.Process | None:
    """Return the program that runs in the container, below buildah's own processes."""
    for process in psutil.Process(child.pid).children(recursive=True):
        with contextlib.suppress(psutil.Error):
            if "buildah" not in Path(process.exe()).name:
                return process
    return None


def stop(child: Child, grace_seconds: float) -> None:
    """Stop a service as Compose does, by SIGTERM to its program, and see that it ends in time."""
    program = program_in(child)
    if program is None:
        raise ImageError(f"{child.name} has no program any more")
    program.terminate()
    if not child.wait_for(grace_seconds):
        raise ImageError(f"{child.name} did not stop within {grace_seconds:.0f} seconds")


def get(path: str) -> tuple[int, str]:
    """Ask the web service as the proxy in front of it does."""
    connection = http.client.HTTPConnection("127.0.0.1", 8000, timeout=20)
    try:
        connection.request("GET", path, headers={"Host": HOST, "X-Forwarded-Proto": "https"})
        answer = connection.getresponse()
        return answer.status, answer.read().decode("utf-8", "replace")
    finally:
        connection.close()


def check_pages() -> None:
    """Ask for pages that need the database, the documents and the collected files."""
    pages = {}
    for path in ("/", "/accounts/login/", "/rules/", "/rules/28-kerala-4/", "/study/", "/api/schema/"):
        status, pages[path] = get(path)
        if status != 200:
            raise ImageError(f"{path} answers {status}")
    files = sorted(set(re.findall(r'(?:href|src)="(/static/[^"]+)"', pages["/"])))
    if not files:
        raise ImageError("The first page names no static file.")
    for path in files:
        if get(path)[0] != 200:
            raise ImageError(f"{path} answers {get(path)[0]}")
    say(f"{len(pages)} pages and {len(files)} static files answer.")


def try_out(buildah: Buildah) -> None:
    """Start the services of the compose file from the image, look at them, and stop them."""
    raise_loopback()
    variables = example_variables()
    compose = read_compose(variables)
    folder = buildah.folder / "trial"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    hosts = folder / "hosts"
    hosts.write_text(f"127.0.0.1 localhost {' '.join(compose.theirs)}\n")
    if buildah("containers", "--format", "{{.ContainerName}}").split().count(CONTAINER):
        buildah("rm", CONTAINER)
    buildah("from", "--pull-never", "--name", CONTAINER, IMAGE)
    default = inspect(buildah)
    say("The image holds what it should, and neither embedded server.")
    lines: list[str] = []
    running: list[tuple[Child, Service]] = []

    def log(name: str, line: str) -> None:
        lines.append(f"{name:<10} | {line}")

    try:
        with database_and_queue(folder, compose.theirs, log):
            for service in compose.ours:
                child = Child(service.name, buildah.in_container(service, service.command or default, hosts), log)
                if service.once:
                    if status := child.wait():
                        raise ImageError(f"{service.name} ended with status {status}")
                    say(f"{service.name} is done.")
                else:
                    running.append((child, service))
            for child, service in running:
                if not service.healthcheck:
                    raise ImageError(f"{service.name} has no health check.")
                check = buildah.in_container(service, service.healthcheck, hosts)
                await_true(
                    f"the health of {service.name}",
                    lambda check=check: not subprocess.run(check, check=False, capture_output=True).returncode,
                    [child for child, _ in running],
                )
                say(f"{service.name} is healthy.")
            status, text = get("/healthz")
            if status != 200:
                raise ImageError(f"/healthz answers {status}: {text}")
            say(f"/healthz: {text}")
            check_pages()
            for child, service in reversed(running):
                stop(child, service.grace_seconds)
                say(f"{service.name} has stopped.")
    except BaseException:
        print("\n".join(lines[-60:]), file=sys.stderr)
        raise
    finally:
        for child, _ in running:
            if program := child.poll() is None and program_in(child):
                program.kill()
            child.stop()
        buildah("rm", CONTAINER)


def main() -> int:
    """Build the image, then try it out in a network of its own."""
    parser = argparse.ArgumentParser(description="Build the production image and start it.")
    parser.add_argument("--keep", type=Path, help="a folder that keeps base and image for the next time")
    parser.add_argument("--suite", default="trixie", help="Debian's release for the base (default: trixie)")
    parser.add_argument("--try-out", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    try:
        if options.try_out:
            try_out(Buildah(options.try_out))
            return 0
        require_machine()
        with contextlib.ExitStack() as stack:
            folder = options.keep or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="lelam-image-")))
            folder.mkdir(parents=True, exist_ok=True)
            # PostgreSQL runs as another user than root, and passes through here.
            folder.chmod(0o711)
            buildah = Buildah(folder.resolve())
            make_base(buildah, options.suite)
            build(buildah)
            again = [sys.executable, "-m", "tests.image", "--try-out", buildah.folder]
            return subprocess.run(["unshare", "--net", "--kill-child", *again], check=False, cwd=ROOT).returncode
    except CannotTryError as missing:
        say(f"This machine cannot try the image. Missing: {missing}.")
        return CANNOT_TRY
    except ImageError as reason:
        say(f"FAILED: {reason}")
        return 1


if __name__ == "__main__":
    sys.exit(main())
