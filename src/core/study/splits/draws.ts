/** Repeats of a study: of predefined splits each has a place in the list and a draw, of others a number says all. */
import { hashOf } from '../../identity.ts';
import type { Protocol } from '../spec/spec.ts';

type Explicit = Extract<Protocol, { kind: 'explicit' }>;

/** Both numbered from 1. */
export interface SplitDraw {
  readonly split: number;
  readonly draw: number;
}

/** Draws of every predefined split. */
export function drawsPerSplit({ repeats = 1 }: Pick<Explicit, 'repeats'>): number {
  return repeats;
}

/** Every split once, in the order of the spec, then every split again for the second draw, and so on. */
export function splitDraw({ splits }: Pick<Explicit, 'splits'>, repeat: number): SplitDraw {
  return { split: ((repeat - 1) % splits.length) + 1, draw: Math.ceil(repeat / splits.length) };
}

/**
 * Names the random numbers of a repeat (noise, starts, inner splits): its number, and of a further draw of a predefined
 * split "split.draw". It stays when splits are added to the end of the list and when the draws become more.
 */
export function repeatName(protocol: Protocol, repeat: number): number | string {
  if (protocol.kind !== 'explicit') return repeat;
  const { split, draw } = splitDraw(protocol, repeat);
  return draw === 1 ? split : `${split}.${draw}`;
}

/**
 * The part of a cell's key that names its repeat, for the repeats 1 … `count`: the number, or the hash of a predefined
 * split. A split that is equal to an earlier one, and every further draw, has the name of the repeat behind a "#".
 */
export function repeatKeys(protocol: Protocol, count: number): string[] {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  if (protocol.kind !== 'explicit') return numbers.map(String);
  const hashes = protocol.splits.map((split) => hashOf(split).slice(0, 16));
  return numbers.map((repeat) => {
    const { split, draw } = splitDraw(protocol, repeat);
    const hash = hashes[split - 1];
    const first = draw === 1 && hashes.indexOf(hash) === split - 1;
    return first ? hash : `${hash}#${repeatName(protocol, repeat)}`;
  });
}

/** Whether a cell's key names its place among predefined splits, so that its number may change as splits are added. */
export function namesItsRepeat(key: string): boolean {
  return /:[0-9a-f]{16}#\d+(\.\d+)?$/.test(key);
}
