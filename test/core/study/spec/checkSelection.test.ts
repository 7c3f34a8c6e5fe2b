/** What a study may choose shapes and settings by, and what pairs of images are scored by. */
import { describe, expect, it } from 'vitest';
import { checkSpec } from '../../../../src/core/study/spec/check.ts';
import type { StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import { facts as faces } from '../../protocols/sixSubjects.ts';
import { facts, smallSpec } from '../smallDataset.ts';

type Selection = StudySpecInput['selection'];
type Measures = StudySpecInput['measures'];

const pairs = { kind: 'pairs', folds: 3 } as const;
const methods: StudySpecInput['methods'] = [{ method: 'pca', latent: [1] }];
const ofPairs = (change: Partial<StudySpecInput>): string[] =>
  checkSpec(smallSpec({ protocol: pairs, methods, ...change }), faces).problems.map(({ message }) => message);
const ofSubjects = (selection: Selection, measures?: Measures): string[] =>
  checkSpec(smallSpec({ selection, measures }), facts).problems.map(({ path, message }) => {
    expect(message.startsWith(`${path}: `)).toBe(true);
    return message;
  });

describe('a choice on development pairs', () => {
  const on = 'development';
  const chosen = (selection: Omit<NonNullable<Selection>, 'on'>, measures?: Measures): string[] =>
    ofPairs({ selection: { on, ...selection }, measures });

  it('has no inner splits, and no other choice has none', () => {
    expect(chosen({ innerSplits: 0 })).toEqual([]);
    expect(chosen({ innerSplits: 1 })).toEqual([
      'selection.innerSplits: development pairs judge without inner splits; expected 0, found 1.',
    ]);
    expect(ofSubjects({ innerSplits: 1 })).toEqual([]);
    expect(ofSubjects({ innerSplits: 0 })).toEqual([
      'selection.innerSplits: expected 1 to 100, found 0; development pairs alone judge without inner splits.',
    ]);
  });

  it('is by the error rate or by what pairs have, if the study measures it', () => {
    expect(chosen({ innerSplits: 0, by: 'error-rate' })).toEqual([]);
    expect(chosen({ innerSplits: 0, by: 'verification-eer' }, ['verification'])).toEqual([]);
    expect(chosen({ innerSplits: 0, by: 'verification-eer' })).toEqual([
      'selection.by: the study does not measure "verification-eer"; it has "error-rate", "accuracy".',
    ]);
    expect(chosen({ innerSplits: 0, by: 'rank-5' })).toEqual([
      'selection.by: development pairs are not judged by "rank-5"; expected one of "error-rate", "verification-auc", ' +
        '"verification-eer", "min-dcf", "min-hter", "hter".',
    ]);
  });

  it('is of verification only', () => {
    expect(ofSubjects({ innerSplits: 0, on })).toEqual([
      'selection.on: the protocol has no development pairs; leave it out.',
    ]);
  });
});

describe('a choice on inner splits', () => {
  it('is by what the study measures of images: times and iterations choose nothing', () => {
    expect(ofSubjects({ innerSplits: 1, by: 'error-rate' })).toEqual([]);
    expect(ofSubjects({ innerSplits: 1, by: 'rank-5' }, ['time', 'identification'])).toEqual([]);
    expect(ofSubjects({ innerSplits: 1, by: 'rank-5' }, ['time'])).toEqual([
      'selection.by: the study does not measure "rank-5"; it has "error-rate", "accuracy".',
    ]);
  });
});

describe('pairs of images', () => {
  const classified = (kind: 'nearest-mean' | '1nn' | 'likelihood-ratio', galleryPerSubject?: number): string[] =>
    ofPairs({ protocol: { ...pairs, galleryPerSubject }, classifier: { kind } as StudySpecInput['classifier'] });

  it('need a score of one image with another, and galleries do not', () => {
    expect(classified('1nn')).toEqual([]);
    expect(classified('likelihood-ratio')).toEqual([]);
    expect(classified('nearest-mean', 2)).toEqual([]);
    expect(classified('nearest-mean')).toEqual([
      'classifier: pairs of images need a score of one image with another, which "Nearest mean of a subject" has not; ' +
        'use a nearest neighbour or the log-likelihood ratio, or compare images with galleries.',
    ]);
  });
});
