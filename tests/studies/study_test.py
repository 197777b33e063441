# SPDX-License-Identifier: Apache-2.0
"""Studies as users start them, through the command `lanefold` that is given in $LANEFOLD."""

import base64
import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

COMMAND = os.environ["LANEFOLD"]
SOURCES = Path(__file__).resolve().parents[2]
STUDY = '''"""A study."""
from lanefold_studies.expectation import Expectation
from lanefold_studies.page import Comparison
TITLE = "A study of one run"
def page(results):
    """One figure."""
    yield Comparison([Expectation("lanes", "table 1", 0.5, results.one()["simd_efficiency"])])
'''
SWEEP = '[[points]]\nprogram = "vector-add"\nfunctional = true\n'


class Study(unittest.TestCase):
    """What is written, and what is refused."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)

    def lanefold(self, *words, **variables):
        """Exit code, standard output and standard error."""
        done = subprocess.run([COMMAND, *words], cwd=self.folder, capture_output=True, text=True,
                              env={**os.environ, **variables}, check=False)
        return done.returncode, done.stdout, done.stderr

    def own_study(self, study=STUDY, sweep=SWEEP):
        """A study of the user's own, in a folder."""
        own = self.folder / "own"
        own.mkdir(exist_ok=True)
        (own / "study.py").write_text(study, encoding="utf-8")
        (own / "sweep.toml").write_text(sweep, encoding="utf-8")

    def test_table_2_is_the_papers_and_the_same_bytes_from_the_same_results(self):
        code, out, err = self.lanefold("study", "table2", "--size", "tiny", "--check")
        self.assertEqual(code, 0, err)
        self.assertIn("31 points: 31 run, 0 already there, 0 failed\n", out)
        first = self.folder / "results/table2"
        page = (first / "table2.md").read_text(encoding="utf-8")
        self.assertIn("| L4: Ivy Bridge optimisation | table 2 | 50.0 % | 49.", page)
        self.assertIn("Written by `lanefold study table2 --size tiny`.", page)
        shutil.copytree(first / "points", self.folder / "again/points")
        code, out, err = self.lanefold("study", "table2", "--size", "tiny", "--output", "again")
        self.assertIn("31 points: 0 run, 31 already there, 0 failed\n", out)
        for name in ("table2.md", "figure8.svg", "table2.sqlite"):
            self.assertEqual((first / name).read_bytes(),
                             (self.folder / "again" / name).read_bytes())

    def test_a_study_of_ones_own_fails_the_check_where_no_run_says_why(self):
        self.own_study()
        words = ("study", "own", "--size", "tiny")
        code, out, err = self.lanefold(*words, "--check")
        self.assertEqual((code, out.splitlines()[1]),
                         (1, "1 figures: 1 open; results/own/own.md"))
        self.assertTrue(err.endswith("lanefold: lanes (table 1) is 100.0 % instead of 50.0 %, and "
                                     "no run says why\n"), err)
        self.assertEqual(self.lanefold(*words)[0], 0)

    def test_a_page_may_ask_the_command_for_more_and_show_points(self):
        points = '    yield Scatter("places", "A place", {"all": {"a": (1, 2)}}, ["a"], "x", "y")\n'
        self.own_study(STUDY.replace('results.one()["simd_efficiency"]',
                                     'results.lanefold("cost", "--node", "32")["node_nm"] / 64')
                       .replace("import Comparison", "import Comparison, Scatter") + points)
        code, out, err = self.lanefold("study", "own", "--size", "tiny", "--check")
        self.assertEqual((code, out.splitlines()[1]),
                         (0, "1 figures: 1 within; results/own/own.md"), err)
        self.assertTrue((self.folder / "results/own/places.svg").is_file())
        self.own_study(STUDY.replace('results.one()', 'results.lanefold("cost", "--node", "33")'))
        code, _, err = self.lanefold("study", "own", "--size", "tiny")
        self.assertEqual(code, 2)
        self.assertIn("a technology node of '33' nm; valid: 130, 90", err)

    def report(self, *words):
        """The data of the report that a command writes."""
        code, out, err = self.lanefold(*words, "--report", "r.json")
        self.assertEqual(code, 0, out + err)
        return json.loads((self.folder / "r.json").read_text(encoding="utf-8"))

    def test_a_report_of_a_study_has_what_its_page_has(self):
        page = ('    yield "## Places\\n"\n    yield "The `place` of a [run](x.md)."\n'
                '    yield Scatter("places", "A place", {"all": {"a": (1, 2)}}, ["a"], "x", "y")\n'
                '    yield Table(["what", "how many"], [["lanes", "16"]])\n')
        self.own_study(STUDY.replace("import Comparison", "import Comparison, Scatter, Table") + page)
        data = self.report("study", "own", "--size", "tiny")
        self.assertEqual((data["schema"], data["command"], data["title"], data["runs"]),
                         ("lanefold.report/1", "study", "A study of one run", []))
        self.assertEqual(data["claims"], [
            {"paper": "table 1", "figure": "lanes", "published": "50.0 %", "measured": "100.0 %",
             "difference": "+50.0 points", "outcome": "open", "reason": "open: no run says why"}])
        figure, = data["figures"]
        self.assertEqual((figure["title"], figure["text"]), ("A place", "The place of a run."))
        image = base64.b64decode(figure["image"].removeprefix("data:image/svg+xml;base64,"))
        self.assertEqual(image, (self.folder / "results/own/places.svg").read_bytes())
        self.assertEqual(data["tables"], [{"title": "Places", "rows": [["lanes", "16"]],
                                           "columns": [{"name": "what"}, {"name": "how many"}]}])

    def test_a_report_of_a_sweep_has_a_row_for_each_point(self):
        (self.folder / "plan.toml").write_text(SWEEP + "seed = [1, 2]\n", encoding="utf-8")
        data = self.report("sweep", "plan.toml", "--size", "tiny", "--columns", "simd_efficiency")
        table, = data["tables"]
        self.assertEqual([column["name"] for column in table["columns"]],
                         ["program", "size", "machine", "seed", "functional", "verified", "simd_efficiency"])
        self.assertEqual([row[1:6] for row in table["rows"]],
                         [["tiny", "ivb-eu", seed, "true", "yes"] for seed in ("1", "2")])
        self.assertEqual([round(row[-1], 3) for row in table["rows"]], [1, 1])
        self.assertEqual([column.get("percent") for column in table["columns"][-2:]], [None, True])
        said = subprocess.run([COMMAND, "--version"], capture_output=True, text=True, check=True).stdout
        self.assertIn(f"lanefold {data['build']['version']} ", said)
        self.assertIn(f"commit {data['build']['commit']},", said)
        code, _, err = self.lanefold("sweep", "plan.toml", "--report", "r.txt")
        self.assertEqual(code, 2)
        self.assertIn("'r.txt' ends in neither .html (a page to look at) nor .json", err)
        words = ("sweep", "plan.toml", "--size", "tiny", "--report", "r.html")
        self.assertEqual(self.lanefold(*words)[0], 0)
        self.assertIn("lanefold-data", (self.folder / "r.html").read_text(encoding="utf-8"))

    def test_a_report_of_a_sweep_begins_with_points_that_failed(self):
        (self.folder / "copy.cl").write_text("kernel void copy(global int* a) { a[get_global_id(0)] = 1; }",
                                             encoding="utf-8")
        for name, value in (("right", 1), ("wrong", 2)):
            (self.folder / f"{name}.txt").write_text(f"{value}\n" * 16, encoding="utf-8")
        which = "".join(f'{name} = {{ args = ["buffer:int:16:expect={name}.txt"] }}\n' for name in ("right", "wrong"))
        (self.folder / "plan.toml").write_text(
            f'[axes.which]\n{which}[[points]]\nprogram = "copy.cl"\nglobal = "16"\nfunctional = true\nwhich = "*"\n',
            encoding="utf-8")
        words = ("sweep", "plan.toml", "--columns", "simd_efficiency", "--report", "r.json")
        code, out, err = self.lanefold(*words)
        self.assertEqual(code, 12, out + err)
        failed, points = json.loads((self.folder / "r.json").read_text(encoding="utf-8"))["tables"]
        self.assertEqual((failed["title"], failed["text"]),
                         ("Points that failed", "1 of 2 points failed: no statistics are known of them."))
        self.assertIn("element 0 is 1, not 2", failed["rows"][0][-1])
        verified = [column["name"] for column in points["columns"]].index("verified")
        self.assertEqual([row[verified] for row in points["rows"]], ["yes", "failed"])

    def test_studies_are_listed(self):
        code, out, _ = self.lanefold("study", "--list")
        self.assertEqual(code, 0)
        self.assertIn("table2       ISCA'13, table 2 and figure 8: branches with chosen masks\n",
                      out)
        code, out, _ = self.lanefold("study", "table2", "--list", "--size", "tiny")
        self.assertEqual((code, len(out.splitlines())), (0, 31))
        self.assertRegex(out, r"^\S+ .*--size tiny\n")

    def test_another_folder_of_studies_is_used_and_stays_as_it_is(self):
        studies = self.folder / "studies"
        shutil.copytree(SOURCES / "studies", studies, ignore=shutil.ignore_patterns("__pycache__"))
        before = sorted(studies.rglob("*"))
        shutil.copytree(studies / "table2", studies / "mine")
        _, out, err = self.lanefold("study", "--list", LANEFOLD_STUDIES_DIR=str(studies))
        self.assertEqual([line.split()[0] for line in out.splitlines()],
                         ["composition", "cost", "ipdps12", "isca13", "mine", "sc09", "table2",
                          "uniformity"], err)
        shutil.rmtree(studies / "mine")
        self.assertEqual(sorted(studies.rglob("*")), before)

    def test_mistakes_are_refused_in_one_sentence(self):
        for study, sweep, words, code, sentence in (
                (STUDY, SWEEP, [], 2, "a study is missing: a name of `lanefold study --list`"),
                (STUDY, SWEEP, ["table3"], 2,
                 "there is no study 'table3'; there are composition, cost, ipdps12, isca13,"),
                (STUDY, SWEEP, ["own", "--size", "big"], 2, "there is no size 'big'"),
                ("TITLE = 1", SWEEP, ["own"], 2, "own/study.py has no page; a study has TITLE and"),
                (STUDY, "[points]", ["own"], 3, "own/sweep.toml: a sweep has one group [[points]]"),
                (STUDY, SWEEP + "set.core.wraps = 2", ["own"], 3,
                 "own/sweep.toml: [[points]] 1: ")):
            with self.subTest(words=words, sweep=sweep):
                self.own_study(study, sweep)
                found, out, err = self.lanefold("study", *words)
                self.assertEqual((found, out), (code, ""), err)
                self.assertTrue(err.startswith("lanefold: "), err)
                self.assertIn(sentence, err)
                self.assertEqual(err.count("\n"), 1, err)

    def test_a_python_that_is_missing_or_old_is_told(self):
        code, _, err = self.lanefold("study", "--list", LANEFOLD_PYTHON="/absent/python3")
        self.assertEqual(code, 4)
        self.assertIn("cannot run '/absent/python3'", err)
        self.assertIn("LANEFOLD_PYTHON", err)

    def test_a_module_that_is_missing_is_named_with_its_package(self):
        self.own_study(sweep=SWEEP.replace("vector-add", "divergence-pattern"))
        bare = self.folder / "python"
        bare.write_text("#!/bin/sh\nshift\nexec /usr/bin/python3 -S \"$@\"\n")
        bare.chmod(0o755)
        code, _, err = self.lanefold("sweep", "own/sweep.toml", "--scheduler", "127.0.0.1:1",
                                     "--size", "tiny", LANEFOLD_PYTHON=str(bare))
        self.assertEqual(code, 4, err)
        self.assertIn("--scheduler needs the Python module distributed: install the Debian package "
                      "python3-distributed", err)


if __name__ == "__main__":
    unittest.main()
