# SPDX-License-Identifier: Apache-2.0
"""Reads the ports of modules from a waveform, as text in the form of IEEE 1364 clause 18 (VCD)."""

import re
import subprocess
from contextlib import contextmanager


CHUNK = 1 << 15  # steps that are kept as text


class Ports:
    """What the ports of one module are, step by step: a step is a point of time at which any of them
    changes. Steps come in chunks, each of which begins with the last step of the one before."""

    def __init__(self):
        self.widths = {}
        self.now = {}  # values as text, the highest bit first
        self.steps = []
        self.chunks = []  # (steps, {(port, bit): its value at all of them, the first in the lowest bit})

    def add(self, name, width):
        """A port that the waveform declares."""
        self.widths[name] = width
        self.now[name] = "0" * width

    def take(self):
        """The state after all changes of a point of time."""
        self.steps.append("".join(self.now.values()))
        if len(self.steps) == CHUNK:
            last = self.steps[-1]
            self.close()
            self.steps = [last]

    def close(self):
        """The end of a chunk."""
        columns = (int("".join(column), 2) for column in zip(*reversed(self.steps)))
        self.chunks.append((len(self.steps), {(name, bit): next(columns) for name, width in self.widths.items()
                                              for bit in reversed(range(width))}))
        self.steps = []


def _value(text, width):
    if not re.fullmatch("[01]+", text):
        raise RuntimeError(f"the waveform has a value '{text}', which is not of zeros and ones")
    return text.zfill(width)


class Reader:
    """Collects the ports of some modules in what `make` makes for each. A module is named by the innermost scopes that
    it is in, with slashes: the twin's name, and the module's own. What is not of these kinds, and all below it, is left
    out."""

    def __init__(self, modules, make, kinds):
        self.ports = {module: make() for module in modules}
        self.kinds = kinds
        self.targets = {}  # of each code: all ports that it stands for
        self.scopes = []

    def declare(self, words):
        """$scope, $upscope and $var of the header."""
        if words[0] == "$scope":
            self.scopes.append(words[2])
        elif words[0] == "$upscope":
            self.scopes.pop()
        elif words[0] == "$var" and words[1] in self.kinds:
            inside = "/" + "/".join(self.scopes)
            for module, ports in self.ports.items():
                if inside.endswith(f"/{module}"):
                    ports.add(words[4], int(words[2]))
                    self.targets.setdefault(words[3], []).append((ports, words[4]))

    def read(self, lines):
        """All of the waveform."""
        for line in lines:
            words = line.split()
            if words[:1] == ["$enddefinitions"]:
                break
            if words:
                self.declare(words)
        absent = [module for module, ports in self.ports.items() if not ports.widths]
        if absent:
            raise RuntimeError(f"the waveform has no module {absent[0]}")
        changed = set()
        for line in lines:
            if line[0] == "#":
                self.step(changed)
            elif line[0] == "b":
                text, code = line[1:].split()
                self.change(code, text, changed)
            elif line[0] in "01xz":
                self.change(line[1:].strip(), line[0], changed)
        self.step(changed)
        for ports in self.ports.values():
            ports.close()

    def change(self, code, text, changed):
        """A new value."""
        for ports, name in self.targets.get(code, ()):
            ports.now[name] = _value(text, ports.widths[name])
            changed.add(ports)

    def step(self, changed):
        """The end of a point of time."""
        for ports in changed:
            ports.take()
        changed.clear()


def read_ports(lines, modules, make=Ports, kinds=("wire",)):
    """{module: its ports} of a waveform's lines."""
    reader = Reader(modules, make, kinds)
    reader.read(iter(lines))
    return reader.ports


@contextmanager
def fst_lines(file, whole=True):
    """The lines of a file of Verilator's, for a with statement that may end before them unless it needs the whole."""
    with subprocess.Popen(["fst2vcd", "-f", str(file)], stdout=subprocess.PIPE, text=True) as process:
        yield process.stdout
        if not whole:
            process.kill()
    if whole and process.returncode != 0:
        raise RuntimeError(f"fst2vcd cannot read {file}")


def read_fst(file, modules, make=Ports, kinds=("wire",)):
    """The same of a file of Verilator's."""
    with fst_lines(file) as lines:
        return read_ports(lines, modules, make, kinds)
