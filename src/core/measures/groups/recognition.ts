import { PERCENT, type MeasureGroupDeclaration, type ReadableCell } from '../measureGroup.ts';
import { countedErrors } from '../threshold.ts';

function recognised(cell: ReadableCell, at: number): number | null {
  const errors = countedErrors(cell, at);
  return errors === null ? null : cell.testCount - errors;
}

function share(count: number | null, { testCount }: ReadableCell): number | null {
  return count === null ? null : (100 * count) / testCount;
}

export const recognition = {
  kind: 'recognition',
  title: 'Error rate',
  requested: 'never',
  measures: [
    {
      id: 'error-rate',
      title: 'Error rate',
      prose: 'the error rate (share of misclassified test images)',
      pairProse: 'the error rate (share of wrong decisions)',
      ...PERCENT,
      better: 'lower',
      digits: 1,
      meaning: 'Share of the test images that are misclassified.',
      read: (cell, at) => share(countedErrors(cell, at), cell),
      count: countedErrors,
    },
    {
      id: 'accuracy',
      title: 'Recognition rate',
      prose: 'the recognition rate (share of correctly recognised test images)',
      pairProse: 'the accuracy (share of correct decisions)',
      ...PERCENT,
      better: 'higher',
      digits: 1,
      meaning: 'Share of the test images that are recognised correctly: 100 minus the error rate.',
      read: (cell, at) => share(recognised(cell, at), cell),
      count: recognised,
    },
  ],
} as const satisfies MeasureGroupDeclaration;
