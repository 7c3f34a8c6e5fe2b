/** Fits of all methods, here. */
import { findMethod } from '../../../src/core/methods/registry.ts';
import { resolveSettings } from '../../../src/core/methods/settings.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { readImages } from '../harness/imageFiles.ts';
import type { MethodTask } from './everyMethod.bench.ts';

export function prepare({ method: id, latent, settings, subjects, shape, file }: MethodTask): () => number | undefined {
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
    const { iterations } = method.fit({ images, labels }, latent, resolved, context);
    return iterations === 0 ? undefined : iterations;
  };
}
