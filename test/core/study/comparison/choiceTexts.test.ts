import { describe, expect, it } from 'vitest';
import { choiceTexts } from '../../../../src/core/study/comparison/compareStudies.ts';
import type { StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import { smallSpec } from '../smallDataset.ts';

const HASH = '0123456789abcdef';
const of = (change: Partial<StudySpecInput>) =>
  Object.fromEntries(choiceTexts(smallSpec(change), HASH).map(({ title, text }) => [title, text]));
/** The titles of what is another choice than that of the small study. */
const otherThan = (change: Partial<StudySpecInput>, hash = HASH): string[] => {
  const plain = choiceTexts(smallSpec(), HASH);
  return choiceTexts(smallSpec(change), hash)
    .filter(({ identity }, at) => identity !== plain[at].identity)
    .map(({ title }) => title);
};

describe('what a spec says of its choices', () => {
  it('is a text for each, in the order of the form', () => {
    expect(
      Object.entries(of({ methods: [{ method: 'pca' }, { method: 'lpp', settings: { neighbours: [2, 3] } }] })),
    ).toEqual([
      ['Dataset', 'small (01234567)'],
      ['Images', 'all'],
      ['Splits', 'k = 2 and 3 at random, 3 repeats'],
      ['Seed', '7'],
      ['Conditions', 'images as they are'],
      ['Features', 'grey values'],
      ['Methods', 'PCA, LPP'],
      ['Classifier', 'Nearest neighbour'],
      ['Measures', 'Error rate, Recognition rate, Iterations, Converged fits'],
      ['Validated shapes', 'no'],
      ['Test', expect.stringMatching(/resampled t.*, α = 0\.05$/)],
    ]);
  });

  it('names what is chosen otherwise', () => {
    const noise = [{ kind: 'none' as const }, { kind: 'gaussian-noise' as const, sigma: [20] }];
    expect(
      of({ subset: { images: [0, 1, 2, 3, 5, 6] }, features: ['equalise', 'unit-norm'], perturbations: noise }),
    ).toMatchObject({
      Images: '{"images":[0,1,2,3,5,6]}',
      Features: 'histogram equalisation, unit norm',
      Conditions: expect.stringMatching(/^as they are, .*20/),
    });
    const chosen = (selection: StudySpecInput['selection']) => of({ selection })['Validated shapes'];
    expect([1, 3].map((innerSplits) => chosen({ innerSplits }))).toEqual(['1 inner split', '3 inner splits']);
    const pairs = { kind: 'pairs' as const, folds: 2, developmentFolds: 0 };
    expect(of({ protocol: pairs, selection: { innerSplits: 0, on: 'development' } })['Validated shapes']).toBe(
      'on development pairs',
    );
  });

  it('says of the test its correction, its family where that is the whole table, its level and its baseline', () => {
    const test = (comparison: StudySpecInput['comparison']) => of({ comparison }).Test;
    const asked = { test: 'welch', correction: 'holm', alpha: 0.01 } as const;
    expect(test({ ...asked, family: 'condition' })).toBe('Two-sample t, Welch, Holm, α = 0.01');
    expect(test({ ...asked, family: 'table', baseline: 'PCA' })).toBe(
      'Two-sample t, Welch, Holm, over the whole table, α = 0.01, against PCA',
    );
  });
});

describe('the identity of a choice', () => {
  it('is the same whatever says nothing of it, and another where the choice is', () => {
    expect(otherThan({ name: 'other', features: [] })).toEqual([]);
    expect(otherThan({}, 'other')).toEqual(['Dataset']);
    expect(otherThan({ seed: 8 })).toEqual(['Seed']);
    expect(otherThan({ features: ['unit-norm'] })).toEqual(['Features']);
    expect(otherThan({ measures: ['verification'] })).toEqual(['Measures']);
    expect(otherThan({ selection: { innerSplits: 2 } })).toEqual(['Validated shapes']);
    expect(otherThan({ classifier: { kind: '1nn', metric: 'cosine' } })).toEqual(['Classifier']);
    expect(otherThan({ comparison: { alpha: 0.01 } })).toEqual(['Test']);
    expect(otherThan({ subset: { images: [0, 1, 2, 3, 5, 6] } })).toEqual(['Images']);
    expect(otherThan({ perturbations: [{ kind: 'none' }] })).toEqual(['Conditions']);
    expect(otherThan({ methods: [{ method: 'pca' }, { method: 'glram', latent: { qc: [1], qr: [2] } }] })).toEqual([
      'Methods',
    ]);
  });
});
