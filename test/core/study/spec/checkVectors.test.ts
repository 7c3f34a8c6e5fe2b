import { describe, expect, it } from 'vitest';
import { checkSpec } from '../../../../src/core/study/spec/check.ts';
import type { StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import { facts, smallSpec } from '../smallDataset.ts';

const attachments = {
  deep: { hash: 'd', length: 4, network: true },
  file: { hash: 'f', length: 4 },
} as const;

function problems(vectors: string, perturbations: StudySpecInput['perturbations']): string[] {
  const spec = smallSpec({ methods: [{ method: 'none', features: [vectors] }, { method: 'pca' }], perturbations });
  return checkSpec(spec, { ...facts, attachments }).problems.map(({ message }) => message);
}

describe('perturbations of images with vectors', () => {
  it('reach those whose network is kept, and not those of a file', () => {
    const noise: StudySpecInput['perturbations'] = [{ kind: 'gaussian-noise', sigma: [20] }];
    expect(problems('deep', noise)).toEqual([]);
    expect(problems('file', noise)).toEqual([
      'methods[0].features: "file" was computed from the images as they are: perturbations do not change it, only ' +
        'vectors that "eigenbench embed" computes here.',
    ]);
  });

  it('that lose pixels are refused with the reason', () => {
    const lost: StudySpecInput['perturbations'] = [{ kind: 'none' }, { kind: 'missing', fraction: [0.5] }];
    expect(problems('deep', lost)).toEqual([
      'perturbations[1]: missing pixels have no value, and the network of "deep" needs one of each.',
    ]);
    expect(problems('deep', undefined)).toEqual([]);
    expect(problems('file', undefined)).toEqual([]);
  });
});

describe('features of a row', () => {
  it('leave out what is measured in the unit of the features', () => {
    const found = (features: string[] | undefined, measures: StudySpecInput['measures']): string[] => {
      const spec = smallSpec({ methods: [{ method: 'ppca', features }], measures });
      return checkSpec(spec, facts).problems.map(({ message }) => message);
    };
    const sentence =
      'methods[0].features: errors of reconstructions and likelihoods compare methods with the features of the study only.';
    expect(found([], ['time', 'reconstruction'])).toEqual([sentence]);
    expect(found(['equalise'], ['likelihood'])).toEqual([sentence]);
    expect(found([], ['time'])).toEqual([]);
    expect(found([], undefined)).toEqual([]);
    expect(found(undefined, ['reconstruction'])).toEqual([]);
  });
});
