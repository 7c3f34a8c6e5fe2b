/** The protocols besides random draws: who is trained on and who is tested. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestNeighbours } from '../../../support/nearestNeighbours.ts';
import { selectImages } from '../../../../src/core/images/imageSet.ts';
import { findMethod } from '../../../../src/core/methods/registry.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { checkSpec } from '../../../../src/core/study/spec/check.ts';
import { conditionsOf, repeatCount } from '../../../../src/core/study/spec/conditions.ts';
import type { DatasetFacts } from '../../../../src/core/dataset.ts';
import { evaluateCell } from '../../../../src/core/study/cells/evaluate.ts';
import { planSize, planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import type { Split } from '../../../../src/core/protocols/split.ts';
import type { StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import { splitHash, splitOf, testToTrain } from '../../../../src/core/study/plan/splits.ts';
import { summariseStudy } from '../../../../src/core/study/table/summarise.ts';
import { evaluateAll, taskOf } from '../evaluateAll.ts';
import { data, facts as bare, labels, smallSpec } from '../smallDataset.ts';

/** 5 subjects × 6 images; image n is of subject n mod 5, session 1 + ⌊n / 10⌋. */
const facts: DatasetFacts = {
  ...bare,
  attributes: Array.from(labels, (_, n) => ({
    session: String(1 + Math.floor(n / 10)),
    ...(n < 10 && { glasses: 'yes' }),
  })),
};
const all = Array.from(labels, (_, n) => n);
const specOf = (protocol: StudySpecInput['protocol'], change: Partial<StudySpecInput> = {}) =>
  smallSpec({ protocol, methods: [{ method: 'pca' }], ...change });
const splitsOf = (spec: ReturnType<typeof specOf>, source = facts): Split[] =>
  conditionsOf(spec.protocol).flatMap(({ key }) =>
    Array.from({ length: repeatCount(spec, source) }, (_, i) => splitOf(spec, source, key, i + 1)),
  );
const sorted = (images: Iterable<number>): number[] => [...images].sort((a, b) => a - b);
const problemsOf = (protocol: StudySpecInput['protocol'], change: Partial<StudySpecInput> = {}) =>
  checkSpec(specOf(protocol, change), facts).problems.map((problem) => problem.message);

describe('the first k images', () => {
  it('are those of every subject in the order of the dataset', () => {
    const [two] = splitsOf(specOf({ kind: 'first', trainPerSubject: [2] }));
    expect([...two.train]).toEqual(all.slice(0, 10));
    expect([...two.test]).toEqual(all.slice(10));
  });
});

describe('splits by attribute', () => {
  it('train on some values and test on others, or on all others', () => {
    const spec = specOf({
      kind: 'attribute',
      attribute: 'session',
      splits: [{ train: ['1'], test: ['3'] }, { train: ['2'] }],
    });
    const [given, rest] = splitsOf(spec);
    expect([[...given.train], [...given.test]]).toEqual([all.slice(0, 10), all.slice(20)]);
    expect([[...rest.train], [...rest.test]]).toEqual([all.slice(10, 20), [...all.slice(0, 10), ...all.slice(20)]]);
    expect(conditionsOf(spec.protocol).map(({ title }) => title)).toEqual(['session 1 → 3', 'session 2 → others']);
  });

  it('leave out one value after the other', () => {
    const splits = splitsOf(specOf({ kind: 'leave-one-value-out', attribute: 'session' }));
    expect(splits.map(({ test }) => [...test])).toEqual([all.slice(0, 10), all.slice(10, 20), all.slice(20)]);
    for (const { train, test } of splits) expect(sorted([...train, ...test])).toEqual(all);
  });

  it('name an attribute or value that does not exist', () => {
    expect(problemsOf({ kind: 'leave-one-value-out', attribute: 'pose' })).toEqual([
      'protocol.attribute: the images of "small" have no attribute "pose"; it has glasses, session.',
    ]);
    expect(problemsOf({ kind: 'attribute', attribute: 'session', splits: [{ train: ['1'], test: ['4'] }] })).toEqual([
      'protocol.splits[0].test: "session" is never "4"; its values are 1, 2, 3.',
    ]);
    expect(problemsOf({ kind: 'attribute', attribute: 'session', splits: [{ train: ['1', '2', '3'] }] })).toEqual([
      'protocol.splits[0].train: all values of "session" are in it; none is left for testing.',
    ]);
    expect(problemsOf({ kind: 'attribute', attribute: 'session', splits: [{ train: ['1'], test: ['1'] }] })).toEqual([
      'protocol.splits[0].test: "1" is also among the training values.',
    ]);
    expect(problemsOf({ kind: 'leave-one-value-out', attribute: 'glasses' })).toEqual([
      'protocol.attribute: every image has "glasses" yes; nothing is left for training.',
    ]);
  });
});

describe('cross-validation', () => {
  it('tests every image once a draw, in folds that are stratified and of equal size but for one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 6, maxLength: 40 }),
        fc.integer({ min: 2, max: 6 }),
        fc.integer({ min: 1, max: 3 }),
        fc.nat(),
        (drawn, folds, repeats, seed) => {
          const source = { hash: 'h', labels: Int32Array.from(drawn), subjects: ['a', 'b', 'c', 'd'] };
          const protocol = { kind: 'k-fold' as const, folds, repeats };
          for (let draw = 0; draw < repeats; draw++) {
            const splits = Array.from({ length: folds }, (_, f) =>
              splitOf({ protocol, seed }, source, `folds=${folds}`, draw * folds + f + 1),
            );
            expect(sorted(splits.flatMap(({ test }) => [...test]))).toEqual(drawn.map((_, n) => n));
            const sizes = splits.map(({ test }) => test.length);
            expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
            for (const subject of [0, 1, 2, 3]) {
              const counts = splits.map(({ test }) => test.filter((n) => drawn[n] === subject).length);
              expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
            }
            for (const { train, test } of splits) expect(sorted([...train, ...test])).toEqual(drawn.map((_, n) => n));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is drawn anew in every repeat, and the same again from the same seed', () => {
    const spec = specOf({ kind: 'k-fold', folds: 3, repeats: 2 });
    const hashes = splitsOf(spec).map(splitHash);
    expect(new Set(hashes).size).toBe(6);
    expect(splitsOf(spec).map(splitHash)).toEqual(hashes);
    expect(testToTrain(spec, facts, 'folds=3', [1, 2, 3, 4, 5, 6])).toBeCloseTo(0.5, 12);
    expect(testToTrain(spec, facts, 'folds=3', [])).toBe(0);
  });

  it('leaves one image out at a time', () => {
    const splits = splitsOf(specOf({ kind: 'leave-one-out' }));
    expect(splits.map(({ test }) => [...test])).toEqual(all.map((n) => [n]));
    expect(splits.every(({ train }) => train.length === 29)).toBe(true);
  });

  it('needs no more folds than images', () => {
    expect(problemsOf({ kind: 'k-fold', folds: 31 })).toEqual([
      'protocol.folds: 31 folds of 30 images leave some without test images.',
    ]);
  });
});

describe('gallery and probes', () => {
  const spec = specOf(
    { kind: 'gallery', worldSubjects: 3, galleryPerSubject: [1, 2], repeats: 4 },
    {
      methods: [
        { method: 'pca', latent: [2, 4] },
        { method: 'glram', latent: { qc: [2], qr: [2] } },
      ],
    },
  );

  it('have subjects that the model was not learned on, and k gallery images of each', () => {
    for (const { train, test, gallery } of splitsOf(spec)) {
      const subjects = (images: Int32Array) => new Set(Array.from(images, (n) => labels[n]));
      expect(subjects(train).size).toBe(3);
      expect(subjects(gallery!)).toEqual(subjects(test));
      expect([...subjects(train)].some((subject) => subjects(test).has(subject))).toBe(false);
      expect(sorted([...train, ...test, ...gallery!])).toEqual(all);
    }
    const { gallery } = splitOf(spec, facts, 'world=3,gallery=2', 1);
    expect(gallery).toHaveLength(4);
  });

  it('are compared with each other by codes of the model of the world set', () => {
    const plan = planCells(planStudy(spec), facts);
    for (const cell of plan.cells.slice(0, 2)) {
      const task = taskOf(spec, facts, plan, cell);
      const { train, test, gallery } = task.split;
      const result = evaluateCell(task, data, () => undefined);
      const method = findMethod(task.methodId)!;
      result.shapes.forEach((shape, s) => {
        const training = { images: selectImages(data.images, train), labels: null };
        const fit = method.fit(training, shape, task.settings, {
          random: stream('x'),
          checkCancelled: () => undefined,
        });
        const nearest = nearestNeighbours(
          method.encode(fit, selectImages(data.images, gallery!)),
          method.encode(fit, selectImages(data.images, test)),
        );
        expect([...result.nearest.slice(s * test.length, (s + 1) * test.length)]).toEqual([...nearest]);
        expect(result.wrong[s]).toBe([...test].filter((n, t) => labels[gallery![nearest[t]]] !== labels[n]).length);
      });
    }
  });

  it('need at least two subjects besides the world set', () => {
    expect(problemsOf({ kind: 'gallery', worldSubjects: 4, galleryPerSubject: [1], repeats: 1 })).toEqual([
      'protocol.worldSubjects: 4 of 5 subjects for the world leave fewer than 2 for the test.',
    ]);
  });
});

describe('a subset of the images', () => {
  const random = { kind: 'random' as const, trainPerSubject: [1], repeats: 2 };

  it('is all that takes part', () => {
    const spec = specOf(random, {
      subset: { attributes: { session: ['1', '3'] }, subjects: ['subject 1', 'subject 2'] },
    });
    for (const { train, test } of splitsOf(spec)) {
      expect(sorted([...train, ...test])).toEqual([0, 1, 5, 6, 20, 21, 25, 26]);
      expect(train).toHaveLength(2);
    }
    expect(checkSpec(spec, facts).problems).toEqual([]);
    expect(planSize(planStudy(spec), facts).methods[0].largest).toEqual([1]);
    expect(planCells(planStudy(spec), facts).cells[0].key).not.toBe(
      planCells(planStudy(specOf(random)), facts).cells[0].key,
    );
  });

  it('is checked by name', () => {
    expect(problemsOf(random, { subset: { subjects: ['subject 1', 'nobody'] } })).toEqual([
      'subset.subjects: there is no subject "nobody".',
    ]);
    expect(problemsOf(random, { subset: { images: [0, 1, 30] } })).toEqual([
      'subset.images: there is no image 30; indices run from 0 to 29.',
    ]);
    expect(problemsOf(random, { subset: { images: [0, 5] } })).toEqual([
      'subset: it leaves 1 subject of "small"; recognition needs at least 2.',
    ]);
    expect(
      problemsOf({ kind: 'explicit', splits: [{ train: [0, 1], test: [5] }] }, { subset: { images: [0, 1] } }),
    ).toEqual(['subset: it leaves protocol.splits[0].test no image, expected at least 1.']);
  });
});

describe('a study of any protocol', () => {
  it.each<StudySpecInput['protocol']>([
    { kind: 'first', trainPerSubject: [2, 3] },
    { kind: 'attribute', attribute: 'session', splits: [{ train: ['1'] }] },
    { kind: 'leave-one-value-out', attribute: 'session' },
    { kind: 'k-fold', folds: 3, repeats: 2 },
    { kind: 'leave-one-out' },
    { kind: 'gallery', worldSubjects: 2, galleryPerSubject: [1], repeats: 2 },
  ])('$kind runs from check to table', (protocol) => {
    const spec = specOf(protocol);
    expect(checkSpec(spec, facts).problems).toEqual([]);
    const plan = planCells(planStudy(spec), facts);
    expect(planSize(planStudy(spec), facts).cells).toBe(plan.cells.length);
    expect(new Set(plan.cells.map((cell) => cell.key)).size).toBe(plan.cells.length);
    const table = summariseStudy(plan, evaluateAll(spec, facts, data, plan));
    expect(table.done).toBe(table.total);
    expect(table.rows[0].entries.every((entry) => entry.mean !== null && entry.mean < 80)).toBe(true);
  });
});
