"""Builds what a Dockerfile describes in a plain folder, for machines without a container engine.

Only as much of the language as the project's own Dockerfile uses; everything else is an error. The base image's
python is played by a new virtual environment, absolute paths lie below the folder, and giving files to another
user is left out (a mere user may not). Nothing else of a step is skipped.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

INSTRUCTION = re.compile(r"([A-Z]+)\s+(.*)", re.DOTALL)


def instructions(dockerfile: str) -> Iterator[tuple[str, str]]:
    """Each instruction with its arguments; comments are dropped, continued lines joined."""
    lines = [line for line in dockerfile.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    for line in "\n".join(lines).replace("\\\n", " ").splitlines():
        match = INSTRUCTION.fullmatch(line)
        assert match, f"not an instruction: {line}"
        yield match[1], match[2]


@dataclass(frozen=True)
class Ignored:
    """The .dockerignore file: the last pattern that matches a path decides."""

    patterns: list[str]

    @classmethod
    def read(cls, file: Path) -> "Ignored":
        lines = (line.strip() for line in file.read_text().splitlines())
        return cls([line for line in lines if line and not line.startswith("#")])

    def covers(self, path: Path) -> bool:
        covered = False
        names = [str(path), *(str(parent) for parent in path.parents if parent != Path())]
        for pattern in self.patterns:
            wanted = pattern.removeprefix("!")
            if any(fnmatch(name, wanted) or fnmatch("/" + name, wanted.replace("**", "*")) for name in names):
                covered = not pattern.startswith("!")
        return covered


@dataclass
class Image:
    """What a Dockerfile has made so far: a root folder, and how to run in it."""

    root: Path
    workdir: str = "/"
    base: str = ""
    user: str = "root"
    env: dict[str, str] = field(default_factory=dict)
    command: list[str] = field(default_factory=list)
    healthcheck: list[str] = field(default_factory=list)

    @classmethod
    def build(cls, context: Path, root: Path) -> "Image":
        image = cls(root)
        ignored = Ignored.read(context / ".dockerignore")
        for instruction, arguments in instructions((context / "Dockerfile").read_text()):
            image.step(instruction, arguments, context, ignored)
        return image

    def step(self, instruction: str, arguments: str, context: Path, ignored: Ignored) -> None:
        match instruction:
            case "FROM":
                self.base = arguments
                subprocess.run([sys.executable, "-m", "venv", self.root / "usr"], check=True)
            case "ENV":
                self.env |= dict(pair.split("=", 1) for pair in shlex.split(arguments))
            case "WORKDIR":
                self.workdir = arguments
                self.folder.mkdir(parents=True)
            case "COPY":
                source, target = shlex.split(arguments)
                self._copy(context, Path(source), target, ignored)
            case "RUN":
                shell = re.sub(r"--mount=type=cache,\S+", "", arguments)
                subprocess.run(["sh", "-ec", shell], cwd=self.folder, env=self.environment(), check=True)
            case "USER":
                self.user = arguments
            case "HEALTHCHECK":
                self.healthcheck = json.loads(arguments.partition("CMD")[2])
            case "CMD":
                self.command = json.loads(arguments)
            case "EXPOSE" | "VOLUME":
                pass
            case _:
                raise NotImplementedError(instruction)

    @property
    def folder(self) -> Path:
        """Where the working directory really is."""
        return self.root / self.workdir.lstrip("/")

    def environment(self, **more: str) -> dict[str, str]:
        """The variables of the image; of this machine's, only those that lead pip to its packages."""
        outside = {
            name: value
            for name, value in os.environ.items()
            if name == "HOME" or name.startswith(("PIP_", "SSL_"))
        }
        return {
            **outside,
            "PATH": f"{self._stand_ins()}:{self.root}/usr/bin:/usr/bin:/bin",
            **self.env,
            **more,
        }

    def _stand_ins(self) -> Path:
        folder = self.root / "stand-ins"
        if not folder.exists():
            folder.mkdir()
            chown = folder / "chown"
            chown.write_text("#!/bin/sh\n")
            chown.chmod(0o755)
        return folder

    def _copy(self, context: Path, source: Path, target: str, ignored: Ignored) -> None:
        if target.endswith("/"):
            target += source.name
        found = [context / source] if (context / source).is_file() else sorted((context / source).rglob("*"))
        sent = [file for file in found if file.is_file() and not ignored.covers(file.relative_to(context))]
        assert sent, f"COPY {source}: the context has no such files"
        for file in sent:
            destination = self.folder / target / file.relative_to(context / source)
            destination.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, destination)
