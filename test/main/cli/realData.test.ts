// @module-tag processes
/**
 * Every set of the benchmark data is imported by one command, and the audit finds the defects that its README lists.
 */
import { afterAll, describe, expect, it } from 'vitest';
import type { DatasetAudit } from '../../../src/core/contract/audits.ts';
import type { ImportReport } from '../../../src/core/contract/imports.ts';
import { needsRealData, realData } from '../../support/realData.ts';
import { scratch } from './harness.ts';

const here = scratch();
afterAll(() => here.remove());

type Imported = ImportReport & { readonly audit: DatasetAudit };

async function imported(path: string, options: readonly string[] = []): Promise<Imported> {
  const { code, stdout, stderr } = await here.run(
    'import',
    realData(path),
    '--name',
    path.replaceAll('/', '-'),
    '--json',
    ...options,
  );
  expect(stderr.split('\n').filter((line) => line !== '' && !line.startsWith('{'))).toEqual([]);
  expect(code).toBe(0);
  return JSON.parse(stdout) as Imported;
}

async function audited(path: string): Promise<DatasetAudit> {
  const { code, stdout } = await here.run('audit', path.replaceAll('/', '-'), '--json');
  expect(code).toBe(0);
  return JSON.parse(stdout) as DatasetAudit;
}

/** Subject and condition of the duplicates of the Yale database, as its README lists them. */
const duplicates = [
  ...['02', '03', '06', '07', '09', '12', '14'].map((subject) => [subject, 'noglasses', 'normal'] as const),
  ['08', 'glasses', 'normal'] as const,
  ['04', 'normal', 'sad'] as const,
];

const alphabetical = 'centerlight glasses happy leftlight noglasses normal rightlight sad sleepy surprised wink'.split(
  ' ',
);
const asNumbered = 'centerlight surprised wink glasses happy leftlight noglasses normal rightlight sad sleepy'.split(
  ' ',
);

/** The pairs as image numbers in a file of fifteen subjects with these conditions in order. */
const pairsIn = (order: readonly string[]): number[][] =>
  duplicates
    .map(([subject, ...conditions]) =>
      conditions.map((condition) => (Number(subject) - 1) * 11 + order.indexOf(condition)).sort((a, b) => a - b),
    )
    .sort(([a], [b]) => a - b);

describe('the benchmark data', needsRealData('orl', 'yale', 'mat', 'frey', 'mnist', 'usps', 'iris'), () => {
  it.each([
    ['orl', 400, 40, [112, 92], [10, 10]],
    ['mat/ORL_32x32.mat', 400, 40, [32, 32], [10, 10]],
    ['mat/ORL_64x64.mat', 400, 40, [64, 64], [10, 10]],
    ['frey/frey_rawface.mat', 1965, 1, [28, 20], [1965, 1965]],
    ['frey/frey-images-idx3-ubyte', 1965, 1, [28, 20], [1965, 1965]],
    // Digits do not show the order of their pixels.
    ['usps', 11000, 10, [16, 16], [1100, 1100], ['--pixel-order', 'rows']],
    ['mnist', 10000, 10, [28, 28], [892, 1135]],
  ])(
    '%s has its counts and none of the defects that an import looks for',
    async (path, count, subjects, shape, each, options: readonly string[] = []) => {
      const { dataset, problems, audit } = await imported(path, options);
      expect([dataset.count, dataset.subjects, [dataset.rows, dataset.cols], dataset.perSubject]).toEqual([
        count,
        subjects,
        shape,
        each,
      ]);
      expect([problems, audit.exact, audit.constant, audit.truncated, audit.counts.single]).toEqual([
        [],
        [],
        [],
        [],
        [],
      ]);
      expect(audit.counts.least < audit.counts.most).toBe(path === 'mnist');
    },
  );

  it('yale has nine pairs of identical images, each within a subject', async () => {
    const { dataset, problems, audit } = await imported('yale');
    expect(dataset).toMatchObject({ count: 165, subjects: 15, rows: 243, cols: 320, perSubject: [11, 11] });
    expect(problems).toEqual([]);
    const named = audit.exact.map(({ images, sameSubject }) => {
      expect(sameSubject).toBe(true);
      return images.map((n) => audit.images[n].file);
    });
    const files = duplicates.map(([subject, ...conditions]) =>
      conditions.map((name) => `subject${subject}.${name}.gif`),
    );
    expect(named).toEqual(files.sort(([a], [b]) => (a < b ? -1 : 1)));
  });

  it('mat/Yale_64x64.mat has two identical pairs, and all nine duplicates are recognised though they were cropped anew', async () => {
    const { dataset, audit } = await imported('mat/Yale_64x64.mat');
    expect(dataset).toMatchObject({ count: 165, subjects: 15, rows: 64, cols: 64 });
    // Rows 41 and 43, 95 and 96, counted from 1.
    expect(audit.exact.map(({ images }) => images)).toEqual([
      [40, 42],
      [94, 95],
    ]);
    const { near, recropped } = await audited('mat/Yale_64x64.mat');
    const found = [...near.pairs, ...recropped.pairs].map(({ images }) => [...images]);
    expect([...found, [40, 42], [94, 95]].sort(([a], [b]) => a - b)).toEqual(pairsIn(asNumbered));
  });

  it('mat/Yale_32x32.mat has no identical pairs; eight of the nine duplicates are recognised, and nothing else', async () => {
    const { audit } = await imported('mat/Yale_32x32.mat');
    expect(audit.exact).toEqual([]);
    const { near, recropped } = await audited('mat/Yale_32x32.mat');
    expect(near.pairs).toEqual([]);
    const found = recropped.pairs.map(({ images }) => images.join());
    const expected = pairsIn(alphabetical).map((pair) => pair.join());
    expect(found).toHaveLength(8);
    expect(expected).toEqual(expect.arrayContaining(found));
  });

  it('orl and its files have no duplicates beyond pairs of frames taken one after another', async () => {
    for (const [path, most] of [
      ['orl', 2],
      ['mat/ORL_64x64.mat', 2],
      ['mat/ORL_32x32.mat', 6],
    ] as const) {
      const { near, recropped } = await audited(path);
      expect(near.count).toBe(0);
      expect(recropped.pairs.length).toBeLessThanOrEqual(most);
    }
  });

  it('iris is a table of vectors with its genuine repetitions', async () => {
    const { dataset, audit } = await imported('iris');
    expect(dataset).toMatchObject({ count: 150, subjects: 3, rows: 4, cols: 1, perSubject: [50, 50] });
    expect(audit.exact.map(({ images }) => images)).toContainEqual([101, 142]);
  });
});
