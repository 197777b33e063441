// SPDX-License-Identifier: Apache-2.0
// Which cycles and lines of a window are in view.

export interface Extent {
  from: number;
  to: number;
  lines: number;
}

export interface Size {
  width: number;
  height: number;
}

const kFewestCycles = 8;

export class Camera {
  from: number;
  to: number;
  /// The first line in view, perhaps a part of it.
  top = 0;

  constructor(
    private readonly all: Extent,
    readonly lineHeight: number,
  ) {
    this.from = all.from;
    this.to = all.to;
  }

  get cycles(): number {
    return this.to - this.from;
  }

  xOf(cycle: number, width: number): number {
    return ((cycle - this.from) / this.cycles) * width;
  }

  cycleAt(x: number, width: number): number {
    return this.from + (x / width) * this.cycles;
  }

  yOf(line: number): number {
    return (line - this.top) * this.lineHeight;
  }

  /// `factor` below 1 shows fewer cycles; the cycle `around` stays where it is.
  zoom(factor: number, around = (this.from + this.to) / 2): void {
    const all = this.all.to - this.all.from;
    const cycles = Math.min(all, Math.max(kFewestCycles, this.cycles * factor));
    const part = (around - this.from) / this.cycles;
    this.show(around - part * cycles, cycles);
  }

  pan(cycles: number): void {
    this.show(this.from + cycles, this.cycles);
  }

  scroll(lines: number, height: number): void {
    const last = Math.max(0, this.all.lines - height / this.lineHeight);
    this.top = Math.min(last, Math.max(0, this.top + lines));
  }

  fit(): void {
    this.show(this.all.from, this.all.to - this.all.from);
    this.top = 0;
  }

  /// Moves as little as needed for the interval and line to be in view.
  reveal(begin: number, end: number, line: number, height: number): void {
    if (begin < this.from || end > this.to) {
      const cycles = Math.max(this.cycles, (end - begin) * 1.2);
      this.show((begin + end) / 2 - cycles / 2, cycles);
    }
    const lines = height / this.lineHeight;
    if (line < this.top) this.scroll(line - this.top, height);
    else if (line + 1 > this.top + lines) this.scroll(line + 1 - lines - this.top, height);
  }

  private show(from: number, cycles: number): void {
    const most = this.all.to - this.all.from;
    const length = Math.min(most, cycles);
    this.from = Math.min(this.all.to - length, Math.max(this.all.from, from));
    this.to = this.from + length;
  }
}
