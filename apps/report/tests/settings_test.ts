// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Machine, Run } from "../src/data";
import { headlineOf, namesOf } from "../src/runs";
import { differingSettings, readableTitle } from "../src/settings";

function run(label: string, cycles: number, machine: Machine, size = "tiny"): Run {
  const counters = { cycles };
  return {
    label,
    statistics: { program: "p", size, seed: 1, machine, total: { counters, ledger: {} } },
  } as unknown as Run;
}

const ivb = { name: "m", cores: 6, core: { compaction: "ivb", alu_width: 4 } };
const scc = { name: "m", cores: 6, core: { compaction: "scc", alu_width: 4 } };

test("only what differs is listed, by the names of --set", () => {
  assert.deepEqual(differingSettings([run("a", 1, ivb), run("b", 1, scc, "small")]), [
    { name: "size", values: ["tiny", "small"] },
    { name: "core.compaction", values: ["ivb", "scc"] },
  ]);
  assert.deepEqual(differingSettings([run("a", 1, ivb), run("b", 2, ivb)]), []);
});

test("what one machine does not have is shown as absent", () => {
  const [row] = differingSettings([
    run("a", 1, { name: "m" }),
    run("b", 1, { name: "m", cores: 6 }),
  ]);
  assert.deepEqual(row, { name: "cores", values: ["\u2013", "6"] });
});

test("digests give way to the settings that tell runs apart", () => {
  const digests = ["0".repeat(64), "f".repeat(64)];
  const runs = [run(digests[0]!, 1, ivb), run(digests[1]!, 1, scc)];
  assert.deepEqual(namesOf(runs), ["core.compaction=ivb", "core.compaction=scc"]);
  assert.equal(readableTitle(digests.join(", "), runs), "p: 2 runs");
  assert.equal(readableTitle("before, after", runs), "before, after");
  assert.deepEqual(namesOf([run("before", 1, ivb), run("after", 1, scc)]), ["before", "after"]);
});

test("the headline is of the fastest run beside the first", () => {
  const runs = [run("a", 100, ivb), run("b", 50, scc), run("c", 80, scc)];
  assert.equal(headlineOf(runs), "b takes 50.0% fewer cycles than a.");
  assert.equal(headlineOf(runs.slice(0, 1)), "");
  assert.equal(
    headlineOf([runs[1]!, runs[0]!, runs[2]!]),
    "No other run takes fewer cycles than b.",
  );
  assert.equal(headlineOf([runs[1]!, runs[0]!]), "a takes 100.0% more cycles than b.");
  assert.equal(headlineOf([runs[0]!, run("functional", 0, ivb)]), "");
});
