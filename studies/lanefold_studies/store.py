# SPDX-License-Identifier: Apache-2.0
"""The folder of a sweep's results: the statistics of each point as `lanefold run` wrote them, under
the point's key, and how long runs took. Several sweeps may use it at once."""

import json
import os
import tempfile
from pathlib import Path

from lanefold_studies.refusal import FILE, Refusal


def write_whole(path, content):
    """All of the file or nothing, also when somebody else writes it at the same time."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


class Store:
    """Results by key."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.points = self.folder / "points"
        self.times = self.folder / "seconds.jsonl"
        try:
            self.points.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Refusal(FILE, f"{self.points} cannot be made a folder: {error.strerror}") \
                from error

    def read(self, key):
        """The record, or None if there is none that can be read."""
        try:
            return json.loads((self.points / f"{key}.json").read_bytes())
        except (FileNotFoundError, ValueError):
            return None

    def has(self, key):
        """Whether the point need not run."""
        return self.read(key) is not None

    def write(self, key, label, outcome):
        """Keeps what a run counted, and its time."""
        write_whole(self.points / f"{key}.json", outcome.statistics)
        line = json.dumps([label, round(outcome.seconds, 3)]) + "\n"
        # One write at the end of the file: lines of others stay whole.
        handle = os.open(self.times, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            os.write(handle, line.encode())
        finally:
            os.close(handle)

    def seconds(self):
        """{point: seconds} of all runs here, also with other builds; the latest counts."""
        known = {}
        try:
            lines = self.times.read_text(encoding="utf-8").splitlines()
        except FileNotFoundError:
            return known
        for line in lines:
            try:
                label, seconds = json.loads(line)
                known[label] = float(seconds)
            except (ValueError, TypeError):
                continue  # cut off when a machine went down
        return known
