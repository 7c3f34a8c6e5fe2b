/**
 * Names of the repeats of a study: of predefined splits each has a place in the list and a draw, of others a number.
 */
import { declarationOf, type Protocol } from '../../protocols/registry.ts';

/** Names the random numbers of a repeat (noise, starts, inner splits). */
export function repeatName(protocol: Protocol, repeat: number): number | string {
  return declarationOf(protocol).repeatName?.(protocol, repeat) ?? repeat;
}

/** The part of a cell's key that names its repeat, for the repeats 1 … `count`. */
export function repeatKeys(protocol: Protocol, count: number): string[] {
  const keys = declarationOf(protocol).repeatKeys?.(protocol, count);
  return keys ?? Array.from({ length: count }, (_, index) => String(index + 1));
}

/** Whether a cell's key names its place among predefined splits, so that its number may change as splits are added. */
export function namesItsRepeat(key: string): boolean {
  return /:[0-9a-f]{16}#\d+(\.\d+)?$/.test(key);
}
