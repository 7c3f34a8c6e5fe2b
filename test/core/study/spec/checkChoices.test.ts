import { describe, expect, it } from 'vitest';
import { checkProtocol, checkPerturbations, drawsPixels } from '../../../../src/core/study/spec/checkChoices.ts';
import { facts, smallSpec } from '../smallDataset.ts';

interface Listed {
  readonly train: number[];
  readonly test: number[];
  readonly gallery?: number[];
}

/** What is said of predefined splits of the five subjects, image n of subject n mod 5. */
const warnings = (...splits: Listed[]): string[] => {
  const found = checkProtocol(smallSpec({ protocol: { kind: 'explicit', splits } }), facts);
  expect(found.problems).toEqual([]);
  return found.warnings;
};
const train = [0, 1, 2, 5, 6, 7];
const tests = (split: number): string =>
  `Split ${split} tests subject "subject 4" without training images: 2 test images of 3 cannot be recognised.`;
const several = (count: number): Listed[] => new Array<Listed>(count).fill({ train, test: [8, 13, 10] });

describe('predefined splits', () => {
  it('are warned of by their subjects without training or gallery images', () => {
    expect(warnings({ train, test: [8, 13, 9, 10] })).toEqual([
      'Split 1 tests 2 subjects ("subject 4" is one) without training images: 3 test images of 4 cannot be recognised.',
    ]);
    expect(warnings({ train, gallery: [10, 15], test: [20, 16] })).toEqual([
      'Split 1 tests subject "subject 2" without gallery images: 1 test image of 2 cannot be recognised.',
    ]);
    expect(warnings({ train, gallery: [10, 15], test: [20] })).toEqual([]);
  });

  it('are warned of by test images that the model behind a gallery has seen', () => {
    expect(warnings({ train, gallery: [10, 11, 12], test: [5, 16] })).toEqual([
      'Split 1 trains the model on 1 test image of 2.',
    ]);
  });

  it('are named up to the third, and counted from there', () => {
    const three = [1, 2, 3].map(tests);
    expect(warnings(...several(3))).toEqual(three);
    expect(warnings(...several(4))).toEqual([...three, 'So does 1 other split.']);
    expect(warnings(...several(5))).toEqual([...three, 'So do 2 other splits.']);
    expect(warnings(...several(2), { train, test: [10] })).toEqual([1, 2].map(tests));
  });
});

describe('a dataset', () => {
  const protocol = { kind: 'random' as const, trainPerSubject: [2], repeats: 2 };

  it('needs two subjects that have images, before the protocol is asked', () => {
    const lonely = { ...facts, labels: new Int32Array(6) };
    expect(checkProtocol(smallSpec({ protocol }), lonely)).toEqual({
      problems: [{ path: 'dataset', message: 'dataset: "small" has 1 subject; recognition needs at least 2.' }],
      warnings: [],
    });
    const subset = { subjects: ['subject 1', 'subject 2'] };
    expect(checkProtocol(smallSpec({ protocol, subset }), lonely)).toEqual({
      problems: [{ path: 'subset', message: 'subset: it leaves 1 subject of "small"; recognition needs at least 2.' }],
      warnings: [],
    });
  });

  it('is asked nothing more where the subset names what it does not have', () => {
    const subset = { subjects: ['subject 1', 'nobody'] };
    const { problems, warnings: said } = checkProtocol(smallSpec({ protocol, subset }), facts);
    expect(problems.map(({ path }) => path)).toEqual(['subset.subjects']);
    expect(said).toEqual([]);
  });
});

describe('the perturbations of a study', () => {
  it('list every level once, images as they are included', () => {
    const noise = (...sigma: number[]) => ({ kind: 'gaussian-noise' as const, sigma });
    const { perturbations } = smallSpec({
      perturbations: [{ kind: 'none' }, noise(5, 6), { ...noise(6), on: 'both' }, noise(7, 6), { kind: 'none' }],
    });
    expect(checkPerturbations({ perturbations }, facts)).toEqual([
      { path: 'perturbations[3]', message: 'perturbations[3]: noise σ = 6 (test) is listed twice.' },
      { path: 'perturbations[4]', message: 'perturbations[4]: unperturbed images are listed twice.' },
    ]);
    expect(checkPerturbations({}, facts)).toEqual([]);
  });

  it('draw numbers where any of them does', () => {
    expect(drawsPixels({})).toBe(false);
    const { perturbations } = smallSpec({
      perturbations: [{ kind: 'none' }, { kind: 'salt-and-pepper', fraction: [0.1] }],
    });
    expect(drawsPixels({ perturbations })).toBe(true);
  });
});
