# SPDX-License-Identifier: Apache-2.0
"""Kinds of faults that are made by hand, each switched on at run time."""

import re
from dataclasses import dataclass, field


@dataclass
class Fault:
    """One fault of a file of rtl/, without its suffix, that the benches of a module must notice."""

    module: str
    what: str
    file: str
    number: int = field(default=0, kw_only=True)
    least_lanes: int = field(default=0, kw_only=True)  # of warps in which it is a fault

    def describe(self):
        """The fault in words."""
        return self.what


@dataclass
class TextFault(Fault):
    """A text that stands there once, and another with FAULT for the condition that the fault is on."""

    before: str
    after: str
    state: str = ""  # declarations that the other text needs

    def inject(self, text, condition):
        """The module with the fault."""
        assert text.count(self.before) == 1, f"rtl/{self.file}.sv has changed: {self.before}"
        header, body = split(text.replace(self.before, re.sub(r"\bFAULT\b", condition, self.after)))
        return header + self.state + body


@dataclass
class PortFault(Fault):
    """One mask loses its lowest lane on its way in."""

    port: str
    width: str  # of the port
    pattern: int

    def inject(self, text, condition):
        """The module with the fault."""
        header, body = split(text)
        faulty = f"faulty_{self.port}"
        header += (f"  logic [{self.width}-1:0] {faulty};\n"
                   f"  assign {faulty} = {condition} && {self.port} == {self.width}'(64'h{self.pattern:x}) ?\n"
                   f"      {self.port} & ({self.port} - {self.width}'(1)) : {self.port};\n")
        return header + re.sub(rf"(?<![.\w]){self.port}\b", faulty, body)


def split(text):
    """The header of a module, and the rest."""
    end = text.index("\n);\n") + 4
    return text[:end], text[end:]
