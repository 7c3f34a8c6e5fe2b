/** Cold fits, here. */
import { findMethod } from '../../../src/core/methods/registry.ts';
import { resolveSettings } from '../../../src/core/methods/settings.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { readImages } from '../harness/imageFiles.ts';
import type { FitTask } from './coldFits.bench.ts';

export function prepare({ method: task, shape, latent, file }: FitTask): () => number | undefined {
  const aecm = task === 'bppca-aecm';
  const id = aecm ? 'bppca' : task;
  const method = findMethod(id)!;
  const images = readImages(file, shape);
  const published = method.parameters.some(({ name }) => name === 'restart');
  const settings = resolveSettings(
    method,
    published ? { restart: 'cold', ...(aecm && { algorithm: 'aecm' }) } : id === 'fpca' ? { tolerance: 1e-8 } : {},
  );
  const wanted = method.latentKind === 'matrix' ? latent : [id === '2dpca' ? latent[1] : latent[0]];
  return () => {
    const context = { random: stream('bench'), checkCancelled: () => undefined };
    const { iterations } = method.fit({ images, labels: null }, wanted, settings, context);
    return iterations === 0 ? undefined : iterations;
  };
}
