#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What scripts/interval-noise makes of the paths of searches."""

import sys
import unittest
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "scripts"))
# pylint: disable=wrong-import-position
from interval_noise import noise_of, repeats, summary


def step(simd, cycles, core=0):
    """An interval of ten work-items."""
    return {"core": core, "simd": simd, "cycles": cycles, "tasks": 10}


class IntervalNoise(unittest.TestCase):
    """Paths by hand."""

    def test_is_that_of_repeats_but_for_the_first_interval(self):
        """Cold caches are no noise."""
        path = [step("16x4", 900), step("16x2", 100), step("16x4", 300), step("16x2", 125),
                step("16x4", 330), step("16x2", 100), {"core": 0, "simd": "16x2"}]
        self.assertEqual([round(difference) for difference in repeats(path)], [25, 10, 25])

    def test_is_that_of_each_core(self):
        """Another core's interval is no repeat."""
        path = [step("8x8", 1), step("8x4", 100), step("8x8", 1, 1), step("8x4", 110, 1)]
        self.assertEqual(repeats(path), [])

    def test_is_summed_up_by_medians(self):
        """Of a workload, and of all that have repeats."""
        path = [step("8x8", 1), step("8x4", 100), step("8x4", 110)]
        record = {"launches": [{"adaptation": path}, {}]}
        self.assertEqual([round(one) for one in noise_of(record)], [10])
        self.assertEqual(summary({"a": [1, 2, 9], "b": [], "c": [4]})[-1],
                         "median of 2 workloads: 3.0 %")


if __name__ == "__main__":
    unittest.main()
