import { describe, expect, it } from 'vitest';
import { findMethod } from '../../../../src/core/methods/registry.ts';
import { methodIdentity, planSize, planStudy } from '../../../../src/core/study/plan/plan.ts';
import { facts, smallSpec } from '../smallDataset.ts';

const keys = (change: Parameters<typeof smallSpec>[0] = {}): string[] =>
  planStudy(smallSpec(change), facts).cells.map((cell) => cell.key);

describe('planStudy', () => {
  it('goes breadth first over repeats', () => {
    const order = planStudy(smallSpec(), facts).cells.map((cell) => [cell.repeat, cell.condition, cell.label]);
    expect(order.slice(0, 5)).toEqual([
      [1, 'k=2', 'PCA'],
      [1, 'k=2', 'GLRAM'],
      [1, 'k=3', 'PCA'],
      [1, 'k=3', 'GLRAM'],
      [2, 'k=2', 'PCA'],
    ]);
    expect(order).toHaveLength(12);
  });

  it('gives every cell its own key', () => {
    expect(new Set(keys()).size).toBe(12);
  });

  it('keeps the keys of cells when methods, repeats or conditions are added or moved', () => {
    const before = keys();
    const after = new Set(
      keys({
        protocol: { kind: 'random', trainPerSubject: [4, 3, 2], repeats: 5 },
        methods: [{ method: 'ppca' }, { method: 'glram', latent: { qr: [2], qc: [1, 2] } }, { method: 'pca' }],
      }),
    );
    expect(after.size).toBe(45);
    for (const key of before) expect(after).toContain(key);
  });

  it('keeps the keys when a default is written out or a label or the name of the study changes', () => {
    const settings = planStudy(smallSpec({ methods: [{ method: 'bppca' }] }), facts).methods[0].settings;
    expect(Object.keys(settings).length).toBeGreaterThan(0);
    expect(keys({ methods: [{ method: 'bppca', label: 'bilinear', settings }], name: 'other' })).toEqual(
      keys({ methods: [{ method: 'bppca' }] }),
    );
  });

  it('changes every key with the seed, the dataset and the latent grid', () => {
    const [before, methods] = [new Set(keys()), [{ method: 'pca' }, { method: 'glram' }]];
    for (const key of keys({ seed: 8 })) expect(before).not.toContain(key);
    for (const cell of planStudy(smallSpec(), { hash: 'other' }).cells) expect(before).not.toContain(cell.key);
    expect(keys({ methods }).filter((key) => before.has(key))).toHaveLength(6);
  });

  it('changes the key of a method whose arithmetic has another revision, and by nothing else of its declaration', () => {
    const [entry, pca] = [smallSpec({ methods: [{ method: 'pca' }] }).methods[0], findMethod('pca')!];
    const key = methodIdentity(entry, pca, {});
    expect(methodIdentity(entry, { ...pca, revision: 2 }, {})).not.toBe(key);
    expect(methodIdentity(entry, { ...pca, title: 'another' }, {})).toBe(key);
  });

  it('knows an explicit split by its images, not by its place', () => {
    const [a, b] = [
      { train: [0, 1, 2, 5], test: [6] },
      { train: [0, 1, 2, 6], test: [5] },
    ];
    const of = (splits: (typeof a)[]) => keys({ protocol: { kind: 'explicit', splits }, methods: [{ method: 'pca' }] });
    expect(of([b, a])).toEqual(of([a, b]).reverse());
  });
});

describe('planSize', () => {
  it('counts one fit a cell for nested methods and one a shape for the others', () => {
    // 2 conditions × 3 repeats: PCA 6 fits, GLRAM 6 × 2 shapes.
    expect(planSize(smallSpec(), facts)).toMatchObject({
      cells: 12,
      fits: 18,
      methods: [
        { label: 'PCA', shapes: 14, largest: [14] },
        { label: 'GLRAM', shapes: 2, largest: [2, 2] },
      ],
    });
  });

  it('counts the shapes of every explicit split by its own training set', () => {
    const splits = [
      { train: [0, 1, 2, 3], test: [5] },
      { train: [0, 1, 2, 3, 4, 5], test: [6] },
    ];
    const size = planSize(smallSpec({ protocol: { kind: 'explicit', splits }, methods: [{ method: 'pca' }] }), facts);
    expect(size).toMatchObject({ cells: 2, fits: 2, methods: [{ shapes: 5 }] });
  });
});
