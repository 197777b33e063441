# SPDX-License-Identifier: Apache-2.0
"""The longest paths and the areas of blocks in one library, each found once. Modules with a clock are also mapped as if
an inverter drove each input, as with scripts/synth --driven: without that, the path of a register stage is
that of its registers' loads."""

from library import locate
from mapping import synthesise
from timing import open_library


class Paths:
    """Of a library, in a folder of its own."""

    def __init__(self, library, work):
        self.work = work
        self.work.mkdir(exist_ok=True)
        self.library, self.fo4, self.period = open_library(locate(library), work)
        self.known = {}

    def row(self, module, parameters):
        """As a row of scripts/synth: path_fo4 and gate_equivalents of the module."""
        key = (module, *parameters.items())
        if key not in self.known:
            row = synthesise(module, parameters, self.library, self.period, self.work, driven=True)
            self.known[key] = {"module": module, "path_fo4": round(row["path_ns"] / self.fo4, 1),
                               "gate_equivalents": row["gate_equivalents"]}
        return self.known[key]
