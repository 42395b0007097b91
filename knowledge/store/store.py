"""Keep what was seen and answered, and find it again.

Append-only: saving what is there already changes nothing, and saving something else under an id
that is taken is refused. Safe for several processes at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from sqlmodel import col

from knowledge.errors import KnownError
from knowledge.schema.base import Noun
from knowledge.schema.decision import Recommendation
from knowledge.schema.environment import Environment
from knowledge.schema.history import Summary
from knowledge.schema.host import Host
from knowledge.schema.machine import Baseline
from knowledge.schema.probing import Measurement, Sample, Status
from knowledge.store.opening import explained, open_engine
from knowledge.store.tables import (
    BaselineRow,
    EnvironmentRow,
    HostRow,
    Kept,
    MeasurementRow,
    RecommendationRow,
    baseline_row,
    environment_row,
    host_row,
    measurement_row,
    recommendation_row,
)

N = TypeVar("N", bound=Noun)
NO_RESULT = (Status.SKIPPED.value, Status.UNAVAILABLE.value)


class Store:
    """The history in one database."""

    def __init__(self, location: str | Path) -> None:
        """Open `location`, a file (made when missing) or a database URL.

        Raises:
            KnownError: it cannot be opened, is not advisor's, or is of a newer advisor.
        """
        self._engine = open_engine(location)

    def save_host(self, host: Host) -> None:
        """Keep a host; one that is known already is left as first seen."""
        known = self._get(HostRow, host.id)
        if known is None:
            self._append([host_row(host)], first_wins=True)

    def save_environments(self, host_id: str, environments: Sequence[Environment]) -> None:
        """Keep the environments of a host that differ from their last kept state."""
        with explained(self._engine), Session(self._engine) as session:
            for environment in environments:
                query = (
                    select(EnvironmentRow)
                    .where(
                        col(EnvironmentRow.host) == host_id,
                        col(EnvironmentRow.environment) == environment.id,
                    )
                    .order_by(col(EnvironmentRow.key).desc())
                    .limit(1)
                )
                row, last = environment_row(host_id, environment), session.scalars(query).first()
                if last is None or last.body != row.body:
                    session.add(row)
            session.commit()

    def save_measurements(self, measurements: Sequence[Measurement]) -> None:
        """Keep measurements of any status, with their samples."""
        self._append([measurement_row(measurement) for measurement in measurements])

    def save_baseline(self, baseline: Baseline) -> None:
        """Keep what a machine reached without any framework."""
        self._append([baseline_row(baseline)])

    def baselines(self, host_id: str, threads: int) -> tuple[Baseline, ...]:
        """What a host reached with so many threads, oldest first."""
        row = BaselineRow
        query = (
            select(col(row.id), col(row.body))
            .where(col(row.host) == host_id, col(row.threads) == threads)
            .order_by(col(row.started), col(row.id))
        )
        with explained(self._engine), Session(self._engine) as session:
            return tuple(_noun(Baseline, id_, body) for id_, body in session.execute(query))

    def save_recommendation(self, recommendation: Recommendation) -> None:
        """Keep a recommendation.

        Raises:
            KnownError: another recommendation has the same id.
        """
        self._append([recommendation_row(recommendation)])

    def host(self, host_id: str) -> Host | None:
        """A host by its id, None when it was never saved."""
        row = self._get(HostRow, host_id)
        return None if row is None else _noun(Host, row.id, row.body)

    def hosts(self) -> tuple[Host, ...]:
        """Every host that was saved, in the order of ids."""
        query = select(HostRow).order_by(col(HostRow.id))
        with explained(self._engine), Session(self._engine) as session:
            return tuple(_noun(Host, row.id, row.body) for row in session.scalars(query))

    def environments(self, host_id: str) -> tuple[Environment, ...]:
        """Every kept state of the environments of a host, oldest first."""
        query = select(EnvironmentRow).where(col(EnvironmentRow.host) == host_id)
        with explained(self._engine), Session(self._engine) as session:
            rows = session.scalars(query.order_by(col(EnvironmentRow.key)))
            return tuple(_noun(Environment, row.environment, row.body) for row in rows)

    def measurements(
        self, host_id: str, probe_version: int | None = None
    ) -> tuple[Measurement, ...]:
        """The newest result per stack, workload, batch, precision, mode and framework version.

        Without their samples, which `measurement` gives. A failure is a result; skipped and
        unavailable are not, and one that says little of the stack (`Measurement.weak`) counts only
        where there is no better. Oldest first. Only those of `probe_version` count, by default the
        highest one on record for the host: results of an older probe are not comparable.
        """
        row = MeasurementRow
        usable = (col(row.host) == host_id, col(row.status).not_in(NO_RESULT))
        if probe_version is None:
            newest = select(func.max(col(row.probe_version))).where(*usable).scalar_subquery()
        wanted = probe_version if probe_version is not None else newest
        group = [
            col(c)
            for c in (row.stack, row.workload, row.batch, row.precision, row.mode, row.version)
        ]
        order = (col(row.weak), col(row.started).desc(), col(row.id).desc())
        place = func.row_number().over(partition_by=group, order_by=order)
        ranked = (
            select(col(row.id).label("id"), place.label("place"))
            .where(*usable, col(row.probe_version) == wanted)
            .subquery()
        )
        query = (
            select(col(row.id), col(row.body))
            .where(col(row.id).in_(select(ranked.c.id).where(ranked.c.place == 1)))
            .order_by(col(row.started), col(row.id))
        )
        with explained(self._engine), Session(self._engine) as session:
            return tuple(_noun(Measurement, id_, body) for id_, body in session.execute(query))

    def measurement(self, measurement_id: str) -> Measurement | None:
        """A measurement by its id with all its samples, None when it was never saved."""
        with explained(self._engine), Session(self._engine) as session:
            row = session.get(MeasurementRow, measurement_id)
            if row is None:
                return None
            samples = TypeAdapter(tuple[Sample, ...]).validate_json(row.samples)
            return _noun(Measurement, row.id, row.body).model_copy(update={"samples": samples})

    def recommendations(self, limit: int = 20) -> list[Summary]:
        """The newest `limit` recommendations, newest first."""
        row = RecommendationRow
        created, label = col(row.created), col(row.winner)
        command = func.json_extract(col(row.body), "$.command")
        query = (
            select(col(row.id), created, col(row.scenario), col(row.hostname), label, command)
            .order_by(created.desc(), col(row.id).desc())
            .limit(limit)
        )
        with explained(self._engine), Session(self._engine) as session:
            return [
                Summary(
                    id=id_,
                    created=moment.replace(tzinfo=UTC),
                    scenario=scenario,
                    host=hostname,
                    winner=winner,
                    command=asked or "",
                )
                for id_, moment, scenario, hostname, winner, asked in session.execute(query)
            ]

    def recommendation(self, reference: str) -> Recommendation:
        """The recommendation with the id `reference`, or whose id alone starts so, or "latest".

        Raises:
            KnownError: none or several answer to it, or it is in another version's format.
        """
        row = RecommendationRow
        newest = (col(row.created).desc(), col(row.id).desc())
        query = select(row).order_by(*newest).limit(4)
        if reference == "latest":
            query = query.limit(1)
        else:
            query = query.where(col(row.id).startswith(reference, autoescape=True))
        with explained(self._engine), Session(self._engine) as session:
            found = session.scalars(query).all() if reference else []
            exact = session.get(row, reference)
            chosen = [exact] if exact is not None else list(found)
            if len(chosen) == 1:
                return _noun(Recommendation, chosen[0].id, chosen[0].body)
        raise _unclear(reference, [row.id for row in chosen])

    def _get(self, table: type[HostRow], key: str) -> HostRow | None:
        with explained(self._engine), Session(self._engine) as session:
            return session.get(table, key)

    def _append(self, rows: Sequence[Kept], *, first_wins: bool = False) -> None:
        """Add the rows that are not there yet, all of them or none."""
        with explained(self._engine):
            for last_try in (False, True):
                with Session(self._engine) as session:
                    session.add_all(_new(session, rows, first_wins=first_wins))
                    try:
                        session.commit()
                        return
                    except IntegrityError:  # another process saved one of them just now
                        if last_try:
                            raise


def _new(session: Session, rows: Sequence[Kept], *, first_wins: bool) -> list[Kept]:
    """Copies of the rows whose ids are free."""
    fresh: dict[str, Kept] = {}
    for row in rows:
        known = session.get(type(row), row.id)
        if known is None:
            # Not model_dump: it would copy the whole body, the largest thing there is.
            fresh[row.id] = type(row)(
                **{name: getattr(row, name) for name in type(row).model_fields}
            )
        elif not first_wins and any(
            getattr(known, name) != getattr(row, name)
            for name in ("body", "samples")
            if name in type(row).model_fields
        ):
            raise KnownError(
                f"the history already has another {type(row).__tablename__} {row.id}",
                hint="history is never overwritten; run the command again",
            )
    return list(fresh.values())


def _noun(model: type[N], name: str, body: str) -> N:
    try:
        return model.model_validate_json(body)
    except ValidationError as error:
        raise KnownError(
            f"{model.__name__.lower()} {name} in the history cannot be read by this advisor",
            hint="it was written by another version; that one can still show it",
        ) from error


def _unclear(reference: str, candidates: Sequence[str]) -> KnownError:
    if candidates:
        shown = ", ".join(candidates[:3]) + (", ..." if len(candidates) > 3 else "")
        return KnownError(
            f"{reference!r} is not the start of one id only", hint=f"it may be {shown}"
        )
    if reference == "latest":
        return KnownError(
            "there is no recommendation yet", hint="make one: advisor recommend --scenario edge-cv"
        )
    return KnownError(
        f"there is no recommendation {reference!r}", hint="list them: advisor history list"
    )
