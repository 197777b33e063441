# SPDX-License-Identifier: Apache-2.0
"""Reads back what scripts/synth --layout writes: a netlist, and the capacitance of each wire."""

import re

from liberty import read_text


def read_verilog(path):
    """The netlist as yosys' JSON has it, but with the names of nets for their numbers."""
    text = read_text(path)
    ports = {name: {"direction": direction, "bits": [name]}
             for direction, name in re.findall(r"^  (input|output) (\w+);$", text, re.MULTILINE)}
    cells = {}
    for kind, name, pins in re.findall(r"^  (\w+) (\w+) \((\..*)\);$", text, re.MULTILINE):
        nets = re.findall(r"\.(\w+)\((?:1'b)?(\w+)\)", pins)
        cells[name] = {"type": kind, "connections": {pin: [net] for pin, net in nets}}
    if not ports or not cells:
        raise ValueError(f"{path} is no netlist of scripts/synth --layout")
    return {"ports": ports, "cells": cells}


def read_spef(path):
    """{net: pF} of the wires."""
    found = re.findall(r"^\*D_NET (\w+) (\S+)$", read_text(path), re.MULTILINE)
    if not found:
        raise ValueError(f"{path} has no wires")
    return {net: float(farads) for net, farads in found}
