import { describe, expect, it } from 'vitest';
import type { PlannedCell } from '../../../../src/core/study/plan/plan.ts';
import type { PlannedMethod } from '../../../../src/core/study/study.ts';
import { rowRepeats, type CellOutcome } from '../../../../src/core/study/table/rowRepeats.ts';

const failed: CellOutcome = { status: 'failed', reason: 'singular' };
const done = (...shapes: number[][]): CellOutcome => {
  return { status: 'done', result: { shapes, wrong: shapes.map(() => 1), testCount: 10 } };
};
const method = (label: string, more: Partial<PlannedMethod> = {}) =>
  ({ label, latent: 'all', ...more }) as PlannedMethod;

/** A row of methods, with the outcomes of each by repeat; undefined: not computed yet. */
function row(methods: PlannedMethod[], outcomes: (CellOutcome | undefined)[][]) {
  const known = new Map<string, CellOutcome>();
  outcomes.forEach((list, m) =>
    list.forEach((outcome, r) => outcome && known.set(`${methods[m].label} ${r + 1}`, outcome)),
  );
  const cellsOf = ({ label }: PlannedMethod) =>
    outcomes[methods.findIndex((each) => each.label === label)].map((_, r) => {
      return { repeat: r + 1, key: `${label} ${r + 1}` } as PlannedCell;
    });
  return rowRepeats({ methods }, cellsOf, known);
}

describe('the repeats of a row', () => {
  it('are finished where every combination has ended and one did not fail', () => {
    const [a, b] = [method('a'), method('b')];
    const found = row(
      [a, b],
      [
        [done([1]), failed, failed, done([2]), undefined],
        [done([1]), done([1]), failed, undefined, undefined],
      ],
    );
    expect(found).toMatchObject({ failed: 1, pending: 2, planned: 5 });
    expect(
      found.finished.map(({ repeat, results }) => [repeat, ...results.map((result) => result?.shapes ?? null)]),
    ).toEqual([
      [1, [[1]], [[1]]],
      [2, null, [[1]]],
    ]);
  });

  it('have the listed values of each combination, and none of a row without lists', () => {
    const tuned = { row: 'row', values: { neighbours: 3 } };
    const ofRule = { ...tuned, classifier: { k: 5 } };
    expect(row([method('a', { tuned }), method('b', { tuned: ofRule })], [[], []]).combinations).toEqual([
      { label: 'a', values: { neighbours: 3 } },
      { label: 'b', values: { neighbours: 3 }, classifier: { k: 5 } },
    ]);
    expect(row([method('a')], [[]]).combinations).toEqual([undefined]);
  });

  it('with all axes of each cell stand at the most frequent number of axes, and remember their own', () => {
    const [a, b] = [method('a', { latent: 'full' }), method('b', { latent: 'full' })];
    const found = row(
      [a, b],
      [
        [done([9]), done([8]), done([9])],
        [failed, done([7]), done([6])],
      ],
    );
    const shown = found.finished.map(({ results }) => results.map((result) => result && [result.shapes, result.full]));
    expect(shown).toEqual([
      [[[[9]], [9]], null],
      [
        [[[9]], [8]],
        [[[6]], [7]],
      ],
      [
        [[[9]], [9]],
        [[[6]], [6]],
      ],
    ]);
    expect(row([method('a')], [[done([9]), done([8])]]).finished.map(({ results }) => results[0])).toEqual(
      [9, 8].map((q) => ({ shapes: [[q]], wrong: [1], testCount: 10 })),
    );
  });
});
