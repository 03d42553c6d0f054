"""The lock files: whole, tied to hashes, free of addresses; and licences that MIT can live with."""

import json
import re
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RUNTIME = ROOT / "requirements/runtime.txt"
DEV = ROOT / "requirements/dev.txt"

LIBERAL = re.compile(r"\b(MIT|BSD|Apache|PSF|Python Software Foundation|ISC|0BSD)\b", re.IGNORECASE)
COPYLEFT = re.compile(r"\b(A?GPL|LGPL|MPL|EPL|EUPL|CDDL)|General Public License|Mozilla", re.IGNORECASE)


def locked(lock: Path) -> dict[str, str]:
    """The names in a lock file, each with its version."""
    return dict(re.findall(r"^([a-z0-9.-]+)==(\S+)", lock.read_text(), re.MULTILINE))


@pytest.mark.parametrize("lock", [RUNTIME, DEV], ids=lambda lock: lock.name)
def test_a_python_lock_holds_hashes_and_no_address(lock: Path) -> None:
    text = lock.read_text()
    pins = re.split(r"^(?=[a-z])", text, flags=re.MULTILINE)[1:]
    assert len(pins) == len(locked(lock)) > 10
    assert [pin.splitlines()[0] for pin in pins if "--hash=sha256:" not in pin] == []
    assert "://" not in text
    assert "--index" not in text
    assert "--find-links" not in text


def test_the_developers_lock_holds_what_a_server_runs_on() -> None:
    assert locked(RUNTIME).items() <= locked(DEV).items()


def test_the_locks_hold_what_the_project_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    name = re.compile(r"[a-z0-9-]+")
    wanted = {match[0] for line in project["project"]["dependencies"] if (match := name.match(line))}
    assert wanted <= locked(RUNTIME).keys()
    assert set(project["dependency-groups"]["dev"]) <= locked(DEV).keys()


def test_the_node_lock_holds_hashes_and_no_address() -> None:
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    brought = [package for path, package in packages.items() if path]
    assert brought
    assert [package for package in brought if "integrity" not in package] == []
    assert [package for package in brought if "resolved" in package] == []


def test_nothing_that_a_server_runs_on_is_copyleft() -> None:
    dubious = {}
    for name in locked(RUNTIME):
        try:
            about = metadata.metadata(name)
        except metadata.PackageNotFoundError:
            continue  # for another system than this one
        stated = [
            *about.get_all("License-Expression", []),
            *(line for line in about.get_all("Classifier", []) if line.startswith("License ::")),
            *(text.strip().partition("\n")[0] for text in about.get_all("License", [])),
        ]
        licence = " / ".join(stated)
        if COPYLEFT.search(licence) or not LIBERAL.search(licence):
            dubious[name] = licence
    assert dubious == {}
