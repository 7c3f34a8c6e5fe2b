import { describe, expect, it } from 'vitest';
import type { ShapeEvaluation } from '../../../../src/core/classify/shapeEvaluation.ts';
import { int32Bytes, sha256Hex } from '../../../../src/core/hash.ts';
import type { Split } from '../../../../src/core/protocols/split.ts';
import { observers, outcomeOf } from '../../../../src/core/study/cells/splitOutcome.ts';

const labels = [0, 0, 1, 1, 2, 2];
const split: Split = { train: Int32Array.of(0, 2), test: Int32Array.of(1, 3, 4, 5) };
/** Two shapes; subject 2 is not known. */
const evaluation: ShapeEvaluation = {
  shapes: [[1], [2]],
  nearest: Uint32Array.of(0, 0, 1, 0, 0, 1, 1, 1),
  wrong: [3, 2],
  iterations: [0, 0],
  converged: [true, true],
  logLikelihood: [null, null],
  warnings: ['a remark'],
  failures: [],
  fits: 1,
};
const predictionHash = sha256Hex(int32Bytes(Int32Array.of(0, 0, 1, 0, 0, 1, 1, 1)));

describe('what becomes of test images', () => {
  it('that are recognised: the errors of all of them, and whom each is taken for', () => {
    const { input, pairs, observe, part } = outcomeOf(split, labels);
    expect([input, pairs, observe]).toEqual([{}, null, undefined]);
    const { wrong, nearest, warnings } = evaluation;
    expect(part(evaluation)).toEqual({ wrong, nearest, warnings, testCount: 4, predictionHash });
  });

  it('of open sets: the errors of the known, without a word on which images they are', () => {
    const found = outcomeOf({ ...split, open: true }, labels).part(evaluation);
    expect(found).toMatchObject({ wrong: [1, 0], testCount: 2, predictionHash });
    expect(found.nearest).toHaveLength(0);
  });

  it('that are compared: nobody is decided for, every shape is looked at, and pairs are counted', () => {
    const list = { probes: Int32Array.of(0, 1), references: Int32Array.of(0, 0), genuine: Uint8Array.of(1, 0) };
    const pairs = { evaluation: list, development: list, threshold: 'equal rates' } as const;
    const outcome = outcomeOf({ ...split, gallery: split.train, pairs }, labels, 'error-rate');
    expect(outcome.input).toEqual({ undecided: true });
    const rows = [
      [3, 0],
      [1, 0],
    ];
    for (const shape of evaluation.shapes) {
      outcome.observe!({
        shape,
        scores: () => ({ probes: 2, subjects: [0, 1], positions: [0, 1], voters: 1, of: (probe) => rows[probe] }),
        model: () => null,
        fitSeconds: 0,
        testSeconds: 0,
      });
    }
    const part = outcome.part({ ...evaluation, nearest: new Uint32Array(0) });
    expect([part.testCount, [...part.nearest]]).toEqual([2, [1, 0, 1, 0]]);
    expect(part.warnings[0]).toBe('a remark');
    expect(part.warnings[1]).toMatch(/^No threshold is determined/);
    expect(outcome.pairs!.judged(evaluation.shapes)).toHaveLength(2);
  });

  it('is shown to all who look, and nobody looks where nobody wants to', () => {
    expect(observers(undefined, undefined)).toBeUndefined();
    const seen: string[] = [];
    observers(
      () => seen.push('first'),
      undefined,
      () => seen.push('second'),
    )!({} as never);
    expect(seen).toEqual(['first', 'second']);
  });
});
