# SPDX-License-Identifier: Apache-2.0
"""What command lines of the scripts may say, checked before any work: mistakes end in one sentence
and exit code 2, failures of tools and files in one and exit code 1."""

import argparse
import json
import os
import re
import shutil
import sys
from pathlib import Path

from geometry import geometries

sys.path.append(str(Path(__file__).resolve().parents[1] / "studies"))
# pylint: disable=wrong-import-position,unused-import
from lanefold_studies.checks import one_of, output_file, seconds, whole_number
from lanefold_studies.output_file import write_whole
from lanefold_studies.refusal import Refusal


def fail(sentence, code=2):
    """Ends the script."""
    print(f"scripts/{Path(sys.argv[0]).name}: {sentence}", file=sys.stderr)
    sys.exit(code)


class Arguments(argparse.ArgumentParser):
    """Says what is wrong without repeating the usage."""

    def error(self, message):
        fail(message)


def geometry(text):
    """A type: the lanes and the ALU width of a LANESxWIDTH that rtl/geometries.txt lists."""
    try:
        known = geometries()
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    if text not in known:
        raise argparse.ArgumentTypeError(
            f"there is no geometry '{text}' in rtl/geometries.txt; it lists {', '.join(known)}")
    return known[text]


def default_geometries(*names):
    """Those that are taken where none is named."""
    try:
        return [geometry(name) for name in names]
    except argparse.ArgumentTypeError as error:
        fail(str(error))


def work_folder(text):
    """A type: a folder for intermediate files, whose name stands unquoted in scripts for tools."""
    path = Path(text).absolute()
    if not re.fullmatch(r"[\w./+,@=~-]+", str(path), re.ASCII):
        raise argparse.ArgumentTypeError(
            f"'{path}' cannot be used: yosys and abc take names of letters, digits and ./+,@=~_-")
    return path


def rtl_folder(text):
    """A type: a folder that has RTL, named as work_folder() takes it."""
    path = work_folder(text)
    if not (path / "lanefold_pkg.sv").is_file():
        raise argparse.ArgumentTypeError(f"'{path}' has no lanefold_pkg.sv: it is to have the files of rtl")
    return path


def default_work_folder(path):
    """The one that is taken where none is named."""
    try:
        return work_folder(path)
    except argparse.ArgumentTypeError as error:
        fail(f"argument --work: {error}")


def make_folder(path, option="--work"):
    """Makes the work folder, once everything else is known to be right."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        fail(f"argument {option}: {path} cannot be made a folder: {error.strerror}")
    if not os.access(path, os.W_OK):
        fail(f"argument {option}: {path} cannot be written")


def distinct(chosen):
    """Each once, in the order given."""
    return list(dict.fromkeys(chosen))


def write_json(path, value):
    """The results for other programs."""
    write_whole(path, (json.dumps(value, indent=1) + "\n").encode())


def refuse_absent(absent, groups="test"):
    """Ends the script with a sentence if programs are absent; `groups` of scripts/setup have them."""
    if absent:
        fail(f"{', '.join(absent)} is not installed; scripts/setup {groups} installs what is missing")


def require_programs(*programs, groups="test"):
    """The same unless all are installed; of several names, one is enough."""
    refuse_absent([names[0] for names in (one if isinstance(one, tuple) else (one,) for one in programs)
                   if not any(map(shutil.which, names))], groups)


def run_script(main):
    """Ends with main's exit code; a tool or a file that fails is one sentence."""
    try:
        code = main()
        sys.stdout.flush()
        sys.exit(code)
    except (RuntimeError, OSError, Refusal) as error:
        fail(str(error), 1)
