# SPDX-License-Identifier: Apache-2.0
"""Carries out a sweep: what has no result yet runs, the longest first, and results are kept as they
come."""

import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass

from lanefold_studies.checkpoints import Checkpoints
from lanefold_studies.pools import DaskPool, LocalPool
from lanefold_studies.progress import Progress
from lanefold_studies.results import Results, Row
from lanefold_studies.schedule import Estimates, longest_first, share
from lanefold_studies.simulator import Simulator
from lanefold_studies.store import Store


@dataclass
class Swept:
    """What came of a sweep."""
    results: Results
    ran: int
    there: int
    failures: dict  # sentences, by key

    @property
    def failed(self):
        """How many runs have no result."""
        return len(self.failures)

    def __str__(self):
        return (f"{len(self.results)} points: {self.ran} run, {self.there} already there, "
                f"{self.failed} failed")


class Sweep:
    """The points of a file, and where their results are."""

    def __init__(self, command, sweep_file, folder):
        self.simulator = Simulator(command)
        self.file = sweep_file
        self.store = Store(folder)
        self.checkpoints = Checkpoints(self.simulator, self.store)

    def run(self, options):
        """Runs what is missing. Points that name the same run share it."""
        with ThreadPoolExecutor(options.jobs) as pool:
            keys = list(pool.map(self.simulator.key, self.file.points))
        for note, count in self.simulator.notes(self.file.points).items():
            print(f"note: {count} of {len(keys)} points: {note}", file=sys.stderr)
        runs = {}
        for key, point in zip(keys, self.file.points):
            runs.setdefault(key, point)
        mine = dict(share(list(runs.items()), options.part or (1, 1)))
        missing = {key: point for key, point in mine.items() if not self.store.has(key)}
        failures = self.run_points(missing, options) if missing else {}
        rows = [Row(point, key, self.store.read(key))
                for key, point in zip(keys, self.file.points) if key in mine]
        return Swept(Results(rows, self.simulator), len(missing) - len(failures), len(mine) - len(missing), failures)

    def run_points(self, missing, options):
        """Runs these, and returns what is said of those that failed, by key."""
        estimates = Estimates(self.store.seconds(), self.file.points)
        pool = DaskPool(options) if options.scheduler else LocalPool(options.jobs)
        keys = {point: key for key, point in missing.items()}
        progress = Progress(len(keys))
        stranded = self.checkpoints.make(keys, pool, options.timeout)
        waiting = {}
        for point in longest_first(keys, estimates):
            reason = stranded.get(self.checkpoints.file(point))
            if reason:
                progress.ended(point, reason, None)
            else:
                waiting[pool.submit(self.arguments(point, options))] = point
        progress.begins(estimates.remaining(waiting.values(), pool.jobs))
        for future in as_completed(list(waiting)):
            point = waiting.pop(future)
            self.keep(point, keys[point], future, pool, estimates, progress, waiting)
        progress.close()
        pool.close()
        return {keys[point]: sentence for point, sentence in progress.failures.items()}

    def arguments(self, point, options):
        """Of run_point."""
        checkpoint = self.checkpoints.file(point)
        resumes = ["--resume", str(checkpoint)] if checkpoint else []
        return self.simulator.arguments(point, [*point.words(), *resumes], options.timeout)

    def keep(self, point, key, future, pool, estimates, progress, waiting):
        """Stores a result, or tells why there is none."""
        outcome = pool.outcome(future)
        if outcome.code == 0:
            self.store.write(key, str(point), outcome)
            estimates.add(point, outcome.seconds)
        else:
            self.checkpoints.distrust(point, outcome)
        left = estimates.remaining(waiting.values(), pool.jobs)
        progress.ended(point, outcome, left)
