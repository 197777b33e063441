# SPDX-License-Identifier: Apache-2.0
"""What the study of cost makes of runs, areas and gates; $LANEFOLD says what the papers' machines
cost."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace

import sweeps  # pylint: disable=unused-import  # finds the modules below
from cost.areas import CONTROL, CROSSBAR, BUS, LOGIC, Areas, Gates
from cost.costs import ENERGY, TIME, Costs
from cost.findings import once
from cost.fronts import diagram
from cost.measures import NOTHING, Runs, front, named, used
from cost.pairs import Meeting, listed, meeting, meetings, survival, total
from cost.papers import papers
from lanefold_studies.page import expectations
from lanefold_studies.results import Results, Row

SCC, SCALAR, SLIP = (frozenset([name]) for name in ("SCC", "scalar", "slip"))
CYCLES = {NOTHING: 1000, SCC: 500, SCALAR: 800, SLIP: 1000, SCC | SCALAR: 450}
# Lane-slots, four in a cycle: SCC takes idle ones, scalar execution some of these and useful ones.
USEFUL = {NOTHING: 1600, SCC: 1600, SCALAR: 1000, SLIP: 1600, SCC | SCALAR: 1200}
GATES = {"none_control": (10, 0), "scc_control": (110, 0), CROSSBAR: (200, 0), BUS: (50, 0),
         "unswizzle": (300, 0), "mdt": (90, 40), "slip_controller": (150, 50)}


def row(using):
    """A result as `lanefold run --energy` writes it, in short."""
    axes = {"program": "bfs", "chip": "quad", "slices": "32x2",
            "miss": "slip" if "slip" in using else "block",
            "core.compaction": "scc" if "SCC" in using else "none",
            "core.scalar.execution": "one-cycle" if "scalar" in using else "off"}
    words = ["--machine", "mv5-wpu", "--set", f"core.compaction={axes['core.compaction']}", "--set",
             f"core.scalar.execution={axes['core.scalar.execution']}", "--set",
             f"core.on_miss={axes['miss']}", "--set", "core.simd=32x2"]
    cycles = CYCLES[using]
    record = {"total": {"counters": {"cycles": cycles, "alu_instructions": 200,
                                     "scalar_instructions": 50 if "scalar" in using else 0},
                        "ledger": {"useful": USEFUL[using], "idle": 4 * cycles - USEFUL[using],
                                   "total": 4 * cycles}},
              "energy": {"total_nj": 3 * cycles, "parts": [
                  {"name": "dram", "nj": 2 * cycles}, {"name": "leakage", "nj": cycles}]}}
    return Row(SimpleNamespace(axes=axes, machine_words=lambda: words), "key", record)


def cost(verb, *words):
    """What `lanefold cost` says of such a machine, in short."""
    assert verb == "cost" and "core.simd=32x2" not in words
    scc, scalar, slip = (word in words for word in
                         ("core.compaction=scc", "core.scalar.execution=one-cycle",
                          "core.on_miss=slip"))
    file = 110 if scc else 100
    structures = [("Swizzled Cycle Compression", "operand latch", scc, 30),
                  ("Diverge on Miss", "slip counters", slip, 8),
                  ("loads by lane", "memory coalescing buffer", slip, 7),
                  ("scalar execution", "scalar rows", scalar, 5)]
    return {"nand2_um2": 0.5,
            "structures": [{"mechanism": mechanism, "name": name, "present": present, "entries": 3,
                            "area_um2": area} for mechanism, name, present, area in structures],
            "arrays": [{"name": "register file (x)", "of_core": True, "area_um2": file,
                        "latches_um2": file // 10},
                       {"name": "local memory", "of_core": True, "area_um2": 300},
                       {"name": "l2 data", "of_core": False, "area_um2": 600}],
            "core": {"area_um2": 900 + file,
                     "parts": [{"name": "register file (x)", "area_um2": file}]}}


def gates_file(folder):
    """As scripts/synth writes it, in short."""
    path = Path(folder) / "gates.json"
    modules = [{"module": module, "gate_equivalents": gates, "register_gate_equivalents": registers}
               for module, (gates, registers) in GATES.items()]
    path.write_text(json.dumps({"modules": modules}), encoding="utf-8")
    return path


class OfOneProgram(unittest.TestCase):
    """Runs of bfs."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.runs = Runs(Results([row(using) for using in CYCLES]))
        self.runs.few = ["bfs"]
        self.gates = Gates(gates_file(holder.name))
        areas = Areas(SimpleNamespace(lanefold=cost), self.runs, self.gates)
        self.costs = Costs(self.runs, areas)


class Area(OfOneProgram):
    """Of cores with mechanisms."""

    def test_the_crossbar_is_there_for_each_operand_and_control_replaces_control(self):
        self.assertEqual(self.gates.of("SCC", 3), 110 - 10 + 3 * 200 + 300)
        self.assertEqual(self.gates.of("SCC", 3, BUS), 110 - 10 + 3 * 50 + 300)

    def test_registers_of_twins_are_not_counted_beside_storage(self):
        self.assertEqual(self.gates.of("slip", 3), (90 - 40) + (150 - 50))

    def test_a_core_has_its_parts_and_what_its_mechanisms_store_and_decide(self):
        core = self.costs.areas.cores[SCC | SCALAR]
        self.assertEqual((core.plain, core.stored, core.logic), (1010, 35, 500))
        self.assertEqual(self.costs.added(SCC | SCALAR), 1010 + 35 + 500 - 1000)
        self.assertEqual(self.costs.area(SLIP), (1000 + 15 + 75) / 1000)
        self.assertEqual(core.structures(), {"Swizzled Cycle Compression", "scalar execution"})

    def test_gates_of_the_study_are_those_of_its_machine_and_of_all_its_twins(self):
        record = json.loads((sweeps.SOURCES / "studies/cost/gates.json").read_text(encoding="utf-8"))
        self.assertEqual(record["geometry"], {"lanes": 32, "alu_width": 4})
        twins = {"none_control", CROSSBAR, BUS, "unswizzle", *CONTROL.values(),
                 *(module for modules in LOGIC.values() for module in modules)}
        self.assertEqual({one["module"] for one in record["modules"]}, twins)


class TimeAndEnergy(OfOneProgram):
    """Of sets of mechanisms."""

    def test_what_a_set_saves_on_top_of_another(self):
        self.assertAlmostEqual(self.costs.saved(TIME, SCC), 0.5)
        self.assertAlmostEqual(self.costs.saved(TIME, SCC | SCALAR, SCC), 0.1)

    def test_what_mechanisms_add_leaks_with_the_rest(self):
        chip = 1010 + 300 + 600
        self.assertAlmostEqual(self.costs.nanojoules("bfs", SCC), 1500 + 500 * (30 + 500) / chip)
        self.assertEqual(self.costs.nanojoules("bfs"), 3000)
        self.assertGreater(self.costs.ratio(ENERGY, SCC), 0.5)

    def test_names_are_in_one_order(self):
        self.assertEqual(named(frozenset(["scalar", "slip", "BCC"])), "BCC + slip + scalar")
        self.assertEqual(named(NOTHING), "none")
        self.assertEqual(used({"program": "bfs", "chip": "quad-8-lanes",
                               "core.scalar.execution": "pipe"}),
                         {"8 lanes", "scalar pipe"})

    def test_the_part_that_is_executed_once(self):
        self.assertEqual([once(self.runs, using) for using in (["SCC"], ["SCC", "scalar"])],
                         [0, 0.25])


class Front(unittest.TestCase):
    """Of pairs of costs."""

    def test_it_has_all_that_no_other_is_better_than(self):
        self.assertEqual(front({"a": (1, 9), "b": (2, 5), "c": (2, 6), "d": (3, 5), "e": (4, 1)}),
                         ["a", "b", "e"])

    def test_equals_are_both_on_it(self):
        self.assertEqual(front({"a": (1, 1), "b": (1, 1)}), ["a", "b"])

    def test_a_diagram_has_larger_cores_apart_and_says_who_is_on_the_front(self):
        places = {NOTHING: (1, 1), SCC: (2, 0.5), SLIP: (3, 0.8), frozenset(["8 lanes"]): (4, 0.6)}
        plot = diagram("x", "Time", places, "area", "time", list(places))
        self.assertEqual(list(plot.series.values())[1], {"8 lanes": (4, 0.6)})
        self.assertIn("On the front: 1 none, 2 SCC*", plot.markdown())


class Pairs(OfOneProgram):
    """Where two mechanisms meet."""

    def test_lane_slots_are_taken_twice_or_in_the_way_or_only_together(self):
        for taken, expected in (((0.3, 0.2, 0.5), (0, 0, 0)), ((0.3, 0.2, 0.4), (0.1, 0, 0)),
                                ((0.3, 0.2, 0.1), (0.2, 0.2, 0)), ((0.3, -0.1, 0), (0, 0.2, 0)),
                                ((-0.1, -0.1, 0.3), (0, 0, 0.5))):
            with self.subTest(taken=taken):
                for ours, theirs in zip(meeting(*taken), expected):
                    self.assertAlmostEqual(ours, theirs)

    def test_the_sum_of_what_becomes_of_them_is_what_is_saved_together(self):
        twice, in_the_way, together = total(meetings(self.runs, SCC | SCALAR))
        self.assertAlmostEqual(0.5 + 0.2 - twice - in_the_way + together, 0.55)

    def test_causes_of_some_size_are_listed_the_largest_first(self):
        met = {"small": Meeting(0.004, 0, 0), "less": Meeting(0.01, 0, 0), "more": Meeting(0.2, 0, 0)}
        self.assertEqual(listed(met, "twice"), "`more` 20.0 %, `less` 1.0 %")

    def test_survival_is_the_gain_together_by_the_product(self):
        self.assertAlmostEqual(survival(self.costs, SCC | SCALAR), (1000 / 450) / (2 * 1.25))


class Papers(unittest.TestCase):
    """`lanefold cost`, as the study asks it."""

    @staticmethod
    def ask(*words):
        """The real command."""
        return json.loads(subprocess.run([os.environ["LANEFOLD"], *words, "--json"], check=True,
                                         capture_output=True).stdout)

    def test_every_figure_of_a_paper_is_ours_or_is_closed(self):
        found = expectations(list(papers(self.ask)))
        self.assertEqual([one.what for one in found if one.state() == "open"], [])
        ours = {one.what: one for one in found}
        for what in ("latch of an operand", "slip counters, 16 warps", "warp-slice table",
                     "part of a WPU's area at 65 nm, published units"):
            self.assertTrue(ours[what].within(), what)
        self.assertEqual(ours["all of Robust SIMD"].ours, 1156)


if __name__ == "__main__":
    unittest.main()
