# SPDX-License-Identifier: Apache-2.0
"""The report of a sweep or a study: one page of HTML, which `lanefold report` makes of data. docs/reference/report.md
explains its names."""

import argparse
import base64
import json
import re
import subprocess
from pathlib import Path

from lanefold_studies import checks
from lanefold_studies.axes import word
from lanefold_studies.page import Comparison, Plot, Scatter, Table
from lanefold_studies.refusal import Refusal

SCHEMA = "lanefold.report/1"
PARTS = re.compile(r"simd_efficiency|gain_over_\w+|part_of_ideal")  # statistics that pages show as percent
HALF = {"half": "closed"}  # by a run that takes as much away as it has to


def report_file(text):
    """A type for argparse: a page, or its data."""
    if not re.search(r"\.(html|json)(\.gz)?$", text):
        raise argparse.ArgumentTypeError(f"'{text}' ends in neither .html (a page to look at) nor "
                                         ".json (its data)")
    return checks.output_file(text)


def write_report(command, data, path):
    """Has the command make the page, or raises its sentence."""
    words = [str(command), "report", "/dev/stdin", "--output", str(path)]
    done = subprocess.run(words, input=json.dumps(data).encode(), capture_output=True, check=False)
    if done.returncode != 0:
        said = done.stderr.decode("utf-8", "replace").strip().removeprefix("lanefold: ")
        raise Refusal(done.returncode, said)


def build_of(simulator):
    """The command's version and commit, as it prints them."""
    said = simulator.output("--version").decode()
    found = {"version": re.match(r"lanefold (\S+)", said), "commit": re.search(r"^commit (\w+)", said, re.M)}
    return {name: match[1] for name, match in found.items() if match}


def data_of(command, title, simulator):
    """What every report has."""
    return {"schema": SCHEMA, "command": command, "title": title, "build": build_of(simulator), "sources": {},
            "runs": [], "tables": [], "figures": [], "claims": []}


def column_of(name):
    """The heading of a statistic."""
    is_part = PARTS.fullmatch(name.rpartition(".")[2])
    return {"name": name, "align": "right", **({"percent": True} if is_part else {})}


def verdict_of(row, failures):
    """Whether the point's output is the reference's; None if it has none, or was not run."""
    if row.record is None:
        return "failed" if row.key in failures else None
    verified = row.record.get("verified")
    return None if verified is None else "yes" if verified else "NO"


def cell_of(value):
    """A statistic as a cell: a number, or text."""
    return word(value) if isinstance(value, bool) else value


def axes_of(row, results):
    """The cells that say which point it is."""
    return [word(row.axes[axis]) if axis in row.axes else None for axis in results.axes]


def failed_points(swept):
    """A table of points without a result, and why."""
    results, failures = swept.results, swept.failures
    rows = [[*axes_of(row, results), failures[row.key]] for row in results if row.key in failures]
    text = f"{len(rows)} of {len(results)} points failed: no statistics are known of them."
    return {"title": "Points that failed", "text": text, "rows": rows,
            "columns": [{"name": name} for name in (*results.axes, "why")]}


def sweep_report(name, swept, columns):
    """What failed, if anything; and a table with a row for each point: its axes, whether it was verified, and the
    chosen statistics."""
    results = swept.results
    data = data_of("sweep", name, results.simulator)
    if swept.failures:
        data["tables"].append(failed_points(swept))
    columns = [column for column in columns if column != "verified"]
    rows = [[*axes_of(row, results), verdict_of(row, swept.failures),
             *(cell_of(row[column]) if row.record else None for column in columns)] for row in results]
    heading = [{"name": axis} for axis in results.axes] + [{"name": "verified"}, *map(column_of, columns)]
    data["tables"].append({"title": "Points", "columns": heading, "rows": rows})
    return data


def plain(text):
    """Markdown without its marks."""
    text = re.sub(r"!?\[([^]]*)\]\([^)]*\)", r"\1", text)
    return re.sub(r"[`*]", "", text).strip()


class StudyReport:
    """The parts of a study's page, one after the other."""

    def __init__(self, title, output, simulator):
        self.data = data_of("study", title, simulator)
        self.output = output
        self.heading = title
        self.text = []

    def add(self, part):
        """Paragraphs are told with the table or figure that they stand before."""
        if isinstance(part, str):
            self.add_text(part)
        elif isinstance(part, Table):
            self.data["tables"].append({**self.titled(), "columns": [{"name": plain(str(name))} for name in part.heading],
                                        "rows": [[plain(str(cell)) for cell in row] for row in part.rows]})
        elif isinstance(part, Comparison):
            self.data["claims"] += map(claim, part.expectations)
        elif isinstance(part, (Plot, Scatter)):
            image = base64.b64encode((self.output / f"{part.name}.svg").read_bytes()).decode()
            self.data["figures"].append({**self.titled(), "title": plain(part.caption),
                                         "image": f"data:image/svg+xml;base64,{image}"})

    def add_text(self, text):
        """A heading, or a paragraph."""
        first, _, rest = text.partition("\n")
        if first.startswith("#"):
            self.heading, self.text = plain(first.lstrip("# ")), []
            text = rest
        if text.strip():
            self.text.append(plain(text))

    def titled(self):
        """The heading, and what stands between it, or the part before, and this part."""
        text, self.text = "\n\n".join(self.text), []
        return {"title": self.heading, "text": text} if text else {"title": self.heading}


def claim(one):
    """A figure of a paper beside ours."""
    what, place, paper, ours, difference, answer = one.cells()
    return {"paper": place, "figure": what, "published": paper, "measured": ours,
            "difference": difference, "outcome": HALF.get(one.state(), one.state()), "reason": plain(answer)}


def study_report(title, parts, output, simulator):
    """All parts of a page whose plots have been written."""
    report = StudyReport(title, Path(output), simulator)
    for part in parts:
        report.add(part)
    return report.data
