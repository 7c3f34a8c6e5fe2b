// @module-tag processes
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackTable } from '../../../../src/core/study/table/packedTable.ts';
import type { FitEvent } from '../../../../src/core/contract/procedures.ts';
import type { ModelSummary } from '../../../../src/core/contract/models.ts';
import { openEngine, type Engine } from '../../../../src/main/engine/engine.ts';
import { smallDataset } from '../../../support/smallDataset.ts';
import { scratch } from '../../cli/harness.ts';

describe('the model of a cell', () => {
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
        { method: 'mphopca', latent: { qc: [1], qr: [1] }, settings: { components: 2, starts: 1 } },
        { method: 'ppca', latent: [2] },
        { method: 'emepca', latent: [3], label: 'slow', settings: slow },
      ],
    } as const;
    const study = await engine.client.studies.create({ spec: structuredClone(spec) as never });
    ({ id } = study);
    await engine.client.studies.run({ id });
    for await (const event of await engine.client.studies.watch({ id })) {
      // The last cell would take for ever.
      if (event.progress.done === 4) break;
    }
    await engine.client.studies.cancel({ id });
  });
  afterAll(async () => {
    await engine.close();
    await here.remove();
  });

  const cell = { condition: 'k=2', repeat: 1 };
  const bppca = () => ({ id, ...cell, label: 'BPPCA', shape: [2, 2] });
  const open = async (of: { label: string; shape: number[] }): Promise<FitEvent<ModelSummary>[]> => {
    const events: FitEvent<ModelSummary>[] = [];
    for await (const event of await engine.client.models.open({ id, ...cell, ...of })) events.push(event);
    return events;
  };

  it('is fitted once, recognises the same subjects, and tells what it can be asked', async () => {
    const [first, ...others] = await open({ label: 'BPPCA', shape: [2, 2] });
    expect(first).toMatchObject({ kind: 'progress', progress: { running: ['Fitting BPPCA'] } });
    const last = others[others.length - 1];
    if (last.kind !== 'done') throw new Error(JSON.stringify(last));
    const { facts, same, tests, seconds } = last.result;
    expect([same, tests]).toEqual([18, 18]);
    expect(facts!.traces[0]).toMatchObject({ name: 'objective', quantity: { name: 'log-likelihood', unit: 'nats' } });
    expect(facts!.iterationSeconds).toHaveLength(facts!.traces[0].values.length);
    expect(facts!.code).toEqual({ rows: 2, cols: 2 });
    expect(facts!.answers).toEqual({
      reconstructions: true,
      spectrum: true,
      samples: true,
      imputation: false,
      components: false,
    });
    const again = (await open({ label: 'BPPCA', shape: [2, 2] })).at(-1);
    expect(again).toMatchObject({ kind: 'done', result: { seconds } });
  });

  it('shows its basis images, reconstructions of test images and their errors', async () => {
    const basis = await engine.client.models.basis({ ...bppca(), count: 3 });
    expect(basis).toMatchObject({
      total: 4,
      entries: [
        [1, 1],
        [1, 2],
        [2, 1],
      ],
      images: { count: 3, rows: 12, cols: 10 },
    });
    expect(basis.extents.every((extent) => extent > 0)).toBe(true);
    const { test } = await engine.client.studies.split({ id, ...cell });
    const rebuilt = await engine.client.models.rebuilt({ ...bppca(), block: { rows: 1, cols: 2 } });
    expect(rebuilt.positions.every((image) => test.includes(image))).toBe(true);
    expect(rebuilt.reconstructions).toMatchObject({ count: rebuilt.tests.length, rows: 12, cols: 10 });
    const errors = await engine.client.models.errors(bppca());
    expect([errors.rows, errors.cols, errors.rmse.length]).toEqual([[1, 2], [1, 2], 4]);
    expect(await engine.client.models.spectra(bppca())).toMatchObject([{ of: 'columns' }, { of: 'rows' }]);
  });

  it('rings on its map the test images that the study counts as mistakes', async () => {
    const table = unpackTable((await engine.client.studies.results({ id })).table);
    const { shape, values } = table.rows.find(({ label }) => label === 'PCA')!.entries[0];
    const map = await engine.client.models.map({ id, ...cell, label: 'PCA', shape: [...shape!] });
    const { mistakes } = await engine.client.studies.mistakes({ id, ...cell, label: 'PCA', shape: [...shape!] });
    const ringed = map.positions.test.filter((_, t) => map.wrong[t]);
    expect(ringed).toEqual(mistakes.map(({ image }) => image));
    expect((100 * ringed.length) / map.wrong.length).toBeCloseTo(values[0], 9);
    for (const { image, nearest } of mistakes) {
      expect(map.positions.train[map.nearest[map.positions.test.indexOf(image)]!]).toBe(nearest);
    }
    expect([map.test.x.length, map.train.y.length]).toEqual([map.positions.test.length, map.positions.train.length]);
  });

  it('draws images, fills missing pixels and shares out responsibilities where its method does', async () => {
    const samples = await engine.client.models.samples({ ...bppca(), seed: 3, count: 2 });
    expect([samples.images.count, samples.means?.count]).toEqual([2, 2]);
    expect(await engine.client.models.samples({ ...bppca(), seed: 3, count: 2 })).toEqual(samples);
    const ppca = { id, ...cell, label: 'PPCA', shape: [2] };
    const filled = await engine.client.models.imputation({ ...ppca, tests: [0, 3], hidden: 'left-half' });
    const holes = Buffer.from(filled.holes.pixels, 'base64');
    expect([filled.holes.count, holes.filter((value) => value === 255).length]).toEqual([2, 2 * 60]);
    expect(filled.rmse.every((rmse) => rmse! > 0)).toBe(true);
    const mixture = await engine.client.models.components({ id, ...cell, label: 'MPHOPCA', shape: [1, 1] });
    expect(mixture.means.count).toBe(mixture.weights.length);
    expect(mixture.responsibilities).toHaveLength(mixture.positions.length);
  });

  it('refuses what it has no answer to, with the reason', async () => {
    const refused = { code: 'CONFLICT', message: 'BPPCA does not estimate missing pixels here.' };
    await expect(engine.client.models.imputation(bppca())).rejects.toMatchObject(refused);
    await expect(engine.client.models.map({ ...bppca(), axes: [0, 9] })).rejects.toMatchObject({
      message: 'The code has no entry 10; it has 4.',
    });
  });

  it('refuses cells and shapes that there are not, and cells that are not finished', async () => {
    const refused = (of: { label: string; shape: number[] }) =>
      expect(engine.client.models.open({ id, ...cell, ...of })).rejects;
    await refused({ label: 'LDA', shape: [1] }).toMatchObject({
      data: { problems: [{ message: 'The study has no cell "LDA, k=2, repeat 1".' }] },
    });
    await refused({ label: 'PCA', shape: [40] }).toMatchObject({
      data: { problems: [{ message: 'The cell "PCA, k=2, repeat 1" has no shape (40).' }] },
    });
    await refused({ label: 'slow', shape: [3] }).toMatchObject({ code: 'CONFLICT' });
  });
});
