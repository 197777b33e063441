#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Verilog-2005 of scripts/verilog-2005 in Icarus Verilog against waveforms of Verilator: the same outputs for the
inputs of whole kernels, of which docs/blocks/diagrams.toml has one for each block. Icarus knows registers that nobody
has set: what says whether anything is there must be known from the reset on."""

import os
import re
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(SOURCES / "scripts"), str(SOURCES / "scripts/synthesis"), str(SOURCES / "scripts/documentation"),
                str(SOURCES / "scripts/verification")]
# pylint: disable=wrong-import-position
from blocks import BLOCKS
from mapping import write_verilog_2005
from rtl_header import read_header
from timing_diagrams import diagrams
from waveform import Ports, read_fst

COMMAND = sys.argv.pop() if len(sys.argv) > 1 and Path(sys.argv[-1]).is_file() else None
MOST = 6000  # steps of a block
# Parts of the bits of outputs that nobody has set: places in entries without lanes, operands and micro-ops before the
# first. Elsewhere all are known.
UNKNOWN = {"mdt": 0.5, "slip_unit": 0.35, "compaction_sequencer": 0.95, "compaction_datapath": 0.95,
           "operand_latch": 0.01, "scc_pipeline": 0.01}
ALWAYS_KNOWN = r"((\w+_)?(valid|ready|full|moves|yield|converged|legal)|busy|read)_o"

BENCH = """module replay;
  reg [{bits}-1:0] steps [0:{steps}-1];
  reg [{bits}-1:0] now;
  reg run;
  integer step, wrong, known, unknown;
{wires}
  {module} dut ({connections});
  task compare(input integer high, input [{bits}-1:0] mask, input [{bits}-1:0] actual, input must);
    integer bit;
    begin
      for (bit = 0; bit < high; bit = bit + 1) begin
        if (actual[bit] === 1'bx || actual[bit] === 1'bz) begin
          unknown = unknown + 1;
          if (must) begin
            wrong = wrong + 1;
            if (wrong < 5) $display("step %0d: unknown after the reset", step);
          end
        end else begin
          known = known + 1;
          if (actual[bit] !== mask[bit]) begin
            wrong = wrong + 1;
            if (wrong < 5) $display("step %0d: %h, but Verilator has %h", step, actual, mask);
          end
        end
      end
    end
  endtask
  initial begin
    $readmemb("{file}", steps);
    wrong = 0; known = 0; unknown = 0;
    // Waveforms begin behind the reset.
    now = steps[0];
    run = 0;
    #1 run = 1;
    for (step = 0; step < {steps}; step = step + 1) begin
      now = steps[step];
      #1;
{compares}
    end
    $display("wrong %0d known %0d unknown %0d", wrong, known, unknown);
  end
endmodule
"""


class Recorded(Ports):
    """The first steps of some ports, in their order."""

    def __init__(self, names):
        super().__init__()
        self.names = names

    def take(self):
        if len(self.steps) < MOST:
            self.steps.append("".join(self.now[name] for name in self.names))

    def close(self):
        """They stay."""


def verilog_of(block, ports, folder):
    """Of the shape that the waveform is of: it has the parameters, too."""
    module = BLOCKS[block].module()
    path = folder / f"{module}.v"
    write_verilog_2005(module, {name: int(ports.now[name], 2) for name in read_header(module).parameters}, path)
    return path


def bench_of(block, ports, folder):
    """Drives the inputs, and compares the outputs."""
    header = read_header(BLOCKS[block].module())
    low, places = 0, {}
    for name in reversed(ports.names):
        places[name] = (low, ports.widths[name])
        low += ports.widths[name]
    wires, connections, compares = [], [], []
    for port in header.ports:
        start, width = places[port.name]
        part = f"now[{start}+:{width}]"
        part = f"{part} & run" if port.name == "rst_ni" else part
        connections.append(f".{port.name}({part if port.direction == 'input' else port.name})")
        if port.direction == "output":
            wires.append(f"  wire [{width}-1:0] {port.name};")
            must = int(bool(re.fullmatch(ALWAYS_KNOWN, port.name)))
            compares.append(f"      compare({width}, {part}, {port.name}, {must});")
    vectors = folder / "steps.bits"
    vectors.write_text("\n".join(ports.steps) + "\n", encoding="utf-8")
    bench = folder / "replay.v"
    bench.write_text(BENCH.format(
        bits=low, steps=len(ports.steps), wires="\n".join(wires), module=BLOCKS[block].module(),
        connections=", ".join(connections), file=vectors, compares="\n".join(compares)), encoding="utf-8")
    return bench


@unittest.skipUnless(COMMAND, "needs the command")
class Icarus(unittest.TestCase):
    """A test for each block."""

    def replay(self, block, change=lambda text: text):
        """What the bench says, and (wrong, known, unknown) bits."""
        said = diagrams()[block]
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            waves = folder / "run.fst"
            # Zeros in what nobody has set: an `if` of Icarus takes an unknown condition for false.
            zeros = {**os.environ, "LANEFOLD_RTL_PLUSARGS": "+verilator+rand+reset+0"}
            subprocess.run([COMMAND, "run", *shlex.split(said["run"]), "--waves", waves], check=True, cwd=SOURCES,
                           capture_output=True, env=zeros)
            names = [port.name for port in read_header(BLOCKS[block].module()).ports]
            ports = read_fst(waves, [said["scope"]], lambda: Recorded(names), ("wire", "parameter"))[said["scope"]]
            verilog = verilog_of(block, ports, folder)
            verilog.write_text(change(verilog.read_text(encoding="utf-8")), encoding="utf-8")
            bench = bench_of(block, ports, folder)
            program = folder / "replay.vvp"
            done = subprocess.run(["iverilog", "-g2005", "-Wall", "-Wno-timescale", "-o", program, bench, verilog],
                                  capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""))
            said = subprocess.run(["vvp", "-n", program], capture_output=True, text=True, check=True).stdout
        self.assertRegex(said, r"wrong \d+ known \d+ unknown \d+\n$")
        return said, *map(int, re.findall(r"(?:wrong|known|unknown) (\d+)", said)[-3:])

    def test_blocks_compute_in_icarus_what_they_compute_in_verilator(self):
        for block in diagrams():
            with self.subTest(block):
                said, wrong, known, unknown = self.replay(block)
                self.assertEqual(wrong, 0, said)
                self.assertGreater(known, 2000)
                self.assertLessEqual(unknown, UNKNOWN.get(block, 0) * (known + unknown), said)

    def test_icarus_compiles_the_other_modules_that_the_script_writes(self):
        modules = ["scc_control", "quad_swizzler", "wired_or_bus", "scc_surplus", "scc_slots"]
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([sys.executable, SOURCES / "scripts/verilog-2005", "--geometry", "32x8", "--output",
                                   folder, *modules], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stdout.split(), done.stderr),
                             (0, [f"{folder}/{module}.v" for module in modules], ""))
            for file in done.stdout.split():
                compiled = subprocess.run(["iverilog", "-g2005", "-Wall", "-o", f"{folder}/x.vvp", file],
                                          capture_output=True, text=True, check=False)
                self.assertEqual((compiled.returncode, compiled.stdout + compiled.stderr), (0, ""))

    def test_folders_that_yosys_cannot_name_are_refused(self):
        done = subprocess.run([sys.executable, SOURCES / "scripts/verilog-2005", "--output", "/tmp/a b", "exec_mask"],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("'/tmp/a b' cannot be used", done.stderr)

    def test_what_differs_is_noticed(self):
        said, wrong, _, _ = self.replay("bcc_control", lambda text: text.replace(" && ", " || ", 1))
        self.assertGreater(wrong, 0)
        self.assertRegex(said, r"^step \d+: [0-9a-f]+, but Verilator has [0-9a-f]+\n")

    def test_what_is_not_reset_is_noticed(self):
        said, wrong, _, _ = self.replay("asu", lambda text: text.replace("if (!rst_ni)", "if (1'b0)"))
        self.assertGreater(wrong, 0)
        self.assertIn("unknown after the reset", said)


if __name__ == "__main__":
    unittest.main()
