import { describe, expect, it } from 'vitest';
import { first } from '../../../src/core/protocols/first.ts';
import { faces, listsOf, read } from './faces.ts';

/** Subjects a, b and d with 3, 5 and 4 images, in turns; the first image of a takes no part. */
const all = faces(4, 5, 0, 4);
const source = { ...all, labels: all.labels.with(0, -1) };
const protocolOf = (...trainPerSubject: number[]) => ({ kind: 'first' as const, trainPerSubject });

describe('the first images of every subject', () => {
  it('are trained on in the order of the dataset, and all others that take part are tested', () => {
    const split = (condition: number) =>
      listsOf(first.split(protocolOf(2, 1), source, { seed: 1, condition, repeat: 1 }));
    expect([split(0), split(1)]).toEqual([
      { train: [1, 2, 3, 4, 5, 6], test: [7, 8, 9, 10, 11, 12] },
      { train: [1, 2, 3], test: [4, 5, 6, 7, 8, 9, 10, 11, 12] },
    ]);
  });

  it('leave an image of every subject to test', () => {
    const split = (k: number) => () => first.split(protocolOf(k), source, { seed: 1, condition: 0, repeat: 1 });
    expect(split(2)).not.toThrow();
    expect(split(3)).toThrow('Subject "a" has 3 images; 3 for training leave none for testing');
    expect(first.check(protocolOf(1, 2), source, 1)).toEqual([]);
    expect(first.check(protocolOf(2, 3), source, 1)).toEqual([
      {
        path: 'protocol.trainPerSubject[1]',
        message:
          'protocol.trainPerSubject[1]: 3 training images per subject need at least 4 images of each, subject "a" has 3.',
      },
    ]);
  });

  it('are a condition for every k, on an axis, of one repeat', () => {
    const protocol = protocolOf(2, 1);
    expect(first.conditions(protocol)).toEqual([
      { key: 'first=2', title: 'first 2' },
      { key: 'first=1', title: 'first 1' },
    ]);
    expect(first.axis!.values(protocol)).toEqual([2, 1]);
    expect(first.repeats(protocol, () => source)).toBe(1);
    expect(first.repeatsAre(protocol)).toBe('predefined splits');
    expect(first.summary(protocol)).toBe('the first k = 2 and 1 of every subject');
    expect(first.sentence(protocol, 1)).toBe(
      'The first k images of every subject for training, all others for testing.',
    );
  });

  it('are told in prose, one or several of each', () => {
    const told = (...counts: number[]) =>
      read(first.prose(protocolOf(...counts), { images: 13, subjects: 3, repeats: 1 }));
    const sentence = (images: string) => [
      `For each of the three subjects, the first ${images} used for training and the remaining images for testing`,
    ];
    expect(told(1)).toEqual(sentence('one image in the order of the dataset was'));
    expect(told(2)).toEqual(sentence('two images in the order of the dataset were'));
    expect(told(1, 2)).toEqual(sentence('k ∈ {1, 2} images in the order of the dataset were'));
  });
});
