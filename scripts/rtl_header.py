# SPDX-License-Identifier: Apache-2.0
"""The header of a module of rtl/: its parameters and ports, which stand one a line."""

import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, Optional

RTL = Path(__file__).resolve().parents[1] / "rtl"
_PARAMETER = re.compile(r"(parameter|localparam) +(?:bit|int unsigned) +(\w+) *= *(.*?),?$")
_PORT = re.compile(r"(input|output) +\S+(?: +\[(.+)-1:0\])? +(\w+),?$")


class Port(NamedTuple):
    """A port; its width is an expression of the parameters, None for one bit or for what a type of the package has."""

    direction: str
    width: Optional[str]
    name: str

    def fields(self):
        """(how many, bits of each) of what stands side by side in a port of a width such as Lanes*QuadBits."""
        match = re.fullmatch(r"(\w+)\*(\w+)", self.width or "")
        return match.groups() if match else None


class Header(NamedTuple):
    """What stands before the body of a module."""

    text: str
    parameters: dict  # name: default
    derived: dict  # localparams, name: expression
    ports: list

    def has_port(self, name):
        """Whether there is such a port."""
        return any(port.name == name for port in self.ports)


@lru_cache(maxsize=None)
def read_header(module, folder=RTL):
    """Of folder/module.sv. A line that is neither parameter nor port nor comment is a ValueError."""
    path = folder / f"{module}.sv"
    whole = path.read_text(encoding="utf-8")
    end = whole.index("\n);\n") + 4
    text = whole[:end]
    header = Header(text, {}, {}, [])
    lines = text[re.search(rf"^module {module}\b", text, re.MULTILINE).start():].splitlines()
    for line in lines[1:-1]:
        line = line.strip()
        if parameter := _PARAMETER.match(line):
            kind, name, value = parameter.groups()
            (header.parameters if kind == "parameter" else header.derived)[name] = value
        elif port := _PORT.match(line):
            header.ports.append(Port(*port.groups()))
        elif line != ") (" and line and not line.startswith("//"):
            raise ValueError(f"{path} has the line '{line}' before its body, which is no parameter or port")
    return header
