# SPDX-License-Identifier: Apache-2.0
"""Which points to run first, and how long the rest will take."""

import math
from statistics import mean


class Estimates:
    """Seconds of points, from earlier runs of the same or of similar ones."""

    def __init__(self, known, points):
        self.exact = known
        self.similar = {}
        for point in points:
            if str(point) in known:
                self.similar.setdefault(kind(point), []).append(known[str(point)])

    def of(self, point):
        """None if nothing like it has run."""
        if str(point) in self.exact:
            return self.exact[str(point)]
        similar = self.similar.get(kind(point))
        return mean(similar) if similar else None

    def add(self, point, seconds):
        """What a run took."""
        self.similar.setdefault(kind(point), []).append(seconds)

    def remaining(self, points, jobs):
        """Seconds until all points have run, or None as long as nothing is known."""
        times = [self.of(point) for point in points]
        known = [time for time in times if time is not None]
        every = known or [time for times in self.similar.values() for time in times]
        if not every:
            return None
        total = sum(mean(every) if time is None else time for time in times)
        return max(total / jobs, max(known, default=0) if len(points) <= jobs else 0)


def kind(point):
    """Points that take about as long as one another."""
    return point.axes["program"], point.axes.get("size"), point.axes.get("functional")


def longest_first(points, estimates):
    """The order of starts; what has never run could be the longest of all."""
    def seconds(point):
        known = estimates.of(point)
        return math.inf if known is None else known
    return sorted(points, key=seconds, reverse=True)


def share(items, part):
    """Share I of N: what each computes is known from the file alone."""
    index, count = part
    return items[index - 1::count]
