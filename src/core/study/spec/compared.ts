import type { Compared } from '../../classify/ownRule.ts';
import { declarationOf, type Protocol } from '../../protocols/registry.ts';

/** What a protocol compares test images with, as far as it says so without its splits. */
export function comparedBy(protocol: Protocol): Compared {
  const { trainsOnOthers, comparesPairs } = declarationOf(protocol);
  return { gallery: trainsOnOthers ?? false, pairs: comparesPairs !== undefined };
}
