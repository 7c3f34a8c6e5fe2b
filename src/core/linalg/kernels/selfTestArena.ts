/** Arena and digest of the kernel self-test. */
import type { KernelExports, Kernels } from './kernels.ts';

export interface SelfTestArena {
  readonly run: KernelExports;
  /** Allocates `count` entries, zeros unless values are given. */
  readonly room: (count: number, value?: (i: number) => number) => number;
  /** The same, filled with numbers of (−1, 1). */
  readonly drawn: (count: number) => number;
  /** The same, a symmetric matrix of order n with eigenvalues around 2. */
  readonly definite: (n: number) => number;
  readonly integers: (list: readonly number[]) => number;
  readonly singles: (count: number, value?: (i: number) => number) => number;
  /** Adds entries at an address, or numbers, to the digest; in single precision, NaN is 0. */
  readonly keep: (at: number, count: number) => void;
  readonly keepSingles: (at: number, count: number) => void;
  readonly keepIntegers: (at: number, count: number) => void;
  readonly keepNumber: (value: number) => void;
}

export type SelfTestCase = (arena: SelfTestArena) => void;

/** Entries that the largest case needs, several times over. */
const ENTRIES = 2 ** 18;
/** Numbers of (−1, 1) that fill blocks, each from a different offset: generating all of them took half of the time. */
const DRAWN = 2 ** 14 - 3;
const STRIDE = 5077;

/**
 * A 64-bit digest of the results of a case, in hexadecimal. Every bit of every word affects it; SHA-256 of five
 * megabytes in JavaScript would take longer than the kernels.
 */
export function digestOf({ run, arena }: Kernels, ask: SelfTestCase): string {
  const home = arena.allocate(ENTRIES);
  try {
    const { values } = arena;
    const words = new Uint32Array(values.buffer);
    const drawing = draws();
    const hash = new Int32Array([1, 2]);
    let [next, blocks, start] = [home, 0, 0];
    const place = (entries: number): number => {
      if (next + (entries + 16) * 8 > home + ENTRIES * 8) next = home;
      // Blocks start at each of the eight entries of a cache line in turn: most kernels get odd addresses.
      const address = next + (blocks++ % 8) * 8;
      next = address + Math.ceil(entries / 8 + 1) * 64;
      next -= next % 64;
      return address;
    };
    const drawn = (count: number): number => {
      const address = place(count);
      for (let done = 0; done < count;) {
        start = (start + STRIDE) % DRAWN;
        const part = drawing.subarray(start, start + count - done);
        values.set(part, address / 8 + done);
        done += part.length;
      }
      return address;
    };
    const one = new Float64Array(1);
    const halves = new Uint32Array(one.buffer);
    const keepNumber = (value: number): void => {
      one[0] = value;
      mix(hash, halves, 0, 2);
    };
    ask({
      run,
      drawn,
      room(count, value) {
        const address = place(count);
        if (value) for (let i = 0; i < count; i++) values[address / 8 + i] = value(i);
        else values.fill(0, address / 8, address / 8 + count);
        return address;
      },
      definite(n) {
        const address = drawn(n * n);
        const a = values.subarray(address / 8, address / 8 + n * n);
        for (let r = 0; r < n; r++) {
          for (let c = 0; c < r; c++) a[c * n + r] = a[r * n + c] /= n;
          a[r * n + r] = a[r * n + r] / n + 2;
        }
        return address;
      },
      integers(list) {
        const address = place(list.length);
        new Int32Array(values.buffer, address, list.length).set(list);
        return address;
      },
      singles(count, value = () => 0) {
        const address = place(count);
        const list = new Float32Array(values.buffer, address, count);
        for (let i = 0; i < count; i++) list[i] = value(i);
        return address;
      },
      keep: (at, count) => mix(hash, words, at / 4, 2 * count),
      keepSingles(at, count) {
        for (const value of new Float32Array(values.buffer, at, count)) keepNumber(value || 0);
      },
      keepIntegers: (at, count) => mix(hash, words, at / 4, count),
      keepNumber,
    });
    return Array.from(hash, (part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
  } finally {
    arena.free(home);
  }
}

let numbers: Float64Array | null = null;

/** By the generator of Park and Miller, whose products stay below 2⁵³. */
function draws(): Float64Array {
  let state = 1;
  numbers ??= Float64Array.from({ length: DRAWN }, () => (state = (state * 48271) % 2147483647) / 1073741824 - 1);
  return numbers;
}

/** Mixes words into both halves of a hash. Each step is invertible, so a difference is never lost. */
function mix(hash: Int32Array, words: Uint32Array, from: number, count: number): void {
  let [a, b] = hash;
  for (let i = from, end = from + count; i < end; i++) {
    a = Math.imul(a ^ words[i], 0x9e3779b1);
    a = (a << 13) | (a >>> 19);
    b = Math.imul(b ^ words[i], 0x85ebca77);
    b ^= b >>> 15;
  }
  hash[0] = a;
  hash[1] = b;
}
