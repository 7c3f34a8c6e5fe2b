import { describe, expect, it } from 'vitest';
import { studyManifest } from '../../../../src/core/study/plan/manifest.ts';
import { parseManifest, type RecordedManifest, manifestSpec } from '../../../../src/core/study/plan/manifestFile.ts';
import {
  leftOutText,
  rowsLeftOut,
  rowsWithoutVectors,
  withoutRows,
} from '../../../../src/core/study/plan/manifestRows.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import type { StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import { facts, smallSpec } from '../smallDataset.ts';

describe('the rows that a reproduction leaves out', () => {
  /** Of here, from a file, and of programs; as a manifest has them. */
  const manifest = {
    methods: [{ label: 'PCA' }, { label: 'Net', elsewhere: { file: 'net.csv' } }, { label: 'CNN' }, { label: 'Old' }],
    spec: {
      methods: [
        { method: 'pca' },
        { method: 'elsewhere' },
        { method: 'cnn', program: { version: 'v1' } },
        { method: 'old', program: { version: 'v1' } },
      ],
    },
  } as unknown as RecordedManifest;
  const here = (versions: Record<string, string>) => (method: string) =>
    method in versions ? { version: versions[method] } : undefined;
  const whys = (
    asked: Parameters<typeof rowsLeftOut>[1],
    versions: Record<string, string> = { cnn: 'v1', old: 'v1' },
  ) => rowsLeftOut(manifest, asked, here(versions)).map(({ label, method, why }) => [label, method, why].join(' '));

  it('are those of files, and of programs that are not here in the same version', () => {
    expect(whys({})).toEqual(['Net elsewhere elsewhere']);
    expect(whys({}, { old: 'v2' })).toEqual([
      'Net elsewhere elsewhere',
      'CNN cnn unregistered',
      'Old old other-version',
    ]);
    // Earlier releases had another version for the same program.
    const renamed = rowsLeftOut(manifest, {}, () => ({ version: 'v2', formerVersion: 'v1' }));
    expect(renamed.map(({ label }) => label)).toEqual(['Net']);
  });

  it('are those that are not asked for, whatever else they are', () => {
    const others = ['Net elsewhere not-asked-for', 'CNN cnn not-asked-for', 'Old old not-asked-for'];
    expect(whys({ only: ['PCA'] }, {})).toEqual(others);
    expect(whys({ without: ['Net', 'CNN', 'Old'] }, {})).toEqual(others);
    expect(whys({ only: ['PCA', 'CNN'], without: ['CNN'] })).toEqual(others);
  });

  it('must be rows of the manifest', () => {
    for (const asked of [{ only: ['PCA', 'LDA'] }, { without: ['LDA'] }]) {
      expect(() => whys(asked)).toThrow('has no row "LDA": it has "PCA", "Net", "CNN", "Old".');
    }
  });

  it('are listed with their reasons', () => {
    expect(leftOutText(rowsLeftOut(manifest, { without: ['PCA'] }, here({ old: 'v2' })))).toBe(
      '"PCA" (not asked for), "Net" (computed elsewhere), "CNN" (an external method that is not registered here), ' +
        '"Old" (an external method that is registered here in another version)',
    );
  });
});

describe('rows on attached vectors', () => {
  const rows = { methods: [{ label: 'PCA' }, { label: 'Deep' }, { label: 'Own' }] } as RecordedManifest;
  const spec = smallSpec({
    methods: [
      { method: 'pca' },
      { method: 'none', label: 'Deep', features: ['deep'] },
      { method: 'none', label: 'Own', features: ['own', 'unit-norm'] },
    ],
  });
  const noisy = {
    ...spec,
    perturbations: smallSpec({ perturbations: [{ kind: 'gaussian-noise', sigma: [9], on: 'test' }] }).perturbations,
  };
  const vectors = { hash: 'a', length: 3 };
  const whys = (of: typeof spec, attachments: Parameters<typeof rowsWithoutVectors>[2]) =>
    rowsWithoutVectors(rows, of, attachments).map(({ label, why }) => `${label} ${why}`);

  it('need the vectors, and under perturbations their network', () => {
    expect(whys(spec, { deep: vectors, own: vectors })).toEqual([]);
    expect(whys(spec, { own: vectors })).toEqual(['Deep no-vectors']);
    expect(whys(noisy, { deep: vectors, own: { ...vectors, network: true } })).toEqual(['Deep no-network']);
    expect(whys(noisy, {})).toEqual(['Deep no-vectors', 'Own no-vectors']);
  });
});

describe('a manifest without some rows', () => {
  const methods: StudySpecInput['methods'] = [
    { method: 'pca' },
    { method: 'lpp', settings: { neighbours: [3, 5] } },
    { method: 'glram', latent: { qc: [1, 2], qr: [2] } },
  ];
  const spec = smallSpec({ methods, comparison: { test: 'welch', baseline: 'LPP' } });
  const engine = { appVersion: '1', commit: null, runtime: 'Node', libraries: {}, kernel: 'test' };
  const dataset = { ...facts, preprocessing: null, making: [] };
  const written = studyManifest(engine, spec, dataset, planCells(planStudy(spec), facts), new Map());
  const manifest = parseManifest(JSON.parse(JSON.stringify(written)));
  const without = (...labels: string[]) =>
    withoutRows(
      manifest,
      labels.map((label) => ({ label, method: 'any', why: 'not-asked-for' as const })),
      spec,
    );
  const cellLabels = ({ cells }: RecordedManifest) => [...new Set(cells.map(({ label }) => label))];

  it('lacks their cells, of every combination of listed settings, and keeps all others', () => {
    expect(cellLabels(manifest)).toEqual(['PCA', 'LPP [neighbours 3]', 'LPP [neighbours 5]', 'GLRAM']);
    const left = without('LPP');
    expect(cellLabels(left)).toEqual(['PCA', 'GLRAM']);
    expect(left.cells).toHaveLength(12);
    expect(left.methods.map(({ label }) => label)).toEqual(['PCA', 'GLRAM']);
    expect(left.spec.methods.map(({ method }) => method)).toEqual(['pca', 'glram']);
    expect(cellLabels(without('PCA', 'GLRAM'))).toEqual(['LPP [neighbours 3]', 'LPP [neighbours 5]']);
    expect(left.splits).toEqual(manifest.splits);
  });

  it('compares with the best where the baseline is gone, with the same test', () => {
    expect(without('LPP').spec.comparison).toMatchObject({ test: 'welch', baseline: 'best' });
    expect(without('PCA').spec.comparison).toMatchObject({ test: 'welch', baseline: 'LPP' });
    const plain = { ...manifest, spec: { ...manifest.spec, comparison: undefined } };
    expect(withoutRows(plain, [], spec).spec.comparison).toBeUndefined();
  });

  it('can be run: with the settings of then, defaults too, and with fields changed', () => {
    const made = manifestSpec(without('LPP'), { name: 'Again' });
    if (!made.ok) throw new Error(JSON.stringify(made.problems));
    expect(made.spec.name).toBe('Again');
    expect(made.spec.seed).toBe(spec.seed);
    expect(made.spec.methods.map(({ method, settings }) => [method, settings])).toEqual(
      [0, 2].map((row) => [methods[row].method, written.methods[row].settings]),
    );
    expect(Object.keys(made.spec.methods[1].settings)).not.toEqual([]);
    const keys = (study: typeof spec) => planCells(planStudy(study), facts).cells.map(({ key }) => key);
    expect(keys(spec)).toEqual(expect.arrayContaining(keys(made.spec)));
  });
});
