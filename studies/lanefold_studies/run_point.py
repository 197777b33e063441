# SPDX-License-Identifier: Apache-2.0
"""One run of the simulator. Dask sends these functions to its workers as they are: they need
nothing but the standard library, and no types of their own."""

import hashlib
import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

DIGESTS = {}  # of files in their states: there are thousands of points, and one simulator


def command_digest(command):
    """A hash of the simulator, which a build may replace while a sweep runs."""
    status = os.stat(command)
    state = str(command), status.st_ino, status.st_size, status.st_mtime_ns
    if state not in DIGESTS:
        DIGESTS[state] = hashlib.sha256(Path(command).read_bytes()).hexdigest()
    return DIGESTS[state]


def dying_with_us():
    """What a command line begins with so that a simulator does not outlive who waits for it."""
    tool = shutil.which("setpriv")
    return [tool, "--pdeathsig", "KILL", "--"] if tool else []


def sentence_of(text):
    """The sentence of a failure, behind whatever a kernel printed; places of warps may follow."""
    lines = text.decode("utf-8", "replace").strip().splitlines()
    sentences = [line for line in lines if line.startswith("lanefold: ")] or lines
    return sentences[-1].removeprefix("lanefold: ") if sentences else ""


def run_point(command, digest, words, folder, timeout):
    """Runs the build of the simulator that is meant, to its end. Returns the exit code, the
    sentence of a failure, the statistics and the seconds."""
    begin = time.monotonic()
    try:
        if command_digest(command) != digest:
            return 4, (f"{command} on {socket.gethostname()} is another build than that with which "
                       "the sweep began"), b"", 0
        done = subprocess.run([*dying_with_us(), command, *words, "--stats", "-"],
                              cwd=folder, timeout=timeout, capture_output=True,
                              stdin=subprocess.DEVNULL, check=False)
    except subprocess.TimeoutExpired:
        return 11, f"it did not end within {timeout:g} s (--timeout)", b"", 0
    except OSError as error:
        where = f"{error.filename or command} on {socket.gethostname()}"
        return 4, f"{where}: {error.strerror}", b"", 0
    seconds = time.monotonic() - begin
    if done.returncode < 0:
        name = signal.Signals(-done.returncode).name
        return done.returncode, f"the simulator was ended by {name}", b"", seconds
    if done.returncode > 0:
        return done.returncode, sentence_of(done.stderr) or "it says nothing", b"", seconds
    return 0, "", done.stdout, seconds
