// SPDX-License-Identifier: Apache-2.0
// Which series of a run's curves belong into which chart, as rates.
import type { Curves, Machine } from "./data";
import { quotients, rebin, type Bins } from "./charts/bins";

export interface NamedValues {
  name: string;
  values: (number | undefined)[];
}

export interface CurveLines {
  lanes: NamedValues[];
  issue: NamedValues[];
  bandwidth: NamedValues[];
  requests: NamedValues[];
  waiting: NamedValues[];
}

const kRequests = ["accesses", "requests", "reads", "writes"];

/// Per cycle, the sum over all series of each level whose counter `belongs`.
function perLevel(
  curves: Curves,
  bins: Bins,
  belongs: (counter: string) => boolean,
): NamedValues[] {
  const sums = new Map<string, number[]>();
  for (const [name, values] of Object.entries(curves.series)) {
    const dot = name.indexOf(".");
    const level = name.slice(0, dot);
    if (dot < 0 || level === "ledger" || !belongs(name.slice(dot + 1))) continue;
    const binned = rebin(values, curves, bins);
    const sum = sums.get(level);
    sums.set(level, sum ? sum.map((one, i) => one + (binned[i] ?? 0)) : binned);
  }
  return [...sums].map(([name, values]) => ({ name, values: quotients(values, bins.cycles) }));
}

/// Core cycles in a cycle of the interconnect's switch, in which its waits are counted.
export function switchPeriod({ clock_mhz: core = 0, interconnect }: Machine): number {
  return core / (interconnect?.clock_mhz || core) || 1;
}

function scaled({ name, values }: NamedValues, factor: number): NamedValues {
  return { name, values: values.map((value) => (value === undefined ? value : value * factor)) };
}

export function curveLines(curves: Curves, bins: Bins, machine: Machine): CurveLines {
  const series = (name: string) => {
    const values = curves.series[name];
    return values && rebin(values, curves, bins);
  };
  const warps = series("warp_instructions");
  const lanes = series("lane_instructions");
  return {
    lanes: warps && lanes ? [{ name: "active_lanes", values: quotients(lanes, warps) }] : [],
    issue: warps ? [{ name: "warp_instructions", values: quotients(warps, bins.cycles) }] : [],
    bandwidth: perLevel(curves, bins, (counter) => /(^|_)bytes$/.test(counter)),
    requests: perLevel(curves, bins, (counter) => kRequests.includes(counter)),
    waiting: perLevel(curves, bins, (counter) => /(wait|waited|stall)_cycles$/.test(counter)).map(
      (level) => (level.name === "interconnect" ? scaled(level, switchPeriod(machine)) : level),
    ),
  };
}
