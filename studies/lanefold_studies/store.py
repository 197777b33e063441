# SPDX-License-Identifier: Apache-2.0
"""The folder of a sweep's results: the statistics of each point as `lanefold` wrote them, under
the point's key, and how long runs took. Several sweeps may use it at once."""

import json
from pathlib import Path

from lanefold_studies.output_file import append_line, write_whole
from lanefold_studies.refusal import FILE, Refusal


def make_folder(path):
    """With all above it; it may be there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refusal(FILE, f"{path} cannot be made a folder: {error.strerror}") from error


class Store:
    """Results by key."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.points = self.folder / "points"
        self.checkpoints = self.folder / "checkpoints"
        self.times = self.folder / "seconds.jsonl"
        make_folder(self.points)

    def checkpoint(self, key):
        """The file of a checkpoint, which may not be there yet."""
        return self.checkpoints.absolute() / f"{key}.lfckpt"

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
        append_line(self.times, json.dumps([label, round(outcome.seconds, 3)]))

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
