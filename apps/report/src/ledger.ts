// SPDX-License-Identifier: Apache-2.0
// The causes of the lost-lane ledger: their order, families and colours.
import type { Counts } from "./data";
import { title } from "./format";

export interface Cause {
  name: string;
  title: string;
  color: string;
  help: string;
}

/// Colours are those of Okabe and Ito, one hue for each family: what computes, lanes that are off,
/// what the issue stage waits for, what memory is waited for, and cores without work.
const kCauses: [name: string, color: string, help: string][] = [
  ["useful", "#009e73", "an active lane computes"],
  ["uniform", "#66c5ab", "one lane computes a result that is the same in all lanes"],
  ["control_divergence", "#d55e00", "the lane is off because it is on another path"],
  ["compaction_slack", "#f09a57", "the last quad of an ideally compacted instruction is not full"],
  ["dispatch_mask", "#f7cba6", "the lane is off since dispatch or by predicate"],
  ["other_slice", "#a34700", "the lane is not in the slice that issued"],
  ["memory_wait", "#0072b2", "the scoreboard waits for a load"],
  ["memory_divergence", "#56b4e9", "lanes wait for other lanes' misses"],
  ["operand_wait", "#cc79a7", "the scoreboard waits for an ALU result"],
  ["issue_conflict", "#e0a9c8", "a warp was ready for this pipe, but could not issue now"],
  ["other_pipe", "#f0d3e3", "warps were ready, but only for another pipe"],
  ["register_file", "#8f4a70", "the pipe waits for operand fetch"],
  ["front_end", "#e6c200", "no instruction that could issue: fetch, branch, compaction control"],
  ["barrier_wait", "#8c7a00", "warps wait at a work-group barrier"],
  ["no_warp", "#bbbbbb", "no resident warp: too few, or they end at different times"],
  ["draining", "#8a8a8a", "the core waits for its last work-items to divide its warps anew"],
  ["reconfiguration", "#5c5c5c", "the core divides its warps anew"],
];

export const causes: Cause[] = kCauses.map(([name, color, help]) => ({
  name,
  title: title(name),
  color,
  help,
}));

const kByName = new Map(causes.map((cause) => [cause.name, cause]));

/// Also of a cause that this page does not know yet.
export function causeOf(name: string): Cause {
  return kByName.get(name) ?? { name, title: title(name), color: "#777777", help: "" };
}

export interface Part {
  cause: Cause;
  slots: number;
  part: number;
}

/// The causes of a ledger that are not zero, in the order of `causes`, as parts of `all` slots.
export function partsOf(ledger: Counts, all = slotsOf(ledger)): Part[] {
  const names = Object.keys(ledger).filter((name) => name !== "total" && (ledger[name] ?? 0) > 0);
  const place = (name: string) => {
    const at = causes.findIndex((cause) => cause.name === name);
    return at < 0 ? causes.length : at;
  };
  return names
    .sort((a, b) => place(a) - place(b))
    .map((name) => {
      const slots = ledger[name] ?? 0;
      return { cause: causeOf(name), slots, part: all > 0 ? slots / all : 0 };
    });
}

/// All slots of a ledger.
export function slotsOf(ledger: Counts): number {
  let sum = 0;
  for (const [name, slots] of Object.entries(ledger)) {
    if (name !== "total") sum += slots;
  }
  return sum;
}

/// The cause that took most of the slots that were lost, as `largest_loss` of resource_use.h: those of
/// work, or of work done once for all lanes, were not; a pipe for which there was no instruction is
/// named only where there is no other loss.
export function mostLost(ledger: Counts): Part | undefined {
  const lost = partsOf(ledger).filter(({ cause }) => !["useful", "uniform"].includes(cause.name));
  const others = lost.filter(({ cause }) => cause.name !== "other_pipe");
  return (others.length > 0 ? others : lost).reduce<Part | undefined>(
    (most, one) => (most && most.slots >= one.slots ? most : one),
    undefined,
  );
}

/// Black or white, whichever is easier to read on the colour "#rrggbb".
export function textOn(color: string): string {
  const linear = [1, 3, 5].map((at) => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const [red = 0, green = 0, blue = 0] = linear;
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return luminance > 0.179 ? "#000000" : "#ffffff";
}
