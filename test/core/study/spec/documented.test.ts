/** The rows of the pages on studies of our own (docs/reproduction) are the methods of the specs beside them. */
import { describe, expect, it } from 'vitest';
import { planStudy } from '../../../../src/core/study/study.ts';
import { rowsBelow, specOf } from '../documented.ts';

const PAGES = [
  ['rivals.md', 'All 48 rows on ORL, 28 × 23, oracle and validated', 'orl-all.json'],
  ['rivals.md', 'Classifiers and features on ORL', 'orl-recognition.json'],
  ['verification.md', 'ORL, 28 × 23: 180 + 180 pairs in each fold', 'verification-orl.json'],
  ['verification.md', 'Generated faces, 56 × 46: 100 + 100 pairs in each of four folds', 'verification-faces.json'],
  ['verification.md', 'View 1 on generated faces', 'verification-view1.json'],
] as const;

describe('the studies of docs/reproduction', () => {
  it.each(PAGES)('%s, %s: the rows are the methods of %s', (page, heading, file) => {
    const listed = rowsBelow(page, heading).map(([label]) => label);
    const { methods } = planStudy(specOf(file));
    expect(listed.toSorted()).toEqual(methods.map(({ label }) => label).toSorted());
  });
});
