"""What a first visit costs."""

import gzip

from playwright.sync_api import Response

from tests.browser.conftest import Opener
from tests.stories.server import ServerProcess

KIB = 1024


def test_the_whole_client_is_small_and_comes_from_one_host(open_page: Opener, server: ServerProcess) -> None:
    page = open_page(390, 844)
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto(server.address)
    page.wait_for_selector("form")
    files = [answer for answer in answers if answer.status == 200]
    assert {answer.url.startswith(server.address) for answer in files} == {True}
    assert sum(len(gzip.compress(answer.body())) for answer in files) <= 90 * KIB
    pictures = [answer for answer in files if "image/" in answer.headers["content-type"]]
    assert [answer.url.rpartition("/")[2] for answer in pictures] in ([], ["icon.svg"])
