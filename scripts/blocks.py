# SPDX-License-Identifier: Apache-2.0
"""The modules of rtl/ that have twins, as rtl/blocks.toml lists them, and the parameters with which they are built."""

import tomllib
from typing import NamedTuple

from rtl_header import RTL, read_header

OPERAND_BITS = (32, 16, 64)


class Shape(NamedTuple):
    """The parameters of a module at a geometry, and what else names are made of."""

    parameters: dict
    words: dict

    def text(self):
        """The parameters for a reader."""
        return ", ".join(f"{name} {value}" for name, value in self.parameters.items())

    def fill(self, text):
        """The text with values for {Lanes} and the like."""
        return text.format(**self.parameters, **{name: value for name, value in self.words.items()
                                                 if name not in self.parameters})


class Block(NamedTuple):
    """An entry of rtl/blocks.toml, together with what its family has."""

    name: str
    said: dict

    def family(self):
        """Its name, or None."""
        return self.said.get("family")

    def module(self):
        """By which it is Verilated."""
        return self.said.get("inside", {}).get("module", self.name)

    def inside(self):
        """The parameter that makes that module the block, if it is another one."""
        return {name: value for name, value in self.said.get("inside", {}).items() if name != "module"}

    def sequential(self):
        """Whether it has a clock."""
        return read_header(self.name).has_port("clk_i")

    def own(self):
        """Sets of parameters that no geometry gives, and words beside them."""
        return self.said.get("own", [{}])

    def twin_shapes(self, lanes, alu_width):
        """Of the module by which it is Verilated."""
        return shapes(self.module(), lanes, alu_width, [self.inside()] if self.inside() else self.own())

    def mutated_shapes(self, lanes, alu_width):
        """Those that get faults."""
        return shapes(self.name, lanes, alu_width, self.own()[:self.said.get("mutated")])

    def tests(self, shape):
        """The filter of the benches that see a shape of the block."""
        instance = "/" + shape.fill(self.said["test_of"]) if "test_of" in self.said else ""
        return ":".join(f"*/{suite}{instance}" for suite in self.said["tests"])


def shapes(module, lanes, alu_width, own=({},)):
    """What a geometry gives to a module, once for each of `own`: each quad of an operand size where it has quads."""
    names = read_header(module).parameters
    found = {}
    for bits in OPERAND_BITS if "QuadLanes" in names else OPERAND_BITS[:1]:
        given = {"Lanes": lanes, "AluWidth": alu_width, "QuadLanes": min(alu_width * 32 // bits, lanes),
                 "DataWidth": bits}
        for one in own:
            values = {**given, **one}
            parameters = {name: values[name] for name in names if name in values}
            if "Warps" in parameters:
                parameters["Entries"] = min(parameters["Entries"], parameters["Warps"] * lanes)
            shape = Shape(parameters, {**given, **one, "Bits": bits})
            found.setdefault(tuple(parameters.values()), shape)
    return list(found.values())


def _read():
    path = RTL / "blocks.toml"
    manifest = tomllib.loads(path.read_text(encoding="utf-8"))
    blocks = {}
    for name, said in manifest["blocks"].items():
        family = manifest["families"].get(said.get("family"), {})
        proof = {**family.get("proof", {}), **said["proof"]} if "proof" in said else None
        blocks[name] = Block(name, {**family, **said, "proof": proof})
    return blocks, manifest["loop"]


BLOCKS, LOOP = _read()


def _of_family(family):
    return [name for name, block in BLOCKS.items() if block.family() == family]


MODULES = list(BLOCKS)
# Those whose faults yosys lists.
LISTED = [name for name in MODULES if BLOCKS[name].said.get("listed", True)]
CONTROL_BLOCKS = [name for name, block in BLOCKS.items() if "policy" in block.said]
# What takes the place of a control block where it has more than one cycle.
PIPELINES = [name for name in _of_family("control") if name not in CONTROL_BLOCKS]
DATA_PATH = _of_family("data_path")
WARP_SLICES = _of_family("slices")
# The halves of scc_parallel and scc_pipeline.
SCC_HALVES = ["scc_surplus", "scc_slots"]
# Inside wired_or_crossbar.
CROSSBAR_PARTS = ["quad_swizzler", "wired_or_bus"]
# Inside compaction_datapath, without a bench of its own.
DATAPATH_PARTS = ["issued_lanes"]
