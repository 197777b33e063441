# SPDX-License-Identifier: Apache-2.0
"""What a group of points may fix or vary. Everything a point is made of is an assignment: the name
of an axis, and a value. Settings and parameters of workloads have tables of their own."""

from lanefold_studies.refusal import CONFIGURATION, Refusal

SIZES = ("tiny", "default", "paper")
WIDTHS = ("8", "16", "32", "compiler")
DEFAULTS = {"size": "default", "machine": "ivb-eu", "seed": 1, "simd": "compiler"}
# Options of `lanefold run` that describe the launch of one's own kernel. They are not varied.
LAUNCH = {"kernel": "--kernel", "global": "--global", "local": "--local", "offset": "--offset"}
LISTS = {"args": "--arg", "build_options": "--build-option"}
TABLES = ("set", "param")
AXES = ("program", "size", "machine", "seed", "functional", "energy", "simd", "from_launch")
KEYS = (*AXES, *TABLES, *LAUNCH, *LISTS)
RESERVED = (*KEYS, "point", "run", "key")  # columns of the database


def refuse(where, sentence):
    """Ends with what is wrong in the sweep's file."""
    raise Refusal(CONFIGURATION, f"{where}: {sentence}")


def flat(table, prefix=""):
    """(dotted name, value) of the leaves of nested tables."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value


def axis_of(table, name):
    """The name of the axis: a setting's own; a parameter's begins with param."""
    return f"param.{name}" if table == "param" else name


def check_value(where, name, value):
    """A scalar of the type that the name wants."""
    if name == "functional":
        valid, wanted = isinstance(value, bool), "true or false"
    elif name in ("seed", "energy", "from_launch"):
        valid = isinstance(value, int) and not isinstance(value, bool) and value >= 0
        wanted = "a technology node in nm" if name == "energy" else "a whole number from 0"
    elif name == "size":
        valid, wanted = value in SIZES, f"one of {', '.join(SIZES)}"
    elif name == "simd":
        valid, wanted = not isinstance(value, bool) and str(value) in WIDTHS, f"one of {', '.join(WIDTHS)}"
    elif name in KEYS:
        valid, wanted = isinstance(value, str) and value != "", "a text that is not empty"
    else:
        valid, wanted = isinstance(value, (str, int, float)), "a text, a number, true or false"
    if not valid:
        refuse(where, f"{name} = {shown(value)} is not valid; it is {wanted}")


def shown(value):
    """A value as TOML writes it, nearly."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else str(value)


def word(value):
    """A value as a command line takes it."""
    return shown(value) if isinstance(value, bool) else str(value)
