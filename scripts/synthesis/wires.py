# SPDX-License-Identifier: Apache-2.0
"""The resistances and capacitances of a net from the metal that was routed for it."""

from collections import defaultdict
from itertools import combinations
from typing import NamedTuple

from routing import distance

_TURNS = {"N": (False, False), "S": (True, True), "FN": (True, False), "FS": (False, True)}  # in x, in y


class Network(NamedTuple):
    """Picofarads to the ground of each node, (node, node, ohms), and the length of all wires. A terminal is a node with
    its name, the others have numbers."""

    farads: dict
    resistors: list
    length: float


class _Joined:
    """Points that are one node: what touches, or is joined by a via, of which LEF states no resistance."""

    def __init__(self):
        self.parents = {}

    def root(self, point):
        """The point that stands for all that are joined with this one."""
        while point in self.parents:
            point = self.parents[point]
        return point

    def join(self, one, other):
        """Makes them one node."""
        one, other = self.root(one), self.root(other)
        if one != other:
            self.parents[other] = one


def pin_rectangles(terminal, routing, layout):
    """Where a terminal is: rectangles (layer, left, bottom, right, top) in the unit of the routing."""
    instance, pin = terminal
    if instance == "PIN":
        layer, (x, y) = routing.ports[pin]
        return [(layer, x, y, x, y)]
    name, (left, bottom), orientation = routing.cells[instance]
    if orientation not in _TURNS:
        raise ValueError(f"the cell {instance} is placed as {orientation}; valid are {', '.join(_TURNS)}")
    shape, (mirrored, upturned) = layout.cells[name], _TURNS[orientation]
    found = []
    for layer, *corners in (rectangle for rectangle in shape.pins[pin] if rectangle[0] in layout.layers):
        x = [shape.width - corner if mirrored else corner for corner in corners[::2]]
        y = [shape.height - corner if upturned else corner for corner in corners[1::2]]
        found.append((layer, left + routing.units * min(x), bottom + routing.units * min(y),
                      left + routing.units * max(x), bottom + routing.units * max(y)))
    return found


def _touch(one, other):
    """Whether two rectangles do."""
    return one[0] == other[0] and all(max(one[low], other[low]) <= min(one[low + 2], other[low + 2]) for low in (1, 2))


def _metal(wire, routing, layout):
    """The rectangle of a wire. It is as wide at its ends as elsewhere."""
    layer, begin, end = wire
    half = routing.units * layout.layers[layer].width / 2
    return (layer, *(min(pair) - half for pair in zip(begin, end)), *(max(pair) + half for pair in zip(begin, end)))


def _on_terminal(terminal, net, metals, routing, layout):
    """The points whose metal touches a terminal, or a stub of it, whose length is neglected."""
    rectangles = pin_rectangles(terminal, routing, layout)
    stubs = [_metal(stub, routing, layout) for stub in net.stubs]
    rectangles += [stub for stub in stubs if any(_touch(stub, rectangle) for rectangle in rectangles)]
    touching = [point for point, metal in metals.items() if any(_touch(metal, rectangle) for rectangle in rectangles)]
    if not touching:
        raise ValueError(f"no wire reaches {'/'.join(terminal)}")
    return touching


def _pieces(net, metals, routing, layout):
    """The wires, cut at all points that they touch: (point, point, length). Each once, should wires lie on wires."""
    found = set()
    for wire in net.wires:
        layer, begin, end = wire
        metal = _metal(wire, routing, layout)
        on_it = [tuple(sorted((low, at, high))[1] for low, at, high in zip(begin, point[1:], end)) + point[1:]
                 for point in metals if _touch(metal, metals[point])]
        on_it.sort()
        found |= {((layer, *one[2:]), (layer, *other[2:]), distance(one, other) / routing.units)
                  for one, other in zip(on_it, on_it[1:])}
    return sorted(found)


def _joined_points(net, metals, routing, layout):
    """The points that are one node each: those of a via, of a terminal, or beside each other."""
    joined = _Joined()
    for via, place in net.vias:
        one, other = layout.vias[via]
        joined.join((one, *place), (other, *place))
    for one, other in combinations(metals, 2):
        if _touch(metals[one], metals[other]):
            joined.join(one, other)
    for terminal in net.terminals:
        for point in _on_terminal(terminal, net, metals, routing, layout):
            joined.join(terminal, point)
    return joined


def extract(net, routing, layout):
    """The network of a net. One that is not whole is a ValueError. Half of a wire's capacitance is at each end."""
    points = {(layer, *point) for layer, begin, end in net.wires for point in (begin, end)}
    points |= {(layer, *place) for via, place in net.vias for layer in layout.vias[via]}
    metals = {point: _metal((point[0], point[1:], point[1:]), routing, layout) for point in sorted(points)}
    joined = _joined_points(net, metals, routing, layout)
    names = {joined.root(terminal): terminal for terminal in net.terminals}
    whole, farads, total = _Joined(), defaultdict(float), 0
    # Pins that touch are one node under several names.
    resistors = [(terminal, names[joined.root(terminal)], 0.0) for terminal in net.terminals
                 if names[joined.root(terminal)] != terminal]
    for one, other, length in _pieces(net, metals, routing, layout):
        layer = layout.layers[one[0]]
        ends = [names.setdefault(root, len(names)) for root in (joined.root(one), joined.root(other))]
        for name in ends:
            farads[name] += layer.capacitance(length) / 2
        if ends[0] != ends[1]:
            resistors.append((*ends, layer.resistance(length)))
            whole.join(*ends)
        total += length
    if len({whole.root(names[joined.root(terminal)]) for terminal in net.terminals}) > 1:
        raise ValueError("its wires are in pieces")
    return Network(dict(farads), resistors, total)
