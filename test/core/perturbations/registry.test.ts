import { describe, expect, it } from 'vitest';
import { perturbedPixels, type PerturbedRepeat } from '../../../src/core/perturbations/registry.ts';

const noise = { kind: 'gaussian-noise', level: 3, on: 'test' } as const;
const repeat: PerturbedRepeat = { perturbation: noise, seed: 1, datasetHash: 'abc', repeat: 2 };
const shape = { rows: 4, cols: 5 };
const range = { low: 0, high: 255 };
const made = (more: Partial<PerturbedRepeat> = {}, image = 7, value = 100, marked?: boolean) => [
  ...perturbedPixels({ ...repeat, ...more }, image, new Float64Array(20).fill(value), shape, range, marked),
];

describe('a perturbed image', () => {
  it('has the same noise whenever it is made, on all channels', () => {
    expect(made()).toEqual(made());
    made({}, 7, 10).forEach((pixel, i) => expect(pixel - 10).toBeCloseTo(made()[i] - 100, 12));
  });

  it('has other noise in another repeat, study, dataset, image and at another level', () => {
    const others = [
      made({ repeat: 3 }),
      made({ seed: 2 }),
      made({ datasetHash: 'abd' }),
      made({}, 8),
      made({ perturbation: { ...noise, on: 'both' } }),
    ];
    expect(new Set([made(), ...others].map(([first]) => first)).size).toBe(6);
  });

  it('marks lost pixels only where that is asked for', () => {
    const missing = { perturbation: { kind: 'missing', level: 0.5, on: 'test' } } as const;
    expect(made(missing).filter(Number.isNaN)).toEqual([]);
    expect(made(missing, 7, 100, true).filter(Number.isNaN)).toHaveLength(10);
  });
});
