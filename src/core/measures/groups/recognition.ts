import { PERCENT, type MeasureGroupDeclaration, type ReadableCell } from '../measureGroup.ts';
import { countedErrors } from '../undecided.ts';

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
  asked: 'never',
  measures: [
    {
      id: 'error-rate',
      title: 'Error rate',
      prose: 'the error rate, the share of test images that were misclassified',
      pairProse: 'the error rate, the share of comparisons that were decided wrongly',
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
      prose: 'the recognition rate, the share of test images that were recognised correctly',
      pairProse: 'the accuracy, the share of comparisons that were decided correctly',
      ...PERCENT,
      better: 'higher',
      digits: 1,
      meaning: 'Share of the test images that are recognised correctly: 100 minus the error rate.',
      read: (cell, at) => share(recognised(cell, at), cell),
      count: recognised,
    },
  ],
} as const satisfies MeasureGroupDeclaration;
