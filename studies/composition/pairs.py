# SPDX-License-Identifier: Apache-2.0
"""How two mechanisms act on one another: the findings of the study."""

import shlex
from math import log
from statistics import mean

from lanefold_studies.page import Table, percent
from .measures import COMPACTION, average, named

SCC_SLIP, SCC_ADAPTATION, SLIP_ADAPTATION = (frozenset(pair) for pair in (
    ("SCC", "slip"), ("SCC", "adaptation"), ("slip", "adaptation")))
NEUTRAL = 0.01
WAITING = ["memory_wait", "memory_divergence"]
SWITCHES = {"SCC": ("core.compaction", "none,scc"), "slip": ("core.slip.max", "0,adaptive")}


def verdict(survival):
    """In words."""
    if abs(survival - 1) <= NEUTRAL:
        return "leave each other alone"
    return "help each other" if survival > 1 else "take from each other"


def commands(runs, program, pair):
    """Two comparisons: a mechanism is switched on without the other one and with it."""
    varied = "slip" if pair == SLIP_ADAPTATION else "SCC"
    key, values = SWITCHES[varied]
    kept = {"slip"} if varied == "slip" else set()
    lines = []
    for using in (kept, kept | pair - {varied}):
        point = runs.row(program, "quad", frozenset(using)).point
        words = [word for word in settings(point) if not word.startswith(f"--set {key}=")]
        lines += wrapped(["lanefold compare", shlex.quote(program), *words,
                          f"--vary {key}={values}"])
    return "\n".join(["```", *lines, "```"])


def settings(point):
    """--machine NAME, --set KEY=VALUE, …: each option with its value."""
    words = iter([*point.machine_words(False), *point.input_words(False)])
    return [f"{option} {shlex.quote(value)}" for option, value in zip(words, words)]


def wrapped(words):
    """A command in lines of 120 columns."""
    lines = [""]
    for word in words:
        if len(lines[-1]) + len(word) > 116:
            lines[-1] += "\\"
            lines.append("  ")
        lines[-1] += f"{word} "
    return [line.rstrip(" ") for line in lines]


def finding(runs, pair, evidence, there):
    """A heading, the figures, what the runs show of the reason, and where it is seen best."""
    def survival(program):
        return runs.survival(program, "quad", pair)
    _, programs = runs.averaged()
    usual = average(survival, programs)
    clearest = max(programs, key=lambda one: abs(log(survival(one))))
    title = f"{named(pair).replace(' + ', ' and ')} {verdict(usual)}, on average"
    yield f"### {title[0].upper()}{title[1:]}\n"
    yield (f"Together they gain {usual:.2f} times the product of what they gain alone, between "
           f"{min(map(survival, programs)):.2f} and {max(map(survival, programs)):.2f}. "
           + evidence)
    first, second = (runs.gain(clearest, "quad", frozenset([one])) for one in
                     sorted(pair, key=named(pair).index))
    yield (f"It is clearest in `{clearest}`: {first:.2f} and {second:.2f} alone, "
           f"{runs.gain(clearest, 'quad', pair):.2f} together.{there(clearest)}")
    yield commands(runs, clearest, pair)


def findings(runs):
    """The three pairs."""
    yield "## Three findings, on `quad`\n"
    what, programs = runs.averaged()
    yield f"Means are those of {what}."
    def narrow(program):
        parts = [percent(runs.narrowed([program], "quad", compaction=compaction), 0)
                 for compaction in ("none", "scc")]
        return (passes(runs, [program], " There, adaptation takes", "adaptation")
                + f" {parts[0]} of the searches end with slices narrower than a warp without "
                f"compaction, and {parts[1]} under SCC.")
    yield from finding(runs, SCC_SLIP, passes(runs, programs, "Slip takes"),
                       lambda program: passes(runs, [program], " There, slip takes"))
    yield from finding(runs, SCC_ADAPTATION, widths(runs) + long_searches(runs), narrow)
    yield from finding(runs, SLIP_ADAPTATION, waiting(runs), lambda program: "")


def passes(runs, programs, subject, added="slip"):
    """What a mechanism costs the ALUs."""
    none, scc = (average(lambda one: runs.passes(one, "quad", using, added), programs)
                 for using in (frozenset(), frozenset(["SCC"])))
    return (f"{subject} {none:.2f} times the ALU cycles without compaction, and {scc:.2f} times under "
            "SCC.")


def widths(runs):
    """What the search finds."""
    _, programs = runs.averaged()
    same = runs.at_one_size()
    parts = [same.narrowed(runs.few, "quad", compaction=compaction)
             for compaction in ("none", "bcc", "scc")]
    none, scc = (mean(runs.slots(one, "quad", using, ["other_slice"]) for one in programs)
                 for using in (frozenset(["adaptation"]), SCC_ADAPTATION))
    return ("A narrow slice whose lanes part has fewer idle quads than a warp, so adaptation compacts, "
            "too. " + passes(runs, programs, "It takes", "adaptation") +
            f" Of the lane-slots, {percent(none)} are those of other slices with adaptation alone, and "
            f"{percent(scc)} under SCC. Of a workload's searches, {percent(parts[0], 0)} end with "
            f"slices narrower than a warp without compaction, {percent(parts[1], 0)} under BCC and "
            f"{percent(parts[2], 0)} under SCC (mean of {len(runs.few)} workloads at size "
            "`default`, of those in which cores search).")


def long_searches(runs):
    """Those that the means leave out."""
    others = runs.other_search()
    if not others:
        return ""
    usual = average(lambda one: runs.survival(one, "quad", SCC_ADAPTATION), others)
    return f" In the {len(others)} other workloads, survival of the pair is {usual:.2f}."


def waiting(runs):
    """What is left to hide."""
    _, programs = runs.averaged()
    parts = [mean(runs.slots(one, "quad", using, WAITING) for one in programs)
             for using in (frozenset(), frozenset(["slip"]), frozenset(["adaptation"]),
                           SLIP_ADAPTATION)]
    narrow = [runs.narrowed(programs, "quad", miss=miss) for miss in ("block", "slip")]
    return (f"Lane-slots that wait for memory are {percent(parts[0])} with neither, "
            f"{percent(parts[1])} with slip, {percent(parts[2])} with adaptation and "
            f"{percent(parts[3])} with both. Of a workload's searches, {percent(narrow[0], 0)} end "
            f"with narrow slices where warps block, and {percent(narrow[1], 0)} where they slip. "
            "Why workloads differ is open.")


def policies(runs):
    """What each compaction does to the two others."""
    runs = runs.at_one_size()
    yield "## Each compaction\n"
    yield ("Geometric means. The second column compares with the machine's own compaction, and "
           "those to its right with the run under the same compaction that has neither slip nor "
           "adaptation.")
    rows = []
    for chip in ("quad", "ivb-eu"):
        for compaction in (COMPACTION.get(chip, "none"), "bcc", "scc"):
            def under(using):
                return average(lambda one: runs.cycles(one, chip, compaction=compaction)
                               / runs.cycles(one, chip, using, compaction=compaction), runs.few)
            alone = average(lambda one: runs.gain(one, chip, frozenset(), compaction=compaction),
                            runs.few)
            rows.append([f"`{chip}`, {compaction}", f"{alone:.2f}",
                         *(f"{under(frozenset(using)):.2f}" for using in
                           (["slip"], ["adaptation"], ["slip", "adaptation"])),
                         percent(runs.narrowed(runs.few, chip, compaction=compaction), 0)])
    yield Table(["machine, compaction", "compaction", "slip", "adaptation", "both",
                 "searches that end with narrow slices"], rows)


def misses(runs, values):
    """Other ways to take a miss, against blocking with the same other mechanisms."""
    runs = runs.at_one_size()
    yield "## Each way to take a miss, on `quad`\n"
    yield ("Geometric means, relative to blocking with the same of the other mechanisms. "
           "`stall-on-use` is the machine's own: a scoreboard, without which slip begins.")
    others = [frozenset(), frozenset(["SCC"]), frozenset(["adaptation"]), SCC_ADAPTATION]
    def against_blocking(miss, using):
        return average(lambda one: runs.cycles(one, "quad", using)
                       / runs.cycles(one, "quad", using, miss=miss), runs.few)
    yield Table(["`core.on_miss`", *map(named, others)],
                [[miss, *(f"{against_blocking(miss, using):.2f}" for using in others)]
                 for miss in values])
