# SPDX-License-Identifier: Apache-2.0
"""One run of the simulator. Dask sends this module to its workers as it is, so it needs nothing but
the standard library."""

import hashlib
import shutil
import signal
import socket
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Task:
    """What to run: the words behind `lanefold run`, and the build that is meant."""
    command: str
    digest: str
    words: tuple
    folder: str | None = None
    timeout: float | None = None


@dataclass(frozen=True)
class Outcome:
    """The statistics, or the exit code and the sentence of a failure."""
    code: int
    sentence: str
    statistics: bytes
    seconds: float


def command_digest(command):
    """A hash of the simulator, which a build may replace while a sweep runs."""
    return hashlib.sha256(Path(command).read_bytes()).hexdigest()


def dying_with_us():
    """What a command line begins with so that a simulator does not outlive who waits for it."""
    tool = shutil.which("setpriv")
    return [tool, "--pdeathsig", "KILL", "--"] if tool else []


def last_line(text):
    """The sentence of a failure, behind whatever a kernel printed."""
    lines = text.decode("utf-8", "replace").strip().splitlines()
    return lines[-1].removeprefix("lanefold: ") if lines else ""


def run_point(task):
    """Runs the simulator to its end."""
    begin = time.monotonic()
    try:
        if command_digest(task.command) != task.digest:
            return Outcome(4, f"{task.command} on {socket.gethostname()} is another build than that "
                              "with which the sweep began", b"", 0)
        done = subprocess.run([*dying_with_us(), task.command, "run", *task.words, "--stats", "-"],
                              cwd=task.folder, timeout=task.timeout, capture_output=True,
                              stdin=subprocess.DEVNULL, check=False)
    except subprocess.TimeoutExpired:
        return Outcome(11, f"it did not end within {task.timeout:g} s (--timeout)", b"", 0)
    except OSError as error:
        return Outcome(4, f"{error.filename or task.command} on {socket.gethostname()}: "
                          f"{error.strerror}", b"", 0)
    seconds = time.monotonic() - begin
    if done.returncode < 0:
        name = signal.Signals(-done.returncode).name
        return Outcome(done.returncode, f"the simulator was ended by {name}", b"", seconds)
    if done.returncode > 0:
        return Outcome(done.returncode, last_line(done.stderr) or "it says nothing", b"", seconds)
    return Outcome(0, "", done.stdout, seconds)
