# SPDX-License-Identifier: Apache-2.0
"""Which points to run first, and how long the rest will take."""

import math


class Estimates:
    """Seconds of points, from earlier runs of the same or of similar ones. Asked for all that are left whenever a point
    has ended, so that nothing may be worked out anew."""

    def __init__(self, known, points):
        self.exact = {}
        self.similar = {}  # [seconds, runs] of each kind
        for point in points:
            seconds = known.get(str(point))
            if seconds is not None:
                self.exact[point] = seconds
                self.add(point, seconds)

    def of(self, point):
        """None if nothing like it has run."""
        if point in self.exact:
            return self.exact[point]
        seconds, runs = self.similar.get(kind(point), (None, 1))
        return None if seconds is None else seconds / runs

    def add(self, point, seconds):
        """What a run took."""
        times = self.similar.setdefault(kind(point), [0, 0])
        times[0] += seconds
        times[1] += 1

    def remaining(self, points, jobs):
        """Seconds until all points have run, or None as long as nothing is known."""
        times = [self.of(point) for point in points]
        known = [time for time in times if time is not None]
        if known:
            every = sum(known) / len(known)
        elif self.similar:
            seconds, runs = map(sum, zip(*self.similar.values()))
            every = seconds / runs
        else:
            return None
        total = sum(known) + every * (len(times) - len(known))
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
