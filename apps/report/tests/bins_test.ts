// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { binsOf, quotients, rebin } from "../src/charts/bins";

const sum = (values: number[]) => values.reduce((all, one) => all + one, 0);

test("few samples stay as they are", () => {
  const bins = binsOf([0, 10], [10, 5], 8);
  assert.deepEqual(bins, { begin: [0, 10], cycles: [10, 5] });
});

test("samples of different lengths are divided among bins by the cycles that they share", () => {
  const samples = { begin: [0, 10, 40], cycles: [10, 30, 10] };
  const bins = binsOf(samples.begin, samples.cycles, 2);
  assert.deepEqual(bins, { begin: [0, 25], cycles: [25, 25] });
  assert.deepEqual(rebin([10, 30, 5], samples, bins), [25, 20]);
});

test("sums stay the same, whatever the lengths", () => {
  const begin: number[] = [];
  const cycles: number[] = [];
  const values: number[] = [];
  let at = 1000;
  for (let i = 0; i < 999; ++i) {
    begin.push(at);
    cycles.push(1 + ((i * 37) % 113));
    values.push((i * 7919) % 1009);
    at += cycles[i]!;
  }
  for (const most of [1, 7, 100, 998]) {
    const bins = binsOf(begin, cycles, most);
    assert.equal(bins.begin.length, most);
    assert.ok(Math.abs(sum(rebin(values, { begin, cycles }, bins)) - sum(values)) < 1e-6);
  }
});

test("a quotient with nothing below is none", () => {
  assert.deepEqual(quotients([6, 5], [3, 0]), [2, undefined]);
});
