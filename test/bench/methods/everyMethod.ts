/** Fits of all methods, here. */
import { columns, matrix, multiply, orthonormalise, type Matrix } from '../../../src/core/linalg/index.ts';
import type { Fit } from '../../../src/core/methods/method.ts';
import { findMethod } from '../../../src/core/methods/registry.ts';
import { resolveSettings } from '../../../src/core/methods/settings.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { readImages } from '../harness/imageFiles.ts';
import type { MethodTask } from './everyMethod.bench.ts';

/** What two fits of one algorithm have in common. */
export interface FitCheck {
  /** Squared lengths of three fixed vectors in the span of the axes of each mode, over their dimension. */
  readonly spans: readonly (readonly number[])[];
  readonly values: readonly number[];
}

export function prepare({
  method: id,
  latent,
  settings,
  subjects,
  shape,
  file,
  check,
}: MethodTask): () => number | FitCheck | undefined {
  const method = findMethod(id)!;
  const drawn = readImages(file, shape);
  // As grey values 0 … 255, on both sides.
  let [low, high] = [Infinity, -Infinity];
  for (const value of drawn.data) [low, high] = [Math.min(low, value), Math.max(high, value)];
  const images = { ...drawn, data: drawn.data.map((value) => Math.round((255 * (value - low)) / (high - low))) };
  const labels = Int32Array.from({ length: shape[0] }, (_, n) => n % subjects);
  const resolved = resolveSettings(method, settings);
  return () => {
    const context = { random: stream('bench'), checkCancelled: () => undefined };
    const fit = method.fit({ images, labels }, latent, resolved, context);
    if (check) return checkOf(fit, check);
    return fit.iterations === 0 ? undefined : fit.iterations;
  };
}

function checkOf({ parameters, trace }: Fit, { axes = [], values }: NonNullable<MethodTask['check']>): FitCheck {
  const known = values === undefined ? [] : values === 'trace' ? trace.slice(-1) : [...parameters[values].data];
  return {
    spans: axes.map((name) => {
      const { shape, data } = parameters[name];
      return fingerprint(matrix(shape[0], shape[1], data));
    }),
    values: known,
  };
}

function fingerprint(axes: Matrix): number[] {
  const d = axes.rows;
  const fixed = matrix(
    d,
    3,
    Float64Array.from({ length: 3 * d }, (_, at) => Math.sin((Math.floor(at / 3) + 1) ** 2 * ((at % 3) + 1))),
  );
  const inside = multiply(orthonormalise(axes), fixed, { transposeA: true });
  return [0, 1, 2].map((j) => columns(inside, j, j + 1).data.reduce((sum, value) => sum + value * value, 0) / d);
}
