# SPDX-License-Identifier: Apache-2.0
"""The commands `lanefold sweep` and `lanefold study`, from their arguments to the exit code."""

import argparse
import os
import signal
import sys
import traceback
from difflib import get_close_matches
from pathlib import Path

from lanefold_studies import checks
from lanefold_studies.axes import SIZES
from lanefold_studies.expectation import summary
from lanefold_studies.export import COLUMNS, write_csv, write_database
from lanefold_studies.page import expectations
from lanefold_studies.refusal import (DIFFERENT, FILE, INTERNAL, INTERRUPTED, POINTS,
                                      USAGE, Refusal)
from lanefold_studies.report import (report_file, study_report, sweep_report,
                                     write_report)
from lanefold_studies.study import OWN_SIZES, find_study, studies
from lanefold_studies.sweep import Sweep
from lanefold_studies.sweep_file import read_sweep


SWEEP_EXAMPLES = """Examples:
  lanefold sweep examples/policies.toml
  lanefold sweep examples/policies.toml --csv policies.csv --columns counters.cycles,simd_efficiency
  lanefold sweep examples/policies.toml --part 1/8
  lanefold sweep examples/policies.toml --scheduler 127.0.0.1:8786
"""
STUDY_EXAMPLES = """Examples:
  lanefold study --list
  lanefold study table2 --size tiny
  lanefold study table2 --output pages --check
"""


class Parser(argparse.ArgumentParser):
    """Says what is wrong without repeating the usage."""

    def __init__(self, verb, description, examples):
        super().__init__(prog=f"lanefold {verb}", description=description, epilog=examples,
                         formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)

    def parse_args(self, args=None, namespace=None):
        """Names the option that may have been meant."""
        options, more = self.parse_known_args(args, namespace)
        for word in more:
            if not word.startswith("-"):
                self.error(f"'{word}' is one word too many")
            known = [name for name in self._option_string_actions if name.startswith("--")]
            name = word.split("=")[0]
            near = get_close_matches(name, known, 1)
            self.error(f"there is no option '{word}'; " + (
                f"did you mean '{near[0]}'?" if near else f"valid: {', '.join(known)}"))
        return options

    def error(self, message):
        raise Refusal(USAGE, f"{message} (see {self.prog} --help)")


def add_run_options(parser):
    """How points run."""
    parser.add_argument("--size", type=checks.one_of(SIZES, "size"), metavar="SIZE",
                        help="tiny: for all points; default or paper: for those that "
                             "name no size")
    parser.add_argument("--jobs", type=checks.whole_number(1, 4096), metavar="N",
                        default=len(os.sched_getaffinity(0)),
                        help="runs at once; as many as there are processors without it")
    parser.add_argument("--timeout", type=checks.seconds, metavar="SECONDS",
                        help="give up a run after so long")
    parser.add_argument("--scheduler", type=checks.host_and_port, metavar="HOST:PORT",
                        help="run on the workers of this Dask scheduler")
    parser.add_argument("--tls-ca", metavar="FILE", help="who signs certificates")
    parser.add_argument("--tls-cert", metavar="FILE", help="our certificate")
    parser.add_argument("--tls-key", metavar="FILE", help="its key")
    parser.add_argument("--report", type=report_file, metavar="FILE.html",
                        help="write the results as a page to look at, too; its data to FILE.json")
    parser.add_argument("--insecure", action="store_true",
                        help="reach a scheduler on another machine without TLS")


def print_points(sweep_file):
    """For --list. Returns the exit code."""
    for point in sweep_file.points:
        print(point)
    return 0


def refuse_input(option, output, inputs):
    """Ends if what is to be written is a file that is read."""
    if output is None or not Path(output).exists():
        return
    for file in inputs:
        if file.exists() and file.samefile(output):
            raise Refusal(USAGE, f"{option} {output} would replace {file}, which the sweep reads")


def sweep_command(command, words):
    """`lanefold sweep`"""
    parser = Parser("sweep", "Runs the points of FILE.toml that have no result yet, in parallel.",
                    SWEEP_EXAMPLES)
    parser.add_argument("file", metavar="FILE.toml", type=Path)
    parser.add_argument("--results", type=Path, metavar="DIR",
                        help="where results are kept; results/NAME of the file without it")
    parser.add_argument("--part", type=checks.part, metavar="I/N",
                        help="share I of N: runs it, and writes no database")
    parser.add_argument("--list", action="store_true", help="print the points and run nothing")
    parser.add_argument("--csv", type=checks.output_file, metavar="FILE",
                        help="write the results as a table, too")
    parser.add_argument("--columns", metavar="NAME,...",
                        help="statistics in these tables, by their dotted names")
    add_run_options(parser)
    options = parser.parse_args(words)
    sweep_file = read_sweep(options.file, options.size)
    if options.list:
        return print_points(sweep_file)
    for option, output in (("--csv", options.csv), ("--report", options.report)):
        refuse_input(option, output, [options.file, *sweep_file.inputs()])
    folder = options.results or Path("results") / sweep_file.name
    swept = Sweep(command, sweep_file, folder).run(options)
    print(swept)
    if not options.part:
        write_database(folder / f"{sweep_file.name}.sqlite", swept.results)
    columns = options.columns.split(",") if options.columns else sweep_file.columns or COLUMNS
    if options.csv:
        write_csv(options.csv, swept.results, columns)
    if options.report:
        write_report(command, sweep_report(sweep_file.name, swept, columns), options.report)
    return POINTS if swept.failed else 0


def study_command(command, words):
    """`lanefold study`"""
    parser = Parser("study", "Runs the experiments of a study: runs, plots, and a page that "
                             "compares the results with what papers say.", STUDY_EXAMPLES)
    parser.add_argument("name", metavar="NAME", nargs="?", help="a study of --list, or a folder")
    parser.add_argument("--output", type=Path, metavar="DIR",
                        help="where everything is written; results/NAME without it")
    parser.add_argument("--list", action="store_true",
                        help="print the studies, or the points of NAME, and run nothing")
    parser.add_argument("--check", action="store_true",
                        help="fail if a difference from the paper is not closed by a run, and is not "
                             "known as open")
    add_run_options(parser)
    options = parser.parse_args(words)
    options.part = None
    if options.list and options.name is None:
        width = max(map(len, studies()))
        for name in studies():
            print(f"{name:{width}}  {find_study(name).title}")
        return 0
    if options.name is None:
        parser.error("a study is missing: a name of `lanefold study --list`")
    study = find_study(options.name)
    sweep_file = study.sweep(options.size)
    if options.list:
        return print_points(sweep_file)
    output = options.output or Path("results") / study.name
    swept = Sweep(command, sweep_file, output).run(options)
    print(swept)
    write_database(output / f"{study.name}.sqlite", swept.results)
    if swept.failed:
        return POINTS
    parts = study.write(swept.results, output, options.size)
    if options.report:
        write_report(command, study_report(study.title, parts, output, swept.results.simulator),
                     options.report)
    return tell_check(study, expectations(parts), output, options)


def tell_check(study, found, output, options):
    """Says how many figures are the paper's, and what the check finds."""
    print(f"{len(found)} figures: {summary(found)}; {output / study.name}.md")
    own_size = options.size in OWN_SIZES
    faults = [(one, one.fault(own_size)) for one in found if one.fault(own_size)]
    for one, fault in faults:
        what, place, paper, ours, *_ = one.cells()
        print(f"lanefold: {what} ({place}) is {ours} instead of {paper}, {fault}", file=sys.stderr)
    if options.check and not faults:
        print("check: passed")
    return DIFFERENT if options.check and faults else 0


def carry_out(command, verb, words):
    """Returns the exit code; all that was printed is written then."""
    try:
        return {"sweep": sweep_command, "study": study_command}[verb](Path(command), words)
    except SystemExit as end:  # argparse has printed its help
        return end.code or 0
    finally:
        sys.stdout.flush()


def main(words):
    """Ends with the exit code. Simulators that still run end with us."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    command, verb, *arguments = words
    code = INTERRUPTED
    try:
        code = carry_out(command, verb, arguments)
    except Refusal as refusal:
        code = refusal.code
        print(f"lanefold: {refusal}", file=sys.stderr)
    except OSError as error:
        code = FILE
        what = error.filename or "standard output cannot be written"
        print(f"lanefold: {what}: {error.strerror}", file=sys.stderr)
    except KeyboardInterrupt:
        print("\nlanefold: stopped; the same command goes on where this one was", file=sys.stderr)
    except Exception:  # pylint: disable=broad-exception-caught  # a bug, told in full
        traceback.print_exc()
        code = INTERNAL
    sys.stderr.flush()
    os._exit(code)
