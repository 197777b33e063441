// SPDX-License-Identifier: Apache-2.0
// The report's data as the command writes them (report.md, statistics.md and profile.md of
// docs/reference).

export type Counts = Record<string, number>;

export interface Policy {
  eu_cycles: number;
  gain_over_ivb: number;
  gain_over_none: number;
  part_of_ideal: number;
}

export interface MemoryLevel {
  instances: number;
  counters: Counts;
  banks?: Record<string, number[]>;
}

export interface Bandwidth {
  unit: string;
  used: number;
  available: number;
}

export interface AdaptationStep {
  core: number;
  simd: string;
  cycles?: number;
  tasks?: number;
}

export interface Launch {
  kernel: string;
  timed: boolean;
  warp_width: number;
  alu_width: number;
  cores: number;
  counters: Counts;
  histograms: Record<string, number[]>;
  ledger: Counts;
  simd_efficiency: number;
  ideal_eu_cycles: number;
  policies: Record<string, Policy>;
  memory: Record<string, MemoryLevel>;
  memory_stalls: Counts;
  bandwidth: Record<string, Bandwidth>;
  nd_range?: { global: number[]; local: number[]; offset: number[] };
  partial?: boolean;
  adaptation?: AdaptationStep[];
}

export interface Machine {
  name?: string;
  cores?: number;
  clock_mhz?: number;
  interconnect?: { clock_mhz?: number };
  core?: {
    compaction?: string;
    warp_width?: number;
    alu_width?: number;
    issue?: { width?: number; period?: number };
  };
}

export interface Statistics {
  schema: string;
  program: string;
  size?: string;
  seed?: number;
  verified?: boolean;
  values_checked?: number;
  partial?: boolean;
  failed_launches?: number;
  machine: Machine;
  total: Launch;
  launches: Launch[];
  /// Beyond those that are listed.
  launches_left_out?: number;
}

/// What instructions, lines and functions of a profile have in common.
export interface Profiled {
  slots: number;
  counters: Counts;
  active_lanes: number[];
  mean_active_lanes: number;
  ledger: Counts;
  memory_wait: Counts;
  lines_per_access?: number;
  line_hit_part?: number;
  mean_load_cycles?: number;
}

export interface ProfiledLine extends Profiled {
  file?: string;
  line?: number;
  text?: string;
  function?: string;
  pcs: number[];
}

export interface ProfiledInstruction extends Profiled {
  pc: number;
  text: string;
  kind: string;
}

export interface KernelProfile {
  kernel: string;
  program: string;
  launches: number;
  cycles: number;
  slots: number;
  has_lines: boolean;
  no_instruction: Counts;
  total: Profiled;
  lines: ProfiledLine[];
  instructions: ProfiledInstruction[];
}

export interface Profile {
  label?: string;
  kernels: KernelProfile[];
}

export interface Resource {
  name: string;
  title: string;
  used: number;
  available: number;
  unit: string;
  part: number;
}

export interface RooflineLevel {
  name: string;
  bytes: number;
  bytes_per_cycle: number;
}

/// What the ALUs could do with the masks of the run, under a policy; "ideal" has all lanes active.
export interface Roof {
  name: string;
  timed?: boolean;
  operations_per_cycle: number;
}

export interface Roofline {
  operations: number;
  cycles: number;
  roofs: Roof[];
  levels: RooflineLevel[];
}

export interface Limits {
  resources: Resource[];
  bound_cycles: number;
  sentence: string;
  roofline?: Roofline;
}

export interface Curves {
  cores: number;
  launches: { kernel: string; begin: number; cycles: number }[];
  launches_left_out?: number;
  begin: number[];
  cycles: number[];
  series: Record<string, number[]>;
  per_core: Counts[];
}

export type Stage = [name: string, begin: number, why?: string];

export interface WindowRow {
  kind: "instruction" | "request";
  core?: number;
  slot?: number;
  begin: number;
  end: number;
  code?: number;
  lanes?: string;
  missed?: string;
  left_behind?: string;
  stays?: string;
  joins?: string;
  stages: Stage[];
  access?: string;
  address?: string;
  cause?: number;
}

export interface TraceWindow {
  from: number;
  to: number;
  code: { pc: number; text: string; source?: string }[];
  rows: WindowRow[];
  /// Beyond those that are drawn.
  rows_left_out?: number;
}

export interface Run {
  label: string;
  partial?: boolean;
  /// What is wrong with its output.
  fault?: string;
  statistics: Statistics;
  profile?: Profile | null;
  limits?: Limits | null;
  curves?: Curves | null;
  window?: TraceWindow | null;
  /// In a report of several files: of this one.
  sources?: Record<string, string>;
  explanation?: Explanation | null;
}

export interface Explanation {
  sentence: string;
  runs: {
    name: string;
    title: string;
    settings: string[];
    cycles: number;
    saved: number;
  }[];
}

export type Cell = string | number | null;

export interface ReportTable {
  title: string;
  text?: string;
  columns: {
    name: string;
    unit?: string;
    align?: string;
    /// Its numbers are parts.
    percent?: boolean;
  }[];
  rows: Cell[][];
}

export interface Figure {
  title: string;
  image: string;
  text?: string;
}

export type Outcome = "within" | "closed" | "contradiction" | "open" | "unjudged";

export interface Claim {
  paper: string;
  figure: string;
  published: Cell;
  measured: Cell;
  unit?: string;
  difference?: string;
  outcome: Outcome;
  reason?: string;
}

export interface Report {
  schema: string;
  command: string;
  title: string;
  build?: { version?: string; commit?: string };
  parameter?: string;
  sources?: Record<string, string>;
  runs: Run[];
  explanation?: Explanation | null;
  tables?: ReportTable[];
  figures?: Figure[];
  claims?: Claim[];
}

/// What a section is made from: the report, and the run that was chosen, if the report has any.
export interface View {
  report: Report;
  run: Run | undefined;
}

/// That of the run's own file, in a report of several, or else of the report.
export function explanationOf({ report, run }: View): Explanation | null | undefined {
  return run?.explanation ?? report.explanation;
}

/// The data of this page; an explanation in place of them if they are absent or of another kind.
export function readReport(text: string | null): Report | string {
  if (!text) return "This page is a template: it holds no data of a run.";
  let report: Partial<Report>;
  try {
    report = JSON.parse(text) as Partial<Report>;
  } catch {
    return "The data of this page are damaged: they are not valid JSON.";
  }
  if (typeof report.schema !== "string" || !report.schema.startsWith("lanefold.report/1")) {
    return `This page reads lanefold.report/1, not ${String(report.schema)}.`;
  }
  return { command: "", title: "", ...report, runs: report.runs ?? [] } as Report;
}
