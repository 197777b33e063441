# SPDX-License-Identifier: Apache-2.0
"""Finding results, estimating times, and what a page and a plot make of values."""

import io
import re
import unittest
from pathlib import Path
from types import SimpleNamespace

import sweeps  # pylint: disable=unused-import  # finds the modules below
from lanefold_studies.expectation import NAMES, Experiment, Expectation, summary
from lanefold_studies.page import Comparison, Plot, Scatter, Table, expectations, markdown, percent
from lanefold_studies.plot import draw
from lanefold_studies.pools import Outcome
from lanefold_studies.progress import Progress, duration
from lanefold_studies.refusal import Refusal
from lanefold_studies.results import Results, Row
from lanefold_studies.schedule import Estimates, longest_first, share

SOURCES = Path(__file__).resolve().parents[2]


class Named(SimpleNamespace):
    """Stands for a point."""
    __hash__ = object.__hash__

    def __str__(self):
        return self.axes["program"] + str(self.axes.get("core.warps", ""))


def row(program, warps, cycles):
    """A result as `lanefold run` writes it, in short."""
    record = {"total": {"counters": {"cycles": cycles}, "banks": [7, 8]},
              "machine": {"core": {"warps": warps}}, "program": program}
    axes = {"program": program, "core.warps": warps, "l2.ways": 4, "l3.ways": 8}
    return Row(Named(axes=axes), "key", None if cycles is None else record)


RESULTS = Results([row("bfs", 4, 100), row("bfs", 8, 50), row("kmeans", 4, 30),
                   row("kmeans", 8, None)])


class FindingResults(unittest.TestCase):
    """By axes and by paths."""

    def refused(self, sentence, action):
        """What is wrong with the question."""
        with self.assertRaises(Refusal) as caught:
            action()
        self.assertIn(sentence, str(caught.exception))

    def test_one_point_by_its_axes_whose_last_part_is_enough(self):
        self.assertEqual(RESULTS.one(program="bfs", warps=8)["counters.cycles"], 50)
        one = RESULTS.one(**{"program": "bfs", "core.warps": 4})
        self.assertEqual(one["machine.core.warps"], 4)

    def test_paths_go_through_lists_and_end_anywhere(self):
        one = RESULTS.one(program="bfs", warps=4)
        self.assertEqual(one["banks.1"], 8)
        self.assertEqual(one["counters"], {"cycles": 100})
        self.assertEqual(one["program"], "bfs")

    def test_values_along_an_axis(self):
        self.assertEqual(RESULTS.values("counters.cycles", along="program", warps=4), [100, 30])
        self.assertEqual(RESULTS.select(program=["bfs"]).axis("warps"), [4, 8])

    def test_questions_without_an_answer_are_refused(self):
        self.refused("2 points have program = bfs; what tells them apart is core.warps",
                     lambda: RESULTS.one(program="bfs"))
        self.refused("0 points have program = bfs, warps = 5",
                     lambda: RESULTS.one(program="bfs", warps=5))
        self.refused("'wraps' is no axis; there are program, core.warps, l2.ways",
                     lambda: RESULTS.one(wraps=5))
        self.refused("'ways' is the end of several axes", lambda: RESULTS.one(ways=4))
        one = RESULTS.one(program="bfs", warps=4)
        self.refused("no 'cycle' in the statistic 'counters.cycle'; did you mean 'cycles'?",
                     lambda: one["counters.cycle"])
        self.refused("no 'counter' in the statistic 'counter'; did you mean 'counters'?",
                     lambda: one["counter"])
        self.refused("nothing below", lambda: one["counters.cycles.most"])
        self.refused("there is no result of kmeans8",
                     lambda: RESULTS.one(program="kmeans", warps=8)["counters"])


class ShownPoint(str):
    """A point, as far as progress wants to know it."""

    verb = "run"


class Times(unittest.TestCase):
    """What runs first, and how long the rest takes."""

    def setUp(self):
        self.points = [one.point for one in RESULTS]
        self.estimates = Estimates({"bfs4": 10.0, "bfs8": 20.0}, self.points)

    def test_unknown_ones_and_long_ones_start_first(self):
        self.assertEqual([str(point) for point in longest_first(self.points, self.estimates)],
                         ["kmeans4", "kmeans8", "bfs8", "bfs4"])

    def test_the_rest_is_shared_by_the_jobs_but_no_shorter_than_its_longest_run(self):
        self.assertIsNone(Estimates({}, self.points).remaining(self.points, 2))
        self.assertEqual(self.estimates.remaining(self.points, 2), (10 + 20 + 15 + 15) / 2)
        self.assertEqual(self.estimates.remaining(self.points[:2], 8), 20)
        self.estimates.add(self.points[2], 4.0)
        self.assertEqual(self.estimates.remaining(self.points[3:], 1), 4)

    def test_parts_share_everything_out(self):
        items = list(range(10))
        parts = [share(items, (index, 4)) for index in (1, 2, 3, 4)]
        self.assertEqual(sorted(sum(parts, [])), items)
        self.assertEqual([len(part) for part in parts], [3, 3, 2, 2])

    def test_a_terminal_has_a_bar(self):
        stream = io.StringIO()
        stream.isatty = lambda: True
        progress = Progress(4, stream)
        progress.begins(None)
        progress.ended(ShownPoint("bfs"), Outcome(0, "", b"", 1.0), 3800)
        progress.ended(ShownPoint("kmeans"), Outcome(1, "it is wrong", b"", 1.0), None)
        progress.close()
        self.assertEqual(stream.getvalue().replace("\r\033[K", "|"),
                         "|[....................] 0/4"
                         "|[#####...............] 1/4, 1 h 3 min left"
                         "|2/4 failed: lanefold run kmeans: it is wrong\n"
                         "|[##########..........] 2/4, 1 failed|")

    def test_durations_have_two_units_at_most(self):
        self.assertEqual([duration(seconds) for seconds in (7.4, 200, 7500)],
                         ["7 s", "3 min 20 s", "2 h 5 min"])


class Page(unittest.TestCase):
    """Expectations, Markdown and plots."""

    def test_parts_of_1_are_written_as_percentages(self):
        self.assertEqual([percent(0.1234), percent(-0.05), percent(0.95, 0)],
                         ["12.3 %", "-5.0 %", "95 %"])

    def test_a_difference_within_the_tolerance_asks_nothing(self):
        one = Expectation("gain", "table 2", 0.5, 0.49, tolerance=0.01)
        self.assertEqual((one.state(), one.fault()), ("within", None))
        self.assertEqual(one.cells(), ["gain", "table 2", "50.0 %", "49.0 %", "-1.0 points",
                                       "within 1.0 points"])

    def test_a_larger_one_needs_runs_that_close_it(self):
        one = Expectation("time", "figure 8", 1.0, 1.5, 0.1, unit="ns", digits=2)
        self.assertEqual((one.state(), one.fault()), ("open", "and no run says why"))
        self.assertEqual(one.cells()[2:], ["1.00 ns", "1.50 ns", "+0.50 ns",
                                           "open: **no run says why**"])
        one.experiments = (Experiment("fewer lines", 1.4), Experiment("less latency", 1.05))
        self.assertEqual((one.state(), one.fault()), ("closed", None))
        self.assertEqual(one.answer(), "closed by less latency: 1.05 ns; also tried: "
                                       "fewer lines: 1.40 ns (20 % of the difference)")

    def test_a_run_closes_a_share_of_a_difference_only_if_it_takes_that_away(self):
        for gives, state in ((1.25, "half"), (1.3, "open"), (0.7, "open"), (0.8, "half"), (1.1, "closed")):
            one = Expectation("time", "figure 8", 1.0, 1.5, 0.1, (Experiment("x", gives, 0.5),), unit="")
            self.assertEqual(one.state(), state, gives)
            self.assertEqual(one.fault() is None, state != "open", gives)
            if gives == 0.8:
                self.assertEqual(one.answer(), "closed by x: 0.8 (60 % of the difference, at least 50 %)")

    def test_the_run_that_closes_is_the_one_that_comes_nearest(self):
        one = Expectation("time", "figure 8", 1.0, 1.5, 0.1,
                          (Experiment("x", 1.25, 0.5), Experiment("y", 1.2, 0.5)), unit="")
        self.assertEqual(one.closing().change, "y")
        one.experiments += (Experiment("z", 1.1),)
        self.assertEqual((one.closing().change, one.state()), ("z", "closed"))

    def test_what_is_sized_is_not_judged_at_another_size(self):
        one = Expectation("time", "figure 8", 1.0, 1.5, sized=True, unit="")
        one.judged = False
        self.assertEqual((one.state(), one.answer(), one.fault(own_size=False)),
                         ("unjudged", "not judged at this size", None))
        self.assertEqual(summary([one]), "1 not judged at this size")

    def test_a_claim_that_does_not_close_is_a_fault_at_the_size_of_the_page(self):
        one = Expectation("time", "figure 8", 1.0, 1.5, 0.1, (Experiment("x", 1.4),), unit="")
        self.assertEqual(one.fault(), "and is not closed by x (1.4)")
        self.assertIsNone(one.fault(own_size=False))
        one.open = True
        self.assertIsNone(one.fault())
        self.assertEqual(one.answer(), "open: x: 1.4 (20 % of the difference)")
        sized = Expectation("time", "figure 8", 1.0, 1.5, sized=True)
        self.assertEqual((sized.fault(own_size=False), sized.fault()),
                         (None, "and no run says why"))

    def test_what_the_paper_contradicts_is_said_with_its_arithmetic(self):
        one = Expectation("gain", "table 1", 1.0, 1.5, contradiction="2 x 3 = 6 of 4", unit="")
        self.assertEqual((one.state(), one.fault()), ("contradiction", None))
        self.assertEqual(one.answer(), "the paper contradicts itself: 2 x 3 = 6 of 4")
        self.assertEqual(summary([one, one]), "2 contradicted by the paper itself")

    def test_ranges_may_be_open(self):
        for paper, ours, text, difference in (((0.05, 0.25), 0.3, "5.0 % to 25.0 %", 0.05),
                                              ((None, 0.42), 0.1, "at most 42.0 %", 0),
                                              ((0.2, None), 0.1, "at least 20.0 %", -0.1)):
            one = Expectation("gain", "section 5", paper, ours)
            self.assertEqual(one.paper_text(), text)
            self.assertAlmostEqual(one.difference(), difference)

    def test_parts_stand_on_the_page_in_their_order(self):
        comparison = Comparison([Expectation("gain", "table 2", 0.5, 0.5)])
        parts = ["Words.", Table(["a", "b"], [["1", 2]]), comparison,
                 Plot("time", "Times", ["x"], {"ours": [1]}, "time")]
        self.assertEqual(markdown("Title", parts, "lanefold study x"), """# Title

For architects: the results of this study, and what they are compared with.

Of 1 figures and claims on this page: 1 within.

Words.

| a | b |
| --- | --- |
| 1 | 2 |

| what | in the paper | paper | ours | difference | answer |
| --- | --- | --- | --- | --- | --- |
| gain | table 2 | 50.0 % | 50.0 % | +0.0 points | within 0.0 points |

![Times](time.svg)

*Times*

Written by `lanefold study x`.
""")
        self.assertEqual(expectations(parts), comparison.expectations)

    def test_a_comparison_of_a_generator_is_whole_twice(self):
        comparison = Comparison(Expectation("gain", "", 0.5, 0.5) for _ in range(2))
        self.assertEqual(len(comparison.markdown().splitlines()), 4)
        self.assertEqual(len(expectations([comparison])), 2)

    def test_plots_are_the_same_bytes_again_and_have_their_texts(self):
        for kind in ("bars", "stack", "lines"):
            plot = Plot("time", "Times", ["a label that is long", "b"],
                        {"ours": [1, None], "theirs": [0.5, 0.25]}, "time", kind=kind)
            drawn = draw(plot)
            self.assertEqual(drawn, draw(plot))
            for text in (b"time (%)", b"ours", b"theirs", b"a label that is long"):
                self.assertIn(text, drawn)
            self.assertNotIn(b"<dc:date>", drawn)
        self.assertNotEqual(drawn, draw(Plot("time", "Times", ["a", "b"], {"x": [1, 2]}, "time")))

    def test_a_scatter_has_numbers_on_its_front_and_labels_beside_it(self):
        places = {"first": (1, 3), "second": (2, 1), "slow": (3, 4)}
        plot = Scatter("front", "Costs", {"all": places, "others": {"another": (2, 2)}},
                       ["first", "second"], "area", "time")
        drawn = draw(plot)
        self.assertEqual(drawn, draw(plot))
        for text in (b">1</text>", b">2</text>", b">another</text>", b">all</text>", b">front</text>"):
            self.assertIn(text, drawn)
        self.assertNotIn(b"slow", drawn)
        self.assertEqual(plot.markdown(), "![Costs](front.svg)\n\n"
                                          "*Costs. On the front: 1 first, 2 second*\n")


class Readme(unittest.TestCase):
    """The counts of README are those of the pages."""

    def test_counts_the_figures_of_each_paper(self):
        readme = (SOURCES / "README.md").read_text(encoding="utf-8")
        for study in ("isca13", "sc09", "ipdps12"):
            file = f"docs/studies/{study}/{study}.md"
            page = (SOURCES / file).read_text(encoding="utf-8")
            figures, of_paper, states = re.search(
                "^Of ([0-9]+) figures and claims on this page(?:, ([0-9]+) of them of the paper)?: (.*)\\.$",
                page, re.M).groups()
            counts = [re.search(f"([0-9]+) {NAMES[state]}(,|$)", states)
                      for state in ("within", "closed", "half", "contradiction", "open")]
            cells = [count[1] if count else "0" for count in counts]
            self.assertIn(f"]({file}) | " + " | ".join([figures, of_paper or figures, *cells]) + " |\n", readme)


if __name__ == "__main__":
    unittest.main()
