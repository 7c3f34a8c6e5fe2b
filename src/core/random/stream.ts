import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';

/** A deterministic stream of random numbers; see stream.ts for how one is seeded. */
export interface Random {
  /** Uniform on [0, 1) with 53 random bits. */
  uniform(): number;
  /** Standard normal, polar method. */
  normal(): number;
  /** Uniform integer in [0, n), without modulo bias. */
  integer(n: number): number;
}

/** Name of the generator for manifests. Change it whenever the same parts would give other numbers. */
export const RANDOM_NAME = 'sha256-xoroshiro128plus-1';

const TWO_26 = 2 ** 26;
const TWO_M53 = 2 ** -53;

/**
 * The stream named by `parts`: the same parts give the same numbers on every machine, other parts an unrelated stream.
 * The parts are written as a JSON array (strings quoted, so ('a', 'b'), ('a,b') and ('1'), (1) differ), hashed by
 * SHA-256, and the first 128 bits of the hash are the state of a xoroshiro128+ generator.
 * Throws RangeError for a number that is not finite.
 */
export function stream(...parts: readonly (string | number)[]): Random {
  for (const part of parts) {
    if (typeof part === 'number' && !Number.isFinite(part)) {
      throw new RangeError(`stream: expected finite numbers and strings, found ${part}`);
    }
  }
  const hash = sha256(utf8ToBytes(JSON.stringify([RANDOM_NAME, ...parts])));
  const words = new DataView(hash.buffer, hash.byteOffset, 16);
  const generator = xoroshiro128plusFromState([0, 4, 8, 12].map((at) => words.getInt32(at)));
  return new Stream(() => generator.next());
}

/** Distributions over a source of 32 random bits, using the upper bits: the lowest of xoroshiro128+ are weak. */
class Stream implements Random {
  private readonly bits: () => number;
  private spare: number | null = null;

  constructor(bits: () => number) {
    this.bits = bits;
  }

  uniform(): number {
    const high = this.bits() >>> 5;
    const low = this.bits() >>> 6;
    return (high * TWO_26 + low) * TWO_M53;
  }

  normal(): number {
    if (this.spare !== null) {
      const value = this.spare;
      this.spare = null;
      return value;
    }
    for (;;) {
      const u = 2 * this.uniform() - 1;
      const v = 2 * this.uniform() - 1;
      const s = u * u + v * v;
      if (s > 0 && s < 1) {
        const factor = Math.sqrt((-2 * Math.log(s)) / s);
        this.spare = v * factor;
        return u * factor;
      }
    }
  }

  integer(n: number): number {
    if (!Number.isInteger(n) || n < 1 || n > 2 ** 32) {
      throw new RangeError(`integer: expected 1 ≤ n ≤ 2^32, found ${n}`);
    }
    if (n === 1) return 0;
    const unused = Math.clz32(n - 1);
    for (;;) {
      const value = this.bits() >>> unused;
      if (value < n) return value;
    }
  }
}
