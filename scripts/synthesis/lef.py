# SPDX-License-Identifier: Apache-2.0
"""What a LEF file says of the layout: the sizes of cells, where their pins are, and what wires are made of. Lengths are
in micrometres. What is missing is a ValueError."""

import re
from typing import NamedTuple


class Layer(NamedTuple):
    """A layer of wires: ohms of a square, and picofarads of a square micrometre of plate and a micrometre of edge."""

    width: float
    pitch: float
    square: float
    plate: float
    edge: float

    def resistance(self, length):
        """Of a wire, in ohms."""
        return self.square * length / self.width

    def capacitance(self, length):
        """Of a wire to the ground, in picofarads. It has two edges; its ends are inside vias and pins."""
        return length * (self.plate * self.width + 2 * self.edge)


class Shape(NamedTuple):
    """The outline of a cell, and of each pin the rectangles (layer, left, bottom, right, top)."""

    width: float
    height: float
    pins: dict


class Layout(NamedTuple):
    """All of a LEF file by names; a via is the two layers that it joins."""

    layers: dict
    vias: dict
    cells: dict


def _blocks(text, kind):
    """What is between KIND NAME and END NAME."""
    return [(found[1], found[2]) for found in re.finditer(
        rf"^[ \t]*{kind}[ \t]+(\S+)[^\n]*\n(.*?)^[ \t]*END[ \t]+\1[ \t]*$", text, re.DOTALL | re.MULTILINE)]


def _size(body):
    """Width and height of a cell, or None."""
    found = re.search(r"^\s*SIZE\s+([\d.]+)\s+BY\s+([\d.]+)", body, re.MULTILINE)
    return found and (float(found[1]), float(found[2]))


def layout_areas(text):
    """The areas of cells by name, in square micrometres."""
    sizes = {name: _size(body) for name, body in _blocks(text, "MACRO")}
    return {name: size[0] * size[1] for name, size in sizes.items() if size}


def _layer(name, body, path):
    """A layer of wires; all of its properties are needed."""
    values = []
    for words in ("WIDTH", "PITCH", "RESISTANCE RPERSQ", "CAPACITANCE CPERSQDIST", "EDGECAPACITANCE"):
        found = re.search(rf"^\s*{words.replace(' ', chr(92) + 's+')}\s+([\d.eE+-]+)", body, re.MULTILINE)
        if not found:
            raise ValueError(f"{path} has no {words} for the layer {name}, so that wires cannot be timed")
        values.append(float(found[1]))
    return Layer(*values)


def _rectangles(body):
    """The rectangles of a pin, each with its layer."""
    layer, found = None, []
    for words in re.findall(r"^\s*(LAYER|RECT)\s+([^;]*?)\s*;", body, re.MULTILINE):
        if words[0] == "LAYER":
            layer = words[1]
        else:
            found.append((layer, *map(float, words[1].split())))
    return found


def _shape(name, body, path):
    size = _size(body)
    if not size:
        raise ValueError(f"{path} has no SIZE for the cell {name}")
    if re.search(r"^\s*ORIGIN\s+(?!0(\.0*)?\s+0(\.0*)?\s*;)", body, re.MULTILINE):
        raise ValueError(f"{path} gives the cell {name} an ORIGIN; only cells that begin at 0 0 can be placed")
    return Shape(*size, {pin: _rectangles(of_pin) for pin, of_pin in _blocks(body, "PIN")})


def read_layout(text, path):
    """Everything in a file that routing needs."""
    layers = {name: _layer(name, body, path) for name, body in _blocks(text, "LAYER")
              if re.search(r"^\s*TYPE\s+ROUTING", body, re.MULTILINE)}
    vias = {name: [layer for layer in re.findall(r"^\s*LAYER\s+(\S+)", body, re.MULTILINE) if layer in layers]
            for name, body in _blocks(text, "VIA")}
    return Layout(layers, vias, {name: _shape(name, body, path) for name, body in _blocks(text, "MACRO")})
