# SPDX-License-Identifier: Apache-2.0
"""The energy of a netlist's nets that change, in pJ: what charges their loads, and what the cells take inside, by the
power tables of a Liberty file. Without wires."""

from bisect import bisect_right
from dataclasses import dataclass, field

from activity import CONSTANTS, falls, rises

_LOAD = "total_output_net_capacitance"
EDGES = ("rise", "fall")


def _place(axis, value):
    """Between which two points of an axis a value is, or which two it is nearest to, and how far from the first."""
    if len(axis) == 1:
        return 0, 0.0
    at = min(max(bisect_right(axis, value) - 1, 0), len(axis) - 2)
    return at, (value - axis[at]) / (axis[at + 1] - axis[at])


class Table:
    """Numbers by load and slew, either of which may be missing."""

    def __init__(self, group, templates):
        template = templates.get(group.names[0])
        variables = [template.attributes[f"variable_{number}"] for number in (1, 2)
                     if template and f"variable_{number}" in template.attributes]
        self.axes = [(group.tables.get(f"index_{number}") or template.tables[f"index_{number}"])[0]
                     for number in range(1, len(variables) + 1)]
        self.loads = [variable == _LOAD for variable in variables]
        self.values = [number for row in group.tables["values"] for number in row]

    def at(self, load, slew):
        """Between points, and beyond them, on straight lines."""
        total = 0.0
        corners = [(0, 1.0)]
        for axis, is_load in zip(self.axes, self.loads):
            at, part = _place(axis, load if is_load else slew)
            corners = [(index * len(axis) + at + step, weight * share) for index, weight in corners
                       for step, share in ((0, 1 - part), (1, part)) if share]
        for index, weight in corners:
            total += weight * self.values[index]
        return total


@dataclass
class Arc:
    """From an input of a cell to an output: tables by the edge of the output, rise and fall."""

    pin: str
    sense: str = ""
    tables: dict = field(default_factory=dict)

    def slew(self, load, slews):
        """Of the output, by edge, from those of the input."""
        same = {edge: slews[edge] for edge in EDGES}
        other = {"rise": slews["fall"], "fall": slews["rise"]}
        if self.sense == "negative_unate":
            same = other
        elif self.sense != "positive_unate":
            same = {edge: max(same[edge], other[edge]) for edge in EDGES}
        return {edge: table.at(load, same[edge]) for edge, table in self.tables.items()}


class CellPower:
    """What a Liberty file says of one cell."""

    def __init__(self, group, templates):
        self.loads = {}  # of inputs, in pF
        self.passive = {}  # {input: Arc}: of the input alone
        self.internal = {}  # {output: [Arc]}
        self.timing = {}
        for pin in group.all("pin"):
            names = " ".join(pin.names).split()
            power = [self.arc(one, "power", templates) for one in pin.all("internal_power")]
            timing = [self.arc(one, "transition", templates) for one in pin.all("timing")]
            for name in names:
                if pin.attributes.get("direction") == "input":
                    self.loads[name] = float(pin.attributes.get("capacitance", 0))
                    self.passive[name] = [arc for arc in power if arc.tables]
                else:
                    self.timing[name] = [arc for arc in timing if len(arc.tables) == 2]
                    senses = {arc.pin: arc.sense for arc in timing}
                    self.internal[name] = [Arc(arc.pin, senses.get(arc.pin, ""), arc.tables)
                                           for arc in power if arc.tables]

    @staticmethod
    def arc(group, what, templates):
        """One internal_power or timing group; `power` is for both edges."""
        tables = {edge: Table(one, templates) for edge in EDGES
                  for one in group.all(f"{edge}_{what}", what)}
        return Arc(group.attributes.get("related_pin", ""), group.attributes.get("timing_sense", ""), tables)


class Energies:
    """The tables of a library, for cells as they are asked for."""

    def __init__(self, library):
        self.cells = {" ".join(cell.names): cell for cell in library.all("cell")}
        self.templates = {one.names[0]: one for one in library.all("lu_table_template", "power_lut_template")}
        self.volts = float(library.attributes["nom_voltage"])
        self.known = {}

    def cell(self, name):
        """One cell."""
        if name not in self.known:
            self.known[name] = CellPower(self.cells[name], self.templates)
        return self.known[name]

    def loads(self, netlist):
        """The load of each net, in pF."""
        loads = {}
        for cell in netlist.cells.values():
            inputs = self.cell(cell["type"]).loads
            for pin, net in netlist.pins(cell).items():
                loads[net] = loads.get(net, 0.0) + inputs.get(pin, 0.0)
        return loads

    def slews(self, netlist, loads):
        """The slowest edges of each net; inputs, and clocks, have none."""
        none = dict.fromkeys(EDGES, 0.0)
        slews = {}
        registers = [cell for cell in netlist.cells.values() if cell["type"] in netlist.states]
        for cell in registers + netlist.in_order():
            pins = netlist.pins(cell)
            for output, arcs in self.cell(cell["type"]).timing.items():
                if output not in pins or not arcs:
                    continue
                net = pins[output]
                found = [arc.slew(loads.get(net, 0.0), slews.get(pins[arc.pin], none)) for arc in arcs]
                slews[net] = {edge: max(one[edge] for one in found) for edge in EDGES}
        return slews

    def switching(self, net, netlist, loads):
        """What charges and discharges a net: half of C V^2 each time, in pJ of pF."""
        steps = netlist.ones.bit_length()
        value = netlist.nets[net]
        changes = (rises(value) | falls(value, steps)).bit_count()
        return changes * loads.get(net, 0.0) * self.volts ** 2 / 2

    def of(self, netlist):
        """{what: pJ} of all steps: of the nets that inputs drive, of those that cells drive, and inside the cells."""
        loads = self.loads(netlist)
        slews = self.slews(netlist, loads)
        inputs = {net for direction, net in netlist.ports.values() if direction == "input"}
        driven = {netlist.pins(cell)[pin] for cell in netlist.cells.values()
                  for pin in self.cell(cell["type"]).internal if pin in cell["connections"]}
        total = {"inputs": sum(self.switching(net, netlist, loads) for net in inputs),
                 "nets": sum(self.switching(net, netlist, loads) for net in driven),
                 "cells": 0.0}
        for cell in netlist.cells.values():
            total["cells"] += self.inside(cell, netlist, loads, slews)
        return total

    def inside(self, cell, netlist, loads, slews):
        """Of one cell: of inputs that change, and of outputs that change, by the inputs that change with them."""
        none = dict.fromkeys(EDGES, 0.0)
        steps = netlist.ones.bit_length()
        power = self.cell(cell["type"])
        pins = netlist.pins(cell)
        edges = {}
        for pin, net in pins.items():
            value = netlist.nets[net]
            edges[pin] = {"rise": rises(value), "fall": falls(value, steps)} if net not in CONSTANTS else \
                         dict.fromkeys(EDGES, 0)
        total = 0.0
        for pin, arcs in power.passive.items():
            for arc in arcs if pin in pins else ():
                slew = slews.get(pins[pin], none)
                total += sum(edges[pin][edge].bit_count() * table.at(0.0, slew[edge])
                             for edge, table in arc.tables.items()) / len(arcs)
        for output, arcs in power.internal.items():
            if output not in pins or not arcs:
                continue
            load = loads.get(pins[output], 0.0)
            for edge in EDGES:
                total += self.through(edges[output][edge], edge, arcs, edges, load,
                                      {arc.pin: slews.get(pins.get(arc.pin), none) for arc in arcs})
        return total

    @staticmethod
    def through(changes, edge, arcs, edges, load, slews):
        """Changes of an output, shared among the inputs that change at the same steps."""
        together = [(changes & (edges[arc.pin]["rise"] | edges[arc.pin]["fall"])).bit_count() for arc in arcs]
        if not sum(together):
            together = [1] * len(arcs)
        energy = 0.0
        for arc, share in zip(arcs, together):
            slew = slews[arc.pin]
            other = slew["fall" if edge == "rise" else "rise"]
            at = other if arc.sense == "negative_unate" else slew[edge]
            energy += share * arc.tables[edge].at(load, at)
        return changes.bit_count() * energy / sum(together)
