"""Import and export of event documents, and the differences that are kept for them."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from runner.interchange.form import differences, restored

scalars = st.none() | st.booleans() | st.integers() | st.text(max_size=5)
documents = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(documents, documents)
def test_what_differs_can_always_be_put_back(exported: Any, document: Any) -> None:
    one, other = {"it": exported}, {"it": document}
    assert restored(one, differences(one, other)) == other


@given(documents)
def test_equal_documents_differ_in_nothing(document: Any) -> None:
    assert differences(document, document) == []


def test_a_value_that_was_changed_since_is_left_alone() -> None:
    kept = differences({"name": "Ana Example", "club": ""}, {"name": "Ana  Example"})
    assert restored({"name": "Anna Example", "club": "X"}, kept) == {
        "name": "Anna Example",
        "club": "X",
    }
