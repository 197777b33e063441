// SPDX-License-Identifier: Apache-2.0
// esbuild reads the library's WebAssembly into the bundle.
declare module "*.wasm" {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
