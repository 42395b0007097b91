"""Constraint files against pins."""

from __future__ import annotations

import pytest

from probes.environments.constraints import contradiction, pins

PINS = ["torch==2.13.0", "numpy==1.26.4", "Typing_Extensions==4.16.0"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# only a comment\n\n",
        "torch<=2.14.1\ntorchvision<=0.29.1\n",
        "numpy<2 ; python_version < '3.0'\n",
        "numpy>=2 ; python_version < '3.0'\n",
        "-c other.txt\n--index-url https://example.org/simple\n",
        "numpy==1.26.4 \\\n    --hash=sha256:00\n",
        "unrelated @ https://example.org/u.whl\n",
    ],
)
def test_files_that_leave_room(text: str) -> None:
    assert contradiction(text, PINS) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("numpy>=2", "numpy>=2 rules out 1.26.4"),
        ("torch==2.12.0  # frozen", "torch==2.12.0 rules out 2.13.0"),
        ("typing-extensions<4", "typing-extensions<4 rules out 4.16.0"),
        ("torch @ file:///wheels/torch.whl", "rules out 2.13.0"),
        ("not a requirement!", "is not a requirement"),
    ],
)
def test_files_that_do_not(text: str, said: str) -> None:
    assert said in (contradiction(text, PINS) or "")


def test_a_local_version_keeps_within_the_same_bounds() -> None:
    assert contradiction("torch<=2.14.1", ["torch==2.13.0+cpu"]) is None


def test_only_exact_versions_are_pins() -> None:
    assert pins(["a==1.0", "b>=1", "c==1.*", "d"]) == {"a": "1.0"}
