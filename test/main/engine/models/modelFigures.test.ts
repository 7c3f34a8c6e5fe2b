// @module-tag processes
/** Figures that ask cells which are fitted again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackTable } from '../../../../src/core/study/table/packedTable.ts';
import type { FigureSpecInput } from '../../../../src/core/figures/registry.ts';
import { openEngine, type Engine } from '../../../../src/main/engine/engine.ts';
import { smallDataset } from '../../../support/smallDataset.ts';
import { scratch } from '../../cli/harness.ts';

const here = scratch();
let engine: Engine;
let id: number;

beforeAll(async () => {
  const workspacePath = here.at('figures.eigenbench');
  engine = await openEngine({ workspacePath, host: 'browser', roots: [], workers: 1, log: 'none', readers: true });
  engine.addDataset('small', smallDataset({ subjects: 12, perSubject: 4, bytes: true }), 'test');
  const study = await engine.client.studies.create({
    spec: {
      name: 'figures',
      dataset: 'small',
      protocol: { kind: 'random', trainPerSubject: [2], repeats: 2 },
      measures: ['verification'],
      methods: [
        { method: 'pca', latent: [2, 6] },
        { method: 'lda', latent: [3] },
        { method: 'glram', latent: { qc: [2, 6], qr: [2, 6] } },
      ],
    },
  });
  ({ id } = study);
  await engine.client.studies.run({ id });
  for await (const { state } of await engine.client.studies.watch({ id })) if (state === 'finished') break;
});
afterAll(async () => {
  await engine.close();
  await here.remove();
});

async function marksOf(svg: string): Promise<string[]> {
  return [...svg.matchAll(/class="(right|answer|other) name"/g)].map(([, part]) => part);
}

describe('reconstructions', () => {
  it('are a row per method that has them, and a column per latent dimension of the grids', async () => {
    const figure: FigureSpecInput = { kind: 'reconstructions', condition: 'k=2' };
    const svg = await (await engine.client.studies.figure({ ids: [id], figure })).text();
    expect([...svg.matchAll(/class="row name"[^>]*>([^<]+)</g)].map(([, name]) => name)).toEqual(['PCA', 'GLRAM']);
    expect(svg.match(/class="column name"/g)).toHaveLength(3);
    expect(svg.match(/<image /g)).toHaveLength(2 * 3);
    expect(svg).toContain('No reconstructions: LDA.');
    const errors = [...svg.matchAll(/\((\d)\), RMSE ([\d.]+)/g)].map(([, q, rmse]) => [Number(q), Number(rmse)]);
    expect(errors.map(([q]) => q)).toEqual([2, 6]);
    expect(errors[1][1]).toBeLessThan(errors[0][1]);
  });
});

describe('score densities', () => {
  it('count every pair, and meet the equal error rate that the study has measured', async () => {
    const { table } = await engine.client.studies.results({ id, options: { measure: 'verification-eer' } });
    const [measured] = unpackTable(table).rows[1].entries[0].values;
    const figure: FigureSpecInput = { kind: 'score-densities', labels: ['LDA'], repeat: 1 };
    const svg = await (await engine.client.studies.figure({ ids: [id], figure })).text();
    // 24 test images, and two gallery images of each of 12 subjects.
    expect(svg).toContain(`${24 * 2} genuine pairs`);
    expect(svg).toContain(`${24 * 22} impostor pairs`);
    const [, rate] = svg.match(/equal error rates, ([\d.]+)%/)!;
    // The study interpolates between two of 48 genuine pairs.
    expect(Math.abs(Number(rate) - measured)).toBeLessThan(100 / 48);
  });
});

describe('wrong pairs', () => {
  it('are as many as the equal error rate says, and are refused where no pairs are compared', async () => {
    const { client } = engine;
    const spec = {
      name: 'pairs',
      dataset: 'small',
      protocol: { kind: 'pairs' as const, folds: 3 },
      measures: ['verification' as const],
      methods: [{ method: 'pca', latent: [3] }],
    };
    const study = await client.studies.create({ spec });
    await client.studies.run({ id: study.id });
    for await (const { state } of await client.studies.watch({ id: study.id })) if (state === 'finished') break;
    const figure: FigureSpecInput = { kind: 'wrong-pairs', label: 'PCA', images: 2 };
    const svg = await (await client.studies.figure({ ids: [study.id], figure })).text();
    const results = await client.studies.results({ id: study.id, options: { measure: 'verification-eer' } });
    const table = unpackTable(results.table);
    const [measured] = table.rows[0].entries[0].values;
    const headings = [...svg.matchAll(/class="heading"[^>]*>\w+: (\d+) of (\d+) (\w+) pairs/g)];
    expect(headings.map(([, , , kind]) => kind)).toEqual(['impostor', 'genuine']);
    for (const [, wrong, all] of headings) {
      const genuine = Number(headings[1][2]);
      expect(Math.abs((100 * Number(wrong)) / Number(all) - measured)).toBeLessThan(200 / genuine);
    }
    // Two of each kind, of two faces each.
    expect(svg.match(/<image /g)).toHaveLength(8);
    await expect(client.studies.figure({ ids: [id], figure })).rejects.toThrow('compares no pairs');
    const named = await client.studies.wrongPairs({ id: study.id, figure });
    expect(named.groups.map(({ heading }) => svg.includes(heading))).toEqual([true, true]);
    const pairs = named.groups.flatMap((group) => group.pairs);
    expect(pairs.map(({ value }) => svg.includes(value))).toEqual([true, true, true, true]);
    expect(pairs.map(({ names }) => names.length)).toEqual([2, 2, 1, 1]);
    await expect(client.studies.wrongPairs({ id, figure })).rejects.toThrow('compares no pairs');
  });
});

describe('why a mistake', () => {
  const where = { condition: 'k=2', repeat: 2 };

  it('marks the right subject and the one that the study has stored as the answer', async () => {
    const { table } = await engine.client.studies.results({ id });
    const { shape } = table.rows[0].entries[0];
    const { mistakes } = await engine.client.studies.mistakes({ id, ...where, label: 'PCA', shape: [...shape!] });
    const [{ image, truth, predicted }] = mistakes;
    const figure: FigureSpecInput = { kind: 'mistake', labels: ['PCA', 'LDA'], ...where, image };
    const svg = await (await engine.client.studies.figure({ ids: [id], figure })).text();
    expect(svg).toContain(`Test image no. ${image}, subject ${truth}`);
    expect(svg).toContain(`${predicted} instead of ${truth}`);
    expect(svg.match(/<image /g)!.length).toBeGreaterThanOrEqual(5);
  });

  it('takes the first image that one method misses where none is named', async () => {
    const figure: FigureSpecInput = { kind: 'mistake', labels: ['PCA', 'LDA'] };
    const svg = await (await engine.client.studies.figure({ ids: [id], figure })).text();
    expect(svg).toMatch(/Test image no. \d+, subject/);
    expect(await marksOf(svg)).toContain('right');
  });

  it('is refused for an image that is no test image', async () => {
    const { train } = await engine.client.studies.split({ id, ...where });
    const figure: FigureSpecInput = { kind: 'mistake', labels: ['PCA', 'LDA'], ...where, image: train[0] };
    await expect(engine.client.studies.figure({ ids: [id], figure })).rejects.toThrow('tests this image');
  });
});
