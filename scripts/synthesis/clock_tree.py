# SPDX-License-Identifier: Apache-2.0
"""Builds a clock tree of buffers into a netlist, by the method of means and medians: the clocked cells are halved at
the median of their places until few enough share a buffer, and four neighbouring buffers share the next one. So all
of them are as many buffers away from the clock, and buffers of a level have about the same load."""

from collections import Counter

from netlists import Netlist

CLOCK = "clk_i"
LEAF = 16  # clocked cells that share a buffer, at most
BRANCHES = 4  # buffers that share one: two halvings


def halve(sinks, places):
    """Two halves of [sink], across the longer side of where they are."""
    def extent(axis):
        ends = [places[sink][axis] for sink in sinks]
        return max(ends) - min(ends)

    axis = 0 if extent(0) >= extent(1) else 1
    ordered = sorted(sinks, key=lambda sink: (places[sink][axis], places[sink][1 - axis], sink))
    middle = (len(ordered) + 1) // 2
    return ordered[:middle], ordered[middle:]


def clusters(sinks, places):
    """Groups of at most LEAF sinks, as many as a power of two; neighbours in the list share their halves."""
    groups = [sorted(sinks)]
    while any(len(group) > LEAF for group in groups):
        groups = [half for group in groups for half in halve(group, places)]
    return groups


def with_clock_tree(netlist, places, buffer):
    """The netlist with a tree of this cell between the clock and all that it leads to, by the places {instance: (x, y)}
    of these."""
    sinks = {name for _, name, pins in netlist.cells if CLOCK in pins.values()}
    (pin,), (output,) = buffer.inputs, buffer.outputs
    number = Counter(kind for kind, _, _ in netlist.cells)[buffer.name]
    groups = clusters(sinks, places)
    nets = [f"clock_0_{index}" for index in range(len(groups))]
    leaf = {sink: net for group, net in zip(groups, nets) for sink in group}
    cells = [(kind, name, {of_cell: leaf[name] if net == CLOCK else net for of_cell, net in pins.items()})
             for kind, name, pins in netlist.cells]
    level = 0
    while nets:
        level += 1
        above = [f"clock_{level}_{index}" for index in range(-(-len(nets) // BRANCHES))] if len(nets) > 1 else [CLOCK]
        for index, net in enumerate(nets):
            number += 1
            cells.append((buffer.name, f"{buffer.name}_{number}", {pin: above[index // BRANCHES], output: net}))
        nets = above if len(nets) > 1 else []
    return Netlist(netlist.inputs, netlist.outputs, cells)
