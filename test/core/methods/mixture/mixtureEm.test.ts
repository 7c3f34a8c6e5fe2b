import { describe, expect, it } from 'vitest';
import { meanImage } from '../../../../src/core/images/imageSet.ts';
import {
  mixtureStart,
  mixtureStep,
  revived,
  starved,
  withMixtureImages,
  type MixtureImages,
  type MixtureState,
} from '../../../../src/core/methods/mixture/mixtureEm.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { plantedImages } from '../support/dense.ts';

const options = { posterior: 'exact', qc: 1, qr: 1, leastNoise: 1e-6 } as const;
const { images } = plantedImages('revived', 30, 5, 4, 1, 1, 0.4);
/** 20, 8 and 2 images. */
const assignment = Int32Array.from({ length: 30 }, (_, n) => (n < 20 ? 0 : n < 28 ? 1 : 2));
const centred = <T>(work: (data: MixtureImages) => T): T => withMixtureImages(images, meanImage(images), work);
const state = centred((data) => mixtureStart(data, assignment, 3, options, stream('start')));

describe('a component that holds too few images', () => {
  it('is told by its responsibilities', () => {
    const held = [0, 1, 2].map((c) => {
      return state.responsibilities.reduce((sum, share, i) => sum + (i % 3 === c ? share : 0), 0);
    });
    const least = (Math.min(...held) + held.toSorted((a, b) => a - b)[1]) / 2;
    expect(starved(state, least)).toEqual([held.indexOf(Math.min(...held))]);
    expect(starved(state, 0)).toEqual([]);
  });

  it('starts again with a weight of one share, and the others keep the proportion of theirs', () => {
    const { components } = centred((data) => revived(data, state, 2, options, stream('again')));
    const weights = components.map(({ weight }) => weight);
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 14);
    // Before: 20, 8 and 2 of 30. The third has 1/3 and the others two thirds of theirs, all divided by their sum.
    const sum = 1 / 3 + ((20 + 8) / 30) * (2 / 3);
    expect(weights[0]).toBeCloseTo(((20 / 30) * (2 / 3)) / sum, 14);
    expect(weights[1]).toBeCloseTo(((8 / 30) * (2 / 3)) / sum, 14);
    expect(weights[2]).toBeCloseTo(1 / 3 / sum, 14);
    for (const c of [0, 1]) expect(components[c].mean).toBe(state.components[c].mean);
  });

  it('starts from the images that the mixture explains worst', () => {
    const best = Array.from({ length: 30 }, (_, n) => Math.max(...state.scores.subarray(n * 3, n * 3 + 3)));
    const worst = best
      .map((score, n) => ({ score, n }))
      .sort((a, b) => a.score - b.score)
      .slice(0, 10);
    const size = images.rows * images.cols;
    const mean = Array.from({ length: size }, (_, i) => {
      return worst.reduce((sum, { n }) => sum + images.data[n * size + i], 0) / worst.length;
    });
    const { components } = centred((data) => revived(data, state, 2, options, stream('again')));
    components[2].mean.data.forEach((value, i) => expect(value).toBeCloseTo(mean[i], 10));
  });
});

describe('a component whose images differ by less than the least noise', () => {
  const noisy = plantedImages('noisy', 24, 5, 4, 1, 1, 0.4).images;
  const random = stream('alike');
  // Twelve images about one, with deviations of a hundredth of the least noise, far from the others.
  for (let n = 0; n < 12; n++) for (let i = 0; i < 20; i++) noisy.data[n * 20 + i] = 40 + 1e-3 * random.normal();
  const halves = Int32Array.from({ length: 24 }, (_, n) => Number(n >= 12));

  it.each(['exact', 'variational'] as const)('keeps loadings, in all iterations: %s', (posterior) => {
    const bounded = { posterior, qc: 2, qr: 2, leastNoise: 1e-4 };
    const { model } = withMixtureImages(noisy, meanImage(noisy), (data) => {
      let now: MixtureState = mixtureStart(data, halves, 2, bounded, stream('start'));
      for (let iteration = 0; iteration < 200; iteration++) {
        const next = mixtureStep(data, now, bounded);
        expect(next.objective).toBeGreaterThan(now.objective - 1e-9 * Math.abs(now.objective));
        now = next;
      }
      return now.components[0];
    });
    expect(model.sigma2).toBe(1e-4);
    expect(model.normsC[0] * model.normsR[0]).toBeGreaterThan(0);
    expect(model.normsC[0] * model.normsR[0]).toBeLessThan(1e-12 * model.sigma2);
  });
});
