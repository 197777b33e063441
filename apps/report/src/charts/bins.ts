// SPDX-License-Identifier: Apache-2.0
// Samples of different lengths, added up into few bins of equal length.

export interface Bins {
  begin: number[];
  cycles: number[];
}

/// At most `most` bins over all samples; the samples themselves if they are no more.
export function binsOf(begin: number[], cycles: number[], most: number): Bins {
  if (begin.length <= most) return { begin, cycles };
  const first = begin[0] ?? 0;
  const last = begin.length - 1;
  const end = (begin[last] ?? 0) + (cycles[last] ?? 0);
  const length = (end - first) / most;
  return {
    begin: Array.from({ length: most }, (_, i) => first + i * length),
    cycles: Array.from({ length: most }, () => length),
  };
}

/// A sample's value is divided among the bins that it overlaps, by the cycles that they share. Sums
/// stay the same.
export function rebin(
  values: number[],
  samples: { begin: number[]; cycles: number[] },
  bins: Bins,
): number[] {
  if (samples.begin === bins.begin) return values;
  const sums = new Array<number>(bins.begin.length).fill(0);
  const first = bins.begin[0] ?? 0;
  const length = bins.cycles[0] ?? 1;
  const lastBin = sums.length - 1;
  values.forEach((value, i) => {
    const from = samples.begin[i] ?? 0;
    const cycles = samples.cycles[i] ?? 0;
    if (value === 0) return;
    const binAt = (cycle: number) =>
      Math.min(lastBin, Math.max(0, Math.floor((cycle - first) / length)));
    const begin = binAt(from);
    for (let bin = begin; bin <= lastBin; ++bin) {
      const low = Math.max(from, first + bin * length);
      const high = Math.min(from + cycles, bin === lastBin ? Infinity : first + (bin + 1) * length);
      if (bin > begin && low >= from + cycles) break;
      sums[bin]! += cycles > 0 ? (value * Math.max(0, high - low)) / cycles : value;
      if (cycles === 0) break;
    }
  });
  return sums;
}

/// Element by element; undefined where the denominator is 0.
export function quotients(numerators: number[], denominators: number[]): (number | undefined)[] {
  return numerators.map((numerator, i) => {
    const denominator = denominators[i] ?? 0;
    return denominator > 0 ? numerator / denominator : undefined;
  });
}
