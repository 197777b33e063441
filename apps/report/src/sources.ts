// SPDX-License-Identifier: Apache-2.0
// A kernel's lines in the order of its source, with the lines that have no instructions between.
import type { KernelProfile, ProfiledLine } from "./data";
import { placeOf } from "./runs";

export interface SourceRow {
  number: number | undefined;
  text: string;
  /// Undefined for a line without instructions.
  counts: ProfiledLine | undefined;
}

/// A row, or several without instructions that are shown on demand.
export type SourceItem = SourceRow | { hidden: SourceRow[] };

export interface SourceFile {
  name: string;
  slots: number;
  rows: SourceRow[];
}

const kUnknown = "without line information";

function rowsOf(text: string | undefined, lines: ProfiledLine[]): SourceRow[] {
  const byNumber = new Map(lines.map((line) => [line.line, line]));
  if (text === undefined) {
    return [...lines]
      .sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
      .map((line) => ({ number: line.line, text: line.text ?? placeOf(line), counts: line }));
  }
  const texts = text.split("\n");
  if (texts[texts.length - 1] === "") texts.pop();
  return texts.map((one, i) => ({ number: i + 1, text: one, counts: byNumber.get(i + 1) }));
}

/// The files that the kernel's instructions come from, the most expensive one first.
export function filesOf(kernel: KernelProfile, sources: Record<string, string>): SourceFile[] {
  const byFile = new Map<string, ProfiledLine[]>();
  for (const line of kernel.lines) {
    const name = line.file ?? kUnknown;
    byFile.set(name, [...(byFile.get(name) ?? []), line]);
  }
  const textOf = (name: string) => {
    const key = Object.keys(sources).find((file) => file === name || file.endsWith(`/${name}`));
    return key === undefined ? undefined : sources[key];
  };
  return [...byFile]
    .map(([name, lines]) => ({
      name,
      slots: lines.reduce((sum, line) => sum + line.slots, 0),
      rows: rowsOf(name === kUnknown ? undefined : textOf(name), lines),
    }))
    .sort((a, b) => b.slots - a.slots);
}

/// Longer runs of lines without instructions become one item; `context` lines around others stay.
export function folded(rows: SourceRow[], context = 3): SourceItem[] {
  const near = rows.map(() => false);
  rows.forEach((row, i) => {
    if (!row.counts) return;
    near.fill(true, Math.max(0, i - context), Math.min(rows.length, i + context + 1));
  });
  const items: SourceItem[] = [];
  rows.forEach((row, i) => {
    if (near[i]) {
      items.push(row);
      return;
    }
    const last = items[items.length - 1];
    if (last && "hidden" in last) last.hidden.push(row);
    else items.push({ hidden: [row] });
  });
  return items;
}
