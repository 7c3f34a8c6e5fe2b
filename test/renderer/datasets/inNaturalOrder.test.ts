import { expect, it } from 'vitest';
import { inNaturalOrder } from '../../../src/renderer/datasets/datasetColumns.ts';

it('orders subjects by the numbers in their names and leaves the given list as it is', () => {
  const given = ['7', '2', '10', '1'].map((subject) => ({ subject, images: [] }));
  expect(inNaturalOrder(given).map(({ subject }) => subject)).toEqual(['1', '2', '7', '10']);
  expect(given[0].subject).toBe('7');
});
