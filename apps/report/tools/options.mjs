// SPDX-License-Identifier: Apache-2.0
// What the page and its tests have in common when esbuild makes them.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/// The folder of the report's sources.
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/// `wasm` is the file that stands for "explorer.wasm".
export function options(wasm) {
  return {
    absWorkingDir: root,
    bundle: true,
    target: "es2022",
    loader: { ".wasm": "binary" },
    alias: { "explorer.wasm": wasm },
    logLevel: "warning",
  };
}
