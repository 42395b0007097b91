from knowledge.overlay import FOLDERS
from knowledge.paths import data_dir


def test_the_data_folder_holds_every_family():
    assert {path.name for path in data_dir().iterdir()} >= {*FOLDERS, "locales", "grades.yaml"}


def test_the_wheel_carries_its_own_data(monkeypatch, tmp_path):
    monkeypatch.setattr("knowledge.paths._PACKAGE", tmp_path / "knowledge")
    assert data_dir() == tmp_path / "knowledge" / "_data"
