"""What is doubtful in a catalog that loads: weak or old evidence, gaps, contradictions."""

from knowledge.lint.run import lint as lint
