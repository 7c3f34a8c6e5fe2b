import { describe, expect, it } from 'vitest';
import { checkPerturbations, drawsPixels } from '../../../../src/core/study/spec/checkChoices.ts';
import { facts, smallSpec } from '../smallDataset.ts';

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
