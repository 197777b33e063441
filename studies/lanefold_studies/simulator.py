# SPDX-License-Identifier: Apache-2.0
"""What decides the result of a point, as a key: the simulator, the compiled program, the machine
and the input. The number of jobs is no part of it."""

import hashlib
import json
import subprocess
from collections import Counter
from functools import lru_cache
from pathlib import Path

from lanefold_studies.refusal import FILE, Refusal
from lanefold_studies.run_point import command_digest

VERSION = 1  # of what follows
NOTE = "note: "


class Simulator:
    """The command `lanefold`."""

    def __init__(self, command):
        self.command = str(command)
        self.digest = command_digest(command)
        # Many points share a machine or a program.
        self.answer = lru_cache(maxsize=None)(self.ask)

    def answers(self, *words, folder=None):
        """What the command prints, and its notes; raises its own sentence."""
        done = subprocess.run([self.command, *words], cwd=folder, capture_output=True, check=False)
        if done.returncode != 0:
            said = done.stderr.decode("utf-8", "replace").strip().removeprefix("lanefold: ")
            raise Refusal(done.returncode, said)
        said = done.stderr.decode("utf-8", "replace").splitlines()
        return done.stdout, [line.removeprefix(NOTE) for line in said if line.startswith(NOTE)]

    def output(self, *words):
        """What the command prints."""
        return self.answers(*words)[0]

    def ask(self, folder, *words):
        """A hash of what `lanefold` prints, and its notes."""
        printed, notes = self.answers(*words, folder=folder)
        return hashlib.sha256(printed).hexdigest(), notes

    def ask_machine(self, point):
        """The same of a point's machine."""
        recording = point.program_words() if point.verb == "replay" else []
        return self.answer(point.folder, point.verb, *recording, *point.machine_words(), "--print-config")

    def arguments(self, point, words, timeout):
        """Of run_point, for a run of a point with these words."""
        folder = None if point.folder is None else str(point.folder.absolute())
        return self.command, self.digest, [point.verb, *words], folder, timeout

    def notes(self, points):
        """How many of the points set something that means nothing on their machines, by sentence."""
        return Counter(note for point in points for note in self.ask_machine(point)[1])

    def checkpoint(self, point):
        """Equal for points that can go on from the same checkpoint; None for one without."""
        words = point.checkpoint_words()
        if words is None:
            return None
        machine = self.answer(point.folder, point.verb, *words[:-2], "--print-config")[0]
        identity = [VERSION, self.digest, hash_of(point, words[0]), machine, words[-1]]
        return hashlib.sha256(json.dumps(identity).encode()).hexdigest()

    def key(self, point):
        """Equal for points that must give equal results."""
        try:
            identity = {
                "version": VERSION,
                "simulator": self.digest,
                "name": point.axes["program"],
                "program": point.program_identity(self),
                "machine": self.ask_machine(point)[0],
                "input": point.input_words(),
                "files": [hash_of(point, name) for name in point.input_files()],
            }
        except Refusal as refusal:
            raise Refusal(refusal.code, f"{point.where}: {refusal}") from refusal
        return hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()


@lru_cache(maxsize=None)
def content_hash(path, _status):
    """A hash of a file as long as its status is the same."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def hash_of(point, name):
    """A hash of a file beside the sweep."""
    path = Path(point.folder or ".") / name
    try:
        status = path.stat()
        return content_hash(path, (status.st_ino, status.st_size, status.st_mtime_ns))
    except OSError as error:
        raise Refusal(FILE, f"{path} cannot be read: {error.strerror}") from error
