/** Fits of further methods, here. */
import { findMethod } from '../../../src/core/methods/registry.ts';
import { resolveSettings } from '../../../src/core/methods/settings.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { readImages } from '../harness/imageFiles.ts';
import type { RivalTask } from './rivals.bench.ts';

export function prepare({ method: id, latent, settings, subjects, shape, file }: RivalTask): () => void {
  const method = findMethod(id)!;
  const drawn = readImages(file, shape);
  // The drawn images have pixels below 0, which NMF refuses: all are lifted, on both sides.
  const lowest = drawn.data.reduce((least, value) => Math.min(least, value), 0);
  const images = { ...drawn, data: drawn.data.map((value) => value - lowest) };
  const labels = Int32Array.from({ length: shape[0] }, (_, n) => n % subjects);
  const resolved = resolveSettings(method, settings);
  return () => {
    const context = { random: stream('bench'), checkCancelled: () => undefined };
    method.fit({ images, labels }, latent, resolved, context);
  };
}
