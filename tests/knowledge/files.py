"""A small, valid knowledge folder on disk, to be broken by tests in one way each."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

ONE = {
    "grades.yaml": """\
grades:
  measured-here: {sd: 0.02}
  measured-elsewhere: {sd: 0.08}
  documented: {sd: 0.10}
  published: {sd: 0.15}
  article: {sd: 0.25}
  contradicted: {sd: 1.0}
stale_factor: 2.0
""",
    "vocabulary/capabilities.yaml": """\
export.onnx:
  title: {en: Export to ONNX, zh: 导出 ONNX}
  about: {en: Models are exported to ONNX., zh: 可导出 ONNX。}
  shelf_life_days: 100
import.onnx:
  title: {en: Reads ONNX, zh: 读取 ONNX}
  about: {en: ONNX models can be run., zh: 可运行 ONNX 模型。}
""",
    "vocabulary/quantities.yaml": """\
release.latest:
  title: {en: Latest release, zh: 最新版本}
  unit: version
  shelf_life_days: 120
  numeric: false
operators:
  title: {en: Operators with a kernel, zh: 有内核的算子数}
  unit: operators
  shelf_life_days: 365
""",
    "sources/torch.yaml": """\
torch-docs:
  title: PyTorch documentation
  url: https://pytorch.org/docs/2.10/onnx.html
  publisher: PyTorch Foundation
  kind: docs
torch-package:
  title: torch on PyPI
  purl: pkg:pypi/torch@2.10
  publisher: PyTorch Foundation
  kind: package
""",
    "frameworks/pytorch.yaml": """\
id: pytorch
title: PyTorch
summary: {en: Eager by default., zh: 默认动态图。}
roles: [train, infer]
lifecycle: active
package: pkg:pypi/torch@2.10
environment: torch
modes:
  - {id: eager, title: {en: eager, zh: 动态图}, adapter: torch}
claims:
  - capability: export.onnx
    support: "2.10"
    evidence:
      - {source: torch-docs, locator: torch.onnx, read: 2026-10-01, grade: documented}
facts:
  - quantity: release.latest
    value: 2.10
    unit: version
    evidence:
      - {source: torch-package, locator: info.version, read: 2026-10-01, grade: documented}
  - quantity: operators
    value: 512
    unit: operators
    qualifiers: {device: cpu}
    evidence:
      - {source: torch-docs, locator: table 1, read: 2026-10-01, grade: documented}
""",
    "frameworks/onnxruntime.yaml": """\
id: onnxruntime
title: ONNX Runtime
summary: {en: Runs ONNX models., zh: 运行 ONNX 模型。}
roles: [infer]
lifecycle: active
package: pkg:pypi/onnxruntime@1.26.0
modes:
  - {id: cpu, title: {en: CPU, zh: CPU}, adapter: onnxruntime}
claims: []
""",
    "devices/cpu-avx2.yaml": """\
id: cpu-avx2
title: x86-64 with AVX2
summary: {en: Most PCs., zh: 多数个人电脑。}
vendor: various
kind: cpu
detection: {machine: x86_64, has: [avx2], lacks: [avx512f]}
""",
    "routes/pytorch-onnxruntime.yaml": """\
id: pytorch-onnxruntime
title: {en: PyTorch by ONNX to ONNX Runtime, zh: PyTorch 经 ONNX 到 ONNX Runtime}
source: pytorch
target: onnxruntime
steps: [torch.onnx.export, ONNX]
support: true
limits:
  - operators: [NonZero]
    note: {en: shapes are static, zh: 仅静态形状}
    evidence:
      - {source: torch-docs, locator: limits, read: 2026-10-01, grade: documented}
evidence:
  - {source: torch-docs, locator: torch.onnx, read: 2026-10-01, grade: documented}
""",
    "criteria/latency.yaml": """\
id: latency
title: {en: Latency, zh: 延迟}
about: {en: Time of one call., zh: 单次调用时间。}
unit: ms
measured: latency
""",
    "criteria/operator-coverage.yaml": """\
id: operator-coverage
title: {en: Operator coverage, zh: 算子覆盖}
about: {en: How much can be expressed., zh: 可表达的程度。}
unit: points
indicators:
  - {part: trainer, capability: export.onnx, weight: 2}
  - {part: runtime, quantity: operators, anchors: {worst: 0, best: 1000}}
""",
    "scenarios/edge-cv.yaml": """\
id: edge-cv
title: {en: Edge computer vision, zh: 边缘计算机视觉}
summary: {en: Single images., zh: 单张图像。}
scope: deploy
requirements:
  - id: exports
    kind: capability
    part: trainer
    capability: export.onnx
    title: {en: It exports ONNX, zh: 可导出 ONNX}
preferences:
  - criterion: latency
    weight: 30
    measure: {workload: matmul, batch: 1}
    anchors: {worst: 100, best: 2, shape: log}
  - {criterion: operator-coverage, weight: 10, anchors: {worst: 0, best: 100}}
""",
    "environments/torch.yaml": """\
id: torch
title: PyTorch
framework: pytorch
distribution: torch
module: torch
python: ">=3.10"
requirements: [torch==2.10]
approximate_mb: 804
""",
}
"""One valid knowledge base: file name to content."""


def write(folder: Path, files: Mapping[str, str]) -> Path:
    """Write `files` into `folder` and return it."""
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


def changed(folder: Path, name: str, old: str, new: str) -> Path:
    """Write ONE into `folder` with `old` replaced by `new` in the file `name`."""
    assert old in ONE[name], f"{old!r} does not stand in {name}"
    return write(folder, {**ONE, name: ONE[name].replace(old, new, 1)})
