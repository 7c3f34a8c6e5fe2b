// @module-tag processes
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackTable } from '../../../../src/core/study/table/packedTable.ts';
import { openEngine, type Engine } from '../../../../src/main/engine/engine.ts';
import { smallDataset } from '../../../support/smallDataset.ts';
import { scratch } from '../../cli/harness.ts';

describe('mistakes of a cell', () => {
  const here = scratch();
  let engine: Engine;
  let id: number;

  beforeAll(async () => {
    const workspacePath = here.at('inside.eigenbench');
    engine = await openEngine({ workspacePath, host: 'browser', roots: [], workers: 1, log: 'none' });
    engine.addDataset('small', smallDataset(), 'test');
    const spec = {
      name: 'inside',
      dataset: 'small',
      protocol: { kind: 'random', trainPerSubject: [2], repeats: 1 },
      methods: [{ method: 'pca' }],
    } as const;
    const study = await engine.client.studies.create({ spec: structuredClone(spec) as never });
    ({ id } = study);
    await engine.client.studies.run({ id });
    for await (const _ of await engine.client.studies.watch({ id }));
  });
  afterAll(async () => {
    await engine.close();
    await here.remove();
  });

  const cell = { condition: 'k=2', repeat: 1 };

  it('lists as many mistakes as the study counts at that shape, each with the image it was taken for', async () => {
    const table = unpackTable((await engine.client.studies.results({ id })).table);
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
});
