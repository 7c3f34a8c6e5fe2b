// @module-tag processes
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EmbeddingEvent } from '../../../src/core/contract/embeddings.ts';
import { embed } from '../../../src/core/embedding/embed.ts';
import { embeddingSpecSchema } from '../../../src/core/embedding/spec.ts';
import { openEngine, type Engine } from '../../../src/main/engine/engine.ts';
import { smallDataset } from '../../support/smallDataset.ts';
import { scratch } from '../cli/harness.ts';

describe('embeddings.compute', () => {
  const here = scratch();
  let engine: Engine;
  let id: number;

  beforeAll(async () => {
    const workspacePath = here.at('embedding.eigenbench');
    engine = await openEngine({ workspacePath, host: 'browser', roots: [], log: 'none' });
    ({ id } = engine.addDataset('small', smallDataset(), 'test'));
  });
  afterAll(async () => {
    await engine.close();
    await here.remove();
  });

  const compute = async (values: object, signal?: AbortSignal): Promise<EmbeddingEvent[]> => {
    const spec = embeddingSpecSchema.parse({ method: 'pca', latent: [2], neighbours: 5, ...values });
    const events: EmbeddingEvent[] = [];
    for await (const event of await engine.client.embeddings.compute({ id, ...spec }, { signal })) events.push(event);
    return events;
  };

  it('gives in a thread the bits that the core gives here, with the positions of the images', async () => {
    const events = await compute({ method: 'emlpp', noise: 5, every: 2 });
    expect(events[0]).toMatchObject({ kind: 'progress', progress: { total: 100, running: ['Fitting EM-LPP'] } });
    const last = events[events.length - 1];
    if (last.kind !== 'done') throw new Error(JSON.stringify(last));
    const { images, seconds: _, ...embedding } = last.result;
    expect(images).toEqual(Array.from({ length: 15 }, (_, n) => 2 * n));
    const all = engine.imageSet('small')!;
    const size = all.images.rows * all.images.cols;
    const data = Float64Array.from({ length: 15 * size }, (_, at) => {
      return all.images.data[2 * Math.floor(at / size) * size + (at % size)];
    });
    const spec = embeddingSpecSchema.parse({ method: 'emlpp', latent: [2], neighbours: 5, noise: 5, every: 2 });
    const source = {
      images: { ...all.images, count: 15, data },
      labels: Int32Array.from(images, (n) => all.labels[n]),
      datasetHash: (await engine.client.datasets.get({ id })).hash,
    };
    expect(embedding).toEqual(embed(spec, source, () => undefined));
  });

  it('names the field of a wrong setting, an unknown method, an unknown dataset', async () => {
    await expect(compute({ settings: { speed: 3 } })).rejects.toMatchObject({
      code: 'INVALID',
      data: { problems: [{ path: 'settings.speed' }] },
    });
    await expect(compute({ method: 'nothing' })).rejects.toMatchObject({ data: { problems: [{ path: 'method' }] } });
    const spec = embeddingSpecSchema.parse({ method: 'pca', latent: [2] });
    await expect(engine.client.embeddings.compute({ id: 99, ...spec })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('hands the attributes that fields compare to the fit', async () => {
    const fields = [{ neighbourhood: 'attribute', attribute: 'session', f: 'one', phi: 'lambda' }];
    const [last] = (await compute({ method: 'fields', settings: { fields } })).slice(-1);
    expect(last.kind).toBe('done');
    const other = { fields: [{ ...fields[0], attribute: 'light' }] };
    await expect(compute({ method: 'fields', settings: other })).rejects.toMatchObject({
      data: { problems: [{ message: 'settings: the images of "small" have no attribute "light"; it has session.' }] },
    });
  });

  it('tells why a fit cannot be had', async () => {
    const events = await compute({ latent: [30] });
    expect(events[events.length - 1]).toMatchObject({ kind: 'failed', reason: expect.stringContaining('30') });
  });

  it('stops when the stream is left', async () => {
    const controller = new AbortController();
    const spec = embeddingSpecSchema.parse({
      method: 'emepca',
      latent: [3],
      settings: { tolerance: 0, maxIterations: 100_000 },
    });
    const seen: EmbeddingEvent[] = [];
    for await (const event of await engine.client.embeddings.compute({ id, ...spec }, { signal: controller.signal })) {
      seen.push(event);
      if (event.kind === 'progress' && event.progress.done > 0) controller.abort();
    }
    // 10⁵ iterations would end with the result.
    expect(seen.every((event) => event.kind === 'progress')).toBe(true);
  });
});
