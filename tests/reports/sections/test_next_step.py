"""The next measurement with gain, cost and command."""

from __future__ import annotations

from knowledge.schema.base import LocalText
from knowledge.schema.report import Code, Paragraph
from knowledge.texts import Texts
from reports.sections import next_step
from tests.reports import sample


def test_gain_cost_and_command() -> None:
    blocks = next_step.build(sample.recommendation(), Texts("en"))
    first = next(block for block in blocks if isinstance(block, Paragraph))
    assert "by 0.0043 on the scale from 0 to 1, at a cost of about 38 s" in first.text
    assert [b.text for b in blocks if isinstance(b, Code)] == [
        "advisor probe run openvino/cpu onnxruntime/cpu --workload mobilenet-v3-small"
    ]


def test_none_is_said() -> None:
    blocks = next_step.build(sample.recommendation(next_measurement=None), Texts("zh"))
    assert [b.text for b in blocks if isinstance(b, Paragraph)] == [
        "可以停止：继续在本机测量已无更多可学。"
        "任何可做的测量，对选择的期望改进都不到量程的千分之一。"
    ]


def test_a_target_elsewhere_is_to_be_measured_there() -> None:
    target = LocalText(en="servers with GPUs", zh="GPU 服务器")
    blocks = next_step.build(sample.recommendation(target=target, elsewhere=True), Texts("en"))
    (text,) = [block.text for block in blocks if isinstance(block, Paragraph)]
    assert "servers with GPUs" in text
    assert not [block for block in blocks if isinstance(block, Code)]
