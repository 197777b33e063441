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
from lanefold_studies.axes import shown
from lanefold_studies.page import Comparison, Plot, Scatter, Table
from lanefold_studies.refusal import Refusal

SCHEMA = "lanefold.report/1"
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


def data_of(command, title):
    """What every report has."""
    return {"schema": SCHEMA, "command": command, "title": title, "build": {}, "sources": {},
            "runs": [], "tables": [], "figures": [], "claims": []}


def sweep_report(name, results, columns):
    """A table with a row for each point: its axes, and the chosen statistics."""
    data = data_of("sweep", name)
    rows = [[shown(row.axes[axis]) if axis in row.axes else None for axis in results.axes] +
            [row[column] if row.record else None for column in columns] for row in results]
    heading = [{"name": axis} for axis in results.axes]
    heading += [{"name": column, "align": "right"} for column in columns]
    data["tables"].append({"title": "Points", "columns": heading, "rows": rows})
    return data


def plain(text):
    """Markdown without its marks."""
    text = re.sub(r"!?\[([^]]*)\]\([^)]*\)", r"\1", text)
    return re.sub(r"[`*]", "", text).strip()


class StudyReport:
    """The parts of a study's page, one after the other."""

    def __init__(self, title, output):
        self.data = data_of("study", title)
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


def study_report(title, parts, output):
    """All parts of a page whose plots have been written."""
    report = StudyReport(title, Path(output))
    for part in parts:
        report.add(part)
    return report.data
