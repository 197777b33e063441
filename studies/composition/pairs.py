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
    usual = average(survival, runs.every)
    seen = runs.searching("quad") if "adaptation" in pair else []
    clearest = max(seen or runs.every, key=lambda one: abs(log(survival(one))))
    title = f"{named(pair).replace(' + ', ' and ')} {verdict(usual)}, on average"
    yield f"### {title[0].upper()}{title[1:]}\n"
    yield (f"Together they gain {usual:.2f} times the product of what they gain alone, between "
           f"{min(map(survival, runs.every)):.2f} and {max(map(survival, runs.every)):.2f}. "
           + evidence)
    first, second = (runs.gain(clearest, "quad", frozenset([one])) for one in
                     sorted(pair, key=named(pair).index))
    where = " of the workloads in which cores search" if seen else ""
    yield (f"It is clearest{where} in `{clearest}`: {first:.2f} and {second:.2f} alone, "
           f"{runs.gain(clearest, 'quad', pair):.2f} together.{there(clearest)}")
    yield commands(runs, clearest, pair)


def findings(runs):
    """The three pairs."""
    yield "## Three findings, on `quad`\n"
    def narrow(program):
        parts = [percent(runs.narrowed([program], "quad", compaction=compaction), 0)
                 for compaction in ("none", "scc")]
        return (f" There, {parts[0]} of the searches end with slices narrower than a warp without "
                f"compaction, and {parts[1]} under SCC.")
    yield from finding(runs, SCC_SLIP, passes(runs, runs.every, "Slip takes"),
                       lambda program: passes(runs, [program], " There, slip takes"))
    yield from finding(runs, SCC_ADAPTATION, widths(runs) + searches(runs), narrow)
    yield from finding(runs, SLIP_ADAPTATION, waiting(runs), lambda program: "")


def passes(runs, programs, subject):
    """What slip costs the ALUs."""
    none, scc = (average(lambda one: runs.passes(one, "quad", using), programs)
                 for using in (frozenset(), frozenset(["SCC"])))
    return (f"{subject} {none:.2f} times the ALU cycles of blocking without compaction, and "
            f"{scc:.2f} times under SCC.")


def widths(runs):
    """What the search finds."""
    parts = [runs.narrowed(runs.few, "quad", compaction=compaction)
             for compaction in ("none", "bcc", "scc")]
    none, scc = (mean(runs.slots(one, "quad", using, ["other_slice"]) for one in runs.every)
                 for using in (frozenset(["adaptation"]), SCC_ADAPTATION))
    return ("Without compaction, a slice takes the ALU cycles of a whole warp, however narrow it "
            f"is: with adaptation, {percent(none)} of the lane-slots are those of other slices. "
            f"SCC skips them: {percent(scc)} are left. Of a workload's "
            f"searches, {percent(parts[0], 0)} end with slices narrower than a warp without "
            f"compaction, {percent(parts[1], 0)} under BCC and {percent(parts[2], 0)} under SCC "
            f"(mean of {len(runs.few)} workloads, as far as cores search in them).")


def searches(runs):
    """Long launches and short ones."""
    long = runs.searching("quad")
    short = [one for one in runs.every if one not in long]
    if not long or not short:
        return ""
    parts = [average(lambda one: runs.survival(one, "quad", SCC_ADAPTATION), programs)
             for programs in (long, short)]
    return (" Launches that are too short for a search run two slices of eight lanes without one "
            f"(IPDPS'12 VI-C). Survival of the pair is {parts[0]:.2f} in the {len(long)} "
            f"workloads in which cores search, and {parts[1]:.2f} in the {len(short)} others.")


def waiting(runs):
    """What is left to hide."""
    parts = [mean(runs.slots(one, "quad", using, WAITING) for one in runs.every)
             for using in (frozenset(), frozenset(["slip"]), frozenset(["adaptation"]),
                           SLIP_ADAPTATION)]
    narrow = [runs.narrowed(runs.every, "quad", miss=miss) for miss in ("block", "slip")]
    return (f"Lane-slots that wait for memory are {percent(parts[0])} with neither, "
            f"{percent(parts[1])} with slip, {percent(parts[2])} with adaptation and "
            f"{percent(parts[3])} with both. Of a workload's searches, {percent(narrow[0], 0)} end "
            f"with narrow slices where warps block, and {percent(narrow[1], 0)} where they slip. "
            "Why workloads differ is open.")


def policies(runs):
    """What each compaction does to the two others."""
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
