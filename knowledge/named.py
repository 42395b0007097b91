"""What users name when they rule something out or assume something of it.

Pure. A framework goes by its id, title or other names, a route by its id, a stack by its id, in
which + may stand for the > that a shell would take for itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.errors import KnownError
from knowledge.nearest import did_you_mean
from knowledge.requirements import slug
from knowledge.schema.base import LocalText
from knowledge.schema.scenario import Requirement, RequirementKind

if TYPE_CHECKING:
    from knowledge.catalog import Catalog


def without(catalog: Catalog, name: str) -> Requirement:
    """The requirement that no stack is or has `name`: a framework, route, or measured stack.

    Raises:
        KnownError: nothing is called so.
    """
    wanted = thing(catalog, name.strip())
    titled = catalog.frameworks.get(wanted)
    route = catalog.routes.get(wanted)
    en = titled.title if titled else route.title.en if route else wanted
    zh = titled.title if titled else route.title.zh if route else wanted
    return Requirement(
        id=f"without.{slug(wanted)}",
        title=LocalText(en=f"No {en} (your choice)", zh=f"不使用 {zh}（您的选择）"),
        kind=RequirementKind.WITHOUT,
        value=wanted,
    )


def thing(catalog: Catalog, name: str) -> str:
    """The id of a framework, route or stack; a stack may be written with + for its >.

    Raises:
        KnownError: nothing is called so.
    """
    if name in catalog.frameworks or name in catalog.routes:
        return name
    if f"frameworks/{name}" in catalog.moved or f"routes/{name}" in catalog.moved:
        family = catalog.framework if f"frameworks/{name}" in catalog.moved else catalog.route
        return family(name).id
    for framework in catalog.frameworks.values():
        if name.lower() in (other.lower() for other in (framework.title, *framework.aliases)):
            return framework.id
    spelled, tilde, precision = name.replace("+", ">").partition("~")
    trainer, arrow, rest = spelled.rpartition(">")
    if "/" in rest and (not arrow or trainer in catalog.frameworks):
        framework, mode = catalog.mode(rest.partition("@")[0])
        _, at, route = rest.partition("@")
        tail = f"@{catalog.route(route).id}" if at else ""
        return f"{trainer}{arrow}{framework.id}/{mode.id}{tail}{tilde}{precision}"
    stacks = [f"{f.id}/{mode.id}" for f in catalog.frameworks.values() for mode in f.choices]
    known = [*catalog.frameworks, *catalog.routes, *stacks]
    hint = did_you_mean(spelled, known)
    raise KnownError(f"no framework, route or stack is called {name!r}", hint=hint)
