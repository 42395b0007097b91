import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.search import CLOSE, OPEN, Document, Index, Piece


def document(key, *, names=(), about=(), statements=(), weight=1.0):
    return Document(
        key,
        names=[Piece(text) for text in (key, *names)],
        about=[Piece(text, "en") for text in about],
        statements=[Piece(*statement) for statement in statements],
        weight=weight,
    )


DOCUMENTS = [
    document(
        "alpha",
        names=["Alpha Runtime"],
        about=["Runs models on phones."],
        statements=[
            ("Post-training INT8 quantisation: yes", "en"),
            ("训练后 INT8 量化：支持", "zh"),
            ("C++ API: yes", "en"),
        ],
    ),
    document(
        "beta",
        about=["Optimizes graphs; torch.compile calls it."],
        statements=[("华为昇腾：支持", "zh"), ("Huawei Ascend: yes", "en")],
    ),
    document("gamma", statements=[("动态形状：支持", "zh"), ("Dynamic shapes: yes", "en")]),
]
INDEX = Index.build(DOCUMENTS)


def keys(query, index=INDEX, **settings):
    return [hit.key for hit in index.search(query, **settings)]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("量化", ["alpha"]),
        ("化", ["alpha"]),
        ("昇腾", ["beta"]),
        ("形状", ["gamma"]),
        ("动态形状", ["gamma"]),
        ("态形", ["gamma"]),
        ("quantisation int8", ["alpha"]),
        ("quantized", ["alpha"]),
        ("QUANTIZATION", ["alpha"]),
        ("quant", ["alpha"]),
        ("ＩＮＴ８ 量化", ["alpha"]),
        ("int8量化", ["alpha"]),
        ("optimise", ["beta"]),
        ("torch.compile", ["beta"]),
        ("torch compile", ["beta"]),
        ("compile.torch", []),
        ("昇腾 ascend", ["beta"]),
        ("c++", ["alpha"]),
        ("cpp", ["alpha"]),
        ("昇化", []),
        ("", []),
        ("。，！", []),
    ],
)
def test_words_of_either_language_find_what_they_should(query, found):
    assert [hit.key for hit in INDEX.search(query) if hit.whole] == found


@pytest.mark.parametrize(
    "query", ['"', "AND", "NEAR(", "a OR", "names:x", "*", "(", "x'y", "-", "^a", "{a b}:c", "\x00"]
)
def test_syntax_in_a_query_is_only_words(query):
    assert isinstance(INDEX.search(query), tuple)


@given(st.text(max_size=30))
def test_no_query_breaks_a_search(query):
    for hit in INDEX.search(query):
        assert hit.key in {"alpha", "beta", "gamma"}


def test_where_no_document_has_all_words_those_with_some_are_found():
    hits = INDEX.search("昇腾 量化 nothing")
    assert {hit.key for hit in hits} == {"alpha", "beta"}
    assert not any(hit.whole for hit in hits)
    assert keys("昇腾芯片") == ["beta"]


def test_a_name_counts_more_than_a_summary_and_that_more_than_a_statement():
    index = Index.build(
        [
            document("one", statements=[("about zebra stripes", "en")]),
            document("two", about=["about zebra stripes"]),
            document("three", names=["zebra"]),
            *(document(f"other{n}", about=["something else"]) for n in range(5)),
        ]
    )
    assert keys("zebra", index) == ["three", "two", "one"]
    assert keys("zebra", index, limit=2) == ["three", "two"]


def test_a_document_of_little_weight_comes_later():
    others = [document(f"other{n}", about=["something else"]) for n in range(5)]
    twins = [document("a", names=["zebra"], weight=0.5), document("b", names=["zebra"])]
    assert keys("zebra", Index.build([*twins, *others])) == ["b", "a"]


def snippet(query, language="en"):
    (hit,) = INDEX.search(query, language=language)
    return hit.snippet.replace(OPEN, "[").replace(CLOSE, "]")


@pytest.mark.parametrize(
    ("query", "language", "shown"),
    [
        ("quantized", "en", "Post-training INT8 [quantisation]: yes"),
        ("量化", "en", "训练后 INT8 [量化]：支持"),
        ("ascend", "zh", "Huawei [Ascend]: yes"),
        ("int8", "en", "Post-training [INT8] quantisation: yes"),
        ("int8", "zh", "训练后 [INT8] 量化：支持"),
        ("alpha", "en", "[Alpha] Runtime"),
        ("torch.compile", "en", "Optimizes graphs; [torch.compile] calls it."),
    ],
)
def test_the_snippet_is_the_text_as_written_with_the_match(query, language, shown):
    found = snippet(query, language)
    assert found == shown or (query == "alpha" and found == "[alpha]")


def test_an_index_can_be_kept_and_restored():
    again = Index.restore(INDEX.content())
    assert again is not None
    assert again.search("量化 int8") == INDEX.search("量化 int8")


@pytest.mark.parametrize("content", [b"", b"garbage", b"SQLite format 3\x00" + b"\x00" * 200])
def test_what_is_no_index_is_not_restored(content):
    assert Index.restore(content) is None


LANGUAGE = [("大模型", "大语言模型", "LLM")]
ENGINES = Index.build(
    [
        document("delta", statements=[("开源大语言模型推理引擎", "zh")]),
        document("epsilon", statements=[("面向扩散模型的推理", "zh")]),
        document("zeta", about=["Serves any LLM."], statements=[("多机推理", "zh")]),
        document("eta", statements=[("大模型训练", "zh")]),
    ]
)


def test_chinese_words_written_as_one_are_found_apart_and_by_synonyms():
    assert set(keys("大模型推理", ENGINES, synonyms=LANGUAGE)) == {"delta", "zeta"}
    assert set(keys("大模型推理", ENGINES)) == {
        "eta",
        "delta",
        "epsilon",
        "zeta",
    }  # only some words


def test_a_word_is_cut_where_both_sides_are_words():
    (snippet,) = [
        hit.snippet for hit in ENGINES.search("模型推理", synonyms=LANGUAGE) if hit.key == "epsilon"
    ]
    assert snippet == f"面向扩散{OPEN}模型{CLOSE}的{OPEN}推理{CLOSE}"


def test_a_synonym_in_latin_letters_is_found_too():
    assert "zeta" in keys("大模型", ENGINES, synonyms=LANGUAGE)
    assert set(keys("LLM", ENGINES, synonyms=LANGUAGE)) == {"delta", "zeta", "eta"}


def test_unshown_pieces_are_found_but_never_a_snippet():
    index = Index.build([Document("theta", [Piece("theta")], [], [], [Piece("good for phones")])])
    (hit,) = index.search("phones")
    assert (hit.key, hit.snippet) == ("theta", "")
