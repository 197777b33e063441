# SPDX-License-Identifier: Apache-2.0
"""The ports of a mapped compaction_datapath by those of its twin, whose operands have 64 bits."""

import re

_TWIN_BITS = 64
_DATA = ("row_data_i", "alu_a_o", "alu_b_o", "alu_c_o", "alu_result_i", "data_o")
# Ports of the stages from the ALU on, and those of them whose bits mean something in every cycle. An operand that an
# instruction does not read is whatever a latch holds.
_LATE = ("alu_", "valid_o", "tag_o", "last_o", "write_o", "data_o")
_ANY = ("alu_a_o", "alu_b_o", "alu_c_o")


class Datapath:
    """Finds them for a netlist with these ports (yosys' JSON), of a shape that a twin has."""

    module = "core0_compaction_datapath_fpu/compaction_datapath"

    def __init__(self, ports, shape, policy):
        self.ports = {name: port["direction"] for name, port in ports.items()}
        lanes = self._bits("dispatch_i")
        if lanes != shape.lanes:
            raise ValueError(f"the layout is of {lanes} lanes; it needs a compaction_datapath of {shape.lanes}")
        self.width = self._bits("data_o") // lanes
        # Rows of the whole warp may hold half of it if there are operands of 64 bits: then the twin has one stage more.
        self.later = 1 if policy == "scc" and self.width < _TWIN_BITS else 0

    def _bits(self, name):
        """How many bits a port has that the netlist has as one port each."""
        return sum(bool(re.fullmatch(rf"{name}_\d+", port)) for port in self.ports)

    def _bit(self, name, bits):
        """The twin's bit for a port of the netlist."""
        base, _, index = name.rpartition("_")
        if (base, 0) not in bits:
            return name, 0
        index = int(index)
        return base, index // self.width * _TWIN_BITS + index % self.width if base in _DATA else index

    def values(self, bits, cycles):
        """{port: number} of all ports, of what the twin's bits are in one cycle more."""
        ones = (1 << cycles) - 1
        return {name: bits[self._bit(name, bits)] >> (self.later if name.startswith(_LATE) else 0) & ones
                for name in self.ports}

    def inputs(self, values):
        """Those of them that the netlist is given."""
        return {name: number for name, number in values.items() if self.ports[name] == "input"}

    def check(self, netlist, values):
        """That outputs of a netlist that has run are those of the twin, from the first result on: until then, registers
        without reset may hold anything."""
        first = values["valid_o"] & -values["valid_o"]
        if not first:
            raise RuntimeError("the waveform has no result of the data path")
        for name, direction in self.ports.items():
            other = values[name] ^ netlist.nets[netlist.ports[name][1]]
            if direction == "output" and not name.startswith(_ANY) and other & -first:
                raise RuntimeError(f"the layout's output {name} is not what the waveform says")
