import { describe, expect, it } from 'vitest';
import type { DatasetAudit } from '../../../src/core/contract/audits.ts';
import { checksOf, cleanSentence, findingsOf } from '../../../src/renderer/datasets/auditFindings.ts';
import { checkSentence, originLine } from '../../../src/renderer/datasets/datasetSentences.ts';
import { amountSentence } from '../../../src/renderer/words/format.ts';
import { fakeAudit, fakeDatasets } from '../fakeData.ts';

const clean: DatasetAudit = {
  ...fakeAudit,
  exact: [],
  near: { searched: true, threshold: 0.999, count: 0, pairs: [] },
  recropped: { searched: true, threshold: 0.9991, pairs: [], skipped: [] },
  truncated: [],
  counts: { subjects: 2, least: 5, most: 5, usual: 5, unusual: [], single: [] },
};
const outcome = (audit: DatasetAudit, name: string): string =>
  checksOf(audit).find((check) => check.name === name)!.outcome;

describe('findingsOf', () => {
  it('has nothing to say of a clean dataset', () => {
    expect(findingsOf(clean, [])).toEqual([]);
    expect(cleanSentence(checksOf(clean))).toBe(
      'No identical images, no near-duplicates, no picture cropped twice, no blank image, no truncated image, ' +
        'no odd size, equal counts.',
    );
  });

  it('keeps the first of identical images and marks groups whose labels contradict each other', () => {
    const [exact, near, recropped, truncated] = findingsOf(fakeAudit, []);
    expect(exact).toMatchObject({ key: 'exact', surplus: [7, 15], title: '2 pairs of identical images' });
    expect(exact.warning).toBe('The subjects of 1 differ: at least one label is wrong.');
    expect(exact.groups.map(({ serious, note }) => [serious, note])).toEqual([
      [false, ''],
      [true, 'different subjects: at least one label is wrong'],
    ]);
    expect(near.groups[0].note).toBe('correlation 0.9995');
    expect(recropped).toMatchObject({ title: '1 picture that may be cropped twice', surplus: [51] });
    expect(truncated).toMatchObject({ title: '1 image seems truncated', surplus: [30] });
  });

  it('calls more than two identical images a group', () => {
    const exact = [{ images: [3, 7, 15], sameSubject: true }];
    expect(findingsOf({ ...clean, exact }, [])[0]).toMatchObject({
      title: '1 group of identical images',
      surplus: [7, 15],
    });
  });

  it('leaves one image of a chain of near-duplicates, and counts each image once', () => {
    const pair = (a: number, b: number) => ({ images: [a, b] as const, sameSubject: true, correlation: 0.9995 });
    const chain = { searched: true, threshold: 0.999, count: 3, pairs: [pair(1, 2), pair(2, 3), pair(1, 3)] };
    expect(findingsOf({ ...clean, near: chain }, [])[0].surplus).toEqual([2, 3]);
    const recropped = { ...clean.recropped, pairs: [pair(1, 3), pair(2, 3)] };
    expect(findingsOf({ ...clean, recropped }, [])[0]).toMatchObject({
      title: '1 picture that may be cropped twice',
      surplus: [3],
    });
  });

  it('shows the images of subjects with a single one', () => {
    const subjects = [
      { subject: 'a', images: [0, 1].map((index) => ({ index, file: `a/${index}.pgm`, attributes: {} })) },
      { subject: 'b', images: [{ index: 2, file: 'b/2.pgm', attributes: {} }] },
    ];
    const counts = { ...clean.counts, least: 1, most: 2, usual: null, single: ['b'] };
    const [single] = findingsOf({ ...clean, counts }, subjects);
    expect(single).toMatchObject({ title: '1 subject has one image', surplus: [2] });
    expect(single.groups[0].images).toEqual([{ index: 2, file: 'b/2.pgm', subject: 'b' }]);
  });

  it('marks doubtful eyes, and remarks on swapped ones without leaving them out', () => {
    const eyes = {
      known: 10,
      missing: [],
      swapped: [4],
      suspicious: [{ image: 3, reason: 'the eyes are tilted by 60°', left: { x: 1, y: 1 }, right: { x: 2, y: 3 } }],
    };
    const [doubtful, swapped] = findingsOf({ ...clean, eyes }, []);
    expect(doubtful.groups[0]).toMatchObject({
      note: 'the eyes are tilted by 60°',
      marks: [
        { x: 1, y: 1 },
        { x: 2, y: 3 },
      ],
    });
    expect([doubtful.counts, swapped.counts]).toEqual([true, false]);
    expect(swapped.surplus).toEqual([]);
  });
});

describe('checksOf', () => {
  it('names subjects with another number of images', () => {
    const counts = { subjects: 3, least: 1, most: 10, usual: 10, unusual: [{ subject: 's4', count: 1 }], single: [] };
    expect(outcome({ ...clean, counts }, 'Images per subject')).toBe('10 each, except s4 with 1');
    const spread = { subjects: 3, least: 2, most: 9, usual: null, unusual: [], single: [] };
    expect(outcome({ ...clean, counts: spread }, 'Images per subject')).toBe('2 to 9');
  });

  it('tells what was not searched from what is clean', () => {
    const near = { searched: false, threshold: 0.999, count: 0, pairs: [] };
    const recropped = { searched: true, threshold: 0.9991, pairs: [], skipped: ['s1', 's2'] };
    const audit = { ...clean, near, recropped };
    expect(outcome(audit, 'Nearly identical images')).toContain('not searched for: the dataset is too large');
    expect(outcome(audit, 'Pictures cropped twice')).toBe(
      'none; not searched for in subjects with many images: s1 and s2',
    );
    expect(cleanSentence(checksOf(audit))).not.toContain('near-duplicates');
    const quick = { ...clean, near: { ...near, threshold: null } };
    expect(outcome(quick, 'Nearly identical images')).toBe('not searched for');
  });
});

describe('the sentences of a dataset', () => {
  const [orl, yale] = fakeDatasets;

  it('count images, subjects, and things to check', () => {
    expect(amountSentence(orl)).toBe('400 images of 40 subjects, 10 each.');
    expect(amountSentence(yale)).toBe('164 images of 15 subjects, 10 or 11 each.');
    expect(amountSentence({ ...orl, subjects: 1, perSubject: [400, 400] })).toBe('400 images of 1 subject.');
    expect([0, 1, 2, 12].map((things) => checkSentence(things, true))).toEqual([
      'Nothing to check.',
      'One thing to check.',
      'Two things to check.',
      '12 things to check.',
    ]);
    expect(checkSentence(0, false)).toBe('Nothing to check so far.');
  });

  it('say where the images come from', () => {
    expect(originLine(yale, 5.2)).toBe(
      '243 rows × 320 columns, grey values 0 to 1 · recognised as the Yale face database · ' +
        'imported in 5.2 s, 20 Nov 2026, from “yale”',
    );
    const preprocessing = { origin: { name: 'orl', hash: '1' }, steps: ['resize:32x32:area'], hash: '2' };
    expect(originLine({ ...orl, layout: 'folders', preprocessing }, null)).toBe(
      '56 rows × 46 columns, grey values 0 to 255 · made 20 Nov 2026 from orl by resize:32x32:area',
    );
    expect(originLine({ ...orl, layout: 'csv', source: 'C:\\data\\a.csv', rows: 64, cols: 1 }, null)).toBe(
      '64 numbers each, values 0 to 255 · imported 20 Nov 2026, from “a.csv”',
    );
  });
});
