# SPDX-License-Identifier: Apache-2.0
"""Types for argparse: what a word of a command line may be, with the sentence that refuses it."""

import argparse
import math
import os
import re
from pathlib import Path


def one_of(names, what):
    """A type: one of these names."""
    def check(text):
        if text not in names:
            raise argparse.ArgumentTypeError(
                f"there is no {what} '{text}'; there are {', '.join(names)}")
        return text
    return check


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


def part(text):
    """A type: I/N, the share I of N."""
    found = re.fullmatch("([0-9]{1,9})/([0-9]{1,9})", text)
    index, count = (int(number) for number in found.groups()) if found else (0, 0)
    if not 1 <= index <= count:
        raise argparse.ArgumentTypeError(f"'{text}' is no part I/N, such as 1/8 to 8/8")
    return index, count


def host_and_port(text):
    """A type: HOST:PORT; an IPv6 address stands in brackets."""
    found = re.fullmatch(r"\[([0-9A-Fa-f:]+)\]:([0-9]+)|([A-Za-z0-9._-]+):([0-9]+)", text)
    if not found or not 0 < int(found[2] or found[4]) < 65536:
        raise argparse.ArgumentTypeError(f"'{text}' is no HOST:PORT, such as 127.0.0.1:8786")
    return found[1] or found[3], int(found[2] or found[4])
