// SPDX-License-Identifier: Apache-2.0
// From the JSON of WaveDrom at standard input to SVG, without the shapes of the skin that are not in the picture.
const fs = require('fs');
const onml = require('onml');
const wavedrom = require('wavedrom');

const picture = wavedrom.renderAny(0, JSON.parse(fs.readFileSync(0, 'utf8')), wavedrom.waveSkin);
const used = new Set(JSON.stringify(picture).match(/"#[\w-]+"/g));
const isUsed = (node) => !Array.isArray(node) || node[0] === 'defs' || !node[1] || !node[1].id ||
    used.has(`"#${node[1].id}"`);

function prune(node) {
  if (!Array.isArray(node)) return node;
  const children = node[0] === 'defs' ? node.filter(isUsed) : node;
  return children.map(prune);
}
process.stdout.write(onml.stringify(prune(picture)));
