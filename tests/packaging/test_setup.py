"""What `scripts/setup` says on machines that are not ready. The machine is played by a PATH of stand-ins."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


class Machine:
    """A folder of commands that is the whole PATH, beside a copy of the project that was never set up."""

    def __init__(self, folder: Path) -> None:
        self.commands = folder / "bin"
        self.project = folder / "project"
        self.commands.mkdir()
        (self.project / "scripts").mkdir(parents=True)
        shutil.copy(ROOT / "scripts/setup", self.project / "scripts/setup")
        for name in ("bash", "dirname", "grep"):
            found = shutil.which(name)
            assert found
            (self.commands / name).symlink_to(found)

    def has(self, name: str, script: str) -> None:
        command = self.commands / name
        command.write_text(f"#!/bin/bash\n{script}\n")
        command.chmod(0o755)

    def set_up(self, goal: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.project / "scripts/setup", goal],
            env={"PATH": str(self.commands)},
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """Debian with its bare python3 (no venv, no ensurepip), for somebody who is not root."""
    machine = Machine(tmp_path)
    machine.has("python3", '[[ "$2" != *ensurepip* ]]')
    machine.has("id", "echo 1000")
    machine.has("apt-get", "echo apt-get must not be called by a mere user; exit 9")
    return machine


def test_playing_needs_one_package_more_than_python(machine: Machine) -> None:
    done = machine.set_up("play")
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.splitlines() == [
        "Missing on this machine: python3-venv; install with: sudo apt-get install python3-venv"
    ]


def test_testing_names_everything_that_is_missing_at_once(machine: Machine) -> None:
    machine.has("initdb", "")
    done = machine.set_up("test")
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "Missing on this machine: python3-venv chromium fonts-noto-cjk; "
        "install with: sudo apt-get install python3-venv chromium fonts-noto-cjk"
    ]


def test_root_gets_it_installed_without_being_asked(machine: Machine) -> None:
    called = machine.project / "called"
    machine.has("id", "echo 0")
    machine.has("apt-get", f'echo "$DEBIAN_FRONTEND $*" >> {called}')
    done = machine.set_up("play")
    assert done.returncode == 1  # the stand-in has brought nothing
    update, install = called.read_text().splitlines()
    assert update.startswith("noninteractive ")
    assert update.endswith(" update")
    assert install.startswith("noninteractive ")
    assert "--yes" in install
    assert install.endswith(" python3-venv")


def test_an_old_python_is_named(machine: Machine) -> None:
    machine.has("python3", "exit 1")
    done = machine.set_up("play")
    assert done.returncode == 1
    assert "Python 3.11 or newer is needed" in done.stderr
