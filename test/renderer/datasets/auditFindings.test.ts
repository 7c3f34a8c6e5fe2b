import { describe, expect, it } from 'vitest';
import type { DatasetAudit } from '../../../src/core/contract/audits.ts';
import { notesOf, findingsOf } from '../../../src/renderer/datasets/auditFindings.ts';
import { fakeAudit } from '../fakeData.ts';

const clean: DatasetAudit = {
  ...fakeAudit,
  exact: [],
  near: { searched: true, threshold: 0.999, count: 0, pairs: [] },
  recropped: { searched: true, threshold: 0.9991, pairs: [], skipped: [] },
  truncated: [],
  counts: { subjects: 2, least: 5, most: 5, usual: 5, unusual: [], single: [] },
};

describe('findingsOf', () => {
  it('finds nothing in a clean dataset', () => {
    expect(findingsOf(clean)).toEqual([]);
    expect(notesOf(clean)).toEqual([]);
  });

  it('keeps the first of identical images and marks groups whose labels contradict each other', () => {
    const [exact, near, recropped, truncated] = findingsOf(fakeAudit);
    expect(exact).toMatchObject({ key: 'exact', surplus: [7, 15] });
    expect(exact.groups.map(({ serious }) => serious)).toEqual([false, true]);
    expect(near.groups[0].note).toBe('one subject, correlation 0.9995');
    expect(recropped).toMatchObject({ title: '1 pair may be one picture cropped twice', surplus: [51] });
    expect(truncated).toMatchObject({ title: '1 image seems truncated', surplus: [30] });
  });

  it('leaves one image of a chain of near-duplicates', () => {
    const pair = (a: number, b: number) => ({ images: [a, b] as const, sameSubject: true, correlation: 0.9995 });
    const chain = { searched: true, threshold: 0.999, count: 3, pairs: [pair(1, 2), pair(2, 3), pair(1, 3)] };
    const [{ surplus }] = findingsOf({ ...clean, near: chain });
    expect(new Set(surplus)).toEqual(new Set([2, 3]));
  });

  it('shows doubtful eyes and those that were exchanged', () => {
    const eyes = {
      known: 10,
      missing: [],
      swapped: [4],
      suspicious: [{ image: 3, reason: 'the eyes are tilted by 60°', left: { x: 1, y: 1 }, right: { x: 2, y: 3 } }],
    };
    expect(findingsOf({ ...clean, eyes }).map(({ key, groups }) => [key, groups[0].note])).toEqual([
      ['eyes', 'the eyes are tilted by 60°'],
      ['swapped', 'left and right swapped'],
    ]);
    expect(findingsOf({ ...clean, eyes })[0].groups[0].marks).toEqual([
      { x: 1, y: 1 },
      { x: 2, y: 3 },
    ]);
  });
});

describe('notesOf', () => {
  it('names subjects with another number of images and those with a single one', () => {
    const counts = {
      subjects: 3,
      least: 1,
      most: 10,
      usual: 10,
      unusual: [{ subject: 's4', count: 1 }],
      single: ['s4'],
    };
    expect(notesOf({ ...clean, counts })).toEqual([
      'Most subjects have 10 images; s4 has 1.',
      '1 subject has one image only (s4): none is left to test.',
    ]);
  });

  it('says what was not looked for, but not what was not asked for', () => {
    const near = { searched: false, count: 0, pairs: [] };
    const recropped = { searched: true, threshold: 0.9991, pairs: [], skipped: ['s1', 's2'] };
    expect(notesOf({ ...clean, near: { ...near, threshold: 0.999 }, recropped })).toEqual([
      'Near-duplicates were not searched for: the dataset is too large, or holds feature vectors.',
      'Pictures cropped twice were not searched for in subjects with many images: s1 and s2.',
    ]);
    expect(notesOf({ ...clean, near: { ...near, threshold: null } })).toEqual([]);
  });

  it('says the range where no number is usual', () => {
    const counts = { subjects: 3, least: 2, most: 9, usual: null, unusual: [], single: [] };
    expect(notesOf({ ...clean, counts })).toEqual(['Subjects have 2 to 9 images.']);
  });
});
