# SPDX-License-Identifier: Apache-2.0
"""A point that replays a recording. Points that begin with the same launch can go on from one checkpoint."""

import shlex

from lanefold_studies.axes import refuse
from lanefold_studies.points import Point, is_recording
from lanefold_studies.simulator import hash_of

# Settings that a checkpoint and who goes on from it have in common.
BUFFERS = ("memory.bytes", "memory.guard_bytes", "memory.overrun_bytes")
TAKES = ("program", "machine", "functional", "from_launch", "set")


class RecordedPoint(Point):
    """One replay."""

    verb = "replay"

    def __init__(self, where, folder, labels, assignments):
        for key in assignments:
            if key[0] not in TAKES:
                refuse(where, f"{key[0]} means nothing for a recording, which takes {', '.join(TAKES)}")
        super().__init__(where, folder, labels, assignments)

    def __str__(self):
        launch = self.assignments.get(("from_launch",))
        return shlex.join(self.words()) + (f" from launch {launch}" if launch else "")

    def program_words(self):
        """The recording."""
        return [self.assignments["program",]]

    def program_identity(self, simulator):
        """A hash of the recording, and of the checkpoint from which the point goes on."""
        return [hash_of(self, self.assignments["program",]), simulator.checkpoint(self)]

    def checkpoint_words(self):
        """Of the machine without the settings of single points, but for where buffers lie."""
        launch = self.assignments.get(("from_launch",))
        if not launch:
            return None
        buffers = [word for key in BUFFERS if ("set", key) in self.assignments
                   for word in ("--set", f"{key}={self.assignments['set', key]}")]
        return [*self.program_words(), *self.plain(("machine",), True), *buffers, "--checkpoint-at", str(launch)]


def point_of(where, folder, labels, assignments):
    """A point of the kind that its program wants."""
    if is_recording(assignments["program",]):
        return RecordedPoint(where, folder, labels, assignments)
    if ("from_launch",) in assignments:
        refuse(where, "from_launch is for recordings, FILE.lfrec")
    return Point(where, folder, labels, assignments)
