"""A build without oneDNN, or with it switched off: convolutions and products on slow kernels."""

from __future__ import annotations

from knowledge.schema.base import LocalText
from knowledge.schema.machine import Finding, Severity
from probes.diagnosis.known import Known, finding, say

TITLE = LocalText(en="a build without oneDNN", zh="该构建不含 oneDNN")
NAMES = ("mkl-dnn", "mkldnn", "onednn")


def diagnose(known: Known) -> Finding | None:
    """PyTorch that says it has none, or TensorFlow that was told not to use it."""
    if known.host.cpu.machine not in ("x86_64", "amd64", "aarch64", "arm64"):
        return None
    config = known.said("torch.config")
    evidence = []
    if known.said("torch.onednn") == "False":
        evidence.append(say("torch.backends.mkldnn.is_available() is False",
                            "torch.backends.mkldnn.is_available() 为 False"))  # fmt: skip
    elif config and not any(name in config.lower() for name in NAMES):
        evidence.append(say("torch.__config__.show() names no oneDNN",
                            "torch.__config__.show() 中没有 oneDNN"))  # fmt: skip
    if "TF_ENABLE_ONEDNN_OPTS=0" in known.said("environ"):
        evidence.append(say("TF_ENABLE_ONEDNN_OPTS=0 is set", "设置了 TF_ENABLE_ONEDNN_OPTS=0"))
    if not evidence:
        return None
    remedy = LocalText(
        en="install the official wheel for this CPU, and leave oneDNN on",
        zh="请安装适用于此 CPU 的官方软件包，并保持 oneDNN 开启",
    )
    return finding(__name__, Severity.WARNING, TITLE, evidence, remedy)
