// SPDX-License-Identifier: Apache-2.0
// The counters of each level of memory, whatever kind of level it is, in the same columns.
import type { Counts, Launch } from "./data";
import { ratio } from "./format";

export interface Level {
  name: string;
  instances: number;
  requests: number | undefined;
  hitRate: number | undefined;
  misses: number | undefined;
  merges: number | undefined;
  bytes: number | undefined;
  wait: number | undefined;
  stalls: number | undefined;
}

const kOrder = ["instruction_cache", "l1", "l2", "interconnect", "directory", "l3", "llc", "dram"];

/// Of Okabe and Ito; a level has the same colour in every chart.
const kColors: Record<string, string> = {
  local_memory: "#8c7a00",
  instruction_cache: "#999999",
  l1: "#0072b2",
  l2: "#56b4e9",
  interconnect: "#e69f00",
  directory: "#f7cba6",
  l3: "#009e73",
  llc: "#cc79a7",
  dram: "#d55e00",
};

export function colorOfLevel(name: string): string {
  return kColors[name] ?? "#0072b2";
}

/// The sum of those counters that the level has; undefined if it has none of them.
function sumOf(counters: Counts, ...names: string[]): number | undefined {
  const found = names.filter((name) => counters[name] !== undefined);
  return found.length === 0
    ? undefined
    : found.reduce((sum, name) => sum + (counters[name] ?? 0), 0);
}

export function levelsOf(launch: Launch): Level[] {
  const place = (name: string) => (kOrder.includes(name) ? kOrder.indexOf(name) : kOrder.length);
  return Object.entries(launch.memory)
    .sort(([a], [b]) => place(a) - place(b))
    .map(([name, { instances, counters }]) => ({
      name,
      instances,
      requests:
        counters["accesses"] ??
        sumOf(counters, "requests", "reads", "writes", "gets_shared", "gets_modified", "uncached"),
      hitRate:
        counters["hits"] === undefined
          ? undefined
          : ratio(counters["hits"], counters["accesses"] ?? 0),
      misses: counters["misses"],
      merges: counters["merges"],
      bytes: sumOf(counters, "request_bytes", "response_bytes", "read_bytes", "written_bytes"),
      wait: sumOf(
        counters,
        "wait_cycles",
        "waited_cycles",
        "request_wait_cycles",
        "response_wait_cycles",
      ),
      stalls: counters["stall_cycles"],
    }));
}
