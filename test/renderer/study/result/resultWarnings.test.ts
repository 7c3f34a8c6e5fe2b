import { describe, expect, it } from 'vitest';
import { resultWarnings, withoutDuplicates } from '../../../../src/renderer/study/result/resultWarnings.ts';
import { fakeResults, fakeSpec, fakeStudy } from '../../fakeData.ts';

const sentences = (...given: Parameters<typeof resultWarnings>) =>
  resultWarnings(...given).map((each) => each.sentence);

describe('what limits a result', () => {
  const study = fakeStudy(1);
  const { table } = fakeResults(study);

  it('names dimensions chosen on the test images, with a copy of the study that chooses them inside', () => {
    const { name } = study.spec;
    expect(resultWarnings(study, table, 0, 'split')[0]).toEqual({
      sentence: 'Numbers at the best dimensions are optimistic.',
      remedy: {
        title: 'Cross-validate in a copy',
        step: 'create',
        spec: { ...study.spec, name: `${name}, cross-validated`, selection: { innerSplits: 3 } },
      },
    });
    const validated = fakeStudy(1, {}, { ...fakeSpec, selection: { innerSplits: 1 } });
    expect(sentences(validated, table, 0, 'split').join()).not.toContain('chosen on the test');
  });

  it('begins with failed cells, then what makes numbers optimistic, each with what mends it', () => {
    const copies = 'In 20 of 20 splits up to 8 test images are also in training (identical images): optimistic.';
    const [first, second] = resultWarnings(study, { ...table, essentials: ['Mean.', copies] }, 3, 'split');
    expect(first.sentence).toBe('3 cells failed: their methods lack repeats, see Table.');
    expect(first.remedy?.step).toBe('retry');
    expect(second).toEqual({ sentence: copies, remedy: { title: 'Leave out duplicates', step: 'deduplicate' } });
  });

  it('asks for a row on the pixels, and for more repeats where there are few', () => {
    const last = resultWarnings(study, table, 0, 'split').at(-1)!;
    expect(last.sentence).toMatch(/^No row works on the pixels as they are/);
    expect(last.remedy).toMatchObject({
      step: 'extend',
      spec: { methods: [...study.spec.methods, { method: 'none' }] },
    });
    const methods = study.methods.map((method, at) => (at === 0 ? { ...method, methodId: 'none' } : method));
    expect(sentences({ ...study, methods }, table, 0, 'split').join()).not.toContain('pixels as they are');
    const rows = table.rows.map((row) => ({ ...row, entries: row.entries.map((entry) => ({ ...entry, planned: 3 })) }));
    const few = resultWarnings(study, { ...table, rows }, 0, 'split').find(({ sentence }) =>
      sentence.startsWith('3 splits'),
    )!;
    expect(few.sentence).toBe('3 splits per condition detect only large differences.');
    expect(few.remedy).toMatchObject({ title: 'Add 7 splits', spec: { protocol: { repeats: 10 } } });
  });

  it('copies the study without duplicates under another name', () => {
    const { name, subset } = withoutDuplicates(study.spec, 7, [3, 4, 5]);
    expect([name, subset]).toEqual([`${study.spec.name}, without duplicates`, { images: [0, 1, 2, 6] }]);
  });
});
