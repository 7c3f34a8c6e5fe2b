/** The columns of a study's table and their repeats, as the protocol lists them. */
import type { Condition } from './result.ts';
import type { Protocol } from './spec.ts';

/** Conditions of a protocol in the order of the spec. */
export function conditionsOf(protocol: Protocol): Condition[] {
  switch (protocol.kind) {
    case 'random':
      return protocol.trainPerSubject.map((k) => ({ key: `k=${k}`, title: `k = ${k}` }));
    case 'explicit':
      return [{ key: 'explicit', title: 'given splits' }];
  }
}

/** Number of repeats of every condition. Repeats are numbered from 1. */
export function repeatCount(protocol: Protocol): number {
  return protocol.kind === 'random' ? protocol.repeats : protocol.splits.length;
}

/** Training images per subject of a condition of the random protocol. Throws RangeError for a key it does not have. */
export function trainPerSubject(protocol: Extract<Protocol, { kind: 'random' }>, condition: string): number {
  const k = protocol.trainPerSubject.find((value) => `k=${value}` === condition);
  if (k === undefined) throw new RangeError(`The protocol has no condition "${condition}"`);
  return k;
}
