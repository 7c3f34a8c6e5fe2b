import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellIdentity, planCells, type PlannedCell, inShard } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import type { StudySpec, StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import { repeatKeys, repeatName } from '../../../../src/core/study/spec/conditions.ts';
import { splitHash, splitOf } from '../../../../src/core/study/plan/splits.ts';
import { evaluateCell } from '../../../../src/core/study/cells/evaluate.ts';
import { taskOf } from '../evaluateAll.ts';
import { data, facts, smallSpec } from '../smallDataset.ts';

type Protocol = StudySpecInput['protocol'];

/** Three splits, so that lists of them repeat some. */
const pool = [
  { train: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], test: [10, 11, 12, 13, 14] },
  { train: [10, 11, 12, 13, 14, 15, 16, 17, 18, 19], test: [0, 1, 2, 3, 4] },
  { train: [20, 21, 22, 23, 24], test: [0, 1, 2] },
];
const splits = fc.array(fc.constantFrom(...pool), { minLength: 1, maxLength: 5 });
const draws = fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined });
const explicit = (list: typeof pool, repeats: number | undefined): Protocol => ({
  kind: 'explicit',
  splits: list,
  ...(repeats !== undefined && { repeats }),
});

/** A protocol, and the same with more splits, draws, repeats or conditions. */
const extensions = fc.oneof(
  fc
    .record({ list: splits, more: fc.array(fc.constantFrom(...pool), { maxLength: 4 }), draws, added: fc.nat(2) })
    .map(({ list, more, draws, added }) => [
      explicit(list, draws),
      explicit([...list, ...more], added === 0 ? draws : (draws ?? 1) + added),
    ]),
  fc.record({ repeats: fc.integer({ min: 1, max: 4 }), added: fc.nat(3) }).chain(({ repeats, added }) =>
    fc.constantFrom<Protocol[]>(
      [
        { kind: 'random', trainPerSubject: [2], repeats },
        { kind: 'random', trainPerSubject: [3, 2], repeats: repeats + added },
      ],
      [
        { kind: 'k-fold', folds: 3, repeats },
        { kind: 'k-fold', folds: 3, repeats: repeats + added },
      ],
      [
        { kind: 'gallery', worldSubjects: 2, galleryPerSubject: [1], repeats },
        { kind: 'gallery', worldSubjects: 2, galleryPerSubject: [2, 1], repeats: repeats + added },
      ],
    ),
  ),
);

const methods: StudySpecInput['methods'] = [
  { method: 'pca', latent: [2] },
  { method: 'glram', latent: 'adaptive' },
];
const noisy: StudySpecInput['perturbations'] = [{ kind: 'gaussian-noise', sigma: [2], on: 'both' }];
const specOf = (protocol: Protocol, change: Partial<StudySpecInput> = {}): StudySpec =>
  smallSpec({ protocol, methods, perturbations: noisy, selection: { innerSplits: 1 }, ...change });

const tasksOf = (spec: StudySpec): Map<string, { cell: PlannedCell; task: ReturnType<typeof taskOf> }> => {
  const plan = planCells(planStudy(spec), facts);
  return new Map(plan.cells.map((cell) => [cellIdentity(cell), { cell, task: taskOf(spec, facts, plan, cell) }]));
};

describe('repeats of predefined splits', () => {
  it('are distinct, however often a split is listed or drawn', () => {
    fc.assert(
      fc.property(splits, draws, (list, repeats) => {
        const spec = specOf(explicit(list, repeats));
        const plan = planCells(planStudy(spec), facts);
        expect(plan.repeats).toBe(list.length * (repeats ?? 1));
        for (const values of [
          plan.cells.map(({ key }) => key),
          plan.cells.map(cellIdentity),
          [...tasksOf(spec).values()].map(({ task }) => JSON.stringify([task.methodKey, task.repeat])),
        ]) {
          expect(new Set(values).size).toBe(plan.cells.length);
        }
        for (let repeat = 1; repeat <= plan.repeats; repeat++) {
          const { train, test } = splitOf(spec, facts, 'explicit', repeat);
          expect([[...train], [...test]]).toEqual(Object.values(list[(repeat - 1) % list.length]));
        }
      }),
    );
  });

  it('have the keys and random numbers of old where a split is listed for the first time', () => {
    const protocol = specOf(explicit([pool[0], pool[1], pool[0]], 2)).protocol;
    const [a, b, again, ...further] = repeatKeys(protocol, 6);
    expect([a, b]).toEqual(repeatKeys(specOf(explicit([pool[0], pool[1]], undefined)).protocol, 2));
    expect(a).toMatch(/^[0-9a-f]{16}$/);
    expect(again).toBe(`${a}#3`);
    expect(further).toEqual([`${a}#1.2`, `${b}#2.2`, `${a}#3.2`]);
    expect([1, 2, 3, 4, 5, 6].map((repeat) => repeatName(protocol, repeat))).toEqual([1, 2, 3, '1.2', '2.2', '3.2']);
  });

  it('are computed from other noise each, on one split', () => {
    const spec = specOf(explicit([pool[0]], 3));
    const plan = planCells(planStudy(spec), facts);
    const cells = plan.cells.filter(({ label }) => label === 'PCA');
    const found = cells.map((cell) => evaluateCell(taskOf(spec, facts, plan, cell), data, () => undefined));
    expect(new Set(found.map(({ nearest }) => String(nearest))).size).toBe(3);
    const hashes = [1, 2, 3].map((repeat) => splitHash(splitOf(spec, facts, 'explicit', repeat)));
    expect(new Set(hashes).size).toBe(1);
  });

  it('are dealt out to shards, each to one', () => {
    const plan = planCells(planStudy(specOf(explicit(pool, 4))), facts);
    const owners = plan.cells.map(({ condition }, position) =>
      [1, 2, 3].filter((index) => inShard({ index, count: 3 }, { condition, position }, plan)),
    );
    expect(owners.every((shards) => shards.length === 1)).toBe(true);
    expect(new Set(owners.flat())).toEqual(new Set([1, 2, 3]));
  });
});

describe('an extension of any protocol', () => {
  it('never changes what a finished repeat is computed from', () => {
    fc.assert(
      fc.property(extensions, fc.boolean(), ([small, large], more) => {
        const change: Partial<StudySpecInput> = more
          ? { methods: [{ method: 'ppca', latent: [1] }, ...methods], perturbations: [{ kind: 'none' }, ...noisy] }
          : {};
        const [before, after] = [tasksOf(specOf(small)), tasksOf(specOf(large, change))];
        for (const [identity, { cell, task }] of before) {
          // The key is what a result is stored under, the task all that it is computed from.
          expect(after.get(identity)?.cell.key).toBe(cell.key);
          expect(after.get(identity)?.task).toEqual(task);
        }
      }),
    );
  });
});
