# SPDX-License-Identifier: Apache-2.0
"""What the study of composition makes of run times."""

import unittest
from types import SimpleNamespace

import sweeps  # pylint: disable=unused-import  # finds the modules below
from composition.measures import ALL, NOTHING, SETS, Runs, in_order, named
from composition.pairs import commands, verdict
from lanefold_studies.claims import exactly_zero, lost_or_counted_twice
from lanefold_studies.results import Row

# Cycles by mechanisms. SCC and slip double the speed, adaptation costs a fifth; SCC and slip help
# each other, and with all three the whole search is lost.
CYCLES = {NOTHING: 1200, frozenset(["SCC"]): 600, frozenset(["slip"]): 600,
          frozenset(["adaptation"]): 1500, frozenset(["SCC", "slip"]): 200,
          frozenset(["SCC", "adaptation"]): 750, frozenset(["slip", "adaptation"]): 750, ALL: 600}
EU_CYCLES = {"none": 100, "ivb": 90, "bcc": 80, "scc": 70}


class Point(SimpleNamespace):
    """Stands for a point of the sweep."""
    __hash__ = object.__hash__

    def machine_words(self, _):
        """As `lanefold run` takes them."""
        return ["--machine", "mv5-wpu", "--set", "core.compaction=none", "--set",
                "core.on_miss=block"]

    def input_words(self, _):
        """A size that is not the usual one."""
        return ["--size", "tiny"]


def row(using, cycles, launches=(), *, large=False, search=0):
    """A result as `lanefold run` writes it, in short."""
    axes = {"program": "bfs", "chip": "quad", **({"inputs": "larger"} if large else {}),
            "core.compaction": "scc" if "SCC" in using else "none",
            "miss": "slip" if "slip" in using else "block",
            "slices": "adapted-own" if "adaptation" in using else "32x2"}
    total = {"counters": {"cycles": cycles, "eu_cycles": cycles // 2,
                          "adaptation_cycles": search if "adaptation" in using else 0},
             "ledger": {"useful": 4 * cycles, "memory_wait": 2 * cycles, "barrier_wait": 2 * cycles,
                        "total": 8 * cycles},
             "policies": {name: {"eu_cycles": value} for name, value in EU_CYCLES.items()},
             "ideal_eu_cycles": 60}
    record = {"total": total, "launches": list(launches),
              "machine": {"cores": 1, "core": {"alu_width": 4, "warp_width": 32, "scalar": {"execution": "off"}}}}
    return Row(Point(axes=axes), "key", record)


def launch(chosen, *ends):
    """Of cores that search or take the default."""
    steps = [{"core": 0, "simd": "32x2", "cycles": 5, "tasks": 2}] if chosen else []
    return {"counters": {"adaptations_chosen": chosen},
            "adaptation": steps + [{"core": 0, "simd": end} for end in ends]}


LAUNCHES = [launch(2, "16x4", "32x1"), launch(0, "8x2", "8x2"), launch(2, "8x8", "8x4")]
RUNS = Runs([row(using, cycles, LAUNCHES) for using, cycles in CYCLES.items()])


class Composition(unittest.TestCase):
    """Gains, survival and what must hold."""

    def test_the_gain_is_how_many_times_as_fast_a_run_is(self):
        gains = [RUNS.gain("bfs", "quad", using) for using in SETS]
        self.assertEqual(gains, [1.0, 2.0, 2.0, 0.8, 6.0, 1.6, 1.6, 2.0])

    def test_survival_is_the_gain_together_by_the_product_of_those_alone(self):
        pairs = {named(using): RUNS.survival("bfs", "quad", using) for using in SETS[4:]}
        self.assertEqual(pairs, {"SCC + slip": 1.5, "SCC + adaptation": 1.0,
                                 "slip + adaptation": 1.0, "SCC + slip + adaptation": 0.625})

    def test_larger_inputs_are_taken_where_there_are_any_but_not_to_compare_machines(self):
        runs = Runs([row(using, cycles) for using, cycles in CYCLES.items()]
                    + [row(using, 10 * cycles, large=True) for using, cycles in CYCLES.items()])
        self.assertEqual(runs.cycles("bfs", "quad"), 12000)
        self.assertEqual(runs.at_one_size().cycles("bfs", "quad"), 1200)
        self.assertEqual(runs.every, ["bfs"])

    def test_a_short_search_takes_at_most_a_tenth_of_the_time(self):
        for search, settled in ((0, False), (150, True), (151, False)):
            runs = Runs([row(using, cycles, search=search) for using, cycles in CYCLES.items()])
            self.assertEqual(runs.search("bfs", "quad"), search / 1500)
            self.assertEqual(runs.short_search(), ["bfs"] if settled else [])
            self.assertEqual(runs.other_search(), [] if settled else ["bfs"])
            self.assertEqual(runs.averaged()[1], ["bfs"], "all, if there is none")

    def test_one_mechanism_survives_as_a_whole(self):
        for using in SETS[:4]:
            self.assertEqual(RUNS.survival("bfs", "quad", using), 1.0)

    def test_the_fastest_set_is_the_smallest_of_equals(self):
        self.assertEqual(named(RUNS.best("bfs", "quad")), "SCC + slip")
        equal = Runs([row(using, 600) for using in CYCLES])
        self.assertEqual(equal.best("bfs", "quad"), NOTHING)

    def test_of_the_launches_in_which_cores_search_the_narrow_choices_count(self):
        self.assertEqual(RUNS.narrowed(["bfs"], "quad", compaction="none"), 0.75)
        short = Runs([row(using, cycles, [launch(0, "8x2")]) for using, cycles in CYCLES.items()])
        self.assertEqual(short.narrowed(["bfs"], "quad"), 0.0)

    def test_passes_are_the_alu_cycles_of_slip_by_those_of_blocking(self):
        self.assertEqual(RUNS.passes("bfs", "quad", NOTHING), 0.5)
        self.assertEqual(RUNS.passes("bfs", "quad", frozenset(["SCC"])), 100 / 300)

    def test_slots_are_parts_of_the_ledger(self):
        self.assertEqual(RUNS.slots("bfs", "quad", ALL, ["memory_wait", "barrier_wait"]), 0.5)

    def test_a_verdict_needs_more_than_a_hundredth(self):
        self.assertEqual([verdict(survival) for survival in (0.98, 0.995, 1.005, 1.02)],
                         ["take from each other", "leave each other alone",
                          "leave each other alone", "help each other"])

    def test_a_command_switches_one_mechanism_and_keeps_the_rest(self):
        text = commands(RUNS, "bfs", frozenset(["SCC", "slip"]))
        line = ("lanefold compare bfs --machine mv5-wpu --set core.on_miss=block --size tiny "
                "--vary core.compaction=none,scc")
        self.assertEqual(text, f"```\n{line}\n{line}\n```")

    def test_a_ledger_that_loses_a_slot_is_found(self):
        whole = row(NOTHING, 10)
        self.assertEqual(lost_or_counted_twice(whole), 0)
        whole.record["total"]["ledger"]["useful"] -= 3
        self.assertEqual(lost_or_counted_twice(whole), 3)
        whole.record["total"]["counters"]["cycles"] = 11
        self.assertEqual(lost_or_counted_twice(whole), 11)

    def test_a_policy_that_takes_more_than_a_weaker_one_is_found(self):
        one = row(NOTHING, 10)
        self.assertTrue(in_order(one))
        one.record["total"]["policies"]["scc"]["eu_cycles"] = 85
        self.assertFalse(in_order(one))

    def test_one_is_more_than_none(self):
        self.assertTrue(exactly_zero("cycles", 0).within())
        self.assertIsNotNone(exactly_zero("cycles", 1).fault())


if __name__ == "__main__":
    unittest.main()
