# SPDX-License-Identifier: Apache-2.0
"""Which modules a command line asks for, and with which of their own parameters: MODULE, or
MODULE:NAME=VALUE,… as often as there are values to compare."""

import argparse
import re
from typing import NamedTuple

from arguments import one_of, whole_number
from blocks import BLOCKS, CROSSBAR_PARTS, SCC_HALVES
from mapping import is_legal
from rtl_header import RTL, read_header

DATA_WIDTH = 32  # bits of an operand without another
DATA_WIDTHS = (1, 32)
# scc_control is scc_parallel, as cores have it. EUs without SCC may have parts of the crossbar.
CHOICES = ["scc_control" if module == "scc_parallel" else module
           for module in [*BLOCKS, *CROSSBAR_PARTS, *SCC_HALVES]]
_OF_GEOMETRY = ("Lanes", "QuadLanes", "AluWidth", "DataWidth")
_MOST = {"bit": 1, "int unsigned": 4096}  # of what is sensible


class Request(NamedTuple):
    """A module as it is asked for; `own` are its parameters that the geometry does not give."""

    text: str
    module: str
    own: tuple = ()

    def parameters(self, geometry, data_width=DATA_WIDTH):
        """All parameters that are given to the module."""
        return {**shape_of(self.module, *geometry, data_width), **dict(self.own)}


def shape_of(module, lanes, alu_width, data_width=DATA_WIDTH):
    """What a geometry and the bits of an operand say of a module, whose quads are as wide as the ALU."""
    given = {"Lanes": lanes, "AluWidth": alu_width, "QuadLanes": alu_width, "DataWidth": data_width}
    return {name: value for name, value in given.items() if name in read_header(module).parameters}


class Parameter(NamedTuple):
    """One that the geometry does not give."""

    said: str  # by the comment of the RTL
    most: int


def own_parameters(module):
    """The parameters of a module's RTL that the geometry does not give, by name."""
    text = (RTL / f"{module}.sv").read_text(encoding="utf-8")
    found = re.findall(r"((?:^ *///.*\n)+) *parameter (bit|int unsigned) +(\w+) *=", text, re.MULTILINE)
    return {name: Parameter(" ".join(re.findall(r"/// *(.*\S)", comment)), _MOST[kind])
            for comment, kind, name in found if name not in _OF_GEOMETRY}


def request(text):
    """A type: MODULE[:NAME=VALUE,…]."""
    module, colon, settings = text.partition(":")
    one_of(CHOICES, "module")(module)
    own = {}
    known = own_parameters(module)
    for setting in settings.split(",") if colon else []:
        name, equals, value = setting.partition("=")
        if not equals:
            raise argparse.ArgumentTypeError(f"'{setting}' of '{text}' is no NAME=VALUE")
        if name in _OF_GEOMETRY:
            raise argparse.ArgumentTypeError(f"{name} of '{text}' follows from --geometry")
        if name not in known:
            raise argparse.ArgumentTypeError(
                f"{module} has no parameter '{name}'; it has {', '.join(known) or 'none of its own'}")
        if name in own:
            raise argparse.ArgumentTypeError(f"'{text}' has {name} twice")
        own[name] = whole_number(0, known[name].most)(value)
    return Request(text, module, tuple(own.items()))


def refusal(asked, geometry):
    """Why the module cannot be built so, in the words of its RTL; None if it can."""
    parameters = asked.parameters(geometry)
    if not asked.own or is_legal(asked.module, parameters):
        return None
    names = dict(asked.own)
    said = [f"of {name} its RTL says '{one.said.rstrip('.')}'" for name, one in own_parameters(asked.module).items()
            if name in names or any(f"`{other}`" in one.said for other in names)]
    values = ", ".join(f"{name} {value}" for name, value in parameters.items())
    return f"there is no {asked.module} of {values}; {', '.join(said)}"
