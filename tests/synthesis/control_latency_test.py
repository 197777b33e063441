#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What scripts/control-latency makes of paths and run times, by hand."""

import sys
import unittest
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "scripts"))
# pylint: disable=wrong-import-position
from control_latency import gains, geometric_mean, latency


class ControlLatency(unittest.TestCase):
    """The arithmetic."""

    def test_the_first_block_that_fits_gives_the_cycles(self):
        paths = (36.0, 20.0)
        self.assertEqual([latency(paths, budget) for budget in (36, 35, 20)], [1, 2, 2])

    def test_where_no_block_fits_the_path_is_cut_but_never_into_as_few_parts(self):
        self.assertEqual(latency((36.0, 20.0), 19), 3)  # two parts of 18 leave out the registers
        self.assertEqual(latency((36.0, 20.0), 10), 4)
        self.assertEqual(latency((6.0,), 5), 2)

    def test_gains_are_over_ivb_in_one_cycle(self):
        cycles = {("a", "ivb", 1): 100, ("a", "scc", 3): 75, ("b", "ivb", 1): 10, ("b", "scc", 3): 12}
        saved = gains(lambda *key: cycles[key], ["a", "b"], "scc", 3)
        self.assertEqual(saved, [0.25, 1 - 1.2])

    def test_the_mean_is_that_of_the_run_times_that_are_left(self):
        self.assertAlmostEqual(geometric_mean([0.75, 0.0]), 0.5)
        self.assertAlmostEqual(geometric_mean([0.0, 0.0]), 0.0)


if __name__ == "__main__":
    unittest.main()
