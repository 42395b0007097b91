"""The next measurement with gain, cost and command."""

from __future__ import annotations

from knowledge.schema.base import LocalText
from knowledge.schema.report import Code, Paragraph
from knowledge.texts import Texts
from reports.sections import answer as answer_section
from reports.sections import next_step
from tests.reports import sample


def test_gain_cost_and_command() -> None:
    blocks = next_step.build(sample.recommendation(), Texts("en"))
    first = next(block for block in blocks if isinstance(block, Paragraph))
    assert "by 0.0043 on the scale from 0 to 1, at a cost of about 38 s" in first.text
    assert [b.text for b in blocks if isinstance(b, Code)] == [
        "advisor probe run openvino/cpu onnxruntime/cpu --workload mobilenet-v3-small",
    ]


def test_none_is_said() -> None:
    blocks = next_step.build(sample.recommendation(next_measurement=None), Texts("zh"))
    assert [b.text for b in blocks if isinstance(b, Paragraph)] == [
        "可以停止：继续在本机测量已无更多可学。"
        "任何可做的测量，对选择的期望改进都不到量程的千分之一。",
        "各方案均以 fp32 比较。更低的精度可能更快，但会改变部分答案；"
        "再次提问时加上 --precision fp32 --precision int8，即可测量其在本机的收益与代价并计入。",
    ]


def test_a_precision_that_was_compared_or_asked_for_is_not_recommended_again() -> None:
    answer = sample.recommendation()
    untried = [one.model_copy(update={"untried": True}) for one in answer.merged]
    first, *others = answer.matrix.alternatives
    low = first.model_copy(update={"precision": "int8"})
    matrix = answer.matrix.model_copy(update={"alternatives": (low, *others)})
    for changed in ({"merged": tuple(untried)}, {"matrix": matrix}):
        blocks = next_step.build(sample.recommendation(**changed), Texts("en"))
        assert not any("fp32" in b.text for b in blocks if isinstance(b, Paragraph))


def test_what_no_measurement_settles_of_the_first_is_said() -> None:
    answer = sample.recommendation()
    open_ = answer.unverified[0].model_copy(update={"alternative": answer.ranking[0].id})
    asked = sample.recommendation(next_measurement=None, unverified=(open_,))
    for language, words in (("en", "none settles what is unverified"), ("zh", "无法靠测量判定")):
        for section in (next_step, answer_section):
            blocks = section.build(asked, Texts(language))
            assert any(words in b.text for b in blocks if isinstance(b, Paragraph))


def test_a_target_elsewhere_is_to_be_measured_there() -> None:
    target = LocalText(en="servers with GPUs", zh="GPU 服务器")
    blocks = next_step.build(sample.recommendation(target=target, elsewhere=True), Texts("en"))
    (text,) = [block.text for block in blocks if isinstance(block, Paragraph)]
    assert "servers with GPUs" in text
    assert not [block for block in blocks if isinstance(block, Code)]
