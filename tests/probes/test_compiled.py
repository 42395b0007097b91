from probes.compiled import begin, finish, folder_of, trusted


def test_a_folder_is_made_and_kept(tmp_path):
    folder = folder_of(tmp_path, "a/m")
    assert trusted(folder)
    (folder / "whole.so").touch()
    begin(folder, 7)
    finish(folder, 7)
    assert trusted(folder, alive=lambda pid: False)
    assert (folder / "whole.so").exists()


def test_the_mark_of_a_process_that_is_gone_empties_the_folder(tmp_path):
    folder = folder_of(tmp_path, "a/m")
    trusted(folder)
    begin(folder, 7)
    begin(folder, 8)
    (folder / "half.so").touch()
    assert not trusted(folder, alive=lambda pid: pid == 7)
    assert list(folder.iterdir()) == []
    assert trusted(folder)


def test_the_mark_of_a_living_process_is_respected(tmp_path):
    folder = folder_of(tmp_path, "a/m")
    trusted(folder)
    begin(folder, 7)
    assert trusted(folder, alive=lambda pid: True)
    assert len(list(folder.iterdir())) == 1


def test_finishing_twice_is_harmless(tmp_path):
    finish(tmp_path, 7)
