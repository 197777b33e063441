// SPDX-License-Identifier: Apache-2.0
// Numbers and names as readers see them.

const kWhole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const kPercent = new Intl.NumberFormat("en-US", {
  style: "percent",
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
export const kNothing = "\u2013";

/// With thousands separators, without a fraction.
export function whole(value: number): string {
  return kWhole.format(value);
}

/// Three significant digits of small numbers, no fraction of large ones.
export function number(value: number): string {
  if (!Number.isFinite(value)) return kNothing;
  if (Number.isInteger(value) || Math.abs(value) >= 1000) return whole(value);
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value) || 1)));
  return value.toLocaleString("en-US", { maximumFractionDigits: Math.min(digits, 6) });
}

/// One decimal: 0.4567 is "45.7%".
export function percent(part: number): string {
  return Number.isFinite(part) ? kPercent.format(part) : kNothing;
}

/// With a sign, also of what grows.
export function signed(value: number, text: (value: number) => string): string {
  const size = text(Math.abs(value));
  const sign = size === text(0) ? "\u00b1" : value > 0 ? "+" : "\u2212";
  return sign + size;
}

/// 1,234,567 as "1.23M", for the ticks of axes.
export function short(value: number): string {
  return new Intl.NumberFormat("en-US", {
    notation: "compact",
    maximumSignificantDigits: 3,
  }).format(value);
}

/// "1 launch", "2 launches".
export function count(value: number, one: string, more = `${one}s`): string {
  return `${whole(value)} ${value === 1 ? one : more}`;
}

/// The quotient; nothing where it has no meaning.
export function ratio(numerator: number, denominator: number): number | undefined {
  return denominator > 0 ? numerator / denominator : undefined;
}

const kAbbreviations: Record<string, string> = {
  l1: "L1",
  l2: "L2",
  l3: "L3",
  llc: "LLC",
  dram: "DRAM",
  alu: "ALU",
};

/// "instruction_cache" is "instruction cache", "l3_banks" is "L3 banks".
export function words(name: string): string {
  return name
    .split("_")
    .map((word) => kAbbreviations[word] ?? word)
    .join(" ");
}

/// "Memory wait": a name at the beginning of a line.
export function title(name: string): string {
  const text = words(name);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/// A program counter or an address.
export function hex(value: number): string {
  return `0x${value.toString(16)}`;
}
