import pytest
from pydantic import ValidationError

from probes.settings import Deadlines, Settings


def test_settings_are_frozen_and_closed():
    with pytest.raises(ValidationError):
        Settings().rounds = 1  # type: ignore[misc]
    with pytest.raises(ValidationError):
        Settings(round=1)  # type: ignore[call-arg]


def test_defaults_leave_room_for_slow_stacks():
    deadlines = Deadlines()
    assert deadlines.prepare > deadlines.open > deadlines.sample > 0
    settings = Settings()
    assert settings.rounds >= 5
    assert settings.most_generations >= settings.generations >= 3
    assert settings.longest_sample_s > settings.sample_s > settings.warmup_s
