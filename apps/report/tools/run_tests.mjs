// SPDX-License-Identifier: Apache-2.0
// Bundles each of tests/*_test.ts for node, and runs them:
//   node tools/run_tests.mjs EXPLORER.wasm
import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { options, root } from "./options.mjs";

const wasm = resolve(process.argv[2] ?? join(root, "../../build/report/explorer.wasm"));
const tests = (await readdir(join(root, "tests"))).filter((name) => name.endsWith("_test.ts"));
const folder = await mkdtemp(join(tmpdir(), "lanefold-report-"));
try {
  await build({
    ...options(wasm),
    entryPoints: tests.map((name) => join(root, "tests", name)),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    format: "esm",
    platform: "node",
  });
  const files = tests.map((name) => join(folder, name.replace(/\.ts$/, ".mjs")));
  const { status } = spawnSync(process.execPath, ["--test", ...files], { stdio: "inherit" });
  process.exitCode = status ?? 1;
} finally {
  await rm(folder, { recursive: true });
}
