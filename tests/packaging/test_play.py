"""`make play`, the README's first command, where everything has been set up before."""

import os
import signal
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tests.packaging.server import free_port, running, wait

ROOT = Path(__file__).parents[2]


def test_it_sets_up_nothing_twice_prints_its_address_and_ends_by_ctrl_c(tmp_path: Path) -> None:
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("MAKE")},
        "DATABASE_URL": f"sqlite:///{tmp_path}/new/test.sqlite3",
        "PORT": str(port),
    }

    def answers() -> bool:
        try:
            with urlopen(f"{address}/livez", timeout=5) as answer:
                return bool(answer.status == 200)
        except URLError:
            return False

    with running(["make", "--no-print-directory", "play"], ROOT, environment) as server:
        wait(answers, server)
        os.killpg(server.pid, signal.SIGINT)
        printed, _ = server.communicate(timeout=20)
    assert address in printed
    assert "Installing" not in printed
    assert "Traceback" not in printed
    assert (tmp_path / "new/test.sqlite3").exists()
