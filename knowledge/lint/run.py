"""Run every rule over a catalog and take off the findings that are accepted."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from knowledge.catalog import Catalog
from knowledge.lint import entry_rules, evidence_rules
from knowledge.lint.rule import NEEDLESS, Finding, Rule

RULES: tuple[Rule, ...] = (*evidence_rules.RULES, *entry_rules.RULES)


def lint(catalog: Catalog, today: date, further: Sequence[Finding] = ()) -> tuple[Finding, ...]:
    """What is doubtful in `catalog` as of `today`, without what its exceptions accept.

    An exception accepts all findings of one rule on one subject; one that accepts nothing is
    itself a finding, so that the list never outlives its reasons.

    Args:
        catalog: what is looked at.
        today: the day that readings are held against.
        further: findings of rules that need more than one catalog.
    """
    found: list[Finding] = []
    used: set[str] = set()
    for finding in (*further, *(one for rule in RULES for one in rule.findings(catalog, today))):
        key = f"{finding.rule} {finding.subject}"
        if key in catalog.exceptions:
            used.add(key)
        else:
            found.append(finding)
    for key in catalog.exceptions.keys() - used:
        message = f"the exception from {key.partition(' ')[0]} is no longer needed"
        found.append(Finding(rule=NEEDLESS, subject=key.partition(" ")[2], message=message))
    return tuple(sorted(found, key=lambda f: (f.rule, f.subject, f.message)))
