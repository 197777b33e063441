# SPDX-License-Identifier: Apache-2.0
"""The results of a sweep, found by what its points have in common:

    results.one(program="bfs", compaction="scc")["counters.cycles"]
    results.values("policies.scc.gain_over_ivb", along="program", compaction="ivb")

An axis is named as in the sweep's file. Of a dotted name, the last part is enough where it is that
of one axis only. docs/reference/statistics.md explains the names of statistics: a path begins in `total`, or
at the top of the record. results.lanefold("cost") is what another command says as JSON."""

import json
from difflib import get_close_matches

from lanefold_studies.refusal import CONFIGURATION, Refusal


class Row:
    """One point: its axes, and the record of its run, if there is one."""

    def __init__(self, point, key, record):
        self.point = point
        self.axes = point.axes
        self.key = key
        self.record = record

    def __getitem__(self, path):
        """A statistic by its dotted path."""
        if self.record is None:
            raise Refusal(CONFIGURATION, f"there is no result of {self.point}")
        first = path.split(".")[0]
        node = self.record["total"] if first in self.record["total"] else self.record
        for part in path.split("."):
            node = self.step(node, part, path)
        return node

    def step(self, node, part, path):
        """Down by one name."""
        if isinstance(node, list):
            names = [str(index) for index in range(len(node))]
            if part in names:
                return node[int(part)]
        else:
            names = list(node) if isinstance(node, dict) else []
            if part in names:
                return node[part]
        if not names:
            raise Refusal(CONFIGURATION, f"there is nothing below the statistic before '.{part}' "
                                         f"in '{path}'")
        if node is self.record:
            names = [*self.record["total"], *names]
        near = get_close_matches(part, names, 1)
        meant = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(names[:40])}"
        raise Refusal(CONFIGURATION, f"there is no '{part}' in the statistic '{path}'; {meant}")


class Results:
    """Rows, in the order of the sweep's file, and the simulator that they are of."""

    def __init__(self, rows, simulator=None):
        self.rows = list(rows)
        self.simulator = simulator
        self.axes = list(dict.fromkeys(name for row in self.rows for name in row.axes))

    def __iter__(self):
        return iter(self.rows)

    def __len__(self):
        return len(self.rows)

    def lanefold(self, *words):
        """What the command prints of this with --json."""
        return json.loads(self.simulator.output(*words, "--json"))

    def axis_name(self, name):
        """The axis that is meant."""
        same = [axis for axis in self.axes if axis == name] or \
               [axis for axis in self.axes if axis.rpartition(".")[2] == name]
        if len(same) != 1:
            what = "is the end of several axes" if same else "is no axis"
            raise Refusal(CONFIGURATION, f"'{name}' {what}; there are {', '.join(self.axes)}")
        return same[0]

    def axis(self, name):
        """The values of an axis, each once."""
        full = self.axis_name(name)
        return list(dict.fromkeys(row.axes[full] for row in self.rows if full in row.axes))

    def select(self, **wanted):
        """The rows with these values; a list stands for any of its values."""
        full = {self.axis_name(name): value if isinstance(value, (list, tuple)) else [value]
                for name, value in wanted.items()}
        return Results((row for row in self.rows
                       if all(name in row.axes and row.axes[name] in values
                              for name, values in full.items())), self.simulator)

    def one(self, **wanted):
        """The only row with these values."""
        found = self.select(**wanted)
        if len(found) != 1:
            asked = ", ".join(f"{name} = {value}" for name, value in wanted.items())
            told = ", ".join(name for name in found.axes if len(found.axis(name)) > 1)
            raise Refusal(CONFIGURATION, f"{len(found)} points have {asked or 'no condition'}"
                                         + (f"; what tells them apart is {told}" if told else ""))
        return found.rows[0]

    def values(self, path, along, **wanted):
        """A statistic for each value of an axis."""
        return [self.one(**{along: value}, **wanted)[path]
                for value in self.select(**wanted).axis(along)]
