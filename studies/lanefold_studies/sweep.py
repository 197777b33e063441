# SPDX-License-Identifier: Apache-2.0
"""Carries out a sweep: what has no result yet runs, the longest first, and results are kept as they
come."""

import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass

from lanefold_studies.pools import DaskPool, LocalPool
from lanefold_studies.progress import Progress
from lanefold_studies.refusal import Refusal
from lanefold_studies.results import Results, Row
from lanefold_studies.schedule import Estimates, longest_first, share
from lanefold_studies.simulator import Simulator
from lanefold_studies.store import Store, make_folder


@dataclass
class Swept:
    """What came of a sweep."""
    results: Results
    ran: int
    there: int
    failed: int

    def __str__(self):
        return (f"{len(self.results)} points: {self.ran} run, {self.there} already there, "
                f"{self.failed} failed")


class Sweep:
    """The points of a file, and where their results are."""

    def __init__(self, command, sweep_file, folder):
        self.simulator = Simulator(command)
        self.file = sweep_file
        self.store = Store(folder)

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
        failed = self.run_points(missing, options) if missing else 0
        rows = [Row(point, key, self.store.read(key))
                for key, point in zip(keys, self.file.points) if key in mine]
        return Swept(Results(rows, self.simulator), len(missing) - failed, len(mine) - len(missing), failed)

    def run_points(self, missing, options):
        """Runs these, and returns how many failed."""
        self.make_checkpoints(missing.values(), options)
        estimates = Estimates(self.store.seconds(), self.file.points)
        pool = DaskPool(options) if options.scheduler else LocalPool(options.jobs)
        keys = {point: key for key, point in missing.items()}
        waiting = {pool.submit(self.arguments(point, options)): point
                   for point in longest_first(keys, estimates)}
        progress = Progress(len(waiting))
        progress.begins(estimates.remaining(waiting.values(), pool.jobs))
        for future in as_completed(list(waiting)):
            point = waiting.pop(future)
            self.keep(point, keys[point], future, pool, estimates, progress, waiting)
        progress.close()
        pool.close()
        return progress.failed

    def arguments(self, point, options):
        """Of run_point."""
        folder = None if point.folder is None else str(point.folder.absolute())
        words = [point.verb, *point.words()]
        checkpoint = self.simulator.checkpoint(point)
        if checkpoint:
            words += ["--resume", str(self.store.checkpoint(checkpoint))]
        return self.simulator.command, self.simulator.digest, words, folder, options.timeout

    def make_checkpoints(self, points, options):
        """Those that are not there yet, each once, before anything goes on from them."""
        wanted = {}
        for point in points:
            checkpoint = self.simulator.checkpoint(point)
            if checkpoint and not self.store.checkpoint(checkpoint).exists():
                wanted.setdefault(checkpoint, point)
        if wanted:
            make_folder(self.store.checkpoints)
        with ThreadPoolExecutor(options.jobs) as pool:
            list(pool.map(self.make_checkpoint, wanted.items()))

    def make_checkpoint(self, wanted):
        """The file has its name when it is whole."""
        key, point = wanted
        try:
            self.simulator.answers(point.verb, *point.checkpoint_words(),
                                   str(self.store.checkpoint(key)), folder=point.folder)
        except Refusal as refusal:
            raise Refusal(refusal.code, f"{point.where}: {refusal}") from refusal

    def keep(self, point, key, future, pool, estimates, progress, waiting):
        """Stores a result, or tells why there is none."""
        outcome = pool.outcome(future)
        if outcome.code == 0:
            self.store.write(key, str(point), outcome)
            estimates.add(point, outcome.seconds)
        left = estimates.remaining(waiting.values(), pool.jobs)
        progress.ended(point, outcome, left)
