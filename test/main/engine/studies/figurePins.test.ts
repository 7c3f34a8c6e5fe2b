/**
 * Figures of a small study, from the stored cells to the bytes of their files: the file pins each by its SHA-256, to
 * show that a refactoring leaves the figures unchanged. `vitest -u` rewrites it.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FigurePageInput } from '../../../../src/core/figures/figurePage.ts';
import type { FigureSpecInput } from '../../../../src/core/figures/registry.ts';
import { openEngine, type Engine } from '../../../../src/main/engine/engine.ts';
import { smallDataset } from '../../../support/smallDataset.ts';
import { sharedFolder } from '../../../support/temporaryFolder.ts';

let engine: Engine;
const ids = { faces: 0, noisy: 0, pairs: 0, watched: 0, two: 0 };

/** The figures are of splits drawn by the hash of the pixels, which stay as they are. */
async function run(spec: Parameters<Engine['client']['studies']['create']>[0]['spec']): Promise<number> {
  const study = await engine.client.studies.create({ spec });
  await engine.client.studies.run({ id: study.id });
  for await (const { state } of await engine.client.studies.watch({ id: study.id })) if (state === 'finished') break;
  return study.id;
}

beforeAll(async () => {
  engine = await openEngine({ workspacePath: join(sharedFolder(), 'w'), host: 'browser', roots: [] });
  engine.addDataset('faces', smallDataset({ subjects: 12, perSubject: 4, bytes: true }), '');
  const methods = [
    { method: 'pca', latent: [2, 4, 8] },
    { method: 'lda', latent: [2, 3] },
    { method: 'fpca', latent: { qc: [1, 3], qr: [2, 4] } },
  ];
  const common = { dataset: 'faces', methods, comparison: { alpha: 0.05 } };
  ids.faces = await run({
    ...common,
    name: 'faces',
    protocol: { kind: 'random', trainPerSubject: [2, 3], repeats: 4 },
    draws: 'pixels',
    measures: ['verification', 'identification'],
  });
  ids.noisy = await run({
    ...common,
    name: 'noisy',
    protocol: { kind: 'random', trainPerSubject: [2], repeats: 3 },
    draws: 'pixels',
    perturbations: [{ kind: 'gaussian-noise', sigma: [20, 60], on: 'test' }],
  });
  ids.pairs = await run({
    ...common,
    name: 'pairs',
    protocol: { kind: 'pairs', folds: 3 },
    draws: 'pixels',
    measures: ['verification', 'decisions'],
  });
  ids.watched = await run({
    ...common,
    name: 'watched',
    protocol: { kind: 'watch-list', watchedSubjects: 6, trainPerSubject: [2], repeats: 2 },
    draws: 'pixels',
    measures: ['open-set'],
  });
  engine.addDataset('two', smallDataset({ subjects: 2, perSubject: 12, bytes: true }), '');
  ids.two = await run({
    ...common,
    dataset: 'two',
    methods: [{ method: 'pca', latent: [1, 3] }],
    name: 'two',
    protocol: { kind: 'random', trainPerSubject: [3], repeats: 3 },
    draws: 'pixels',
    measures: ['two-class'],
  });
});
afterAll(() => engine.close());

/** Every kind but that of computing time, which no two machines share. */
const figures: Readonly<
  Record<string, { readonly of: readonly (keyof typeof ids)[]; readonly figure: FigureSpecInput }>
> = {
  overview: { of: ['noisy'], figure: { kind: 'overview' } },
  'overview on one scale': { of: ['faces'], figure: { kind: 'overview', shading: 'all' } },
  curves: { of: ['faces'], figure: { kind: 'curves' } },
  'curves with bars': { of: ['faces'], figure: { kind: 'curves', spread: 'bars', scale: 'linear', shapes: 'square' } },
  'curves over numbers per code': { of: ['faces'], figure: { kind: 'curves', axis: 'codes', labels: ['PCA'] } },
  grid: { of: ['faces'], figure: { kind: 'heat-map', label: 'FPCA' } },
  conditions: { of: ['noisy'], figure: { kind: 'conditions', axis: 'gaussian-noise@test' } },
  facets: { of: ['noisy'], figure: { kind: 'conditions', facets: true, spread: 'band' } },
  'curves of all conditions': { of: ['noisy'], figure: { kind: 'curves', facets: true } },
  repeats: { of: ['faces'], figure: { kind: 'repeats' } },
  'joined repeats': { of: ['faces'], figure: { kind: 'repeats', labels: ['PCA', 'LDA'] } },
  confusion: { of: ['noisy'], figure: { kind: 'confusion', label: 'PCA' } },
  power: { of: ['faces'], figure: { kind: 'power', labels: ['PCA', 'FPCA'] } },
  difference: { of: ['faces'], figure: { kind: 'difference' } },
  'difference of two': { of: ['noisy'], figure: { kind: 'difference', labels: ['PCA', 'LDA'], measure: 'accuracy' } },
  hardest: { of: ['faces'], figure: { kind: 'hardest', images: 7 } },
  split: { of: ['faces'], figure: { kind: 'split', condition: 'k=3', repeat: 2 } },
  'split of pairs': { of: ['pairs'], figure: { kind: 'split' } },
  ranks: { of: ['noisy'], figure: { kind: 'ranks' } },
  'ranks over datasets': { of: ['faces', 'noisy'], figure: { kind: 'ranks', per: 'condition', alpha: 0.1 } },
  practical: { of: ['noisy'], figure: { kind: 'practical' } },
  'practical against one': { of: ['noisy'], figure: { kind: 'practical', against: 'PCA', rope: 0.5 } },
  cmc: { of: ['faces'], figure: { kind: 'cmc' } },
  roc: { of: ['faces'], figure: { kind: 'roc', band: 'none' } },
  'roc of pairs': { of: ['pairs'], figure: { kind: 'roc', band: 'subjects' } },
  det: { of: ['pairs'], figure: { kind: 'det', labels: ['LDA'] } },
  epc: { of: ['pairs'], figure: { kind: 'epc', band: 'interval' } },
  dir: { of: ['watched'], figure: { kind: 'dir' } },
  'roc of two classes': { of: ['two'], figure: { kind: 'two-class-roc' } },
};

const column = { width: 'column' } as const;
const looks = [
  { name: 'light.svg', format: 'svg', theme: 'light' },
  { name: 'dark.svg', format: 'svg', theme: 'dark' },
  { name: 'serif.svg', format: 'svg', theme: 'light', page: { family: 'serif' } },
  { name: 'column.svg', format: 'svg', theme: 'light', page: column },
  { name: 'page.svg', format: 'svg', theme: 'dark', page: { width: 'page', fontSize: 10, legend: 'below' } },
  { name: 'column.pdf', format: 'pdf', theme: 'light', page: column },
  { name: 'page.pdf', format: 'pdf', theme: 'light', page: { width: 'page', family: 'serif', legend: 'inside' } },
  { name: 'screen.pdf', format: 'pdf', theme: 'dark' },
  { name: 'column.tex', format: 'tex', theme: 'light', page: column },
  { name: 'screen.tex', format: 'tex', theme: 'dark', page: { family: 'serif' } },
] as const satisfies readonly {
  name: string;
  format: 'svg' | 'pdf' | 'tex';
  theme: 'light' | 'dark';
  page?: FigurePageInput;
}[];

it('have the same bytes as ever', async () => {
  const pins: Record<string, Record<string, string>> = {};
  for (const [name, { of, figure }] of Object.entries(figures)) {
    pins[name] = {};
    for (const look of looks) {
      const { name: at, ...rest } = look;
      const asked = engine.client.studies.figure({ ids: of.map((study) => ids[study]), figure, ...rest });
      if ((figure.kind === 'hardest' || figure.kind === 'split') && rest.format === 'tex') {
        await expect(asked).rejects.toThrow('with images');
        continue;
      }
      const file = await asked;
      const bytes = new Uint8Array(await file.arrayBuffer());
      pins[name][at] = `${bytes.length} ${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}`;
    }
  }
  await expect(`${JSON.stringify(pins, null, 2)}\n`).toMatchFileSnapshot('figurePins.json');
});
