from knowledge.nearest import did_you_mean


def test_a_near_name_is_offered_and_a_far_one_is_not():
    assert did_you_mean("Edge-CV", ["edge-cv", "research"]) == "did you mean edge-cv?"
    assert did_you_mean("???", ["b", "a"]) == "known: a, b"


def test_of_many_names_none_of_which_is_close_only_the_number_is_told():
    assert did_you_mean("zzz", [f"name{n}" for n in range(31)]) == (
        "none of the 31 known names is close"
    )
