# SPDX-License-Identifier: Apache-2.0
"""Reports in a browser: what they show is what their data say, by mouse and by keyboard.
    report_browser_test.py [CHROMIUM CHROMEDRIVER]
Those of the command `lanefold` and of an application are tested if $LANEFOLD and $LANEFOLD_WORKLOADS name them."""

import copy
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

sys.path.insert(0, str(Path(__file__).resolve().parent))
# pylint: disable=wrong-import-position
from report_page import PAGE, PLACEHOLDER, data_of, open_browser, page_with

PROGRAMS = sys.argv[1:3] if len(sys.argv) > 2 else [shutil.which("chromium"), shutil.which("chromedriver")]
SECONDS = 15
# What browsers tell pages of, but not their console, as of observers that cannot be told all in one frame.
KEEP_ERRORS = "window.pageErrors = []; addEventListener('error', (event) => pageErrors.push(event.message))"
HOSTILE = "</script><img src=x onerror=alert(1)>"


def whole(number):
    """As the page writes a whole number."""
    return f"{number:,}"


def percent(part):
    """As the page writes a part."""
    return f"{100 * part:.1f}%"


def setUpModule():
    """The browser."""
    ReportTest.folder = tempfile.mkdtemp()
    ReportTest.browser = open_browser(*PROGRAMS, Path(ReportTest.folder) / "profile")
    ReportTest.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": KEEP_ERRORS})


def tearDownModule():
    """Nothing of it stays."""
    ReportTest.browser.quit()
    shutil.rmtree(ReportTest.folder, ignore_errors=True)


class ReportTest(unittest.TestCase):
    """One browser for all pages, and no errors and nothing in its console at the end of any test."""

    folder = None
    browser = None

    @classmethod
    def open(cls, data):
        """Opens the report of these data, and waits until the explorer runs its library."""
        page = Path(cls.folder) / "report.html"
        page.write_text(page_with(data), encoding="utf-8")
        cls.browser.get(page.as_uri())
        cls.wait(lambda: cls.all(".schedule"))

    def tearDown(self):
        self.assertEqual([entry["message"] for entry in self.browser.get_log("browser")], [])
        self.assertEqual(self.browser.execute_script("return pageErrors"), [])

    @classmethod
    def wait(cls, condition):
        """Until it holds."""
        return WebDriverWait(cls.browser, SECONDS, 0.05).until(lambda _: condition())

    @classmethod
    def all(cls, selector):
        """Elements."""
        return cls.browser.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        """The first element."""
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def texts(self, selector):
        """What the elements say."""
        return [element.text for element in self.all(selector)]

    def sections(self):
        """Identities of the sections, in their order."""
        return [section.get_attribute("id") for section in self.all("main > section")]

    def rows(self, caption):
        """The cells of a table, by row."""
        script = """return [...document.querySelectorAll("table")]
            .filter((one) => one.caption?.textContent.startsWith(arguments[0]))
            .flatMap((one) => [...one.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent)))"""
        return self.browser.execute_script(script, caption)

    def press(self, element, *keys):
        """Focuses the element and types."""
        self.browser.execute_script("arguments[0].focus()", element)
        for key in keys:
            self.browser.switch_to.active_element.send_keys(key)


class Run(ReportTest):
    """The report of a run, with everything; tests leave the page as they found it."""

    @classmethod
    def setUpClass(cls):
        cls.data = data_of("run")
        cls.run_data = cls.data["runs"][0]
        cls.total = cls.run_data["statistics"]["total"]
        cls.open(cls.data)

    def test_it_has_every_section_of_a_run_and_begins_with_the_limiter(self):
        self.assertEqual(self.sections(), ["summary", "explanation", "limits", "slots", "source", "roofline", "memory",
                                           "curves", "launches", "timeline", "adaptation", "explorer"])
        links = [link.get_attribute("href").split("#")[1] for link in self.all("nav a")]
        self.assertEqual(links, self.sections())
        self.assertEqual(self.one("main .limiter").text, self.data["explanation"]["sentence"])

    def test_the_tiles_are_the_statistics(self):
        tiles = dict(zip(self.texts(".tile dt"), self.texts(".tile dd")))
        cycles = self.total["counters"]["cycles"]
        bound = self.run_data["limits"]["bound_cycles"]
        policy = self.total["policies"]["scc"]
        self.assertEqual(tiles["Cycles"], f"{whole(cycles)}\nbound {whole(bound)} ({percent(bound / cycles)})")
        self.assertIn(f"{self.total['counters']['warp_instructions'] / cycles:.2f}", tiles["IPC (warp instructions)"])
        self.assertIn(percent(self.total["simd_efficiency"]), tiles["SIMD efficiency"])
        self.assertIn(percent(policy["part_of_ideal"]), tiles["Of ideal compaction"])
        self.assertIn("Verified", tiles["Outcome"])

    def test_the_bar_of_causes_is_the_ledger(self):
        self.browser.execute_script("document.querySelector('#slots details').open = true")
        slots = self.total["ledger"]
        shown = self.wait(lambda: self.rows(f"All {whole(slots['total'])} lane-slots"))[0][1:]
        expected = [slots[cause] for cause in ("useful", "compaction_slack", "memory_wait", "operand_wait",
                                               "issue_conflict", "other_pipe", "front_end", "no_warp")]
        self.assertEqual(shown, [whole(count) for count in expected])

    def test_levels_of_memory_and_resources_are_those_of_the_data(self):
        l3 = self.total["memory"]["l3"]["counters"]
        row = next(row for row in self.rows("Levels of memory") if row[0] == "L3")
        self.assertEqual(row[2:5], [whole(l3["accesses"]), percent(l3["hits"] / l3["accesses"]), whole(l3["misses"])])
        resources = self.run_data["limits"]["resources"]
        self.assertEqual([row[:2] for row in self.rows("Use of each resource")],
                         [[one["title"], percent(one["part"])] for one in resources])

    def test_a_line_shows_its_slots_and_its_instructions_on_demand(self):
        kernel = self.run_data["profile"]["kernels"][0]
        line = kernel["lines"][0]
        row = next(row for row in self.all(".source tr.line") if row.text.startswith(str(line["line"])))
        self.assertIn(percent(line["slots"] / kernel["slots"]), row.text)
        self.assertEqual(self.all(".source tr.instruction"), [])
        self.press(row.find_element(By.CSS_SELECTOR, ".expand"), Keys.ENTER)
        self.assertEqual(len(self.all(".source tr.instruction")), len(line["pcs"]))
        self.assertIn(f"0x{line['pcs'][0]:x}", self.one(".source tr.instruction").text)
        self.press(row.find_element(By.CSS_SELECTOR, ".expand"), Keys.ENTER)
        self.assertEqual(self.all(".source tr.instruction"), [])

    def test_every_chart_is_drawn_and_has_a_name_and_a_table(self):
        self.wait(lambda: all(plot.find_elements(By.CSS_SELECTOR, "svg") for plot in self.all(".plot")))
        self.assertGreaterEqual(len(self.all(".plot")), 8)
        for plot in self.all(".plot, .stack, .lane-strip"):
            self.assertTrue(plot.get_attribute("aria-label"))
        for figure in self.all("figure"):
            self.assertTrue(figure.find_elements(By.CSS_SELECTOR, "details, table"), figure.text)

    def test_charts_follow_the_width_of_the_window(self):
        def widths():
            return self.browser.execute_script("""return [...document.querySelectorAll(".plot")].map((plot) =>
                [plot.clientWidth, Number(plot.querySelector("svg[width]")?.getAttribute("width"))])""")

        def are_drawn():
            return all(place == drawn for place, drawn in widths())
        self.wait(are_drawn)
        size = self.browser.get_window_size()
        before = widths()
        self.browser.set_window_size(1100, 900)
        self.wait(lambda: widths() != before and are_drawn())
        self.browser.set_window_size(size["width"], size["height"])
        self.wait(lambda: widths() == before)

    def test_long_lines_of_the_source_need_no_scroll_bar(self):
        data = copy.deepcopy(self.data)
        name = next(iter(data["sources"]))
        data["sources"][name] = data["sources"][name].replace("\n", f" // {'word ' * 40}\n")
        self.addCleanup(self.open, self.data)
        self.open(data)
        for width in (1300, 1600):
            self.browser.set_window_size(width, 900)
            self.assertLessEqual(*self.browser.execute_script("""const box = document.querySelector(".source");
                return [box.scrollWidth, box.clientWidth]"""))
        self.browser.set_window_size(1300, 900)
        self.assertGreater(self.one(".source td:last-child").size["width"], 550)
        self.browser.set_window_size(1360, 900)

    def test_keys_move_zoom_and_select_in_the_timeline(self):
        canvas = self.one(".timeline canvas")
        window = self.run_data["window"]
        self.press(canvas, "+")
        inside = [int(canvas.get_attribute(f"data-{end}")) for end in ("from", "to")]
        self.assertLess(inside[1] - inside[0], window["to"] - window["from"])
        self.press(canvas, Keys.ARROW_RIGHT)
        self.assertGreater(int(canvas.get_attribute("data-from")), inside[0])
        self.press(canvas, "]")
        first = min(window["rows"], key=lambda row: row["begin"])
        said = self.one(".said").text
        self.assertIn(window["code"][first["code"]]["text"], said)
        self.assertIn(f"cycles {whole(first['begin'])} to {whole(first['end'])}", said)
        self.press(canvas, "0")
        self.assertEqual(int(canvas.get_attribute("data-to")), window["to"])

    def test_the_theme_goes_to_dark_and_back(self):
        def background():
            return self.browser.execute_script("return getComputedStyle(document.body).backgroundColor")
        before = background()
        self.one("#theme").click()
        after = background()
        self.assertNotEqual(before, after)
        self.one("#theme").click()
        self.assertEqual(background(), before)


class Explorer(ReportTest):
    """The compaction explorer."""

    def setUp(self):
        self.open({**data_of("study"), "tables": [], "figures": [], "claims": []})

    def cycles(self):
        """Cycles of each policy, as shown."""
        return {one.get_attribute("data-policy"): one.find_element(By.CSS_SELECTOR, "strong").text
                for one in self.all(".schedule")}

    def set_value(self, element, value):
        """Types a value in place of the former."""
        element.send_keys(Keys.CONTROL, "a")
        element.send_keys(value)

    def test_a_mask_as_text_gives_each_policys_cycles(self):
        self.set_value(self.one("#mask"), "0x1111")
        self.assertEqual(self.cycles(), {"none": "4 cycles", "ivb": "4 cycles", "bcc": "4 cycles",
                                         "scc": "1 cycle", "scc-fifo": "1 cycle"})
        self.assertEqual(len(self.all("[data-policy=scc] .swizzled")), 3)
        self.set_value(self.one("#mask"), "00f0")
        self.assertEqual([self.cycles()[policy] for policy in ("ivb", "bcc", "scc")],
                         ["2 cycles", "1 cycle", "1 cycle"])

    def test_keys_go_from_lane_to_lane_and_toggle_them(self):
        self.set_value(self.one("#mask"), "0")
        self.assertEqual(self.cycles()["none"], "0 cycles")
        self.press(self.one(".lane"), Keys.ARROW_RIGHT, Keys.SPACE, Keys.ARROW_DOWN, Keys.SPACE, Keys.END, Keys.SPACE)
        self.assertEqual(self.one("#mask").get_attribute("value"), "0x8022")
        self.assertEqual([self.cycles()[policy] for policy in ("bcc", "scc")], ["3 cycles", "1 cycle"])
        self.assertEqual(len(self.all(".lane[tabindex='0']")), 1)

    def test_warps_have_up_to_64_lanes(self):
        width, alu = self.all(".explorer input[type=number]")
        self.set_value(width, "64")
        self.set_value(alu, "8")
        self.set_value(self.one("#mask"), "ffffffffffffffff")
        self.assertEqual(len(self.all(".lane")), 64)
        self.assertEqual(set(self.cycles().values()), {"8 cycles"})
        self.set_value(width, "0")
        self.assertEqual(width.get_attribute("aria-invalid"), "true")
        self.assertEqual(len(self.all(".lane")), 64)

    def test_text_that_is_no_mask_is_marked_and_changes_nothing(self):
        before = self.cycles()
        self.set_value(self.one("#mask"), "lanes")
        self.assertEqual(self.one("#mask").get_attribute("aria-invalid"), "true")
        self.assertEqual(self.cycles(), before)


class Others(ReportTest):
    """Reports of the other commands, and of names that mean harm."""

    def test_what_is_absent_is_not_there(self):
        data = data_of("run")
        data["explanation"] = None
        for part in ("profile", "limits", "curves", "window"):
            data["runs"][0][part] = None
        data["runs"][0]["statistics"]["total"]["histograms"]["slip"] = [0, 0]
        data["runs"][0]["statistics"]["launches"][0].pop("adaptation")
        self.open(data)
        self.assertEqual(self.sections(), ["summary", "slots", "memory", "launches", "explorer"])
        self.assertEqual(self.all(".limiter"), [])

    def test_a_run_that_was_stopped_says_so(self):
        data = data_of("run")
        data["runs"][0]["partial"] = True
        self.open(data)
        self.assertIn("Partial", self.one(".tile.warn").text)

    def test_a_comparison_shows_what_moved_and_by_how_much(self):
        data = data_of("compare")
        self.open(data)
        before, after = (run["statistics"]["total"] for run in data["runs"])
        cycles = [total["counters"]["cycles"] for total in (before, after)]
        row = next(row for row in self.rows("The two runs") if row[0] == "cycles")
        self.assertEqual(row[1:4], [whole(cycles[0]), whole(cycles[1]), f"\u2212{whole(cycles[0] - cycles[1])}"])
        lost = before["ledger"]["control_divergence"] * cycles[0] / before["ledger"]["total"]
        self.assertEqual(self.rows("Causes, in cycles")[0],
                         ["Control divergence", whole(round(lost)), "0", f"\u2212{whole(round(lost))}"])
        self.assertTrue(self.rows("Lines that moved"))
        self.assertIn("14.1% fewer cycles", self.one(".verdict").text)
        self.assertIn("14.1% fewer cycles", self.one("#summary .limiter").text)
        self.assertEqual(self.rows("What was set otherwise"), [["core.compaction", "ivb", "scc"]])
        choices = self.all("#comparison select")
        Select(choices[0]).select_by_index(1)
        Select(choices[1]).select_by_index(0)
        self.assertIn("16.4% more cycles", self.one(".verdict").text)

    def test_wrong_output_of_any_run_comes_first(self):
        data = data_of("compare")
        sentence = "The output of scc is wrong: it differs from the reference."
        data["runs"][1]["statistics"]["verified"] = False
        self.open(data)
        self.assertEqual(self.one("main p").text, sentence)
        self.assertEqual(self.texts("#summary .limiter"), [sentence])
        self.assertIn("14.1% fewer cycles", self.texts("#summary p")[1])
        self.assertEqual(self.texts(".verdict")[0], sentence)

    def test_code_without_a_line_is_not_called_as_its_function(self):
        data = data_of("run")
        line = data["runs"][0]["profile"]["kernels"][0]["lines"][0]
        for name in ("file", "line", "text"):
            line.pop(name)
        line["function"] = "mandelbrot"
        self.open(data)
        self.assertIn("mandelbrot (no line)", self.texts("#slots .stack-name"))
        self.assertIn("mandelbrot (no line)", self.texts(".source td:last-child"))

    def test_the_run_of_a_comparison_is_chosen_at_the_top(self):
        data = data_of("compare")
        self.open(data)
        Select(self.one("header select")).select_by_visible_text("scc")
        self.assertIn(whole(data["runs"][1]["statistics"]["total"]["counters"]["cycles"]), self.one(".tile dd").text)

    def test_many_launches_are_shown_in_part_first_and_sort(self):
        data = data_of("exec")
        statistics = data["runs"][0]["statistics"]
        statistics["launches"] = [copy.deepcopy(statistics["launches"][i % 3]) for i in range(2000)]
        for i, launch in enumerate(statistics["launches"]):
            launch["counters"]["cycles"] = 1000 + (i * 37) % 2000
        self.open(data)
        self.assertEqual(len(self.all("#launches tbody tr")), 200)
        heading = next(one for one in self.all("#launches th") if one.text == "cycles")
        heading.find_element(By.CSS_SELECTOR, "button").click()
        self.assertEqual(heading.get_attribute("aria-sort"), "descending")
        self.assertEqual(self.rows("Kernel launches")[0][4], "2,999")
        self.one("#launches .more").click()
        self.assertEqual(len(self.all("#launches tbody tr")), 2000)

    def test_a_window_of_many_rows_is_shown_within_seconds(self):
        data = data_of("run")
        window = data["runs"][0]["window"]
        rows = window["rows"]
        span = window["to"] - window["from"]
        window["rows"] = [{**row, "begin": row["begin"] + n * span, "end": row["end"] + n * span,
                           "stages": [[stage[0], stage[1] + n * span] for stage in row["stages"]]}
                          for n in range(10000 // len(rows)) for row in rows]
        for row in window["rows"]:
            row.pop("cause", None)
        window["to"] = max(row["end"] for row in window["rows"])
        self.open(data)
        took = self.browser.execute_script("""const canvas = document.querySelector(".timeline canvas");
            const begin = performance.now();
            canvas.dispatchEvent(new KeyboardEvent("keydown", {key: "+"}));
            return new Promise((done) => requestAnimationFrame(() => setTimeout(() =>
              done(performance.now() - begin))))""")
        self.assertLess(took, 2000)

    def test_a_study_shows_claims_tables_and_figures(self):
        data = data_of("study")
        self.open(data)
        self.assertEqual(self.sections(), ["claims", "tables", "figures", "explorer"])
        self.assertEqual(self.texts(".badge"), ["\u2713 within tolerance", "\u25cf closed by an experiment",
                                                "\u2260 the paper contradicts itself", "\u25cb open"])
        self.assertEqual(self.rows("Gain over ivb")[2], ["hotspot", "\u2013", "1.5", "\u2013"])
        self.assertEqual(self.rows("Gain over ivb")[0][3], "20.8%")
        self.assertGreater(self.browser.execute_script("return document.querySelector('img').naturalWidth"), 0)

    def test_hostile_names_are_text(self):
        data = data_of("run")
        run = data["runs"][0]
        data["title"] = run["statistics"]["program"] = run["limits"]["sentence"] = HOSTILE
        data["explanation"] = None
        run["limits"]["resources"][0]["title"] = run["statistics"]["launches"][0]["kernel"] = HOSTILE
        kernel = run["profile"]["kernels"][0]
        kernel["kernel"] = HOSTILE
        for line in kernel["lines"]:
            line["file"] = HOSTILE
        for code in run["window"]["code"]:
            code["text"] = code["source"] = HOSTILE
        data["sources"] = {HOSTILE: "\n".join([HOSTILE] * 40)}
        self.open(data)
        self.assertEqual(self.all("img"), [])
        for selector in ("h1", ".limiter", "#source caption", "#source option", "#launches td:nth-child(2)"):
            self.assertIn(HOSTILE, self.one(selector).text)
        self.assertIn(HOSTILE, self.rows("Use of each resource")[0][0])
        self.press(self.one(".timeline canvas"), "]")
        self.assertIn(HOSTILE, self.one(".said").text)

    def test_a_functional_run_has_no_time(self):
        data = data_of("run")
        data["explanation"] = None
        run = data["runs"][0]
        for part in ("profile", "limits", "curves", "window"):
            run[part] = None
        for launch in (run["statistics"]["total"], run["statistics"]["launches"][0]):
            launch.update(timed=False, ledger={"useful": 0, "total": 0}, memory={}, bandwidth={}, memory_stalls={})
            launch["counters"].update(cycles=0, eu_cycles=0)
        self.open(data)
        self.assertEqual(self.texts(".tile dt"), ["SIMD efficiency", "Outcome"])
        self.assertNotIn("slots", self.sections())
        self.assertNotIn("NaN", self.one("main").text)


class Page(unittest.TestCase):
    """The committed page itself."""

    def test_it_has_its_placeholder_once_and_asks_nobody(self):
        page = PAGE.read_text(encoding="utf-8")
        self.assertEqual(page.count(PLACEHOLDER), 1)
        self.assertLess(page.index("<body>"), page.index(PLACEHOLDER))
        self.assertLess(page.index(PLACEHOLDER), page.index("<script>"))
        self.assertIn("default-src 'none'", page)
        self.assertLess(len(page), 1_000_000)


@unittest.skipUnless("LANEFOLD" in os.environ, "$LANEFOLD names no command")
class OfTheCommand(ReportTest):
    """Reports that the command writes: each kind opens, and shows the numbers of its data."""

    def report(self, *words):
        """The data of the report that the command writes; its page is open."""
        folder = Path(self.folder)
        for name in ("real.json", "real.html"):
            line = [str(folder / name) if word == "REPORT" else word for word in words]
            done = subprocess.run([os.environ["LANEFOLD"], *line], cwd=folder, capture_output=True, text=True,
                                  check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
        self.browser.get((folder / "real.html").as_uri())
        self.wait(lambda: self.all(".schedule"))
        return json.loads((folder / "real.json").read_text(encoding="utf-8"))

    def expect_totals(self, run):
        """Cycles and IPC of the tiles, every cause of the ledger, and all levels of memory."""
        total = run["statistics"]["total"]
        shown = " ".join(self.texts(".tile"))
        self.assertIn(whole(total["counters"]["cycles"]), shown)
        self.assertIn(percent(total["simd_efficiency"]), shown)
        self.browser.execute_script("document.querySelector('#slots details').open = true")
        slots = total["ledger"]
        shown = self.wait(lambda: self.rows(f"All {whole(slots['total'])} lane-slots"))[0][1:]
        self.assertEqual(sorted(shown), sorted(whole(count) for cause, count in slots.items()
                                               if count and cause != "total"))

    def test_a_run_with_all_that_can_be_asked_for(self):
        data = self.report("run", "bfs", "--size", "tiny", "--explain", "--report", "REPORT", "--report-cycles",
                           "1000:1200", "--report-core", "1")
        self.assertEqual(self.sections(), ["summary", "explanation", "limits", "slots", "source", "roofline", "memory",
                                           "curves", "launches", "timeline", "explorer"])
        self.assertEqual(self.one(".limiter").text.casefold(), data["explanation"]["sentence"].casefold())
        self.assertEqual([row[2] for row in self.rows("Runs with one thing changed")],
                         [whole(run["cycles"]) for run in data["explanation"]["runs"]])
        self.expect_totals(data["runs"][0])

    def test_runs_side_by_side(self):
        data = self.report("compare", "ray-trace-ao", "--size", "tiny", "--vary", "core.compaction=ivb,scc",
                           "--report", "REPORT")
        self.assertIn("comparison", self.sections())
        self.expect_totals(data["runs"][0])

    def test_slip_and_adaptation(self):
        data = self.report("run", "kmeans", "--size", "tiny", "--machine", "mv5-wpu", "--set",
                           "core.adaptation.strategy=dwrep", "--set", "core.on_miss=slip", "--report", "REPORT")
        self.assertIn("adaptation", self.sections())
        self.expect_totals(data["runs"][0])

    def test_an_application(self):
        data = self.report("exec", "--report", "REPORT", "--", os.environ["LANEFOLD_WORKLOADS"], "--size", "tiny",
                           "bfs")
        self.expect_totals(data["runs"][0])
        self.assertEqual(len(self.rows("Kernel launches")), len(data["runs"][0]["statistics"]["launches"]))

    def test_a_sweep(self):
        (Path(self.folder) / "plan.toml").write_text('[[points]]\nprogram = "vector-add"\nseed = [1, 2]\n',
                                                     encoding="utf-8")
        data = self.report("sweep", "plan.toml", "--size", "tiny", "--report", "REPORT")
        self.assertEqual(self.sections(), ["tables", "explorer"])
        cells = [cell for row in self.rows("Points") for cell in row]
        self.assertIn(whole(data["tables"][0]["rows"][0][5]), cells)
        self.assertIn("yes", cells)
        self.assertTrue(all(data["build"][part] in self.one("footer").text for part in ("version", "commit")))

    def test_a_study(self):
        data = self.report("study", "table2", "--size", "tiny", "--report", "REPORT")
        self.assertIn("claims", self.sections())
        self.assertEqual(len(self.all("#figures img")), len(data["figures"]))
        self.assertIn(data["claims"][0]["measured"], " ".join(self.texts("#claims td")))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
