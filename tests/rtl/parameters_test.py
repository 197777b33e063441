# SPDX-License-Identifier: Apache-2.0
"""Elaborates each RTL module with legal and with illegal parameters: Verilator and yosys must accept
the former and refuse the latter."""

import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
# pylint: disable=wrong-import-position
from blocks import CONTROL_BLOCKS, DATA_PATH, PIPELINES, SCC_HALVES, WARP_SLICES

RTL = Path(__file__).resolve().parents[2] / "rtl"
FILES = sorted(RTL.glob("*.sv"), key=lambda file: (file.stem != "lanefold_pkg", file))

QUADS = [{"Lanes": 4}, {"Lanes": 12}, {"QuadLanes": 1}, {"QuadLanes": 3},
         {"Lanes": 8, "QuadLanes": 16}]
# Not 128 lanes: yosys elaborates most of SCC, for seconds, before it comes to the check.
OF_CONTROL = ({"Lanes": 8, "QuadLanes": 2}, QUADS)
OF_DATA_PATH = ({"Lanes": 8, "QuadLanes": 2, "DataWidth": 1}, [*QUADS, {"Lanes": 128}, {"DataWidth": 0}])

ORGANISED = [{"Lanes": 12}, {"Lanes": 8, "AluWidth": 16}, {"AluWidth": 2}, {"AluWidth": 12}, {"Organisation": 3}]

# Module: legal parameters that are not the defaults, and sets of illegal ones.
MODULES = {
    "exec_mask": ({"Lanes": 64}, [{"Lanes": 0}, {"Lanes": 4}, {"Lanes": 12}, {"Lanes": 128}]),
    **dict.fromkeys([*CONTROL_BLOCKS, *PIPELINES, *SCC_HALVES, "scc_control"], OF_CONTROL),
    **dict.fromkeys(DATA_PATH, OF_DATA_PATH),
    "quad_swizzler": ({"QuadLanes": 32, "DataWidth": 1},
                      [{"QuadLanes": 1}, {"QuadLanes": 3}, {"QuadLanes": 64}, {"DataWidth": 0}]),
    "wired_or_bus": OF_DATA_PATH,
    "compaction_sequencer": ({"Lanes": 8, "AluWidth": 8},
                             [{"Lanes": 12}, {"Lanes": 128}, {"AluWidth": 2}, {"AluWidth": 12},
                              {"AluWidth": 32}]),
    "issued_lanes": ({"Lanes": 8, "QuadLanes": 2}, QUADS),
    "register_banks": ({"Lanes": 8, "AluWidth": 8, "Organisation": 2}, ORGANISED),
    "compaction_datapath": ({"Lanes": 8, "AluWidth": 8, "Organisation": 2, "DataWidth": 1, "TagBits": 1},
                            [*ORGANISED, {"DataWidth": 0}, {"DataWidth": 33}, {"DataWidth": 128},
                             {"TagBits": 0}]),
    "scoreboard": ({"Groups": 1, "GroupRegisters": 1}, [{"Groups": 0}, {"GroupRegisters": 0}]),
    "coalescer": ({"Lanes": 64, "LineBits": 1}, [{"Lanes": 12}, {"Lanes": 128}, {"LineBits": 0}]),
    "mcb": ({"Lanes": 8, "Entries": 1}, [{"Lanes": 12}, {"Lanes": 128}, {"Entries": 0}, {"Entries": 65}]),
    "mdt": ({"Lanes": 8, "Entries": 1, "PlaceBits": 1},
            [{"Lanes": 12}, {"Lanes": 128}, {"Entries": 0}, {"Entries": 65}, {"PlaceBits": 0}]),
    "slip_controller": ({"Lanes": 64, "CounterBits": 1},
                        [{"Lanes": 12}, {"Lanes": 128}, {"CounterBits": 0}]),
    "slip_unit": ({"Lanes": 8, "Entries": 1, "Loads": 1, "PlaceBits": 1, "CounterBits": 1},
                  [{"Lanes": 12}, {"Entries": 65}, {"Loads": 65}, {"PlaceBits": 0}, {"CounterBits": 0}]),
    **dict.fromkeys(WARP_SLICES, ({"Lanes": 8, "Warps": 1, "Entries": 1},
                                  [{"Lanes": 12}, {"Lanes": 128}, {"Warps": 0}, {"Warps": 9},
                                   {"Entries": 1}, {"Entries": 33}, {"Warps": 8, "Entries": 65}])),
    "scc_append": ({"MaxA": 2, "MaxB": 3, "MaxSum": 4, "LaneBits": 1},
                   [{"MaxSum": 9}, {"MaxSum": 3}, {"MaxA": 9}, {"LaneBits": 0}]),
    "scc_queue": ({"Quads": 8}, [{"Quads": 1}]),
    "unary_adder": ({"MaxA": 2, "MaxB": 3, "MaxSum": 4}, [{"MaxSum": 0}, {"MaxSum": 9}]),
    "unary_prefix": ({"Terms": 3, "MaxTerm": 2, "MaxSum": 5},
                     [{"MaxTerm": 17}, {"MaxSum": 17}, {"MaxSum": 3}]),
    "unary_sum": ({"Terms": 2, "MaxTerm": 2, "MaxSum": 3},
                  [{"Terms": 3}, {"MaxTerm": 17}, {"MaxSum": 17}]),
}


def verilator(module, parameters):
    """Exit code and output; only errors fail, since any warning would hide that there is none."""
    settings = [f"-G{name}={value}" for name, value in parameters.items()]
    return run(["verilator", "--lint-only", "-Wno-fatal", f"-I{RTL}", RTL / "lanefold_pkg.sv",
                RTL / f"{module}.sv", "--top-module", module, *settings])


def yosys(module, parameters):
    """Exit code and output."""
    settings = " ".join(f"-set {name} {value}" for name, value in parameters.items())
    return run(["yosys", "-q", "-p", f"read_verilog -sv -defer {' '.join(map(str, FILES))}; "
                                     f"chparam {settings} {module}; hierarchy -check -top {module}"])


def run(command):
    """Exit code, and everything that it prints."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False, timeout=120)
    return done.returncode, done.stdout


class RtlParameters(unittest.TestCase):
    """Every module under both tools."""

    def test_every_module_is_in_the_table(self):
        self.assertEqual({file.stem for file in FILES} - {"lanefold_pkg"}, set(MODULES))

    def test_legal_parameters_elaborate(self):
        for module, (legal, _) in MODULES.items():
            for tool in (verilator, yosys):
                with self.subTest(module=module, parameters=legal, tool=tool.__name__):
                    code, output = tool(module, legal)
                    self.assertEqual(code, 0, output)

    def test_illegal_parameters_fail_at_elaboration(self):
        for module, (_, table) in MODULES.items():
            for parameters in table:
                for tool in (verilator, yosys):
                    with self.subTest(module=module, parameters=parameters, tool=tool.__name__):
                        code, output = tool(module, parameters)
                        self.assertNotEqual(code, 0, output)
                        # Refused by a check of the parameters, not stumbled over later.
                        self.assertIn("FATAL", output)


if __name__ == "__main__":
    unittest.main()
