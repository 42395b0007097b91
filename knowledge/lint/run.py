"""Run every rule over a catalog and take off the findings that are accepted."""

from __future__ import annotations

from datetime import date

from knowledge.catalog import Catalog
from knowledge.lint import entry_rules, evidence_rules
from knowledge.lint.rule import Finding, Rule

RULES: tuple[Rule, ...] = (*evidence_rules.RULES, *entry_rules.RULES)
NEEDLESS = "needless-exception"
"""Rule of the findings on exceptions (data/lint-exceptions.yaml) that except nothing."""


def lint(catalog: Catalog, today: date) -> tuple[Finding, ...]:
    """What is doubtful in `catalog` as of `today`, without what its exceptions accept.

    An exception accepts all findings of one rule on one subject; one that accepts nothing is
    itself a finding, so that the list never outlives its reasons.
    """
    found: list[Finding] = []
    used: set[str] = set()
    for rule in RULES:
        for finding in rule.findings(catalog, today):
            key = f"{finding.rule} {finding.subject}"
            if key in catalog.exceptions:
                used.add(key)
            else:
                found.append(finding)
    for key in catalog.exceptions.keys() - used:
        message = f"the exception from {key.partition(' ')[0]} is no longer needed"
        found.append(Finding(rule=NEEDLESS, subject=key.partition(" ")[2], message=message))
    return tuple(sorted(found, key=lambda f: (f.rule, f.subject, f.message)))
