import { PERCENT, type MeasureGroupDeclaration } from '../measureGroup.ts';

export const recognition = {
  kind: 'recognition',
  title: 'Error rate',
  asked: 'never',
  measures: [
    {
      id: 'error-rate',
      title: 'Error rate',
      ...PERCENT,
      better: 'lower',
      digits: 1,
      meaning: 'Share of the test images that are misclassified.',
      read: ({ wrong, testCount }, at) => (100 * wrong[at]) / testCount,
      count: ({ wrong }, at) => wrong[at],
    },
    {
      id: 'accuracy',
      title: 'Recognition rate',
      ...PERCENT,
      better: 'higher',
      digits: 1,
      meaning: 'Share of the test images that are recognised correctly: 100 minus the error rate.',
      read: ({ wrong, testCount }, at) => (100 * (testCount - wrong[at])) / testCount,
      count: ({ wrong, testCount }, at) => testCount - wrong[at],
    },
  ],
} as const satisfies MeasureGroupDeclaration;
