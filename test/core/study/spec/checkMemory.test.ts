/** What cannot fit into memory is said when a study is checked, before anything starts. */
import { describe, expect, it } from 'vitest';
import type { DatasetFacts } from '../../../../src/core/dataset.ts';
import { checkSpec } from '../../../../src/core/study/spec/check.ts';
import type { StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import { facts, smallSpec } from '../smallDataset.ts';

const images = (perSubject: number, side: number): DatasetFacts => ({
  ...facts,
  rows: side,
  cols: side,
  labels: Int32Array.from({ length: 2 * perSubject }, (_, n) => n % 2),
  subjects: ['a', 'b'],
});

const check = (
  method: string,
  latent: number[] | undefined,
  trainPerSubject: number,
  dataset: DatasetFacts,
  change: Partial<StudySpecInput> = {},
) =>
  checkSpec(
    smallSpec({
      methods: [{ method, ...(latent && { latent }) }],
      protocol: { kind: 'random', trainPerSubject: [trainPerSubject], repeats: 2 },
      ...change,
    }),
    dataset,
  );

describe('the check of a study', () => {
  it('names the fit that exceeds the memory of the kernels, and what it would need', () => {
    const { problems } = check('pca', undefined, 6000, images(6500, 128));
    expect(problems.map(({ path }) => path)).toEqual(['methods[0].method']);
    expect(problems[0].message).toMatch(
      /^methods\[0\]\.method: .*: a fit to 12000 images of 128 × 128 takes 4\.3 GiB of kernel memory, and there are 4\.0 GiB\. Import the images smaller, or ask for fewer dimensions\.$/,
    );
    expect(check('lda', [1], 6000, images(6500, 128)).problems).toHaveLength(1);
    // Few axes come without the matrix of all of them.
    expect(check('pca', [20], 6000, images(6500, 128)).problems).toEqual([]);
    expect(check('bppca', undefined, 6000, images(6500, 28)).problems).toEqual([]);
  });

  it('warns where the inner products of all images are too many to keep', () => {
    const { problems, warnings } = check('pca', [5], 300, images(10_000, 64));
    expect(problems).toEqual([]);
    expect(warnings).toEqual([
      'PCA: The inner products of all 20000 images would take 3.2 GB, more than the limit of 2 GiB. Import smaller or fewer images. Its cells with fewer training images than pixels will fail.',
    ]);
    // With more training images than pixels they are not wanted, nor by methods that are not swept in sample space.
    expect(check('pca', [5], 3000, images(10_000, 64)).warnings).toEqual([]);
    expect(check('2dpca', [5], 300, images(10_000, 64)).warnings).toEqual([]);
    expect(check('pca', [5], 300, images(8000, 64)).warnings).toEqual([]);
  });

  it('warns so only where images are as they are in training, and of models of all subjects', () => {
    const warned = (change: Partial<StudySpecInput>): number =>
      check('ppca', [5], 300, images(10_000, 64), change).warnings.length;
    const noise = (on: 'train' | 'test' | 'both') => ({ kind: 'gaussian-noise' as const, sigma: [5], on });
    expect(warned({})).toBe(1);
    expect(warned({ perturbations: [noise('both')] })).toBe(0);
    expect(warned({ perturbations: [noise('both'), noise('test')] })).toBe(1);
    expect(warned({ perturbations: [{ kind: 'none' }, noise('both')] })).toBe(1);
    expect(warned({ classifier: { kind: 'likelihood' } })).toBe(0);
  });
});
