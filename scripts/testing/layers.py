#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The order of the model's folders: a folder includes and links only those above it in models/CMakeLists.txt, public
headers include only public headers, and the rings before `blocks` know nothing of SystemC. The machine goes ahead of
SystemC's time: its blocks look at CoreClock, and have no process.
    scripts/testing/layers.py [ROOT]      names every line that breaks this; exit code 1 if any does"""

import re
import sys
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]')
FOLDER = re.compile(r"^add_subdirectory\(([\w/]+)\)", re.MULTILINE)
LIBRARY = re.compile(r"(?:lanefold_library|add_library|target_link_libraries)\(\s*(\w+)([^)]*)\)")
NAMES = re.compile(r"\blanefold_\w+|\bSystemC::systemc\b")
WITHOUT_SYSTEMC = ("base", "decisions", "analysis")
SYSTEMC = re.compile(r"^(systemc|tlm)(\.h)?$|^(tlm_|sysc)")
CLOCKED = ("blocks", "machine")
TIME = re.compile(r"\b(sc_time_stamp|time_stamp|sc_delta_count|delta_count|SC_METHOD|SC_C?THREAD|sc_spawn|next_trigger)\b")
TIMEKEEPERS = ("blocks/clock/core_clock.h", "blocks/clock/alarm.h", "blocks/pipeline/call_contract.cpp", "blocks/pipeline/call_contract.h",
               "machine/gpu/blocking_link.cpp",
               "machine/gpu/command_processor.cpp", "machine/gpu/simulated_time.cpp")
HEADERS = ("*.h", "*.cpp", "*.def", "*.in")


class Layers:
    """The folders of a tree in their order, and what breaks it."""

    def __init__(self, root):
        self.root = root
        self.models = root / "models"
        order = FOLDER.findall((self.models / "CMakeLists.txt").read_text(encoding="utf-8"))
        self.rank = {folder: rank for rank, folder in enumerate(order)}

    def folder_of(self, path):
        """The listed folder that holds a file below models/, or None."""
        return next((name for parent in path.parents if parent != self.models and self.models in parent.parents
                     and (name := str(parent.relative_to(self.models))) in self.rank), None)

    def sources(self, folder):
        """Files of C++ below a folder, each with its includes as (line, quote, path)."""
        for pattern in HEADERS:
            for path in sorted((self.root / folder).rglob(pattern)):
                lines = path.read_text(encoding="utf-8").splitlines()
                yield path, [(number, *match.groups()) for number, line in enumerate(lines, 1)
                             if (match := INCLUDE.match(line))]

    def arrow(self, user, used):
        """What is wrong with a use of a folder by another, or None."""
        if self.rank[used] <= self.rank[user]:
            return None
        return f"but models/{used} stands below models/{user} in models/CMakeLists.txt"

    def wrong_include(self, folder, path, quote, name):
        """What is wrong with an include of a file below models/, or None."""
        if (self.root / "include" / name).is_file():
            return None
        target = next(self.models.glob(re.sub(r"@\w+@", "*", name)), None)  # CMake fills it in
        if target is None or "/" not in name:
            if SYSTEMC.match(name) and folder.split("/")[0] in WITHOUT_SYSTEMC:
                return f"but models/{folder} is to know nothing of SystemC"
            bought = quote == "<" or "/" not in name
            return None if bought else "which is a file neither of include nor of models"
        used = self.folder_of(target)
        return self.arrow(folder, used) if used else f"whose folder models/CMakeLists.txt does not list: {path.name}"

    def includes(self):
        """Sentences about includes."""
        for path, includes in self.sources("models"):
            where = path.relative_to(self.root)
            folder = self.folder_of(path)
            if folder is None:
                if "device_library" not in path.parts:
                    yield f"{where}: models/CMakeLists.txt does not list its folder"
                continue
            for line, quote, name in includes:
                if wrong := self.wrong_include(folder, path, quote, name):
                    yield f"{where}:{line}: includes {name}, {wrong}"
        for path, includes in self.sources("include"):
            for line, quote, name in includes:
                ours = quote == '"' or (self.models / name).is_file()
                if ours and not (self.root / "include" / name).is_file():
                    yield f"{path.relative_to(self.root)}:{line}: includes {name}, which is no public header"

    def time(self):
        """Sentences about uses of SystemC's time and processes."""
        for ring in CLOCKED:
            for path, _ in self.sources(f"models/{ring}"):
                if str(path.relative_to(self.models)) in TIMEKEEPERS:
                    continue
                for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                    if match := TIME.search(line.partition("//")[0]):
                        yield (f"{path.relative_to(self.root)}:{number}: {match[1]}, but blocks of the machine look at "
                               "CoreClock and are called by Alarm")

    def links(self):
        """Sentences about libraries."""
        uses, home = [], {}
        for folder in self.rank:
            path = self.models / folder / "CMakeLists.txt"
            text = re.sub(r"#.*", "", path.read_text(encoding="utf-8"))
            for library, rest in LIBRARY.findall(text):
                home.setdefault(library, folder)
                uses += [(folder, library, name) for name in NAMES.findall(rest)]
        for folder, library, name in uses:
            wrong = self.arrow(folder, home[name]) if name in home else None
            if name == "SystemC::systemc" and folder.split("/")[0] in WITHOUT_SYSTEMC:
                wrong = f"but models/{folder} is to know nothing of SystemC"
            if wrong:
                yield f"models/{folder}/CMakeLists.txt: {library} links {name}, {wrong}"


def main():
    """Prints what breaks the order."""
    layers = Layers(Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2]).resolve())
    broken = [*layers.includes(), *layers.time(), *layers.links()]
    print("\n".join(broken) or f"{len(layers.rank)} folders include and link only those above them.")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
