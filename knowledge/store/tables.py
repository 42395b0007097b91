"""Tables of the store: columns for what is asked for, the whole noun as JSON text beside them.

Text, because pydantic writes and reads JSON faster than any detour over dicts. Private to
knowledge.store; SQLModel does not validate table classes, the nouns do.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime

from sqlalchemy import DateTime, Text
from sqlmodel import Field, SQLModel

from knowledge.schema.decision import Recommendation
from knowledge.schema.environment import Environment
from knowledge.schema.host import Host
from knowledge.schema.machine import Baseline
from knowledge.schema.probing import Measurement

SCHEMA_VERSION = 4
"""Raised with every change of the tables; files of a newer version are not opened."""


class Kept(SQLModel):
    """What every row has that stands for one noun with an id of its own."""

    id: str = Field(primary_key=True)
    body: str = Field(sa_type=Text)


class HostRow(Kept, table=True):
    """A machine, as first seen."""

    __tablename__ = "host"

    hostname: str = Field(index=True)


class EnvironmentRow(SQLModel, table=True):
    """An environment in one of the states it was found in."""

    __tablename__ = "environment"

    key: int | None = Field(default=None, primary_key=True)
    host: str = Field(index=True)
    environment: str = Field(index=True)
    version: str
    seen: datetime = Field(sa_type=DateTime)
    body: str = Field(sa_type=Text)


class MeasurementRow(Kept, table=True):
    """A measurement; its raw samples, the bulk of it, stand apart and are read on demand."""

    __tablename__ = "measurement"

    host: str = Field(index=True)
    stack: str = Field(index=True)
    workload: str = Field(index=True)
    batch: int
    precision: str
    mode: str
    version: str | None
    environment: str | None
    status: str = Field(index=True)
    probe_version: int
    started: datetime = Field(index=True, sa_type=DateTime)
    weak: bool
    samples: str = Field(sa_type=Text)


class BaselineRow(Kept, table=True):
    """What a machine reached without any framework."""

    __tablename__ = "baseline"

    host: str = Field(index=True)
    threads: int
    started: datetime = Field(index=True, sa_type=DateTime)


class RecommendationRow(Kept, table=True):
    """A recommendation with everything it shows, in `body`."""

    __tablename__ = "recommendation"

    created: datetime = Field(index=True, sa_type=DateTime)
    scenario: str = Field(index=True)
    host: str = Field(index=True)
    hostname: str
    winner: str | None
    knowledge: str = Field(index=True)
    code: str
    inputs: str


def host_row(host: Host) -> HostRow:
    """The row of `host`."""
    return HostRow(id=host.id, hostname=host.hostname, body=host.model_dump_json())


def environment_row(host_id: str, environment: Environment) -> EnvironmentRow:
    """The row of `environment` on a host, seen now."""
    return EnvironmentRow(
        host=host_id,
        environment=environment.id,
        version=environment.version,
        seen=utc(datetime.now(UTC)),
        body=environment.model_dump_json(),
    )


def measurement_row(measurement: Measurement) -> MeasurementRow:
    """The row of `measurement`."""
    return MeasurementRow(
        **measurement.model_dump(
            include={
                "id",
                "host",
                "stack",
                "workload",
                "batch",
                "version",
                "environment",
                "probe_version",
            }
        ),
        precision=measurement.precision.value,
        mode=measurement.mode.value,
        status=measurement.status.value,
        started=utc(measurement.started),
        weak=measurement.weak,
        samples=json.dumps([s.model_dump(exclude_none=True) for s in measurement.samples]),
        body=measurement.without_samples.model_dump_json(),
    )


def baseline_row(baseline: Baseline) -> BaselineRow:
    """The row of `baseline`."""
    return BaselineRow(
        id=baseline.id,
        host=baseline.host,
        threads=baseline.threads,
        started=utc(baseline.started),
        body=baseline.model_dump_json(),
    )


def recommendation_row(recommendation: Recommendation) -> RecommendationRow:
    """The row of `recommendation`."""
    ranking = recommendation.ranking
    return RecommendationRow(
        id=recommendation.id,
        created=utc(recommendation.created),
        scenario=recommendation.scenario,
        host=recommendation.host.id,
        hostname=recommendation.host.hostname,
        winner=ranking[0].label if ranking else None,
        **recommendation.digests.model_dump(),
        body=recommendation.model_dump_json(),
    )


def utc(moment: datetime) -> datetime:
    """`moment` in UTC without a zone, as SQLite keeps it; naive times are taken as UTC.

    >>> from datetime import timedelta, timezone
    >>> utc(datetime(2026, 10, 1, 8, tzinfo=timezone(timedelta(hours=8))))
    datetime.datetime(2026, 10, 1, 0, 0)
    """
    return moment if moment.tzinfo is None else moment.astimezone(UTC).replace(tzinfo=None)
