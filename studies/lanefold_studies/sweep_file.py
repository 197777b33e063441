# SPDX-License-Identifier: Apache-2.0
"""Reads a sweep's TOML file: groups of points, each a cross product, and axes with named values."""

import itertools
import re
import tomllib
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from lanefold_studies.axes import (DEFAULTS, KEYS, LISTS, RESERVED, TABLES, axis_of,
                                   check_value, flat, refuse, shown)
from lanefold_studies.points import is_file, is_recording
from lanefold_studies.recorded_point import point_of
from lanefold_studies.refusal import FILE, Refusal

TOP = ("axes", "columns", "points")


@dataclass(frozen=True)
class SweepFile:
    """A sweep as its file describes it."""
    name: str
    points: list
    columns: list

    def inputs(self):
        """The files that points read."""
        files = {(point.folder or Path(".")) / name for point in self.points
                 for name in (point.assignments["program",], point.machine(), *point.input_files()) if name}
        return sorted(file for file in files if file.is_file())


def read_sweep(path, size=None):
    """The points of a file, each once. `size` is that of groups that do not name one; tiny is that
    of all, so that a file can be tried out."""
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise Refusal(FILE, f"{path} cannot be read: {reason}") from error
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        refuse(path, f"this is not TOML: {error}")
    return Reader(path, size).read(content)


class Reader:
    """Turns the content of one file into points."""

    def __init__(self, path, size):
        self.path = path
        self.size = size
        self.axes = {}

    def read(self, content):
        """Checks the whole file."""
        self.refuse_unknown(self.path, content, TOP)
        groups = content.get("points")
        if not isinstance(groups, list) or not groups or not all(isinstance(group, dict)
                                                                 for group in groups):
            refuse(self.path, "a sweep has one group [[points]] at least")
        self.axes = self.read_axes(content.get("axes", {}))
        points = {}
        for number, group in enumerate(groups, start=1):
            where = f"{self.path}: [[points]] {number}"
            for point in self.points_of(where, group):
                self.add(points, point)
        return SweepFile(self.path.stem, list(points.values()),
                         self.read_columns(content.get("columns", [])))

    def add(self, points, point):
        """Two groups may have a point in common. Two points may not have a place in common."""
        place = tuple(sorted((name, shown(value)) for name, value in point.axes.items()))
        other = points.setdefault(place, point)
        if sorted(other.words()) != sorted(point.words()):
            refuse(point.where, f"no axis tells {point} from {other}; name them by an axis")

    def read_columns(self, columns):
        """Columns of the CSV file."""
        if not isinstance(columns, list) or not all(isinstance(name, str) for name in columns):
            refuse(self.path, f"columns = {shown(columns)} is not valid; it is a list of names")
        return columns

    def read_axes(self, table):
        """{axis: {value: assignments}} of [axes.AXIS] VALUE = { … }."""
        if not isinstance(table, dict):
            refuse(self.path, "axes is not a table")
        axes = {}
        for axis, values in table.items():
            where = f"{self.path}: [axes.{axis}]"
            if axis in RESERVED or not re.fullmatch("[a-z][a-z0-9_-]*", axis):
                refuse(where, "an axis has a name of lower-case letters, digits, - and _ that is "
                              f"none of {', '.join(RESERVED)}")
            if not isinstance(values, dict) or not values:
                refuse(where, "an axis has values, such as wide = { set.core.warp_width = 32 }")
            axes[axis] = {name: self.named_value(f"{where} {name}", value)
                          for name, value in values.items()}
        return axes

    def named_value(self, where, table):
        """The assignments behind one value of a named axis."""
        if not isinstance(table, dict):
            refuse(where, "a value is a table, such as { set.core.warp_width = 32 }")
        self.refuse_unknown(where, table, KEYS)
        assignments = {}
        for key, value, varied in self.items_of(where, table):
            if varied and isinstance(value, list):
                refuse(where, f"{key[-1]} = {shown(value)} is a list; a named value fixes one")
            if varied:
                check_value(where, key[-1] if len(key) == 1 else axis_of(*key), value)
            assignments[key] = value
        return assignments

    def items_of(self, where, table):
        """(key, value, whether it may be varied): ("program",), ("set", "core.warps"), …"""
        for name, value in table.items():
            if name in TABLES:
                if not isinstance(value, dict):
                    refuse(where, f"{name} is a table, such as {name}.NAME = VALUE")
                yield from (((name, leaf), one, True) for leaf, one in flat(value))
            elif name in LISTS:
                if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
                    refuse(where, f"{name} is a list of texts")
                yield (name,), tuple(value), False
            else:
                yield (name,), value, True

    def points_of(self, where, group):
        """The cross product of a group."""
        self.refuse_unknown(where, group, (*KEYS, *self.axes))
        fixed, choices = {}, []
        for key, value, varied in self.items_of(where, group):
            if not varied:
                fixed[key] = value
            elif key[0] in self.axes:
                choices.append(self.named_choices(where, key[0], value))
            else:
                choices.append(plain_choices(where, key, value))
        for combination in itertools.product(*choices):
            yield self.point(where, fixed, combination)

    def named_choices(self, where, axis, value):
        """[(axis, value, assignments)]; "*" stands for all values."""
        known = self.axes[axis]
        names = list(known) if value == "*" else value if isinstance(value, list) else [value]
        for name in names:
            if not isinstance(name, str) or name not in known:
                refuse(where, f"{axis} has no value {shown(name)}; it has {', '.join(known)}")
        if not names:
            refuse(where, f"{axis} is an empty list")
        return [(axis, name, known[name]) for name in names]

    def point(self, where, fixed, combination):
        """One combination: no assignment twice, the defaults filled in."""
        assignments, labels = dict(fixed), {}
        for axis, value, own in combination:
            if axis is not None:
                labels[axis] = value
            for key, assigned in own.items():
                if key in assignments:
                    refuse(where, f"{'.'.join(key)} is given twice, by the group and by an axis or "
                                  "by two axes")
                assignments[key] = assigned
        program = assignments.get(("program",))
        if program is None:
            refuse(where, "program is missing: a workload, FILE.cl, FILE.elf, FILE.bin or FILE.lfrec")
        if self.size == "tiny" and ("size",) in assignments:
            assignments["size",] = "tiny"
        if not is_file(program):
            assignments.setdefault(("size",), self.size or DEFAULTS["size"])
        for name in () if is_recording(program) else ("machine", "seed"):
            assignments.setdefault((name,), DEFAULTS[name])
        return point_of(where, self.path.parent, labels, assignments)

    def refuse_unknown(self, where, table, known):
        """Names the nearest key."""
        for key in table:
            if key not in known:
                near = get_close_matches(key, known, 1)
                meant = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(known)}"
                refuse(where, f"there is no key '{key}'; {meant}")


def plain_choices(where, key, value):
    """[(None, value, assignments)] of a scalar or a list."""
    name = axis_of(*key) if len(key) == 2 else key[0]
    values = value if isinstance(value, list) else [value]
    if not values:
        refuse(where, f"{name} is an empty list")
    for one in values:
        check_value(where, name, one)
    return [(None, one, {key: one}) for one in values]
