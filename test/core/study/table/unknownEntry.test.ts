import { expect, it } from 'vitest';
import { noSuchCondition, noSuchLabel } from '../../../../src/core/study/table/unknownEntry.ts';

it('a label that a table does not have is answered with the nearest, or with all of them', () => {
  expect(noSuchLabel('glrm', ['PCA', 'GLRAM'])).toBe('There is no method labelled "glrm"; did you mean "GLRAM"?');
  expect(noSuchLabel('Fisherfaces', ['PCA', 'GLRAM'])).toBe(
    'There is no method labelled "Fisherfaces"; the labels are "PCA", "GLRAM".',
  );
});

it('a condition that a table does not have is answered with all of them', () => {
  expect(noSuchCondition('k=9', ['k=2', 'k=3'])).toBe('There is no condition "k=9"; the conditions are "k=2", "k=3".');
});
