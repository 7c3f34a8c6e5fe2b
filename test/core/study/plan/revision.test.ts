import { describe, expect, it } from 'vitest';
import type { DatasetFacts } from '../../../../src/core/dataset.ts';
import { planStudy } from '../../../../src/core/study/plan/plan.ts';
import type { StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import { smallSpec } from '../smallDataset.ts';

function factsOf(count: number, rows: number, cols: number): DatasetFacts {
  return {
    name: 'digits',
    hash: 'digits',
    rows,
    cols,
    labels: Int32Array.from({ length: count }, (_, n) => n % 10),
    subjects: Array.from({ length: 10 }, (_, s) => String(s)),
  };
}

/** Keys per method and condition in the first repeat, and what follows the condition's name in them. */
function keysOf(change: Partial<StudySpecInput>, facts: DatasetFacts, source: DatasetFacts | undefined = facts) {
  const spec = smallSpec({
    protocol: { kind: 'random', trainPerSubject: [4, 40], repeats: 1 },
    methods: [{ method: 'glram' }, { method: 'psopca' }, { method: 'mvfa' }],
    ...change,
  });
  return planStudy(spec, facts, source).cells.map(({ key, label, condition }) => ({ key, label, condition }));
}

describe('the revision of a method in the keys of cells', () => {
  it('is there where the size of a cell changes the way of its sums, and nowhere else', () => {
    const facts = factsOf(600, 28, 28);
    const found = keysOf({}, facts).map(({ key, label, condition }) => [
      label,
      condition,
      key.includes(', revision 2:'),
    ]);
    expect(found).toEqual([
      ['GLRAM', 'k=4', false],
      ['PSOPCA', 'k=4', false],
      ['MVFA', 'k=4', false],
      ['GLRAM', 'k=40', false],
      ['PSOPCA', 'k=40', true],
      ['MVFA', 'k=40', true],
    ]);
  });

  it('leaves all other keys as they were', () => {
    const facts = factsOf(600, 28, 28);
    const [own, unsized] = [
      keysOf({}, facts),
      planStudy(
        smallSpec({
          protocol: { kind: 'random', trainPerSubject: [4, 40], repeats: 1 },
          methods: [{ method: 'glram' }, { method: 'psopca' }, { method: 'mvfa' }],
        }),
        facts,
      ).cells,
    ];
    expect(own.map(({ key }) => key.replace(', revision 2', ''))).toEqual(unsized.map(({ key }) => key));
  });

  it('follows features, latent grid and settings', () => {
    const facts = factsOf(600, 28, 28);
    const revised = (change: Partial<StudySpecInput>) =>
      keysOf({ protocol: { kind: 'random', trainPerSubject: [40], repeats: 1 }, ...change }, facts).some(({ key }) =>
        key.includes('revision'),
      );
    expect(revised({ methods: [{ method: 'mvfa' }] })).toBe(true);
    expect(revised({ methods: [{ method: 'mvfa', settings: { algorithm: 'printed-ecm' } }] })).toBe(false);
    expect(revised({ methods: [{ method: 'mvfa', latent: [[2, 2]] }] })).toBe(false);
    // A search may come to any shape.
    expect(revised({ methods: [{ method: 'mvfa', latent: 'adaptive' }] })).toBe(true);
    // Fits with missing pixels iterate in their own way.
    expect(revised({ methods: [{ method: 'mvfa' }], perturbations: [{ kind: 'missing', fraction: [0.2] }] })).toBe(
      false,
    );
  });

  it('is that of each split by itself, so that a larger split can join', () => {
    const facts = factsOf(600, 28, 28);
    const image = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i);
    const small = { train: image(0, 100), test: image(500, 10) };
    const large = { train: image(0, 400), test: image(500, 10) };
    const of = (splits: (typeof small)[]) =>
      keysOf({ protocol: { kind: 'explicit', splits }, methods: [{ method: 'mvfa' }] }, facts).map(({ key }) => key);
    const [before, after] = [of([small]), of([small, large])];
    expect(after[0]).toBe(before[0]);
    expect(after.map((key) => key.includes('revision 2'))).toEqual([false, true]);
    expect(of([large])[0]).toBe(after[1]);
  });
});
