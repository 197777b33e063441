// SPDX-License-Identifier: Apache-2.0
// The licences of the packages that are in the page; a text that several share is there once.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./options.mjs";

/// The names of the packages that these files belong to.
export function packagesOf(inputs) {
  const names = inputs
    .map((path) => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1])
    .filter((name) => name !== undefined);
  return [...new Set(names)].sort();
}

async function licenseOf(name) {
  const folder = join(root, "node_modules", name);
  const { version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const file = (await readdir(folder)).find((one) => /^licen[cs]e/i.test(one));
  if (!file) throw new Error(`${name} has no text of its licence`);
  const text = await readFile(join(folder, file), "utf8");
  return { name: `${name} ${version} (${license})`, text: text.trim().replaceAll("\r\n", "\n") };
}

export async function licenses(names) {
  const byText = new Map();
  for (const { name, text } of await Promise.all(names.map(licenseOf))) {
    byText.set(text, [...(byText.get(text) ?? []), name]);
  }
  const parts = [...byText].map(([text, packages]) => `${packages.join("\n")}\n\n${text}\n`);
  return `What others wrote of the page report.html, and its licences.\n\n${parts.join("\n\n")}`;
}
