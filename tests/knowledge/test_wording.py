import pytest

from knowledge.schema.claims import Support
from knowledge.texts import Texts
from knowledge.wording import support_text


@pytest.mark.parametrize(
    ("support", "en", "zh"),
    [
        (True, "yes", "支持"),
        (False, "no", "不支持"),
        ("2.10", "since 2.10", "自 2.10 起支持"),
        ("≤2.2", "since ≤2.2", "自 ≤2.2 起支持"),
        ({"added": "1.0", "removed": "2.0"}, "removed in 2.0", "已于 2.0 移除"),
        ({"added": True, "partial": True}, "partial", "部分支持"),
        ({"added": "2.0", "partial": True}, "partial, since 2.0", "自 2.0 起部分支持"),
        (
            {"added": True, "requires": ["onnx", "onnxscript"]},
            "yes, needs onnx, onnxscript",
            "支持，需要 onnx，onnxscript",
        ),
    ],
)
def test_every_form_of_support_has_its_words(support, en, zh):
    noun = Support.model_validate(support)
    assert support_text(noun, Texts("en")) == en
    assert support_text(noun, Texts("zh")) == zh
