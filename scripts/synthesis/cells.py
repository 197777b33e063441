# SPDX-License-Identifier: Apache-2.0
"""The cells of a Liberty file: what each costs, and which are the gates that figures are measured
in, found by their function."""

import math
from dataclasses import dataclass, field
from typing import Optional

from functions import truth_table

_EDGES = {"cell_rise": "rise_transition", "cell_fall": "fall_transition"}  # delays, and the slopes with them
_STATEFUL = ("ff", "latch", "ff_bank", "latch_bank", "statetable")
# Inputs, and the bits of the truth table.
_GATES = {"inverter": (1, 0b01), "buffer": (1, 0b10), "two-input NAND": (2, 0b0111)}


@dataclass
class Cell:
    """What is known of one cell."""

    name: str
    line: int
    end: int
    area: Optional[float]
    usable: bool  # for logic
    register: bool
    special: bool = False  # pins that are neither inputs nor outputs, or outputs that can be off
    inputs: list = field(default_factory=list)
    outputs: dict = field(default_factory=dict)  # and their functions
    untimed: list = field(default_factory=list)  # outputs without delays or slopes
    setup: bool = False  # an input has a set-up time
    load: float = 0.0  # of all inputs, in the file's unit
    transistors: Optional[int] = None


def _number(text, path, line, what):
    """A number of a Liberty file that is not below zero."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 <= number < math.inf:
        raise ValueError(f"{path}:{line}: the {what} '{text}' is no number from 0")
    return number


def _is_true(group, name):
    return group.attributes.get(name, "").lower() == "true"


def is_pad(group):
    """Whether a cell is for the edge of a chip."""
    return _is_true(group, "pad_cell") or any(_is_true(pin, "is_pad") for pin in group.all("pin"))


def _is_timed(pin):
    """Whether an output has a delay with its slope, or needs none: a constant has no edge."""
    return pin.attributes.get("function") in ("0", "1") or any(
        timing.all(delay) and timing.all(slope) for timing in pin.all("timing") for delay, slope in _EDGES.items())


def _load(pin, library, path):
    """The capacitance of an input, in one of the forms that it may have."""
    texts = [pin.attributes[name] for name in ("capacitance", "rise_capacitance", "fall_capacitance")
             if name in pin.attributes]
    usual = library.attributes.get("default_input_pin_cap", "0")
    return max(_number(text, path, pin.line, "capacitance") for text in texts or [usual])


def _read_pins(cell, group, library, path):
    for pin in group.all("pin"):
        names = " ".join(pin.names).split()
        direction = pin.attributes.get("direction", "")
        cell.setup |= any(timing.attributes.get("timing_type", "").startswith("setup")
                          for timing in pin.all("timing"))
        if direction == "input":
            cell.inputs += names
            cell.load += _load(pin, library, path) * len(names)
        elif direction == "output":
            cell.outputs.update((name, pin.attributes.get("function", "")) for name in names)
            cell.untimed += [] if _is_timed(pin) else names
        cell.special |= direction not in ("input", "output") or "three_state" in pin.attributes
    cell.special |= bool(group.all("bus", "bundle"))


def read_cells(library, path):
    """The cells by their names. A cell that is there twice, or a number that is none, is a
    ValueError."""
    cells = {}
    for group in library.all("cell"):
        name = " ".join(group.names)
        if name in cells:
            raise ValueError(f"{path}:{group.line}: there is a cell {name} already on line {cells[name].line}")
        area = group.attributes.get("area")
        cell = Cell(name, group.line, group.end,
                    area=None if area is None else _number(area, path, group.line, "area"),
                    usable=not _is_true(group, "dont_use") and not is_pad(group),
                    register=bool(group.all(*_STATEFUL)))
        _read_pins(cell, group, library, path)
        cells[name] = cell
    return cells


def _is_gate(cell, inputs, table, path):
    if not cell.usable or cell.register or cell.special:
        return False
    if len(cell.inputs) != inputs or len(cell.outputs) != 1:
        return False
    function = next(iter(cell.outputs.values()))
    try:
        return bool(function) and truth_table(function, cell.inputs) == table
    except ValueError as error:
        raise ValueError(f"{path}:{cell.line}: in cell {cell.name} {error}") from error


def _gates(kind, cells, path):
    """All cells that are of this kind."""
    found = [cell for cell in cells.values() if _is_gate(cell, *_GATES[kind], path)]
    if not found:
        raise ValueError(f"{path} has no {kind}; needed are at least {', '.join(f'one {gate}' for gate in _GATES)}, "
                         "each with its function and without dont_use")
    for cell in found:
        if not cell.area:
            raise ValueError(f"{path}:{cell.line}: cell {cell.name} has no area")
    return found


def find_gate(kind, cells, path):
    """The smallest cell that is an inverter, a buffer or a two-input NAND, and of those that are as
    small the strongest: the one whose inputs are the largest load."""
    found = _gates(kind, cells, path)
    chosen = min(found, key=lambda cell: (cell.area, -cell.load, cell.name))
    if not chosen.load:
        raise ValueError(f"{path}:{chosen.line}: cell {chosen.name} has no capacitance at its inputs")
    return chosen


def clock_buffer(cells, path):
    """The buffer of a clock tree: the strongest for its area, by the load of its input."""
    return max(_gates("buffer", cells, path), key=lambda cell: (cell.load / cell.area, cell.name))
