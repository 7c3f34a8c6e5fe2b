import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BANDS } from '../../../../src/core/figures/charts/lineChart.ts';
import { curveAxis, EPC_STEPS, FALSE_ACCEPTANCE } from '../../../../src/core/measures/curves.ts';
import { openEngine, type Engine } from '../../../../src/main/engine/engine.ts';
import { smallDataset } from '../../../support/smallDataset.ts';
import { sharedFolder } from '../../../support/temporaryFolder.ts';

const condition = 'folds=3,pairs=all,development=1';
const folder = sharedFolder();
let engine: Engine;
let id: number;
let faces: number;

async function run(spec: Parameters<Engine['client']['studies']['create']>[0]['spec']): Promise<number> {
  const study = await engine.client.studies.create({ spec });
  await engine.client.studies.run({ id: study.id });
  for await (const { state } of await engine.client.studies.watch({ id: study.id })) if (state === 'finished') break;
  return study.id;
}

beforeAll(async () => {
  engine = await openEngine({ workspacePath: join(folder, 'w'), host: 'browser', roots: [] });
  engine.addDataset('faces', smallDataset({ subjects: 12, perSubject: 4 }), '');
  const common = { dataset: 'faces', methods: [{ method: 'pca', latent: [2, 6] }], comparison: { alpha: 0.05 } };
  id = await run({
    ...common,
    name: 'pairs',
    protocol: { kind: 'pairs', folds: 3 },
    // Folds that each decide some pairs wrongly.
    draws: 'pixels',
    measures: ['verification', 'operating-points', 'decisions'],
  });
  faces = await run({
    ...common,
    name: 'recognised',
    protocol: { kind: 'random', trainPerSubject: [2], repeats: 2 },
    measures: ['verification', 'identification'],
  });
});
afterAll(async () => {
  await engine.close();
});

describe('bands of a study of verification', () => {
  it.each(BANDS)('are drawn as $title, around the same curve', async ({ id: band, note }) => {
    const figure = { kind: 'roc', band } as const;
    const [{ points }] = await engine.client.studies.characteristics({ id, figure });
    expect(points.map(({ x }) => x)).toEqual(FALSE_ACCEPTANCE);
    const svg = await (await engine.client.studies.figure({ ids: [id], figure })).text();
    expect(svg.includes('class="band"')).toBe(band !== 'none');
    if (note !== '') expect(svg).toContain(note.slice(0, 20));
    const det = await (await engine.client.studies.figure({ ids: [id], figure: { ...figure, kind: 'det' } })).text();
    expect(det.includes('class="band"')).toBe(band !== 'none');
  });

  it('over subjects hold the curve, are the same again, and are refused where no pairs are compared', async () => {
    const figure = { kind: 'roc', band: 'subjects' } as const;
    const [first, second] = await Promise.all([1, 2].map(() => engine.client.studies.characteristics({ id, figure })));
    expect(first).toEqual(second);
    const drawn = first[0].points.flatMap(({ y, interval }) => (interval ? [{ y, ...interval }] : []));
    expect(drawn.length).toBeGreaterThan(3);
    expect(drawn.every(({ y, low, high }) => low <= y && y <= high)).toBe(true);
    expect(drawn.some(({ low, high }) => high - low > 0.05)).toBe(true);
    expect(first[0].points[0].interval).toBeNull();
    for (const asked of [{ id: faces, figure }, { id: faces, figure: { ...figure, kind: 'cmc' } } as const]) {
      await expect(engine.client.studies.characteristics(asked)).rejects.toThrow(/of pairs are drawn over subjects/);
    }
    const cmc = { kind: 'cmc', band: 'interval' } as const;
    const [{ points }] = await engine.client.studies.characteristics({ id: faces, figure: cmc });
    expect(points.every(({ y, interval }) => interval !== null && interval!.low <= y)).toBe(true);
  });
});

describe('a study whose development pairs are separated', () => {
  it('is told with the range of HTER in the table of errors, too', async () => {
    const known = await run({
      name: 'known',
      dataset: 'faces',
      protocol: { kind: 'pairs', folds: 3, developmentFolds: 0 },
      methods: [{ method: 'lda', latent: [6] }],
      measures: ['decisions'],
    });
    const { table } = await engine.client.studies.results({ id: known });
    expect(table.rows[0].entries[0]).toMatchObject({ mean: null, undecided: 3 });
    const [least, most] = table.rows[0].entries[0].hterRange!;
    expect(most).toBeGreaterThan(least + 5);
    expect(table.footer.join(' ')).toContain(`LDA (3 cells, HTER between ${least.toFixed(1)} and`);
  });
});

describe('expected performance', () => {
  it('is the mean over the folds, over the weights, and no measure of studies without a threshold', async () => {
    const figure = { kind: 'epc' } as const;
    const [{ points }] = await engine.client.studies.characteristics({ id, figure });
    expect(points.map(({ x }) => x)).toEqual(curveAxis('epc', EPC_STEPS + 1));
    expect(points.every(({ y, std }) => y > 0 && y <= 0.5 && std !== null)).toBe(true);
    const svg = await (await engine.client.studies.figure({ ids: [id], figure })).text();
    expect(svg).toContain('Weight α of false acceptance');
    expect(svg).toContain('class="band"');
    await expect(engine.client.studies.characteristics({ id: faces, figure })).rejects.toThrow(
      /not measured "epc"; a spec asks for it by "decisions"/,
    );
    const subjects = { ...figure, band: 'subjects' } as const;
    await expect(engine.client.studies.characteristics({ id, figure: subjects })).rejects.toThrow(/only ROC and DET/);
  });
});

describe('intervals of a method', () => {
  it('are of every measure of verification, around the mean of the table', async () => {
    const { measures, lack } = await engine.client.studies.intervals({ id, label: 'PCA', condition });
    expect(lack).toBeNull();
    const ids = measures.map(({ measure }) => measure);
    expect(ids).toEqual([
      'error-rate',
      'verification-auc',
      'verification-eer',
      'tar-at-far-10',
      'min-dcf',
      'min-hter',
      'hter',
      'false-acceptance',
      'false-rejection',
    ]);
    for (const { measure, mean, repeats, subjects } of measures) {
      const { table } = await engine.client.studies.results({ id, options: { measure } });
      expect(mean).toBeCloseTo(table.rows[0].entries[0].mean!, 10);
      if (repeats) expect((repeats.low + repeats.high) / 2).toBeCloseTo(mean, 10);
      if (measure === 'error-rate' || measure === 'false-acceptance') expect(subjects).toBeNull();
      else expect(subjects!.low < mean + 1e-9 && subjects!.high > mean - 1e-9, measure).toBe(true);
    }
  });

  it('are refused of what is not there, and of other studies', async () => {
    const { intervals } = engine.client.studies;
    await expect(intervals({ id, label: 'none', condition })).rejects.toThrow(/no method labelled "none"/);
    await expect(intervals({ id, label: 'PCA', condition: 'none' })).rejects.toThrow(/no condition "none"/);
    await expect(intervals({ id: faces, label: 'PCA', condition: 'k=2' })).rejects.toThrow(/compares no pairs/);
  });
});
