// SPDX-License-Identifier: Apache-2.0
// The compaction library itself, as WebAssembly (apps/report/explorer/explorer.cpp).

interface Exports {
  memory: WebAssembly.Memory;
  explorer_policies(): number;
  explorer_policy_name(policy: number): number;
  explorer_slots(): number;
  explorer_positions(lanes: number, aluWidth: number): number;
  explorer_cycles(policy: number, low: number, high: number, lanes: number, alu: number): number;
  explorer_swizzled(policy: number, low: number, high: number, lanes: number, alu: number): number;
  explorer_schedule(policy: number, low: number, high: number, lanes: number, alu: number): number;
}

export interface Shape {
  lanes: number;
  aluWidth: number;
}

export interface Schedule {
  policy: string;
  cycles: number;
  swizzled: number;
  positions: number;
  /// By cycle and position: the lane that computes, or undefined.
  slots: (number | undefined)[][];
}

const kDisabled = 0xff;
export const kMaxLanes = 64;

function halves(mask: bigint): [low: number, high: number] {
  return [Number(mask & 0xffffffffn), Number((mask >> 32n) & 0xffffffffn)];
}

export class Compaction {
  readonly policies: string[];

  private constructor(private readonly library: Exports) {
    this.policies = Array.from({ length: library.explorer_policies() }, (_, policy) =>
      this.textAt(library.explorer_policy_name(policy)),
    );
  }

  static async load(bytes: Uint8Array<ArrayBuffer>): Promise<Compaction> {
    const { instance } = await WebAssembly.instantiate(bytes, {});
    return new Compaction(instance.exports as unknown as Exports);
  }

  private textAt(address: number): string {
    const bytes = new Uint8Array(this.library.memory.buffer, address);
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  }

  cycles(policy: number, mask: bigint, { lanes, aluWidth }: Shape): number {
    return this.library.explorer_cycles(policy, ...halves(mask), lanes, aluWidth);
  }

  swizzled(policy: number, mask: bigint, { lanes, aluWidth }: Shape): number {
    return this.library.explorer_swizzled(policy, ...halves(mask), lanes, aluWidth);
  }

  schedule(policy: number, mask: bigint, shape: Shape): Schedule {
    const { lanes, aluWidth } = shape;
    const cycles = this.library.explorer_schedule(policy, ...halves(mask), lanes, aluWidth);
    const positions = this.library.explorer_positions(lanes, aluWidth);
    const address = this.library.explorer_slots();
    const bytes = new Uint8Array(this.library.memory.buffer, address, cycles * positions);
    const slots = Array.from({ length: cycles }, (_, cycle) =>
      Array.from(bytes.subarray(cycle * positions, (cycle + 1) * positions), (lane) =>
        lane === kDisabled ? undefined : lane,
      ),
    );
    const swizzled = this.swizzled(policy, mask, shape);
    return { policy: this.policies[policy] ?? "", cycles, swizzled, positions, slots };
  }
}
