# SPDX-License-Identifier: Apache-2.0
"""What command lines of the scripts may say, checked before any work: mistakes end in one sentence
and exit code 2, failures of tools and files in one and exit code 1."""

import argparse
import json
import math
import os
import re
import sys
from pathlib import Path

from geometry import geometries


def fail(sentence, code=2):
    """Ends the script."""
    print(f"scripts/{Path(sys.argv[0]).name}: {sentence}", file=sys.stderr)
    sys.exit(code)


class Arguments(argparse.ArgumentParser):
    """Says what is wrong without repeating the usage."""

    def error(self, message):
        fail(message)


def one_of(names, what):
    """A type: one of these names."""
    def check(text):
        if text not in names:
            raise argparse.ArgumentTypeError(
                f"there is no {what} '{text}'; there are {', '.join(names)}")
        return text
    return check


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


def whole_number(least, most=None):
    """A type: a whole number within these bounds."""
    def check(text):
        number = int(text) if re.fullmatch("-?[0-9]{1,18}", text) else None
        if number is None or number < least or most is not None and number > most:
            to = "" if most is None else f" to {most}"
            raise argparse.ArgumentTypeError(f"'{text}' is no whole number from {least}{to}")
        return number
    return check


def seconds(text):
    """A type: a time above zero that ends."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"'{text}' is no number of seconds above 0")
    return number


def output_file(text):
    """A type: a file that can be written."""
    path = Path(text)
    folder = path.absolute().parent
    if not text or path.is_dir():
        raise argparse.ArgumentTypeError(f"'{text}' is no name of a file")
    if not folder.is_dir():
        raise argparse.ArgumentTypeError(f"{text}: there is no such folder")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise argparse.ArgumentTypeError(f"{text} cannot be written")
    return path


def work_folder(text):
    """A type: a folder for intermediate files, whose name stands unquoted in scripts for tools."""
    path = Path(text).absolute()
    if not re.fullmatch(r"[\w./+,@=~-]+", str(path), re.ASCII):
        raise argparse.ArgumentTypeError(
            f"'{path}' cannot be used: yosys and abc take names of letters, digits and ./+,@=~_-")
    return path


def make_folder(path):
    """Makes the work folder, once everything else is known to be right."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        fail(f"argument --work: {path} cannot be made a folder: {error.strerror}")
    if not os.access(path, os.W_OK):
        fail(f"argument --work: {path} cannot be written")


def distinct(chosen):
    """Each once, in the order given."""
    return list(dict.fromkeys(chosen))


def write_json(path, value):
    """The results for other programs."""
    path.write_text(json.dumps(value, indent=1) + "\n", encoding="utf-8")


def run_script(main):
    """Ends with main's exit code; a tool or a file that fails is one sentence."""
    try:
        sys.exit(main())
    except (RuntimeError, OSError) as error:
        fail(str(error), 1)
