# SPDX-License-Identifier: Apache-2.0
"""The units of a Liberty file, and where its delays are measured. What is wrong is a ValueError that begins with
FILE:LINE. Units that are absent are 1 ns and 1 pF."""

import math
import re

_TIME = r"(1|10|100)[munpf]?s"  # OpenSTA takes no space
_LOADS = ("ff", "pf")
_EDGES = [f"{what}_pct_{edge}" for what in ("input_threshold", "output_threshold", "slew_lower_threshold",
                                            "slew_upper_threshold") for edge in ("rise", "fall")]


def _number(text):
    """NaN if it is none."""
    try:
        return float(text)
    except ValueError:
        return math.nan


def _time_unit(library):
    text = library.attributes.get("time_unit", "1ns")
    if "time_unit" in library.lists:
        text = f"({', '.join(library.lists['time_unit'])})"
    if not re.fullmatch(_TIME, text, re.IGNORECASE):
        yield "time_unit", f"the time_unit is '{text}'; needed is a time such as 1ns, 10ps or 1ps"


def _load_unit(library):
    texts = library.lists.get("capacitive_load_unit", ["1", "pf"])
    if "capacitive_load_unit" in library.attributes:
        texts = [library.attributes["capacitive_load_unit"]]
    number = _number(texts[0]) if texts else math.nan
    if len(texts) != 2 or not 0 < number < math.inf or texts[1].lower() not in _LOADS:
        yield "capacitive_load_unit", (f"the capacitive_load_unit is ({', '.join(texts)}); needed is one such as "
                                       "(1, pf) or (1, ff)")


def _thresholds(library):
    for name in _EDGES:
        text = library.attributes.get(name, "50")
        if not 0 <= _number(text) <= 100:
            yield name, f"the {name} is '{text}'; needed is a number from 0 to 100"
    for edge in ("rise", "fall"):
        names = [f"slew_{end}_threshold_pct_{edge}" for end in ("lower", "upper")]
        lower, upper = (library.attributes.get(name, usual) for name, usual in zip(names, ("20", "80")))
        if _number(lower) >= _number(upper):
            yield (next(name for name in names if name in library.attributes),
                   f"slews are measured from {lower} % to {upper} %; needed is less at the lower end")
    derate = library.attributes.get("slew_derate_from_library", "1")
    if not 0 < _number(derate) <= 1:
        yield "slew_derate_from_library", (f"the slew_derate_from_library is '{derate}'; needed is more than 0, at "
                                           "most 1")


def check_units(library, path):
    """Refuses the first wrong one of a library group."""
    for check in (_time_unit, _load_unit, _thresholds):
        for name, sentence in check(library):
            raise ValueError(f"{path}:{library.lines[name]}: {sentence}")
