"""The browser's types are those of the Python code, in the file that the browser client is checked against."""

from app.wire.facts import REGISTRY
from app.wire.notices import UNVERSIONED
from app.wire.schema import FILE, write_types


def test_the_file_of_the_client_is_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == write_types(), "run: python -m app.wire.schema"


def test_every_fact_and_every_notice_is_in_it_under_its_own_name() -> None:
    written = write_types()
    for cls in (*REGISTRY.values(), *UNVERSIONED):
        assert f"export interface {cls.__name__} {{" in written
