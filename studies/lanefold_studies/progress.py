# SPDX-License-Identifier: Apache-2.0
"""What a sweep says while it runs: a bar on a terminal, lines elsewhere."""

import shutil
import sys

BAR = 20


def duration(seconds):
    """7 s, 3 min 20 s or 2 h 5 min."""
    seconds = round(seconds)
    if seconds < 60:
        return f"{seconds} s"
    minutes, seconds = divmod(seconds, 60)
    if minutes < 60:
        return f"{minutes} min {seconds} s"
    return f"{minutes // 60} h {minutes % 60} min"


class Progress:
    """Counts points as they end."""

    def __init__(self, total, stream=sys.stderr):
        self.total = total
        self.done = 0
        self.failures = {}  # sentences, by point
        self.stream = stream
        self.terminal = stream.isatty()

    def begins(self, left):
        """Nothing has ended yet."""
        if self.terminal:
            self.bar(left)

    def ended(self, point, outcome, left):
        """A point has its result, or none."""
        self.done += 1
        if outcome.code != 0:
            self.failures[point] = outcome.sentence
            self.say(f"{self.done}/{self.total} failed: lanefold {point.verb} {point}: {outcome.sentence}")
        elif not self.terminal:
            self.say(f"{self.done}/{self.total} {point}: {outcome.seconds:.1f} s")
        if self.terminal:
            self.bar(left)

    def bar(self, left):
        """[########............] 12/30, 1 failed, 3 min 20 s left"""
        filled = BAR * self.done // max(self.total, 1)
        line = f"[{'#' * filled}{'.' * (BAR - filled)}] {self.done}/{self.total}"
        if self.failures:
            line += f", {len(self.failures)} failed"
        if left is not None:
            line += f", {duration(left)} left"
        columns = shutil.get_terminal_size().columns
        self.stream.write(f"\r\033[K{line[:columns - 1]}")
        self.stream.flush()

    def say(self, line):
        """A line of its own, above the bar."""
        self.stream.write(("\r\033[K" if self.terminal else "") + line + "\n")
        self.stream.flush()

    def close(self):
        """The bar goes."""
        if self.terminal:
            self.stream.write("\r\033[K")
            self.stream.flush()
