// SPDX-License-Identifier: Apache-2.0
// What is computed of one run, and of the difference between two.
import type { Counts, Launch, Profile, ProfiledLine, Run, Statistics } from "./data";
import { percent, ratio, signed, whole } from "./format";
import { causeOf, slotsOf } from "./ledger";
import { readableNames } from "./settings";

/// The name of a run among others.
export function nameOf(run: Run, index: number): string {
  return run.label || run.statistics.program || `run ${index + 1}`;
}

/// Names of all runs, with numbers where two would be the same.
export function namesOf(runs: Run[]): string[] {
  const names = readableNames(runs.map(nameOf), runs);
  return names.map((name, i) =>
    names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${i + 1})`,
  );
}

export function ipcOf(launch: Launch): number | undefined {
  return ratio(launch.counters["warp_instructions"] ?? 0, launch.counters["cycles"] ?? 0);
}

/// Warp instructions that the machine can issue per cycle; undefined if the record does not say it.
export function peakIpc(statistics: Statistics): number | undefined {
  const { cores, core } = statistics.machine;
  const width = core?.issue?.width;
  if (!cores || !width) return undefined;
  return (cores * width) / (core.issue?.period || 1);
}

/// Cycles saved over no compaction, as a part of what ideal compaction would save; undefined where
/// it could save none, because an ALU takes a whole warp in a cycle.
export function partOfIdeal(statistics: Statistics): number | undefined {
  if (statistics.total.alu_width >= statistics.total.warp_width) return undefined;
  const policy = statistics.machine.core?.compaction ?? "";
  const found = statistics.total.policies?.[policy];
  return found && (statistics.total.counters["eu_cycles"] ?? 0) > 0
    ? found.part_of_ideal
    : undefined;
}

/// Lane-slots of a cycle of the whole machine.
export function slotsOfACycle(launch: Launch): number {
  return ratio(slotsOf(launch.ledger), launch.counters["cycles"] ?? 0) ?? 1;
}

/// A ledger in cycles of the whole machine, so that ledgers of different machines compare.
export function inCycles(ledger: Counts, slots: number): Counts {
  return Object.fromEntries(
    Object.entries(ledger)
      .filter(([name]) => name !== "total")
      .map(([name, value]) => [name, value / slots]),
  );
}

export interface Difference {
  name: string;
  a: number;
  b: number;
  change: number;
}

/// One row for each name that either has, the largest change first; those that are 0 in both are
/// left out.
export function differences(a: Map<string, number>, b: Map<string, number>): Difference[] {
  const rows = [...new Set([...a.keys(), ...b.keys()])].map((name) => {
    const one = a.get(name) ?? 0;
    const other = b.get(name) ?? 0;
    return { name, a: one, b: other, change: other - one };
  });
  return rows
    .filter((row) => row.a !== 0 || row.b !== 0)
    .sort((x, y) => Math.abs(y.change) - Math.abs(x.change));
}

/// Cycles of the whole machine that each cause takes.
export function cyclesByCause(statistics: Statistics): Map<string, number> {
  const { total } = statistics;
  return new Map(Object.entries(inCycles(total.ledger, slotsOfACycle(total))));
}

const kNoFunction = "(no function)";
const kNoLine = "(no\u00a0line)";

/// "file:line", or of instructions without a line "function (no line)": they are not all of its
/// code.
export function placeOf({ file, line, function: name }: ProfiledLine): string {
  if (file) return `${file}:${line}`;
  return name && name !== kNoFunction ? `${name} ${kNoLine}` : kNoLine;
}

/// All lines of all kernels by "kernel, file:line", or "file:line" if there is one kernel.
function namedLines({ kernels }: Profile): [name: string, line: ProfiledLine][] {
  return kernels.flatMap(({ kernel, lines }) =>
    lines.map((line): [string, ProfiledLine] => [
      kernels.length > 1 ? `${kernel}, ${placeOf(line)}` : placeOf(line),
      line,
    ]),
  );
}

/// Cycles of the whole machine that each line is charged with.
export function cyclesByLine(profile: Profile, statistics: Statistics): Map<string, number> {
  const slots = slotsOfACycle(statistics.total);
  const lines = new Map<string, number>();
  for (const [name, line] of namedLines(profile)) {
    lines.set(name, (lines.get(name) ?? 0) + line.slots / slots);
  }
  return lines;
}

/// What stands in each line, by the same names.
export function textsOfLines(profile: Profile): Map<string, string> {
  return new Map(namedLines(profile).map(([name, line]) => [name, line.text ?? ""]));
}

/// Cycles of each launch, by its number and kernel.
export function cyclesByLaunch(statistics: Statistics): Map<string, number> {
  return new Map(
    statistics.launches.map((launch, i) => [
      `${i + 1} ${launch.kernel}`,
      launch.counters["cycles"] ?? 0,
    ]),
  );
}

export interface Headline {
  name: string;
  a: number;
  b: number;
  percent: boolean;
}

/// What is compared first; measures that neither run has are left out.
export function headlines(a: Run, b: Run): Headline[] {
  const measures: [string, (run: Run) => number | undefined, boolean][] = [
    ["cycles", (run) => run.statistics.total.counters["cycles"], false],
    ["bound on cycles", (run) => run.limits?.bound_cycles, false],
    ["ALU cycles", (run) => run.statistics.total.counters["eu_cycles"], false],
    ["warp instructions", (run) => run.statistics.total.counters["warp_instructions"], false],
    ["warp instructions per cycle", (run) => ipcOf(run.statistics.total), false],
    ["SIMD efficiency", (run) => run.statistics.total.simd_efficiency, true],
    ["part of ideal compaction", (run) => partOfIdeal(run.statistics), true],
  ];
  return measures
    .map(([name, of, isPercent]) => ({ name, a: of(a) ?? 0, b: of(b) ?? 0, percent: isPercent }))
    .filter((row) => row.a !== 0 || row.b !== 0);
}

function cyclesOf(run: Run): number {
  return run.statistics.total.counters["cycles"] ?? 0;
}

/// How much faster or slower the second of two runs is, which cause fell most and which rose most;
/// empty for runs without time.
export function verdictOf(a: Run, b: Run, names: [string, string]): string {
  if (!cyclesOf(a) || !cyclesOf(b)) return "";
  const change = cyclesOf(b) / cyclesOf(a) - 1;
  const moved = differences(cyclesByCause(a.statistics), cyclesByCause(b.statistics));
  const word = change <= 0 ? "fewer" : "more";
  const verdict = `${names[1]} takes ${percent(Math.abs(change))} ${word} cycles than ${names[0]}`;
  const ends = [moved.find((one) => one.change < 0), moved.find((one) => one.change > 0)];
  if (change > 0) ends.reverse();
  const causes = ends
    .filter((one) => one !== undefined)
    .map((one) => `${causeOf(one.name).title.toLowerCase()} ${signed(one.change, whole)}`);
  if (causes.length === 0) return `${verdict}.`;
  return `${verdict}; cycles of the whole machine that moved most: ${causes.join(", ")}.`;
}

/// Which of the runs this holds for, as words of a sentence.
function among(runs: Run[], names: string[], holds: (run: Run) => boolean): string {
  const found = names.filter((_, i) => holds(runs[i]!));
  const last = found.pop() ?? "";
  return found.length > 0 ? `${found.join(", ")} and ${last}` : last;
}

function wasStopped({ partial, statistics }: Run): boolean {
  return Boolean(partial || statistics.partial);
}

function isWrong(run: Run): boolean {
  return run.statistics.verified === false && !wasStopped(run);
}

/// What makes the numbers of runs worthless, before all of them: a sentence for each kind of fault;
/// of a run alone without its name. Empty where nothing is wrong.
export function faultsOf(runs: Run[], names: string[]): string {
  const wrong = runs.filter(isWrong);
  const fault = wrong.find((run) => run.fault)?.fault;
  const first = fault && wrong.length > 1 ? "; the first value:" : ":";
  const why = `${first} ${fault ?? "it differs from the reference"}`;
  const kinds: [subject: string, holds: (run: Run) => boolean, predicate: string][] = [
    ["The output", isWrong, `is wrong${why}.`],
    ["The run", wasStopped, "was stopped before its end."],
    ["A launch", (run) => Boolean(run.statistics.failed_launches), "failed."],
  ];
  return kinds
    .map(([subject, holds, predicate]): string => {
      const which = among(runs, names, holds);
      if (!which) return "";
      return `${subject}${runs.length > 1 ? ` of ${which}` : ""} ${predicate}`;
    })
    .filter(Boolean)
    .join(" ");
}

/// The place of the fastest run behind the first.
export function fastestOther(runs: Run[]): number {
  return runs.reduce(
    (best, run, i) => (i > 1 && cyclesOf(run) < cyclesOf(runs[best]!) ? i : best),
    1,
  );
}

/// What a reader of several runs wants to know first: the fastest beside the first.
export function headlineOf(runs: Run[]): string {
  if (runs.length < 2 || !runs.every(cyclesOf)) return "";
  const names = namesOf(runs);
  const first = runs[0];
  const place = fastestOther(runs);
  const fastest = runs[place]!;
  if (runs.length > 2 && cyclesOf(fastest) >= cyclesOf(first!)) {
    return `No other run takes fewer cycles than ${names[0]}.`;
  }
  return verdictOf(first!, fastest, [names[0]!, names[place]!]);
}
