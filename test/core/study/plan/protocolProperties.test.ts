import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkProtocol } from '../../../../src/core/study/spec/checkChoices.ts';
import { conditionsOf, repeatCount } from '../../../../src/core/study/spec/conditions.ts';
import { includedImages, type DatasetFacts } from '../../../../src/core/dataset.ts';
import { restrict } from '../../../../src/core/protocols/subset.ts';
import type { Split } from '../../../../src/core/protocols/split.ts';
import type { Protocol } from '../../../../src/core/protocols/registry.ts';
import type { Subset } from '../../../../src/core/protocols/subset.ts';
import { splitHash, splitOf } from '../../../../src/core/study/plan/splits.ts';

const SESSIONS = ['1', '2', '3'];

/** Subjects of different size, in any order, with a session for most images. */
const dataset = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.constantFrom(...SESSIONS, '')), { minLength: 24, maxLength: 50 })
  .map((images): DatasetFacts => ({
    name: 'drawn',
    hash: 'drawn',
    rows: 2,
    cols: 2,
    // Four images of every subject come first, so that small splits always exist.
    labels: Int32Array.from([...Array.from({ length: 24 }, (_, i) => i % 6), ...images.map(([subject]) => subject)]),
    subjects: ['a', 'b', 'c', 'd', 'e', 'f'],
    attributes: [
      ...Array.from({ length: 24 }, (_, i) => ({ session: SESSIONS[Math.floor(i / 8)] })),
      ...images.map(([, session]): Record<string, string> => (session === '' ? {} : { session })),
    ],
  }));

const subset: fc.Arbitrary<Subset | undefined> = fc.constantFrom(
  undefined,
  { subjects: ['a', 'c', 'd', 'f'] },
  { attributes: { session: ['1', '2', '3'] } },
  { images: Array.from({ length: 24 }, (_, i) => i) },
);

const protocols: { title: string; protocol: Protocol; complete: boolean }[] = [
  { title: 'random', protocol: { kind: 'random', trainPerSubject: [1, 2], repeats: 2 }, complete: true },
  { title: 'first', protocol: { kind: 'first', trainPerSubject: [1, 3] }, complete: true },
  { title: 'k-fold', protocol: { kind: 'k-fold', folds: 3, repeats: 2 }, complete: true },
  { title: 'leave-one-out', protocol: { kind: 'leave-one-out' }, complete: true },
  {
    title: 'gallery',
    protocol: { kind: 'gallery', worldSubjects: 2, galleryPerSubject: [1, 2], repeats: 2 },
    complete: true,
  },
  {
    title: 'attribute',
    protocol: { kind: 'attribute', attribute: 'session', splits: [{ train: ['1'] }, { train: ['1'], test: ['3'] }] },
    complete: false,
  },
  {
    title: 'leave-one-value-out',
    protocol: { kind: 'leave-one-value-out', attribute: 'session' },
    complete: false,
  },
];

const lists = ({ train, test, gallery }: Split): number[][] => [
  [...train],
  [...test],
  ...(gallery ? [[...gallery]] : []),
];

describe.each(protocols)('splits of $title', ({ protocol, complete }) => {
  it('are disjoint, ascending, complete where no image is left out, within the subset, and reproducible', () => {
    fc.assert(
      fc.property(dataset, subset, fc.integer({ min: 0, max: 1000 }), (facts, part, seed) => {
        const spec = { protocol, seed, ...(part && { subset: part }) };
        fc.pre(checkProtocol(spec, facts).problems.length === 0);
        const included = includedImages(restrict(facts, part));
        const hashes = new Set<string>();
        for (const { key } of conditionsOf(protocol)) {
          for (let repeat = 1; repeat <= repeatCount(spec, facts); repeat++) {
            const split = splitOf(spec, facts, key, repeat);
            const images = lists(split).flat();
            for (const list of lists(split)) {
              expect(list.length).toBeGreaterThan(0);
              expect(list).toEqual([...new Set(list)].sort((a, b) => a - b));
            }
            expect(new Set(images).size).toBe(images.length);
            if (complete) expect([...images].sort((a, b) => a - b)).toEqual(included);
            else expect(images.every((image) => included.includes(image))).toBe(true);
            expect(splitHash(splitOf(spec, facts, key, repeat))).toBe(splitHash(split));
            hashes.add(splitHash(split));
          }
        }
        expect(hashes.size).toBeGreaterThan(1);
      }),
      { numRuns: 40 },
    );
  });
});

describe('stratified splits', () => {
  it('have k training images of every subject, or folds that differ by at most one image a subject', () => {
    fc.assert(
      fc.property(dataset, fc.integer({ min: 0, max: 1000 }), (facts, seed) => {
        const count = (images: Int32Array, subject: number) =>
          [...images].filter((image) => facts.labels[image] === subject).length;
        for (const k of [1, 2]) {
          const spec = { protocol: { kind: 'random' as const, trainPerSubject: [k], repeats: 1 }, seed };
          const { train } = splitOf(spec, facts, `k=${k}`, 1);
          facts.subjects.forEach((_, subject) => expect(count(train, subject)).toBe(k));
        }
        const folds = { protocol: { kind: 'k-fold' as const, folds: 3, repeats: 1 }, seed };
        const tests = [1, 2, 3].map((repeat) => splitOf(folds, facts, 'folds=3', repeat).test);
        facts.subjects.forEach((_, subject) => {
          const counts = tests.map((test) => count(test, subject));
          expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
        });
      }),
      { numRuns: 40 },
    );
  });

  it('of a world set, gallery and probes share no subject with the model', () => {
    fc.assert(
      fc.property(dataset, fc.integer({ min: 0, max: 1000 }), (facts, seed) => {
        const spec = {
          protocol: { kind: 'gallery' as const, worldSubjects: 3, galleryPerSubject: [2], repeats: 1 },
          seed,
        };
        const { train, test, gallery } = splitOf(spec, facts, 'world=3,gallery=2', 1);
        const subjects = (images: Int32Array) => new Set(Array.from(images, (image) => facts.labels[image]));
        expect(subjects(train).size).toBe(3);
        expect(subjects(gallery!)).toEqual(subjects(test));
        for (const subject of subjects(test)) expect(subjects(train).has(subject)).toBe(false);
      }),
      { numRuns: 40 },
    );
  });
});
