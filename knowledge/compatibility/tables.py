"""All tables of a catalog: its compatibility files, and what other entries say that is one.

Devices state their compute capability, frameworks the Pythons of a release and the releases that
never were; each becomes a table of its own, with its evidence.
"""

from __future__ import annotations

from collections.abc import Iterator

from knowledge.catalog import Catalog
from knowledge.compatibility.values import specifiers, version
from knowledge.schema.base import LocalText
from knowledge.schema.claims import Fact
from knowledge.schema.compatibility import CompatibilityRow, CompatibilityTable, Verdict
from knowledge.schema.device import Device
from knowledge.schema.framework import Framework

CAPABILITY, PYTHON = "compute-capability", "python"
PLATFORM_AXES = {"os", "accelerator"}
ABSENT = LocalText(
    en="The entry of the framework says that it is not supported, by the source cited.",
    zh="该框架的条目据所引来源说明不受支持。",
)


def tables(catalog: Catalog) -> tuple[CompatibilityTable, ...]:
    """Every table, the declared ones first."""
    derived = (
        *(_releases(framework) for framework in catalog.frameworks.values()),
        *(_pythons(catalog, framework) for framework in catalog.frameworks.values()),
        *(_platforms(catalog, framework) for framework in catalog.frameworks.values()),
        *(_capability(catalog, device) for device in catalog.devices.values()),
    )
    return (*catalog.compatibility.values(), *(table for table in derived if table is not None))


def _releases(framework: Framework) -> CompatibilityTable | None:
    """The releases that never were: each a row that says no."""
    rows = tuple(
        CompatibilityRow(
            when={framework.id: (never.version,)},
            verdict=Verdict.NO,
            note=never.note,
            evidence=never.evidence,
        )
        for never in framework.never_released
        if version(never.version) is not None
    )
    if not rows:
        return None
    return CompatibilityTable(
        id=f"never-released-{framework.id}",
        title=LocalText(
            en=f"{framework.title}: versions that were never released",
            zh=f"{framework.title}：从未发布的版本",
        ),
        axes=(framework.id,),
        keys=(framework.id,),
        rows=rows,
        evidence=rows[0].evidence,
    )


def _pythons(catalog: Catalog, framework: Framework) -> CompatibilityTable | None:
    """The Pythons that the described release has packages for."""
    if PYTHON not in catalog.axes:
        return None
    rows = tuple(_python_rows(framework))
    if not rows:
        return None
    return CompatibilityTable(
        id=f"python-range-{framework.id}",
        title=LocalText(
            en=f"{framework.title}: Python versions of the described release",
            zh=f"{framework.title}：所述版本支持的 Python",
        ),
        axes=(framework.id, PYTHON),
        keys=(framework.id,),
        closed=True,
        rows=rows,
        evidence=rows[0].evidence,
    )


def _python_rows(framework: Framework) -> Iterator[CompatibilityRow]:
    described = _described(framework)
    for fact in framework.facts:
        if fact.quantity != "python.range" or specifiers(str(fact.value)) is None:
            continue
        release = fact.qualifiers.get("version", described)
        if version(release) is not None:
            yield _row(fact, {framework.id: release, PYTHON: str(fact.value)})


def _platforms(catalog: Catalog, framework: Framework) -> CompatibilityTable | None:
    """The systems the described release runs on, and the hardware it does not compute on.

    That it computes on some hardware of a maker is left out: which chips of it, a claim never says.
    """
    if not set(catalog.axes) >= PLATFORM_AXES:
        return None
    rows = tuple(_platform_rows(catalog, framework))
    if not rows:
        return None
    named = {axis for row in rows for axis in row.when}
    return CompatibilityTable(
        id=f"platforms-{framework.id}",
        title=LocalText(
            en=f"{framework.title}: systems and hardware of the described release",
            zh=f"{framework.title}：所述版本的操作系统与硬件",
        ),
        axes=(framework.id, *(axis for axis in ("os", "accelerator") if axis in named)),
        keys=(framework.id,),
        rows=rows,
        evidence=rows[0].evidence,
    )


def _platform_rows(catalog: Catalog, framework: Framework) -> Iterator[CompatibilityRow]:
    described = _described(framework)
    release = described if version(described) is not None else ">0"
    for claim in framework.claims:
        family, _, name = claim.capability.partition(".")
        when = {"os": name} if family == "os" else {"accelerator": name}
        if claim.capability == "device.windows-nvidia":
            when = {"os": "windows", "accelerator": "nvidia"}
        known = all(value in catalog.axes[axis].values for axis, value in when.items())
        lacking = not claim.support.level
        if family not in ("os", "device") or not known or ("os" not in when and not lacking):
            continue
        verdict = {0.0: Verdict.NO, 0.5: Verdict.UNKNOWN}.get(claim.support.level, Verdict.YES)
        admitted = {axis: (text,) for axis, text in {framework.id: release, **when}.items()}
        note = claim.note or (ABSENT if lacking else None)
        yield CompatibilityRow(when=admitted, verdict=verdict, note=note, evidence=claim.evidence)


def _described(framework: Framework) -> str:
    """The release that an entry describes."""
    return framework.package.partition("@")[2].partition("?")[0]


def _capability(catalog: Catalog, device: Device) -> CompatibilityTable | None:
    """The compute capability of a chip that its entry states."""
    fact = next((f for f in device.facts if f.quantity == CAPABILITY), None)
    if fact is None or not {"chip", CAPABILITY} <= set(catalog.axes):
        return None
    row = _row(fact, {"chip": device.id, CAPABILITY: str(fact.value)})
    return CompatibilityTable(
        id=f"capability-{device.id}",
        title=LocalText(en=f"{device.title}: compute capability", zh=f"{device.title}：计算能力"),
        axes=("chip", CAPABILITY),
        keys=("chip",),
        closed=True,
        rows=(row,),
        evidence=fact.evidence,
    )


def _row(fact: Fact, when: dict[str, str]) -> CompatibilityRow:
    admitted = {axis: (text,) for axis, text in when.items()}
    return CompatibilityRow(when=admitted, note=fact.note, evidence=fact.evidence)
