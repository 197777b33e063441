# SPDX-License-Identifier: Apache-2.0
"""RTL of the user's own, as Verilator elaborates it: its parameters, its ports, the files that it consists of."""

import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from enum import IntEnum
from pathlib import Path
from typing import NamedTuple, Optional

from rtl_header import RTL

QUIET = ("-Wno-fatal", "-Wno-lint", "--no-timing")
ERROR = re.compile(r"%(?:Error|Warning-USER(?:FATAL|ERROR))(?:-\w+)?: (.*)")
REFUSAL = re.compile(r"%Warning-USER(?:FATAL|ERROR): (.*)")
NOT_FOUND = re.compile(r"%Error: Parameters from the command line were not found in the design: (.*)")
MODULE = re.compile(r"^\s*module\s+(?:automatic\s+|static\s+)?(\w+)", re.MULTILINE)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


class Kind(IntEnum):
    """Exit codes of include/lanefold/error.h."""

    USAGE = 2
    CONFIGURATION = 3
    COMPILER = 5


class Refused(Exception):
    """What the user must change: an exit code and one sentence."""

    def __init__(self, kind, sentence):
        super().__init__(sentence)
        self.kind = kind


class Port(NamedTuple):
    """A port, as it is elaborated; of no bits if its type is not packed."""

    direction: str
    bits: Optional[int]

    def __str__(self):
        if self.bits is None:
            return f"an {self.direction} of a type that is not packed"
        return f"an {self.direction} of {self.bits} bit{'s' * (self.bits != 1)}"


class Elaboration(NamedTuple):
    """A module with the parameters that it was given."""

    top: str
    parameters: dict
    ports: dict
    files: list


def words(names, last="and"):
    """a, b and c."""
    names = list(names)
    return f" {last} ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def choose_top(files, block, top):
    """The module that is the block: the one named, of the block's name, or that no other of these files has inside."""
    texts = [COMMENT.sub("", Path(file).read_text(encoding="utf-8", errors="replace")) for file in files]
    names = [name for text in texts for name in MODULE.findall(text)]
    if top in names or (top is None and block in names):
        return top or block
    if top is not None or not names:
        has = f"only {words(names)}" if names else "none"
        raise Refused(Kind.USAGE, f"{files[0]} has no module {top or block}: it has {has}")
    bodies = [MODULE.sub("", text) for text in texts]
    inside = {name for body in bodies for name in names if re.search(rf"\b{name}\b\s*(?:#|\w+\s*\()", body)}
    roots = [name for name in names if name not in inside]
    if len(roots) != 1:
        raise Refused(Kind.USAGE,
                      f"{files[0]} has the modules {words(roots or names)}: say which is {block} by its name")
    return roots[0]


def arguments(wish, top, parameters):
    """Of Verilator, for the user's files, what stands beside them, and what rtl/ has."""
    folders = [*wish["includes"], *dict.fromkeys(str(Path(file).parent) for file in wish["files"]), str(RTL)]
    package = [str(RTL / "lanefold_pkg.sv")]
    if any(re.search(r"\bpackage\s+lanefold_pkg\b", Path(file).read_text(encoding="utf-8", errors="replace"))
           for file in wish["files"]):
        package = []
    return [*QUIET, "--top-module", top, *(f"-G{name}={value}" for name, value in parameters.items()),
            *(word for folder in folders for word in ("-y", folder)), *(f"-I{folder}" for folder in folders),
            *package, *wish["files"]]


def run(wish, command):
    """The messages of Verilator, or None if it accepts everything."""
    done = subprocess.run([wish["verilator"], *command], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          check=False)
    sys.stderr.write(done.stderr)
    return done.stderr if done.returncode != 0 or ERROR.search(done.stderr) else None


def refuse(wish, top, parameters, messages):
    """Raises what the first error of Verilator means."""
    shape = ", ".join(f"{name} {value}" for name, value in parameters.items())
    if refusal := REFUSAL.search(messages):
        raise Refused(Kind.CONFIGURATION, f"{top} refuses {shape}: {refusal[1]}")
    error = ERROR.search(messages)
    text = error[1] if error else messages.strip().split("\n", maxsplit=1)[0]
    raise Refused(Kind.COMPILER, f"Verilator does not accept {wish['files'][0]} with {shape}: {text}")


def elaborate(wish, top, parameters, folder):
    """With those parameters that the module has."""
    messages = run(wish, ["--xml-only", "--Mdir", str(folder), "--prefix", "Vdesign",
                          *arguments(wish, top, parameters)])
    if messages and (missing := NOT_FOUND.search(messages)):
        lacked = missing[1].split()
        had = {name: value for name, value in parameters.items() if name not in lacked}
        return elaborate(wish, top, had, folder)
    if messages:
        refuse(wish, top, parameters, messages)
    return read_netlist(folder / "Vdesign.xml", top, parameters)


def bits_of(dtype, types):
    """How wide a type of the netlist is; None if it is not packed."""
    if dtype.tag == "basicdtype":
        if dtype.get("left") is not None:
            return abs(int(dtype.get("left")) - int(dtype.get("right"))) + 1
        return 1 if dtype.get("name") in ("logic", "bit") else None
    if dtype.tag == "structdtype":
        return sum(bits_of(member, types) for member in dtype)
    inner = bits_of(types[dtype.get("sub_dtype_id")], types)
    if dtype.tag == "packarraydtype":
        left, right = (int(bound.get("name").split("h")[-1], 16) for bound in dtype.find("range"))
        return (abs(left - right) + 1) * inner
    return inner if dtype.tag in ("refdtype", "enumdtype", "memberdtype") else None


def read_netlist(path, top, parameters):
    """What Verilator wrote."""
    root = ElementTree.parse(path).getroot()
    types = {dtype.get("id"): dtype for table in root.iter("typetable") for dtype in table}
    module = next(module for module in root.iter("module") if module.get("topModule"))
    ports = {var.get("name"): Port(var.get("dir"), bits_of(types[var.get("dtype_id")], types))
             for var in module.findall("var") if var.get("dir")}
    files = [file.get("filename") for file in root.find("files") if not file.get("filename").startswith("<")]
    return Elaboration(top, parameters, ports, files)
