/** Seeded damage for fuzz tests: the same run everywhere. */

/** How much the tests fuzz: once in CI, which runs a campaign too, four times in `npm run test:long`. */
export const FUZZING = Number(process.env['EIGENBENCH_FUZZING'] ?? '1');

/** Files per decoder in the tests; campaigns make more. */
export const ROUNDS = 400 * FUZZING;

/** A whole number from 0 to below its argument. */
export type Random = (below: number) => number;

/** mulberry32: the run must be the same everywhere, nothing more. */
export function seeded(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/**
 * One to four changes: bytes set to telling values, words set, pieces cut out, doubled or swapped, the end cut off, and
 * a word put in the place of another, by which an address in the file leads elsewhere or in a circle.
 */
export function mutate(original: Uint8Array, random: Random): Uint8Array {
  const telling = [0, 1, 0x7f, 0x80, 0xff, 0x20, 0x0a, 0x39];
  let bytes = Buffer.from(original);
  for (let change = 1 + random(4); change > 0 && bytes.length > 0; change--) {
    const at = random(bytes.length);
    const length = 1 + random(Math.min(16, bytes.length - at));
    const kind = random(7);
    if (kind === 0) bytes[at] = telling[random(telling.length)];
    if (kind === 1) bytes[at] = random(256);
    if (kind === 2) bytes.fill(telling[random(telling.length)], at, Math.min(at + 4, bytes.length));
    if (kind === 3) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
    if (kind === 4) bytes = Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)]);
    if (kind === 5) bytes = bytes.subarray(0, at);
    if (kind === 6) {
      const word = random(bytes.length) & ~7;
      bytes.copyWithin(at & ~7, word, Math.min(word + 8, bytes.length));
    }
  }
  return bytes;
}
