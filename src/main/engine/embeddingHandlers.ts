/** Handlers of the `embeddings` calls of the contract. */
import type { EmbeddingResult } from '../../core/contract/embeddings.ts';
import { MAX_IMAGES, type EmbeddingSpec } from '../../core/embedding/spec.ts';
import { attributesAt, type Method, type Settings } from '../../core/methods/method.ts';
import { InvalidInputError } from '../../core/methods/problems.ts';
import { findMethod } from '../../core/methods/registry.ts';
import { resolveSettings } from '../../core/methods/settings.ts';
import { noAttribute } from '../../core/protocols/byAttribute.ts';
import { attributeCodes, attributeValues } from '../../core/dataset.ts';
import type { EmbeddingJob } from '../workers/embeddingWorker.ts';
import { invalid, notFound } from './errors.ts';
import { runInThread } from '../workers/jobThread.ts';
import { fitStream } from './fitStream.ts';
import type { Implementer, Services } from './services.ts';

export function embeddingHandlers(os: Implementer, services: Services) {
  return {
    compute: os.embeddings.compute.handler(({ input: { id, ...spec }, signal }) => {
      const dataset = services.workspace.datasets.get(id);
      if (!dataset) throw notFound('There is no such dataset.');
      const { method, settings } = methodOf(spec);
      const images = everyNth(dataset.count, spec.every);
      if (images.length > MAX_IMAGES) {
        const enough = Math.ceil(dataset.count / MAX_IMAGES);
        const message = `every: an embedding takes at most ${MAX_IMAGES} images, found ${images.length}; take every ${enough}th.`;
        throw invalid([{ path: 'every', message }]);
      }
      const job = jobOf(services, id, images, { ...spec, settings }, method.attributes?.(settings) ?? []);
      return fitStream({
        method,
        settings,
        signal,
        services,
        start: (abort, onProgress) => runInThread('embeddingWorker', job, { signal: abort, onProgress }),
        finish: (embedding, seconds): EmbeddingResult => ({ ...embedding, images, seconds }),
      });
    }),
  };
}

/** The method and its settings with defaults filled in. Throws INVALID with every problem by field. */
function methodOf(spec: EmbeddingSpec): { method: Method; settings: Settings } {
  const method = findMethod(spec.method);
  if (!method) throw invalid([{ path: 'method', message: `method: there is no method "${spec.method}".` }]);
  try {
    return { method, settings: resolveSettings(method, spec.settings) };
  } catch (error) {
    throw error instanceof InvalidInputError ? invalid(error.problems) : error;
  }
}

function everyNth(count: number, step: number): number[] {
  return Array.from({ length: Math.ceil(count / step) }, (_, n) => n * step);
}

function jobOf(
  { workspace: { datasets } }: Services,
  id: number,
  images: number[],
  spec: EmbeddingSpec,
  names: readonly string[],
): EmbeddingJob {
  const facts = datasets.factsOf(id);
  const unknown = names.filter((name) => attributeValues(facts, name).length === 0);
  if (unknown.length > 0) throw invalid(unknown.map((name) => noAttribute('settings', name, facts)));
  const { rows, cols, hash, labels } = facts;
  const positions = Int32Array.from(images);
  const pixels = new SharedArrayBuffer(images.length * rows * cols * Float64Array.BYTES_PER_ELEMENT);
  datasets.readPixels(id, new Float64Array(pixels), images);
  return {
    spec,
    datasetHash: hash,
    rows,
    cols,
    labels: positions.map((image) => labels[image]),
    attributes: attributesAt(attributeCodes(facts, names), positions),
    pixels,
  };
}
