import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FitDetails, FitEvent } from '../../../../src/core/contract/fit.ts';
import { openEngine, type Engine } from '../../../../src/main/engine/engine.ts';
import { smallDataset } from '../../../support/smallDataset.ts';
import { scratch } from '../../cli/harness.ts';

describe('a cell that is looked into', () => {
  const here = scratch();
  let engine: Engine;
  let id: number;

  beforeAll(async () => {
    const workspacePath = here.at('inside.eigenbench');
    engine = await openEngine({ workspacePath, host: 'browser', roots: [], workers: 1, log: 'none' });
    engine.addDataset('small', smallDataset(), 'test');
    const slow = { tolerance: 0, maxIterations: 100_000 };
    const spec = {
      name: 'inside',
      dataset: 'small',
      protocol: { kind: 'random', trainPerSubject: [2], repeats: 1 },
      methods: [
        { method: 'pca' },
        { method: 'bppca', latent: { qc: [2], qr: [2] } },
        { method: 'emepca', latent: [3], label: 'slow', settings: slow },
      ],
    } as const;
    const study = await engine.client.studies.create({ spec: structuredClone(spec) as never });
    ({ id } = study);
    await engine.client.studies.run({ id });
    for await (const event of await engine.client.studies.watch({ id })) {
      // The last cell would take for ever.
      if (event.progress.done === 2) break;
    }
    await engine.client.studies.cancel({ id });
  }, 60_000);
  afterAll(async () => {
    await engine.close();
    await here.remove();
  });

  const cell = { condition: 'k=2', repeat: 1 };
  const look = async (of: { label: string; shape: number[] }): Promise<FitEvent<FitDetails>[]> => {
    const events: FitEvent<FitDetails>[] = [];
    for await (const event of await engine.client.studies.fitDetails({ id, ...cell, ...of })) events.push(event);
    return events;
  };

  it('gives trace, basis images and reconstructions of a fit that recognises the same subjects', async () => {
    const [first, ...others] = await look({ label: 'BPPCA', shape: [2, 2] });
    expect(first).toMatchObject({ kind: 'progress', progress: { running: ['Fitting BPPCA'] } });
    const last = others[others.length - 1];
    if (last.kind !== 'done') throw new Error(JSON.stringify(last));
    const { fit, basis, rebuilt, same, tests } = last.result;
    expect([same, tests]).toEqual([18, 18]);
    expect(fit!.traces[0]).toMatchObject({ name: 'objective', quantity: { name: 'log-likelihood', unit: 'nats' } });
    expect(fit!.traces[0].values.length).toBeGreaterThan(1);
    expect(fit!.iterationSeconds).toHaveLength(fit!.traces[0].values.length);
    expect(basis).toMatchObject({
      entries: [
        [1, 1],
        [1, 2],
        [2, 1],
        [2, 2],
      ],
      images: { count: 4, rows: 12, cols: 10 },
    });
    expect(rebuilt!.images).toHaveLength(8);
    const { test } = await engine.client.studies.split({ id, ...cell });
    expect(rebuilt!.images.every((image) => test.includes(image))).toBe(true);
    expect(rebuilt!.reconstructions).toMatchObject({ count: 8, rows: 12, cols: 10 });
  });

  it('lists as many mistakes as the study counts at that shape, each with the image it was taken for', async () => {
    const { table } = await engine.client.studies.results({ id });
    const entry = table.rows.find(({ label }) => label === 'PCA')!.entries[0];
    const [shape, errors] = [[...entry.shape!], entry.values[entry.repeats.indexOf(1)]];
    const { mistakes, tests } = await engine.client.studies.mistakes({ id, ...cell, label: 'PCA', shape });
    expect((100 * mistakes.length) / tests).toBeCloseTo(errors, 9);
    const { train, test } = await engine.client.studies.split({ id, ...cell });
    for (const { image, nearest, right, truth, predicted } of mistakes) {
      expect(test).toContain(image);
      expect(train).toContain(nearest);
      expect(train).toContain(right);
      expect(truth).not.toBe(predicted);
    }
    const worst = await engine.client.studies.mistakes({ id, ...cell, label: 'PCA', shape: [1] });
    expect(worst.mistakes.length).toBeGreaterThan(mistakes.length);
  });

  it('refuses cells and shapes that there are not, and cells that are not finished', async () => {
    const refused = (of: { label: string; shape: number[] }) =>
      expect(engine.client.studies.fitDetails({ id, ...cell, ...of })).rejects;
    await refused({ label: 'LDA', shape: [1] }).toMatchObject({
      data: { problems: [{ message: 'The study has no cell "LDA, k=2, repeat 1".' }] },
    });
    await refused({ label: 'PCA', shape: [40] }).toMatchObject({
      data: { problems: [{ message: 'The cell "PCA, k=2, repeat 1" has no shape (40).' }] },
    });
    await refused({ label: 'slow', shape: [3] }).toMatchObject({ code: 'CONFLICT' });
  });
});
