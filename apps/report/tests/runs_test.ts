// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Counts, Launch, ProfiledLine, Run } from "../src/data";
import { mostLost, partsOf, slotsOf, textOn } from "../src/ledger";
import {
  cyclesByCause,
  cyclesByLaunch,
  differences,
  faultsOf,
  fastestOther,
  headlineOf,
  headlines,
  namesOf,
  partOfIdeal,
  peakIpc,
  placeOf,
} from "../src/runs";

function launch(cycles: number, ledger: Counts): Launch {
  const counters = { cycles, eu_cycles: 10, warp_instructions: 2 * cycles };
  const policy = { eu_cycles: 10, gain_over_ivb: 0, gain_over_none: 0, part_of_ideal: 0.8 };
  return {
    kernel: "k",
    timed: true,
    warp_width: 16,
    alu_width: 4,
    cores: 2,
    counters,
    histograms: {},
    ledger,
    simd_efficiency: 0.5,
    ideal_eu_cycles: 8,
    policies: { scc: policy },
    memory: {},
    memory_stalls: {},
    bandwidth: {},
  };
}

function run(label: string, cycles: number, ledger: Counts): Run {
  const total = launch(cycles, ledger);
  const core = { compaction: "scc", issue: { width: 2, period: 2 } };
  return {
    label,
    statistics: {
      schema: "lanefold.statistics/4",
      program: "p",
      machine: { cores: 6, core },
      total,
      launches: [total],
    },
  };
}

const a = run("ivb", 100, { useful: 400, memory_wait: 400, no_warp: 0, total: 800 });
const b = run("scc", 50, { useful: 400, memory_wait: 0, no_warp: 0, total: 400 });

test("the total of a ledger is no cause", () => {
  assert.equal(slotsOf(a.statistics.total.ledger), 800);
  assert.deepEqual(
    partsOf(a.statistics.total.ledger).map((p) => [p.cause.name, p.part]),
    [
      ["useful", 0.5],
      ["memory_wait", 0.5],
    ],
  );
});

test("useful work is not lost", () => {
  assert.equal(mostLost({ useful: 9, no_warp: 1, front_end: 2 })?.cause.name, "front_end");
  assert.equal(mostLost({ useful: 9, uniform: 9 }), undefined);
  assert.equal(mostLost({ other_pipe: 9, front_end: 2 })?.cause.name, "front_end");
  assert.equal(mostLost({ useful: 2, other_pipe: 9 })?.cause.name, "other_pipe");
});

test("causes compare in cycles of the whole machine", () => {
  const moved = differences(cyclesByCause(a.statistics), cyclesByCause(b.statistics));
  assert.deepEqual(moved, [
    { name: "memory_wait", a: 50, b: 0, change: -50 },
    { name: "useful", a: 50, b: 50, change: 0 },
  ]);
});

test("what one run does not have counts as 0 there", () => {
  assert.deepEqual(differences(new Map([["x", 3]]), new Map([["y", 5]])), [
    { name: "y", a: 0, b: 5, change: 5 },
    { name: "x", a: 3, b: 0, change: -3 },
  ]);
});

test("launches are told apart by their number", () => {
  assert.deepEqual([...cyclesByLaunch(a.statistics)], [["1 k", 100]]);
});

test("runs of one name are numbered", () => {
  assert.deepEqual(namesOf([a, a, b]), ["ivb (1)", "ivb (2)", "scc"]);
});

test("the peak is that of all cores, and of their period", () => {
  assert.equal(peakIpc(a.statistics), 6);
});

test("the part of ideal compaction is that of the timed policy", () => {
  assert.equal(partOfIdeal(a.statistics), 0.8);
});

test("where a warp takes one cycle, there is no part of ideal compaction", () => {
  const { total } = a.statistics;
  const wide = { ...a.statistics, total: { ...total, alu_width: total.warp_width } };
  assert.equal(partOfIdeal(wide), undefined);
});

test("text is legible on every colour of the causes", () => {
  assert.equal(textOn("#0072b2"), "#ffffff");
  assert.equal(textOn("#e6c200"), "#000000");
});

test("headlines leave out what neither run has", () => {
  const names = headlines(a, b).map((row) => row.name);
  assert.ok(names.includes("cycles"));
  assert.ok(!names.includes("bound on cycles"));
});

test("the fastest run stands beside the first, with the causes that fell and rose most", () => {
  const between = run("bcc", 45, { useful: 400, memory_wait: 300, no_warp: 20, total: 720 });
  assert.equal(fastestOther([a, b]), 1);
  assert.equal(fastestOther([a, between, b]), 1);
  assert.equal(fastestOther([between, a, b]), 2);
  assert.match(
    headlineOf([a, between, b]),
    /^bcc takes 55\.0% fewer cycles than ivb; .* moved most: memory wait \u2212\d+, no warp \+\d+\.$/,
  );
  assert.match(headlineOf([between, b]), /^scc takes 11\.1% more .*: \w.* \+\d+, .* \u2212\d+\.$/);
});

test("faults name their runs, and a run alone has no name", () => {
  const verdict = (one: Run, verified: boolean, failed_launches = 0): Run => ({
    ...one,
    statistics: { ...one.statistics, verified, failed_launches },
  });
  const wrong = "is wrong: it differs from the reference.";
  const [bad, good] = [verdict(a, false), verdict(b, true)];
  assert.equal(faultsOf([good, b], ["x", "y"]), "");
  assert.equal(faultsOf([bad], ["x"]), `The output ${wrong}`);
  assert.equal(faultsOf([good, bad], ["x", "y"]), `The output of y ${wrong}`);
  const known = { ...bad, fault: "element 3 is 5, not 6" };
  assert.equal(faultsOf([known], ["x"]), "The output is wrong: element 3 is 5, not 6.");
  assert.equal(
    faultsOf([bad, known], ["x", "y"]),
    "The output of x and y is wrong; the first value: element 3 is 5, not 6.",
  );
  assert.equal(faultsOf([bad, bad, bad], ["x", "y", "z"]), `The output of x, y and z ${wrong}`);
  assert.equal(
    faultsOf([{ ...bad, partial: true }, verdict(b, true, 2)], ["x", "y"]),
    "The run of x was stopped before its end. A launch of y failed.",
  );
});

test("instructions without a line are not called as their whole function", () => {
  const place = (line: Partial<ProfiledLine>) => placeOf(line as ProfiledLine);
  assert.equal(place({ file: "a.cl", line: 3 }), "a.cl:3");
  assert.equal(place({ function: "scan" }), "scan (no\u00a0line)");
  assert.equal(place({ function: "(no function)" }), "(no\u00a0line)");
});
