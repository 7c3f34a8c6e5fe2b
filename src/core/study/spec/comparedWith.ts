import type { ComparisonTarget } from '../../classify/decisionRule.ts';
import { declarationOf, type Protocol } from '../../protocols/registry.ts';

/** What the protocol compares test images with, as far as it is known before the splits. */
export function comparisonTarget(protocol: Protocol): ComparisonTarget {
  const { trainsOnOthers, comparesPairs } = declarationOf(protocol);
  return { gallery: trainsOnOthers ?? false, pairs: comparesPairs !== undefined };
}
