# SPDX-License-Identifier: Apache-2.0
"""The command `lanefold` for scripts that need what it counts."""

import json
import subprocess
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[1]
RELEASE = SOURCES / "build/release/apps/lanefold/lanefold"
POLICIES = ["none", "ivb", "bcc", "scc"]


def add_command_argument(parser):
    """Another build than the one that scripts/build makes."""
    parser.add_argument("--command", type=Path, metavar="FILE",
                        help="the lanefold to run; scripts/build makes one without it")


def built_command(given):
    """The command that was given, or that of an up-to-date release build."""
    if given is None:
        build = [SOURCES / "scripts/build", "release", "lanefold"]
        if subprocess.run(build, check=False).returncode != 0:
            raise RuntimeError("scripts/build failed")
        given = RELEASE
    if not given.is_file():
        raise RuntimeError(f"there is no command {given}")
    return given.resolve()


def run(command, *words):
    """What the command prints; its own sentence if it fails."""
    done = subprocess.run([command, *words], cwd=SOURCES, capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        raise RuntimeError(f"lanefold {' '.join(words)}: {done.stderr.strip()}")
    return done.stdout


def names(command, what):
    """What `lanefold list` lists: the names of workloads or machines."""
    return [line.split()[0] for line in run(command, "list", what).splitlines()]


def statistics(command, *words):
    """The record of `lanefold run`; docs/reference/statistics.md explains it."""
    return json.loads(run(command, "run", *words, "--stats", "-"))
