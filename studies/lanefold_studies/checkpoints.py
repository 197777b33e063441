# SPDX-License-Identifier: Apache-2.0
"""Checkpoints of recordings, from which points of a sweep go on: each is made once, before them."""

from concurrent.futures import as_completed

from lanefold_studies.refusal import FILE
from lanefold_studies.store import make_folder


class Checkpoints:
    """Files beside the results."""

    def __init__(self, simulator, store):
        self.simulator = simulator
        self.store = store

    def file(self, point):
        """That from which a point goes on; None if it begins with the first launch."""
        key = self.simulator.checkpoint(point)
        return self.store.checkpoint(key) if key else None

    def make(self, points, pool, timeout):
        """Makes those that are not there. Returns {file: outcome} of those that cannot be made."""
        wanted = {}
        for point in points:
            file = self.file(point)
            if file is not None and not file.exists():
                wanted.setdefault(file, point)
        if wanted:
            make_folder(self.store.checkpoints)
        waiting = {pool.submit(self.arguments(point, file, timeout)): file for file, point in wanted.items()}
        outcomes = {waiting[future]: pool.outcome(future) for future in as_completed(list(waiting))}
        return {file: outcome for file, outcome in outcomes.items() if outcome.code != 0}

    def arguments(self, point, file, timeout):
        """Of run_point. The file has its name when it is whole, and the launches before it went as recorded."""
        return self.simulator.arguments(point, [*point.checkpoint_words(), str(file)], timeout)

    def distrust(self, point, outcome):
        """A file that may be what a point failed for is made anew by the next sweep."""
        file = self.file(point)
        if file is not None and outcome.code == FILE:
            file.unlink(missing_ok=True)
