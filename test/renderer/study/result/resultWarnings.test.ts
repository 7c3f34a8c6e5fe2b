import { describe, expect, it } from 'vitest';
import { resultWarnings } from '../../../../src/renderer/study/result/resultWarnings.ts';
import { fakeResults, fakeSpec, fakeStudy } from '../../fakeData.ts';

const sentences = (...given: Parameters<typeof resultWarnings>) =>
  resultWarnings(...given).map((each) => each.sentence);

describe('what limits a result', () => {
  const study = fakeStudy(1);
  const { table } = fakeResults(study);

  it('names dimensions chosen on the test images, with a copy of the study that chooses them inside', () => {
    expect(resultWarnings(study, table, 0)[0]).toEqual({
      sentence: 'The dimension of each method was chosen on the test images, so error rates are optimistic.',
      action: { title: 'Cross-validate in a copy', step: 'again' },
    });
    const validated = fakeStudy(1, {}, { ...fakeSpec, selection: { innerSplits: 1 } });
    expect(sentences(validated, table, 0).join()).not.toContain('chosen on the test images');
  });

  it('begins with failed cells, then what makes numbers optimistic', () => {
    const copies = 'In 20 of 20 splits up to 8 test images are also in training, which makes the results optimistic.';
    const [first, second] = sentences(study, { ...table, essentials: ['Mean.', copies] }, 3);
    expect(first).toBe('3 cells failed: their methods lack repeats, see Table.');
    expect(second).toBe(copies);
  });

  it('asks for a row on the pixels, and for more repeats where there are few', () => {
    expect(sentences(study, table, 0).at(-1)).toMatch(/^No row works on the pixels as they are/);
    const methods = study.methods.map((method, at) => (at === 0 ? { ...method, methodId: 'none' } : method));
    expect(sentences({ ...study, methods }, table, 0).join()).not.toContain('pixels as they are');
    const rows = table.rows.map((row) => ({ ...row, entries: row.entries.map((entry) => ({ ...entry, planned: 3 })) }));
    expect(sentences(study, { ...table, rows }, 0)).toContain('3 repeats per condition detect only large differences.');
  });
});
