# SPDX-License-Identifier: Apache-2.0
"""A study is a folder: sweep.toml says what runs, and study.py makes a page of it."""

import importlib.util
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from lanefold_studies.output_file import write_whole
from lanefold_studies.page import Plot, Scatter, expectations, markdown
from lanefold_studies.plot import draw
from lanefold_studies.refusal import USAGE, Refusal
from lanefold_studies.sweep_file import read_sweep

OWN_SIZES = (None, "default")  # of the pages
HOME = Path(__file__).resolve().parents[1]


@dataclass
class Study:
    """A study as its folder describes it."""
    name: str
    folder: Path
    title: str
    page: Callable

    def sweep(self, size):
        """What is to run."""
        return replace(read_sweep(self.folder / "sweep.toml", size), name=self.name)

    def write(self, results, output, size):
        """Writes the page and its plots; returns its parts."""
        parts = list(self.page(results))
        for one in expectations(parts):
            one.judged = not one.sized or size in OWN_SIZES
        for part in parts:
            if isinstance(part, (Plot, Scatter)):
                write_whole(output / f"{part.name}.svg", draw(part))
        command = f"lanefold study {self.name}" + (f" --size {size}" if size else "")
        write_whole(output / f"{self.name}.md", markdown(self.title, parts, command).encode())
        return parts


def studies():
    """Those that come with Lanefold, by name."""
    return {file.parent.name: file.parent for file in sorted(HOME.glob("*/study.py"))
            if file.parent.name != Path(__file__).parent.name}


def load(folder):
    """The module of study.py, as a package of which other files of the folder are parts."""
    name = f"study_{folder.name}"
    spec = importlib.util.spec_from_file_location(name, folder / "study.py",
                                                  submodule_search_locations=[str(folder)])
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def find_study(name):
    """A study by its name, or by the path of its folder."""
    known = studies()
    folder = known.get(name, Path(name))
    if not (folder / "study.py").is_file():
        raise Refusal(USAGE, f"there is no study '{name}'; there are {', '.join(known)}, or the "
                             "path of a folder with study.py and sweep.toml")
    module = load(folder)
    for wanted in ("TITLE", "page"):
        if not hasattr(module, wanted):
            raise Refusal(USAGE, f"{folder / 'study.py'} has no {wanted}; a study has TITLE and "
                                 "page(results)")
    return Study(folder.resolve().name, folder, module.TITLE, module.page)
