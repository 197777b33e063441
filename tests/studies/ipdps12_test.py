# SPDX-License-Identifier: Apache-2.0
"""Which runs the study of IPDPS'12 takes for its figures and experiments."""

import unittest

import sweeps  # pylint: disable=unused-import  # finds the modules below
from ipdps12.likeness import OwnLines, Regions, closer_to_paper
from ipdps12.measures import DWS, KERNELS, PART, SPACE, Runs


class Result(dict):
    """A result that has cycles only."""

    def __init__(self, cycles, **axes):
        super().__init__({"counters.cycles": cycles})
        self.axes = {"dcache": "32K", **axes}


def space(cycles, organisations=("1x1", "8x4"), **axes):
    """One run on each organisation; each is twice as fast as the one before."""
    return [Result(cycles / 2 ** place, static=simd, **axes)
            for place, simd in enumerate(organisations)]


class Likeness(unittest.TestCase):
    """Regions, doubles and loops."""

    def test_only_three_kernels_compute_with_doubles(self):
        regions = {"dispatch.mapping": "regions"}
        runs = Runs([*space(100, case="FFT", numbers="double", **regions),
                     *space(200, case="Merge", **regions), *space(300, case="FFT", **regions)])
        doubles = Regions(runs, doubles=True)
        self.assertEqual(doubles.row("FFT", static="1x1")["counters.cycles"], 100)
        self.assertEqual(doubles.row("Merge", static="1x1")["counters.cycles"], 200)
        self.assertEqual(Regions(runs).row("FFT", static="1x1")["counters.cycles"], 300)

    def test_the_papers_inputs_are_compared_with_cores_that_have_them_too(self):
        regions = {"dispatch.mapping": "regions", "case": "SVM"}
        runs = Runs([*space(100, **regions), *space(1000, inputs="paper", **regions)])
        large = Regions(runs, inputs="paper")
        self.assertEqual(large.speedup("SVM", static="8x4"), 2)
        self.assertEqual(large.row("SVM", static="8x4")["counters.cycles"], 500)

    def test_merge_keeps_its_inputs(self):
        regions = {"dispatch.mapping": "regions", "case": "Merge"}
        large = Regions(Runs(space(100, **regions)), inputs="paper")
        self.assertEqual(large.row("Merge", static="1x1")["counters.cycles"], 100)

    def test_the_space_is_what_ran(self):
        runs = Runs([])
        self.assertEqual(runs.space(), SPACE)
        self.assertEqual(runs.space(dcache="32K"), SPACE)
        self.assertEqual(set(SPACE) - set(Regions(runs).space()), {"2x2", "2x4", "2x8", "2x16"})
        for part in (runs.space("robust"), runs.space(**DWS), runs.space(dcache="16K"),
                     Regions(runs, doubles=True).space()):
            self.assertEqual(part, PART)
        self.assertLess(set(PART), set(SPACE))

    def test_runs_without_the_space_do_not_say_what_is_best_in_it(self):
        def names(needs):
            return [one.change for one in closer_to_paper(Runs([]), lambda runs: 1, needs=needs)]
        ipc, inputs = "regions, and an IPC of one", "regions, doubles and the paper's inputs"
        self.assertEqual([name for name in names(None) if name not in names("has_space")],
                         [ipc, inputs])
        self.assertEqual([name for name in names(None) if name not in names("has_subdivision")],
                         [inputs])

    def test_a_loop_stands_for_each_kernel_but_merge(self):
        loops = [one for lines in (8, 16) for one in space(lines, loop=f"lines-{lines}")]
        runs = OwnLines(Runs([*loops, *space(7, case="Merge")]))
        cycles = {kernel: runs.row(kernel, static="1x1")["counters.cycles"] for kernel in KERNELS}
        self.assertEqual(cycles, {"FFT": 8, "Filter": 8, "HotSpot": 8, "LU": 8, "Merge": 7,
                                  "Short": 16, "KMeans": 16, "SVM": 16})


if __name__ == "__main__":
    unittest.main()
