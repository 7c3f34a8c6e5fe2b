import { describe, expect, it } from 'vitest';
import { protocolSummary } from '../../../src/core/protocols/registry.ts';

describe('the summary of a protocol', () => {
  it('says in a few words how images become train and test', () => {
    expect([
      protocolSummary({ kind: 'random', trainPerSubject: [2, 3, 4], repeats: 10 }),
      protocolSummary({ kind: 'k-fold', folds: 5, repeats: 1 }),
      protocolSummary({ kind: 'explicit', splits: [{ train: [0, 1], test: [2] }] }),
      protocolSummary({ kind: 'explicit', splits: [{ train: [0, 1], test: [2] }], repeats: 5 }),
      protocolSummary({ kind: 'attribute', attribute: 'session', splits: [{ train: ['1'] }, { train: ['2'] }] }),
    ]).toEqual([
      'k = 2, 3 and 4 at random, 10 repeats',
      '5-fold cross-validation, 1 repeat',
      '1 predefined split',
      '1 predefined split, 5 draws of each',
      '2 splits by session',
    ]);
  });
});
