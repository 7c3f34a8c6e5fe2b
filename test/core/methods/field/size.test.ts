/** EM forms hold no F × F and no T × T matrix: at 60 000 such a one would take 29 GB. */
import { describe, expect, it } from 'vitest';
import { matrixStack } from '../../../../src/core/linalg/index.ts';
import type { ParameterValue } from '../../../../src/core/methods/method.ts';
import { findMethod } from '../../../../src/core/methods/registry.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { fitOf } from '../support/dense.ts';

const LARGE = 60_000;
const few = { maxIterations: 2, tolerance: 0 };
const chain = { fields: [{ neighbourhood: 'chain', f: 'one', phi: 'lambda' }] };

function drawn(count: number, pixels: number) {
  const random = stream('size', count, pixels);
  const images = matrixStack(count, pixels, 1);
  images.data.forEach((_, at) => (images.data[at] = random.normal()));
  return { images, labels: Int32Array.from({ length: count }, (_, i) => i % 4) };
}

type Case = [id: string, settings: Record<string, ParameterValue>];

describe('An EM fit', () => {
  const wide = drawn(12, LARGE);
  it.each<Case>([
    ['empca', few],
    ['emepca', few],
    ['emepca', { ...few, weights: 'limit' }],
    ['gha', few],
    ['coupled', { ...few, algorithm: 'em' }],
    ['emlda', { ...few, input: 'raw' }],
    ['emlpp', { ...few, input: 'raw' }],
    ['emsfa', { ...few, input: 'raw' }],
    ['plda', few],
  ])('of %s takes images of 60 000 pixels', (id, settings) => {
    const fit = fitOf(findMethod(id)!, wide.images, [2], settings, wide.labels);
    expect(fit.iterations).toBe(2);
  });

  const tall = drawn(LARGE, 4);
  it.each<Case>([
    ['empca', few],
    ['emepca', few],
    ['gha', few],
    ['coupled', { ...few, algorithm: 'em' }],
    ['emlda', few],
    ['fields', { ...few, ...chain }],
    ['plda', few],
  ])('of %s takes 60 000 images', (id, settings) => {
    const fit = fitOf(findMethod(id)!, tall.images, [2], settings, tall.labels);
    expect(fit.iterations).toBe(2);
  });

  it('of EM-LPP takes 20 000 images: its graph is sparse, where all distances would take 3 GB', () => {
    const { images, labels } = drawn(20_000, 4);
    expect(fitOf(findMethod('emlpp')!, images, [2], few, labels).iterations).toBe(2);
  });
});
