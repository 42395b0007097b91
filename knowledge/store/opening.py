"""Open the store's database: make it when new, refuse it when it is not ours or too new.

What SQLite says of a broken, locked or unwritable file becomes a KnownError.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, event, inspect
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.pool import NullPool
from sqlmodel import SQLModel, create_engine

from knowledge.errors import KnownError
from knowledge.store.tables import (
    SCHEMA_VERSION,
    BaselineRow,
    EnvironmentRow,
    HostRow,
    MeasurementRow,
    RecommendationRow,
)

BUSY_TIMEOUT_S = 15.0
"""How long a writer waits for another process that writes."""
APPLICATION_ID = 0x41445653  # "ADVS": marks the file as advisor's, see PRAGMA application_id

_TABLES = [
    SQLModel.metadata.tables[row.__tablename__]
    for row in (HostRow, EnvironmentRow, MeasurementRow, BaselineRow, RecommendationRow)
]
_SAMPLES_APART = (
    "ALTER TABLE measurement ADD COLUMN samples TEXT NOT NULL DEFAULT '[]'",
    "ALTER TABLE measurement ADD COLUMN weak BOOLEAN NOT NULL DEFAULT 0",
    "UPDATE measurement SET samples = json_extract(body, '$.samples'),"
    " body = json_set(body, '$.samples', json('[]')),"
    " weak = status IN ('timeout', 'crashed')"
    " OR status = 'ok' AND json_extract(body, '$.steady') = 0",
)
"""From tables of version 1, which kept the samples of a measurement within its body."""
_MODES = "ALTER TABLE measurement ADD COLUMN mode VARCHAR NOT NULL DEFAULT 'inference'"
"""From tables of version 3 and below, whose measurements are all of inference."""
_REMEDIES = (
    ("file is not a database", "is not a database", "move it away; a new one is made"),
    ("malformed", "is damaged", "move it away; a new one is made"),
    ("database is locked", "is locked by another process", "wait until it is done, or end it"),
    ("readonly", "cannot be written", "check the permissions of the file and its folder"),
    ("unable to open", "cannot be opened", "check the path and the permissions of its folder"),
    ("disk is full", "cannot grow: the disk is full", "free some space"),
    ("disk I/O", "cannot be read or written", "check the disk"),
)


def open_engine(location: str | Path) -> Engine:
    """An engine on `location`, a file path or a database URL, with the tables in place.

    Raises:
        KnownError: the location cannot be used, and why.
    """
    if isinstance(location, str) and "://" in location:
        url = location
    else:
        path = Path(location)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise KnownError(
                f"cannot make the folder {path.parent}: {error.strerror}",
                hint="the history is kept there; set XDG_STATE_HOME to a place you may write to",
            ) from error
        url = f"sqlite:///{path}"
    try:
        engine = _engine(url)
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as error:
        raise KnownError(f"the store {location} cannot be opened: {error}") from error
    with explained(engine), engine.connect() as connection:
        _prepare(connection)
    return engine


@contextmanager
def explained(engine: Engine) -> Iterator[None]:
    """Turn what the database says of its file into a KnownError; bugs stay what they are."""
    try:
        yield
    except DBAPIError as error:
        for sign, message, hint in _REMEDIES:
            if sign in str(error.orig):
                where = engine.url.database
                raise KnownError(f"the store {where} {message}", hint=hint) from error
        raise


def _engine(url: str) -> Engine:
    if make_url(url).get_backend_name() != "sqlite":
        return create_engine(url)
    # no pool: nothing keeps the file open between two calls
    engine = create_engine(url, poolclass=NullPool, connect_args={"timeout": BUSY_TIMEOUT_S})

    @event.listens_for(engine, "connect")
    def _settings(connection: Any, record: object) -> None:  # noqa: ARG001
        connection.execute("PRAGMA synchronous = NORMAL")

    return engine


def _prepare(connection: Connection) -> None:
    """Make the tables of a new database; check whose and how old an existing one is."""
    if connection.dialect.name != "sqlite":
        SQLModel.metadata.create_all(connection, tables=_TABLES)
        _with_modes(connection)
        connection.commit()
        return
    # SQLAlchemy's own transactions begin too late to keep a second process out
    connection = connection.execution_options(isolation_level="AUTOCOMMIT")
    if _number(connection, "user_version") == SCHEMA_VERSION and _ours(connection):
        return
    connection.exec_driver_sql("PRAGMA journal_mode = WAL")
    connection.exec_driver_sql("BEGIN IMMEDIATE")
    try:
        _make(connection)
    except BaseException:
        connection.exec_driver_sql("ROLLBACK")
        raise
    connection.exec_driver_sql("COMMIT")


def _make(connection: Connection) -> None:
    version, where = _number(connection, "user_version"), connection.engine.url.database
    if not _ours(connection):
        if version or inspect(connection).get_table_names():
            hint = "name another file; advisor does not write into foreign databases"
            raise KnownError(f"{where} is a database, but not advisor's", hint=hint)
    elif version > SCHEMA_VERSION:
        raise KnownError(
            f"the store {where} was written by a newer advisor (tables {version}, "
            f"this one knows {SCHEMA_VERSION})",
            hint="update advisor, or move the file away",
        )
    if version == 1:
        for statement in _SAMPLES_APART:
            connection.exec_driver_sql(statement)
    SQLModel.metadata.create_all(connection, tables=_TABLES)
    _with_modes(connection)
    connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.exec_driver_sql(f"PRAGMA user_version = {SCHEMA_VERSION}")


def _with_modes(connection: Connection) -> None:
    """Say of measurements in older tables that they are of inference."""
    columns = inspect(connection).get_columns(str(MeasurementRow.__tablename__))
    if "mode" not in {column["name"] for column in columns}:
        connection.exec_driver_sql(_MODES)


def _ours(connection: Connection) -> bool:
    return _number(connection, "application_id") == APPLICATION_ID


def _number(connection: Connection, pragma: str) -> int:
    return int(connection.exec_driver_sql(f"PRAGMA {pragma}").scalar_one())
