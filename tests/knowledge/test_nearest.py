from knowledge.nearest import did_you_mean


def test_a_near_name_is_offered_and_a_far_one_is_not():
    assert did_you_mean("Edge-CV", ["edge-cv", "research"]) == "did you mean edge-cv?"
    assert did_you_mean("???", ["b", "a"]) == "known: a, b"
