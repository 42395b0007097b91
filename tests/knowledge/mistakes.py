"""Mistakes people make in knowledge files, one each, and what they are told."""

from __future__ import annotations

PYTORCH = "frameworks/pytorch.yaml"
ROUTE = "routes/pytorch-onnxruntime.yaml"
SCENARIO = "scenarios/edge-cv.yaml"
SOURCES = "sources/torch.yaml"

# file, what stands in it, the mistake in its place, part of the line of the error
MISTAKES = (
    (PYTORCH, "id: pytorch", "id: torch", "the id is 'torch' but the file is called pytorch"),
    (PYTORCH, "title: PyTorch\n", "", f"{PYTORCH}:1: title is missing (tip: add it; Framework"),
    (PYTORCH, "title: P", "titel: P", f"{PYTORCH}:2: titel: unknown field 'titel' (tip: did you "),
    (PYTORCH, "lifecycle: active", "lifecycle: activ", ":5: lifecycle: input should be 'active'"),
    (PYTORCH, "lifecycle: active", "lifecycle: activ", "(tip: did you mean active?)"),
    (PYTORCH, "read: 2026-10-01", "read: 1.10.2026", ":14: claims[0].evidence[0].read: "),
    (PYTORCH, "grade: documented", "grade: official", "claims[0].evidence[0].grade: "),
    (PYTORCH, 'support: "2.10"', "support: no", ":12: claims[0].support: 'no' is no version"),
    (PYTORCH, 'support: "2.10"', "support: {added: true, partial: true}", "needs a note"),
    (PYTORCH, "capability: export.onnx", "capability: export.onyx", "did you mean export.onnx?"),
    (PYTORCH, "source: torch-docs", "source: torch-dogs", "unknown source 'torch-dogs' (tip: did"),
    (
        PYTORCH,
        "value: 512",
        "value: many",
        ":22: facts[1].value: operators is a number, not 'many'",
    ),
    (PYTORCH, "value: 512", "value: nan", "operators is a number, not 'nan'"),
    (PYTORCH, "unit: operators", "unit: kernels", ":23: facts[1].unit: operators is given in oper"),
    (PYTORCH, "environment: torch", "environment: touch", "unknown environment 'touch'"),
    (PYTORCH, "{id: eager,", "{id: Eager,", "modes[0].id: string should match pattern"),
    (
        PYTORCH,
        "  - quantity: operators\n",
        "  - quantity: operatorz\n",
        "unknown quantity 'operatorz'",
    ),
    (PYTORCH, "roles: [train, infer]", "roles: [train, infer", "not YAML"),
    (PYTORCH, "roles: [train, infer]", "roles: []", "roles: the list needs at least 1 item"),
    (ROUTE, "target: onnx", "target: onxx", "unknown framework 'onxxr"),
    (
        ROUTE,
        "support: true",
        "support: {added: true, partial: true}",
        ":6: support: partial support needs a note",
    ),
    (SCENARIO, "criterion: latency", "criterion: latenzy", "unknown criterion"),
    (
        SCENARIO,
        "    measure: {workload: matmul, batch: 1}\n",
        "",
        ":12: preferences[0]: the criterion latency needs a `measure`",
    ),
    (SCENARIO, "best: 2,", "best: 0,", "a log value function needs positive"),
    (SCENARIO, "    part: trainer\n", "", "requirements[0]: part and capability go"),
    (
        "criteria/operator-coverage.yaml",
        "quantity: operators",
        "quantity: release.latest",
        "release.latest is not a number",
    ),
    (
        "environments/torch.yaml",
        "framework: pytorch",
        "framework: torch",
        "unknown framework 'torch'",
    ),
    (SOURCES, "kind: docs", "kind: dogs", ":5: torch-docs.kind: input should be"),
    (SOURCES, "  purl: pkg:pypi/torch@2.10\n", "", "give exactly one of url and purl"),
    ("vocabulary/quantities.yaml", "shelf_life_days: 365", "shelf_life_days: 0", "operators.shelf"),
    (
        "grades.yaml",
        "  article: {sd: 0.25}\n",
        "",
        "grades.yaml:1: grades: the grade article is miss",
    ),
    ("grades.yaml", "stale_factor: 2.0", "stale_factor: twice", "stale_factor: "),
)
