// SPDX-License-Identifier: Apache-2.0
// The stages of a row: their intervals, their colours, and what they are called.
import type { TraceWindow, WindowRow } from "../data";
import { words } from "../format";

export interface Interval {
  name: string;
  begin: number;
  end: number;
  why: string | undefined;
}

/// Each stage ends where the next one begins.
export function intervalsOf(row: WindowRow): Interval[] {
  return row.stages.map(([name, begin, why], i) => ({
    name,
    begin,
    end: row.stages[i + 1]?.[1] ?? row.end,
    why,
  }));
}

/// Light, so that lanes and arrows stand out: amber waits, green computes, blue is in memory, and
/// purple are the levels of memory.
const kStages: Record<string, [color: string, title: string]> = {
  D: ["#c3cad2", "decode"],
  Sb: ["#f2c879", "scoreboard"],
  Ar: ["#f6dfaf", "arbiter"],
  Q: ["#e8d3b0", "queue of its pipe"],
  Fpu: ["#6cc7a9", "on the FPU pipe"],
  Em: ["#43a98a", "on the EM pipe"],
  La: ["#c4e6da", "latency to write-back"],
  Ad: ["#b5d5ee", "addresses"],
  Me: ["#7db7e0", "memory"],
  Lm: ["#9bd3dd", "local memory"],
  Or: ["#e3b7b0", "order of stores"],
};

const kLevels = ["#e6d3ef", "#d3b9e4", "#bfa0d8", "#aa89c9", "#d9c9d9", "#97a6bf"];

/// A colour for each stage that occurs: those of instructions in their order, then the levels of
/// memory.
export function stageColors({ rows }: TraceWindow): Map<string, string> {
  const colors = new Map<string, string>();
  let levels = 0;
  for (const row of rows) {
    for (const [name] of row.stages) {
      if (colors.has(name)) continue;
      colors.set(name, kStages[name]?.[0] ?? kLevels[levels++ % kLevels.length]!);
    }
  }
  const place = (name: string) => {
    const at = Object.keys(kStages).indexOf(name);
    return at < 0 ? Infinity : at;
  };
  return new Map([...colors].sort(([a], [b]) => (place(a) === place(b) ? 0 : place(a) - place(b))));
}

/// "Sb scoreboard", or a level of memory as it is called elsewhere.
export function titleOfStage(name: string): string {
  const title = kStages[name]?.[1];
  return title ? `${name} ${title}` : words(name);
}
