# SPDX-License-Identifier: Apache-2.0
"""Reads the cells, pins and wires of a routed DEF file. What cannot be read is a ValueError."""

import re
from typing import NamedTuple


class Net(NamedTuple):
    """What it joins: (instance, pin) or ("PIN", port), its wires (layer, from, to) and vias (name, place),
    and the stubs (layer, from, to) between a track and a pin beside it."""

    terminals: list
    wires: list
    vias: list
    stubs: list


class Routing(NamedTuple):
    """A routed block, in units of which `units` are a micrometre: the corners of the die; of a cell its type, place and
    orientation; of a port its layer and place."""

    units: int
    die: tuple
    cells: dict
    ports: dict
    nets: dict

    def area(self):
        """Of the die, in square micrometres."""
        left, bottom, right, top = self.die
        return (right - left) * (top - bottom) / self.units ** 2

    def length(self, *layers):
        """Of all wires, or of those on these layers, in micrometres."""
        return sum(distance(begin, end) for net in self.nets.values() for layer, begin, end in net.wires
                   if not layers or layer in layers) / self.units


def distance(begin, end):
    """Along a wire."""
    return abs(begin[0] - end[0]) + abs(begin[1] - end[1])


def _section(text, name, path):
    """The items between NAME COUNT ; and END NAME."""
    found = re.search(rf"^{name}\s+\d+\s*;(.*?)^END {name}$", text, re.DOTALL | re.MULTILINE)
    if not found and name == "SPECIALNETS":
        return []
    if not found:
        raise ValueError(f"{path} has no {name} … END {name}")
    return [item.split() for item in re.findall(r"^-\s(.*?);", found[1], re.DOTALL | re.MULTILINE)]


def _route(words, path):
    """The wires and vias of `+ ROUTED LAYER [WIDTH] ( X Y ) ( * Y ) VIA NEW …`; a * is the number before it."""
    wires, vias, layer, at = [], [], None, None
    words = iter(words)
    for word in words:
        if word in ("ROUTED", "NEW"):
            layer, at = next(words), None
        elif word == "(":
            point = [next(words), next(words)]
            if not at and "*" in point or next(words) != ")":
                raise ValueError(f"{path} has a wire on {layer} that cannot be read")
            point = tuple(last if text == "*" else int(text) for text, last in zip(point, at or point))
            wires += [(layer, at, point)] if at else []
            at = point
        elif word != "+" and not word.isdecimal():
            vias.append((word, at))
    return wires, vias


def _net(item, stubs, path):
    route = item.index("ROUTED") - 1 if "ROUTED" in item else len(item)
    terminals = re.findall(r"\( (\S+) (\S+) \)", " ".join(item[1:route]))
    return Net(terminals, *_route(item[route:], path), stubs.get(item[0], []))


def _placed(item, path):
    """Where a cell or a port is."""
    found = re.search(r"(?:PLACED|FIXED) \( (-?\d+) (-?\d+) \) (\w+)", " ".join(item))
    if not found:
        raise ValueError(f"{path} does not say where {item[0]} is")
    return (int(found[1]), int(found[2])), found[3]


def read_routing(text, path):
    """The block of a DEF file."""
    units = re.search(r"^UNITS DISTANCE MICRONS (\d+)", text, re.MULTILINE)
    die = re.search(r"^DIEAREA \( (-?\d+) (-?\d+) \) \( (-?\d+) (-?\d+) \)", text, re.MULTILINE)
    if not units or not die:
        raise ValueError(f"{path} has no UNITS DISTANCE MICRONS and DIEAREA")
    ports = {item[0]: (item[item.index("LAYER") + 1], _placed(item, path)[0]) for item in _section(text, "PINS", path)}
    cells = {item[0]: (item[1], *_placed(item, path)) for item in _section(text, "COMPONENTS", path)}
    stubs = {item[0]: _route(item[1:], path)[0] for item in _section(text, "SPECIALNETS", path)}
    nets = {item[0]: _net(item, stubs, path) for item in _section(text, "NETS", path)}
    return Routing(int(units[1]), tuple(map(int, die.groups())), cells, ports, nets)
