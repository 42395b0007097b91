"""A small knowledge base with everything that looking into one has to deal with."""

from __future__ import annotations

from tests.knowledge.files import ONE

EVIDENCE = "{source: torch-docs, locator: page 1, read: 2026-10-01, grade: documented}"

MORE = {
    "frameworks/tensorflow.yaml": f"""\
id: tensorflow
title: TensorFlow
aliases: [TF]
summary: {{en: Graphs., zh: 静态图框架。}}
roles: [train, infer]
lifecycle: maintenance
package: pkg:pypi/tensorflow@2.21.0
modes:
  - {{id: function, title: {{en: tf.function, zh: tf.function}}}}
claims:
  - capability: export.onnx
    support: {{added: true, partial: true}}
    note: {{en: By a separate tool., zh: 由单独工具完成。}}
    evidence:
      - {{source: torch-docs, locator: page 2, read: 2026-09-01, grade: article}}
      - {EVIDENCE}
caveats:
  - text: {{en: No GPU on native Windows., zh: 原生 Windows 上没有 GPU。}}
    evidence: [{EVIDENCE}]
never_released:
  - version: "3.0"
    note: {{en: The releases go on with 2.x., zh: 版本仍为 2.x。}}
    evidence: [{EVIDENCE}]
""",
    "frameworks/mxnet.yaml": f"""\
id: mxnet
title: Apache MXNet
summary: {{en: Retired., zh: 已退役。}}
roles: [train]
lifecycle: dead
successor: pytorch
migration: {{en: Rewrite the model by hand., zh: 手工重写模型。}}
package: pkg:pypi/mxnet@1.9.1
claims:
  - capability: export.onnx
    support: false
    evidence: [{EVIDENCE}]
""",
    "routes/mxnet-pytorch.yaml": f"""\
id: mxnet-pytorch
title: {{en: MXNet weights to PyTorch, zh: MXNet 权重到 PyTorch}}
source: mxnet
target: pytorch
steps: [numpy]
support: true
evidence: [{EVIDENCE}]
""",
    "systems/tflite.yaml": f"""\
id: tflite
title: TensorFlow Lite
aliases: [TFLite, TF Lite]
kind: runtime
state: dead
summary: {{en: Renamed., zh: 已更名，支持量化。}}
version: 2.14.0
successor: onnxruntime
migration: {{en: Load the same file., zh: 加载同一文件。}}
evidence: [{EVIDENCE}]
""",
    "devices/old-name.yaml": "id: old-name\nmoved_to: cpu-avx2\n",
    "devices/nvidia-h100-sxm.yaml": f"""\
id: nvidia-h100-sxm
title: NVIDIA H100 (SXM)
summary: {{en: Hopper., zh: Hopper 架构。}}
vendor: NVIDIA
kind: gpu
facts:
  - quantity: operators
    value: 80
    unit: operators
    evidence: [{EVIDENCE}]
""",
    "devices/nvidia-rtx-4090.yaml": """\
id: nvidia-rtx-4090
title: NVIDIA GeForce RTX 4090
summary: {en: Ada., zh: Ada 架构。}
vendor: NVIDIA
kind: gpu
""",
}
BASE = {**ONE, **MORE}
"""File name to content."""
