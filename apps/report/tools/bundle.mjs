// SPDX-License-Identifier: Apache-2.0
// Puts script, styles, library and licences into one page:
//   node tools/bundle.mjs EXPLORER.wasm FOLDER
// writes FOLDER/report.html and FOLDER/LICENSES.txt
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { licenses, packagesOf } from "./licenses.mjs";
import { options, root } from "./options.mjs";

const kPlaceholder = "<!-- lanefold-report-data -->";
const kMostBytes = 1_000_000;

/// The text of an output, and what it was made from.
async function made(entry, wasm, extra) {
  const result = await build({
    ...options(wasm),
    entryPoints: [join(root, entry)],
    minify: true,
    legalComments: "none",
    charset: "ascii",
    metafile: true,
    write: false,
    ...extra,
  });
  const [{ inputs }] = Object.values(result.metafile.outputs);
  const used = Object.keys(inputs).filter((path) => inputs[path].bytesInOutput > 0);
  return { text: result.outputFiles[0].text.trim(), used };
}

/// In place of each mark its text, once; a text may hold what looks like a mark.
function filled(template, texts) {
  const marks = new RegExp(
    Object.keys(texts)
      .map((mark) => `{{${mark}}}`)
      .join("|"),
    "g",
  );
  return template.replace(marks, (mark) => texts[mark.slice(2, -2)]);
}

function check(page) {
  const times = page.split(kPlaceholder).length - 1;
  if (times !== 1) throw new Error(`the page holds its placeholder ${times} times, not once`);
  if (page.length > kMostBytes) throw new Error(`the page has ${page.length} bytes`);
}

const [wasm, folder] = process.argv.slice(2).map((path) => resolve(path));
const script = await made("src/main.ts", wasm, { format: "iife" });
const styles = await made("src/styles/page.css", wasm, {});
const notices = await licenses(packagesOf(script.used));
const template = await readFile(join(root, "src/template.html"), "utf8");
const page = filled(template, {
  styles: styles.text,
  script: script.text.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--"),
  licenses: notices.replaceAll("--", "\u2010\u2010"),
});
check(page);
await mkdir(folder, { recursive: true });
await writeFile(join(folder, "report.html"), page);
await writeFile(join(folder, "LICENSES.txt"), notices);
