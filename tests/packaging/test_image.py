"""The image: built step by step in an empty folder, then started, looked after and stopped as a container is."""

import signal
import subprocess
from pathlib import Path

import pytest

from tests.packaging.image import Image
from tests.packaging.server import free_port, running, wait

ROOT = Path(__file__).parents[2]
STOPPED_S = 10  # what `docker stop` grants before it kills


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    return Image.build(ROOT, tmp_path_factory.mktemp("image"))


def healthy(image: Image, environment: dict[str, str]) -> bool:
    check = subprocess.run(
        image.healthcheck, cwd=image.folder, env=environment, capture_output=True, check=False, timeout=10
    )
    return check.returncode == 0


def test_the_server_is_not_root(image: Image) -> None:
    assert image.user.partition(":")[0] not in ("root", "0")


def test_the_image_holds_the_program_and_nothing_else(image: Image) -> None:
    assert {path.name for path in image.folder.iterdir()} == {
        "app", "data", "migrations", "requirements", "static",
    }  # fmt: skip
    assert not list(image.folder.rglob("__pycache__"))


def test_it_starts_says_that_it_is_healthy_and_stops_when_told(image: Image) -> None:
    environment = image.environment(HOST="127.0.0.1", PORT=str(free_port()))
    with running(image.command, image.folder, environment) as server:
        wait(lambda: healthy(image, environment), server)
        server.send_signal(signal.SIGTERM)
        printed, _ = server.communicate(timeout=STOPPED_S)
        # uvicorn ends by the signal that stopped it, which the kernel drops for a container's first process.
        assert server.returncode in (0, -signal.SIGTERM), printed
        assert "Traceback" not in printed
    assert not healthy(image, environment)
