import { describe, expect, it } from 'vitest';
import type { DatasetFacts } from '../../../src/core/dataset.ts';
import { drawsOf } from '../../../src/core/protocols/draws.ts';
import { checkPerSubject, drawPerSubject, requireMoreThan } from '../../../src/core/protocols/perSubject.ts';
import { stream } from '../../../src/core/random/stream.ts';

/** Subjects a, b, … with so many images each. */
function facts(...counts: number[]): DatasetFacts {
  const labels = counts.flatMap((count, subject) => new Array<number>(count).fill(subject));
  return { name: 'faces', hash: 'h', rows: 4, cols: 4, labels, subjects: counts.map((_, s) => 'abcdef'[s]) };
}
const messages = (counts: number[], dataset: DatasetFacts) =>
  checkPerSubject(counts, 'trainPerSubject', 'training', dataset).map(({ path, message }) => {
    expect(message.startsWith(`${path}: `)).toBe(true);
    return message.slice('protocol.trainPerSubject'.length);
  });

describe('counts of images per subject', () => {
  it('leave every subject that has images one to test', () => {
    expect(messages([1, 2], facts(3, 5, 0, 3))).toEqual([]);
    expect(messages([2, 3], facts(5, 3, 0, 6))).toEqual([
      '[1]: 3 training images per subject need at least 4 images of each, subject "b" has 3.',
    ]);
  });

  it('name the subject with the fewest images, the first among equals, and how many others have too few', () => {
    expect(messages([5], facts(5, 2, 9, 2))).toEqual([
      '[0]: 5 training images per subject need at least 6 images of each, subject "b" has 2 (and 2 other subjects too few).',
    ]);
    expect(messages([2], facts(5, 2, 9, 1))).toEqual([
      '[0]: 2 training images per subject need at least 3 images of each, subject "d" has 1 (and 1 other subject too few).',
    ]);
  });

  it('stand once in the list, and nothing is said of a dataset without images', () => {
    expect(messages([2, 1, 2], facts(9, 9))).toEqual(['[2]: 2 is listed twice.']);
    expect(messages([2, 3], facts(0, 0))).toEqual([]);
  });

  it('are those of the gallery where that is counted', () => {
    const [{ path, message }] = checkPerSubject([4], 'enrolPerSubject', 'gallery', facts(4, 5));
    expect(path).toBe('protocol.enrolPerSubject[0]');
    expect(message).toContain('4 gallery images per subject need at least 5 images of each, subject "a" has 4.');
  });

  it('are refused when they are drawn, too', () => {
    expect(() => requireMoreThan(3, [0, 1, 2], 'a', 'training')).toThrow(
      'Subject "a" has 3 images; 3 for training leave none for testing',
    );
    expect(() => requireMoreThan(3, [0, 1, 2, 3], 'a', 'training')).not.toThrow();
  });
});

describe('a draw from every subject', () => {
  it('asks how many of each, by images and subject, but of none without images', () => {
    const asked: string[] = [];
    const { train, test } = drawPerSubject(drawsOf(facts(4, 0, 6), 1).subjects, stream('draw'), (images, subject) => {
      asked.push(`${subject} ${images.join(' ')}`);
      return images.length / 2;
    });
    expect(asked).toEqual(['0 0 1 2 3', '2 4 5 6 7 8 9']);
    expect([...train].filter((image) => image < 4)).toHaveLength(2);
    expect([train.length, test.length]).toEqual([5, 5]);
    expect([...train, ...test].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for (const list of [train, test]) expect([...list]).toEqual([...list].sort((a, b) => a - b));
  });
});
