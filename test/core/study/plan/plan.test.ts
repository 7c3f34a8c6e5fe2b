import { describe, expect, it } from 'vitest';
import { findMethod } from '../../../../src/core/methods/registry.ts';
import { planSize, planCells, extensionProblems, inShard, shardSizes } from '../../../../src/core/study/plan/plan.ts';
import {
  methodIdentity,
  methodRows,
  rowLists,
  rowSettings,
  searchesGrid,
  statedSettings,
  planStudy,
} from '../../../../src/core/study/study.ts';
import { facts, smallSpec } from '../smallDataset.ts';

const keys = (change: Parameters<typeof smallSpec>[0] = {}): string[] =>
  planCells(planStudy(smallSpec(change)), facts).cells.map((cell) => cell.key);

describe('planStudy', () => {
  it('goes breadth first over repeats', () => {
    const order = planCells(planStudy(smallSpec()), facts).cells.map((cell) => [
      cell.repeat,
      cell.condition,
      cell.label,
    ]);
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
    const settings = planCells(planStudy(smallSpec({ methods: [{ method: 'bppca' }] })), facts).methods[0].settings;
    expect(Object.keys(settings).length).toBeGreaterThan(0);
    expect(keys({ methods: [{ method: 'bppca', label: 'bilinear', settings }], name: 'other' })).toEqual(
      keys({ methods: [{ method: 'bppca' }] }),
    );
  });

  it('changes every key with the seed, the dataset and the latent grid', () => {
    const [before, methods] = [new Set(keys()), [{ method: 'pca' }, { method: 'glram' }]];
    for (const key of keys({ seed: 8 })) expect(before).not.toContain(key);
    for (const cell of planCells(planStudy(smallSpec()), { ...facts, hash: 'other' }).cells)
      expect(before).not.toContain(cell.key);
    expect(keys({ methods }).filter((key) => before.has(key))).toHaveLength(6);
  });

  it('changes the key of a method whose arithmetic has another revision, and by nothing else of its declaration', () => {
    const [entry, pca] = [smallSpec({ methods: [{ method: 'pca' }] }).methods[0], findMethod('pca')!];
    const key = methodIdentity(entry, pca, {});
    expect(methodIdentity(entry, { ...pca, revision: (pca.revision ?? 1) + 1 }, {})).not.toBe(key);
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
    expect(planSize(planStudy(smallSpec()), facts)).toMatchObject({
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
    const size = planSize(
      planStudy(smallSpec({ protocol: { kind: 'explicit', splits }, methods: [{ method: 'pca' }] })),
      facts,
    );
    expect(size).toMatchObject({ cells: 2, fits: 2, methods: [{ shapes: 5 }] });
  });
});

describe('planSize of what is fitted more often, or not at all', () => {
  const size = (change: Parameters<typeof smallSpec>[0]) => {
    const { cells, fits, methods } = planSize(planStudy(smallSpec(change)), facts);
    return { cells, fits, combinations: methods.map(({ combinations }) => combinations) };
  };

  it('counts a fit again for each inner split and each combination of settings', () => {
    expect(size({ selection: { innerSplits: 3 } })).toEqual({ cells: 12, fits: 4 * 18, combinations: [1, 1] });
    const methods = [{ method: 'lpp', settings: { neighbours: [1, 2, 3] } }];
    expect(size({ methods })).toEqual({ cells: 18, fits: 18, combinations: [3] });
  });

  it('counts no fits of results that were computed elsewhere', () => {
    const elsewhere = { source: 'a.csv', holds: 'predictions' as const, sha256: 'ab'.repeat(32) };
    const methods = [{ method: 'pca' }, { method: 'elsewhere', label: 'Ours', elsewhere }];
    expect(size({ methods })).toEqual({ cells: 12, fits: 6, combinations: [1, 1] });
  });

  it('counts shapes of the images after the features, of the method alone where it has its own', () => {
    const glram = { method: 'glram', latent: 'default' as const };
    const region: { region: Record<'rows' | 'cols', [number, number]> } = { region: { rows: [0, 3], cols: [0, 2] } };
    const shapes = (change: Parameters<typeof smallSpec>[0]) =>
      planSize(planStudy(smallSpec(change)), facts).methods.map(({ largest }) => largest);
    const [whole, part] = [shapes({ methods: [glram] }), shapes({ methods: [glram], features: [region] })];
    expect(part).not.toEqual(whole);
    expect(shapes({ methods: [{ ...glram, features: [region] }] })).toEqual(part);
    expect(shapes({ methods: [{ ...glram, features: [] }], features: [region] })).toEqual(whole);
  });
});

describe('the rows of a study', () => {
  const spec = smallSpec({
    methods: [
      { method: 'pca' },
      { method: 'lpp', settings: { neighbours: [2, 3] } },
      { method: 'pca', label: 'kNN', classifier: { kind: 'knn', k: [1, 3] } },
    ],
  });
  const { methods } = planCells(planStudy(spec), facts);
  const [pca, lpp, knn] = methodRows(methods);

  it('are methods, or all combinations of what they list', () => {
    expect(methodRows(methods).map(({ label, methodId, methods: own }) => [label, methodId, own.length])).toEqual([
      ['PCA', 'pca', 1],
      ['LPP', 'lpp', 2],
      ['kNN', 'pca', 2],
    ]);
    expect(rowSettings(lpp)).toEqual({ ...lpp.methods[0].settings, neighbours: [2, 3] });
    expect(rowSettings(pca)).toEqual(pca.methods[0].settings);
    expect([pca, lpp, knn].map(rowLists)).toEqual([[], [['neighbours', [2, 3]]], [['classifier k', [1, 3]]]]);
  });

  it('state their settings without the defaults, those of a combination as its own', () => {
    expect(methods.map((method) => statedSettings(spec, method))).toEqual([
      {},
      { neighbours: 2 },
      { neighbours: 3 },
      {},
      {},
    ]);
    const given = smallSpec({ methods: [{ method: 'lpp', label: 'Own', settings: { neighbours: 4 } }] });
    expect(statedSettings(given, planCells(planStudy(given), facts).methods[0])).toEqual({ neighbours: 4 });
    expect(statedSettings(spec, { ...methods[0], label: 'nobody' })).toEqual({});
  });

  it('search their grid where they have shapes, are asked to, and have no fit for all of them', () => {
    const searches = (methodId: string, latent: 'adaptive' | 'default') => searchesGrid({ methodId, latent });
    expect([
      searches('glram', 'adaptive'),
      searches('glram', 'default'),
      searches('pca', 'adaptive'),
      searches('none', 'adaptive'),
    ]).toEqual([true, false, false, false]);
    expect(() => searches('nobody', 'adaptive')).toThrow('Unknown method "nobody"');
  });
});

describe('the keys of cells', () => {
  it('are others with the classifier, features, selection, measures and subset of a study', () => {
    const before = new Set(keys());
    for (const change of [
      { classifier: { kind: 'nearest-mean' } },
      { features: ['unit-norm'] },
      { selection: { innerSplits: 1 } },
      { measures: ['verification'] },
      { subset: { images: Array.from({ length: 25 }, (_, image) => image) } },
    ] satisfies Parameters<typeof smallSpec>[0][]) {
      expect(keys(change).filter((key) => before.has(key))).toEqual([]);
    }
  });

  it('are others of the row alone that has its own classifier or features', () => {
    const before = new Set(keys({ methods: [{ method: 'pca' }, { method: 'lda' }] }));
    for (const own of [{ classifier: { kind: 'nearest-mean' as const } }, { features: ['unit-norm'] }]) {
      const after = keys({ methods: [{ method: 'pca', ...own }, { method: 'lda' }] });
      expect(after.filter((key) => before.has(key))).toHaveLength(6);
    }
  });
});

const plan = (change: Parameters<typeof smallSpec>[0] = {}) => planCells(planStudy(smallSpec(change)), facts);
const explicit = (...firsts: number[]) =>
  plan({
    protocol: { kind: 'explicit', splits: firsts.map((first) => ({ train: [first, 3, 4], test: [5, 6] })) },
  });

describe('extensionProblems', () => {
  it('has none where a plan keeps every cell', () => {
    expect(extensionProblems(plan().cells, plan())).toEqual([]);
    expect(extensionProblems(explicit(0).cells, explicit(0, 1))).toEqual([]);
  });

  it('names the first cell that would be lost and counts the others', () => {
    const [{ message }] = extensionProblems(plan().cells, plan({ seed: 99 }));
    expect(message).toContain('(PCA, k=2, repeat 1 and 11 more)');
  });

  it('finds the draws of predefined splits again when splits are added behind them, and more draws', () => {
    const drawn = (count: number, repeats: number) =>
      plan({
        protocol: {
          kind: 'explicit',
          splits: Array.from({ length: count }, (_, n) => ({ train: [n, 3, 4], test: [5, 6] })),
          repeats,
        },
      });
    for (const [count, repeats] of [
      [2, 3],
      [1, 4],
      [3, 4],
    ]) {
      expect(extensionProblems(drawn(1, 3).cells, drawn(count, repeats))).toEqual([]);
    }
    expect(extensionProblems(drawn(2, 3).cells, drawn(2, 2))).toHaveLength(1);
  });

  it('takes a predefined split under another number for another cell', () => {
    expect(extensionProblems(explicit(0).cells, explicit(1, 0))).toHaveLength(1);
  });
});

describe('inShard', () => {
  const spec = smallSpec({ protocol: { kind: 'random', trainPerSubject: [2, 3], repeats: 6 } });
  const plan = planCells(planStudy(spec), facts);

  it('gives every cell to exactly one shard, and repeats of every method to each', () => {
    for (const count of [1, 2, 3, 5, 100]) {
      const owners = plan.cells.map(({ condition }, position) =>
        Array.from({ length: count }, (_, i) => i + 1).filter((index) =>
          inShard({ index, count }, { condition, position }, plan),
        ),
      );
      expect(owners.every((shards) => shards.length === 1)).toBe(true);
      if (count > 3) continue;
      const groups = new Map<string, number>();
      plan.cells.forEach(({ label, condition }, position) => {
        const group = `${label} ${condition} ${owners[position][0]}`;
        groups.set(group, (groups.get(group) ?? 0) + 1);
      });
      expect(new Set(groups.values())).toEqual(new Set([6 / count]));
      expect(groups.size).toBe(4 * count);
    }
  });

  it('deals the repeats of a method out in turn, each method one shard further', () => {
    const dealt = planCells(
      planStudy(smallSpec({ protocol: { kind: 'random', trainPerSubject: [2], repeats: 4 } })),
      facts,
    );
    const shards = dealt.cells.map((_, position) =>
      [1, 2, 3].find((index) => inShard({ index, count: 3 }, { condition: 'k=2', position }, dealt)),
    );
    expect(dealt.methods).toHaveLength(2);
    // Repeat by repeat, two methods each.
    expect(shards).toEqual([1, 2, 2, 3, 3, 1, 1, 2]);
    expect(shardSizes(8, 2, 3)).toEqual([3, 3, 2]);
  });

  it('plans the cells of a shard alone, as the whole plan has them', () => {
    for (const shard of [
      { index: 2, count: 3 },
      { index: 5, count: 100 },
      { index: 1, count: 2, condition: 'k=3' },
    ]) {
      const own = planCells(planStudy(spec), facts, shard);
      expect(own.cells).toEqual(plan.cells.filter((cell) => inShard(shard, cell, plan)));
      expect(own).toEqual({ ...plan, cells: own.cells });
    }
    expect(plan.cells.map(({ position }) => position)).toEqual(plan.cells.map((_, position) => position));
    expect(plan.size).toBe(plan.cells.length);
  });

  it('of one condition has its cells alone, each in one shard', () => {
    const wanted = plan.conditions[1].key;
    const owners = plan.cells.map(({ condition }, position) =>
      [1, 2, 3].filter((index) => inShard({ index, count: 3, condition: wanted }, { condition, position }, plan)),
    );
    expect(owners.map(({ length }) => length)).toEqual(
      plan.cells.map(({ condition }) => (condition === wanted ? 1 : 0)),
    );
  });
});
