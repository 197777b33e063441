// SPDX-License-Identifier: Apache-2.0
// Masks as text and as lanes.

/// The mask that the text says in hexadecimal, cut to the warp; undefined if it says none.
export function parseMask(text: string, lanes: number): bigint | undefined {
  const digits = text.trim().replace(/^0x/i, "").replace(/[_' ]/g, "");
  if (!/^[0-9a-f]{1,16}$/i.test(digits)) return undefined;
  return cutTo(BigInt(`0x${digits}`), lanes);
}

export function cutTo(mask: bigint, lanes: number): bigint {
  return BigInt.asUintN(lanes, mask);
}

/// With a digit for each four lanes.
export function maskText(mask: bigint, lanes: number): string {
  return `0x${mask.toString(16).padStart(Math.ceil(lanes / 4), "0")}`;
}

export function hasLane(mask: bigint, lane: number): boolean {
  return ((mask >> BigInt(lane)) & 1n) === 1n;
}

export function withToggled(mask: bigint, lane: number): bigint {
  return mask ^ (1n << BigInt(lane));
}

export function lanesIn(mask: bigint): number {
  let lanes = 0;
  for (let rest = mask; rest > 0n; rest &= rest - 1n) lanes += 1;
  return lanes;
}

/// Masks worth a look, of a warp and an ALU of these widths.
export function presets(lanes: number, aluWidth: number): [name: string, mask: bigint][] {
  const every = (step: number, offset = 0) => {
    let mask = 0n;
    for (let lane = offset; lane < lanes; lane += step) mask |= 1n << BigInt(lane);
    return mask;
  };
  return [
    ["all lanes", cutTo(-1n, lanes)],
    ["lower half", cutTo(-1n, Math.max(1, lanes >> 1))],
    ["every other lane", every(2)],
    ["one lane of each quad", every(Math.max(1, aluWidth))],
    ["one lane", 1n],
  ];
}

/// A mask whose lanes are each active with a chance of one half.
export function randomMask(lanes: number): bigint {
  const [low = 0, high = 0] = crypto.getRandomValues(new Uint32Array(2));
  return cutTo((BigInt(high) << 32n) | BigInt(low), lanes);
}
