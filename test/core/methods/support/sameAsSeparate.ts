/** One fit for all latent shapes against a fit per shape. */
import { expect } from 'vitest';
import { selectImages } from '../../../../src/core/images/imageSet.ts';
import { matrixStack, type MatrixStack } from '../../../../src/core/linalg/index.ts';
import type { LatentShape, Method, ParameterValue } from '../../../../src/core/methods/method.ts';
import { nearestNeighbours } from '../../../support/nearestNeighbours.ts';
import { codeDistances, relativeDifference } from '../reference.ts';
import { fitOf } from './dense.ts';
import { sweepInput, type LabelledImages } from './labelled.ts';
import { evaluateShapes } from '../../../support/classify.ts';

/**
 * Expects the sweep of a method to have the predictions of fits to the training images alone, and at the largest shape
 * the distances of their codes to `tolerance`.
 */
export function expectSweepOfSeparateFits(
  method: Method,
  data: LabelledImages,
  shapes: readonly LatentShape[],
  settings: Record<string, ParameterValue> = {},
  tolerance = 1e-8,
): void {
  const input = sweepInput(method, data, shapes, settings);
  const swept = evaluateShapes(method, input);
  expect(swept.fits).toBe(1);
  expect(swept.failures).toEqual([]);
  const labels = Int32Array.from(input.train, (n) => data.labels[n]);
  const [gallery, probes] = [input.train, input.test].map((index) => selectImages(data.images, index));
  shapes.forEach((shape, s) => {
    const fit = fitOf(method, gallery, shape, settings, labels);
    const codes = [method.encode(fit, gallery), method.encode(fit, probes)] as const;
    const subjects = (nearest: Uint32Array) => Array.from(nearest, (position) => labels[position]);
    const found = swept.nearest.subarray(s * probes.count, (s + 1) * probes.count);
    expect(subjects(found), shape.join()).toEqual(subjects(nearestNeighbours(...codes)));
  });
  const { gallery: own, probes: others } = method.sweep!(input)!;
  const largest = fitOf(method, gallery, shapes.at(-1)!, settings, labels);
  const separate = joined(method.encode(largest, gallery), method.encode(largest, probes));
  expect(relativeDifference(codeDistances(joined(own, others)), codeDistances(separate))).toBeLessThan(tolerance);
}

function joined(a: MatrixStack, b: MatrixStack): MatrixStack {
  const data = new Float64Array(a.data.length + b.data.length);
  data.set(a.data);
  data.set(b.data, a.data.length);
  return matrixStack(a.count + b.count, a.rows, a.cols, data);
}
