// SPDX-License-Identifier: Apache-2.0
// What runs do not have in common before they begin: the machine, the program, its size and seed.
import type { Run } from "./data";
import { count, kNothing } from "./format";

export interface Setting {
  /// As --set takes it, or a word for what is no setting of the machine.
  name: string;
  /// One for each run.
  values: string[];
}

/// Adds the leaves of what is nested by their dotted names.
function addLeaves(value: unknown, name: string, leaves: Map<string, string>): void {
  if (value !== null && typeof value === "object" && !Array.isArray(value)) {
    for (const [key, one] of Object.entries(value)) {
      addLeaves(one, name ? `${name}.${key}` : key, leaves);
    }
  } else if (value !== undefined) {
    leaves.set(name, typeof value === "string" ? value : JSON.stringify(value));
  }
}

/// Those of a run by their names.
function settingsOf({ statistics }: Run): Map<string, string> {
  const { program, size, seed, machine } = statistics;
  const { name, ...settings } = machine;
  const leaves = new Map<string, string>();
  addLeaves({ program, size, seed, machine: name, ...settings }, "", leaves);
  return leaves;
}

/// In the order of the first run that has them.
export function differingSettings(runs: Run[]): Setting[] {
  const all = runs.map(settingsOf);
  const names = [...new Set(all.flatMap((one) => [...one.keys()]))];
  return names
    .map((name) => ({ name, values: all.map((one) => one.get(name) ?? kNothing) }))
    .filter(({ values }) => new Set(values).size > 1);
}

const kDigest = /^[0-9a-f]{64}$/;
const kMostSettings = 3;

/// The title of a page; where digests name its runs, their program does.
export function readableTitle(title: string, runs: Run[]): string {
  if (!title.split(", ").some((name) => kDigest.test(name))) return title;
  const programs = [...new Set(runs.map(({ statistics }) => statistics.program))];
  return `${programs.join(", ")}: ${count(runs.length, "run")}`;
}

/// A run's settings in place of a name that is only a digest, as records of a sweep have it.
export function readableNames(names: string[], runs: Run[]): string[] {
  if (!names.some((name) => kDigest.test(name))) return names;
  const settings = differingSettings(runs);
  return names.map((name, i) => {
    if (!kDigest.test(name)) return name;
    const parts = settings.slice(0, kMostSettings).map((one) => `${one.name}=${one.values[i]}`);
    if (settings.length > kMostSettings) parts.push("\u2026");
    return parts.join(", ") || name.slice(0, 12);
  });
}
