import { describe, expect, it } from 'vitest';
import { costedCells, studyCost, type MeasuredCost } from '../../../../src/core/study/plan/cost.ts';
import type { StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import { parseStudySpec } from '../../../../src/core/study/spec/parse.ts';
import fixture from '../../../fixtures/costs.json' with { type: 'json' };

type Measured = (typeof fixture.cells)[number];

function dataset({ rows, cols, subjects, perSubject }: Measured['size']) {
  return {
    hash: 'faces',
    rows,
    cols,
    labels: Int32Array.from({ length: subjects * perSubject }, (_, n) => Math.floor(n / perSubject)),
    subjects: Array.from({ length: subjects }, (_, s) => `s${s}`),
  };
}

function cellsOf(size: Measured['size'], change: Partial<StudySpecInput> = {}) {
  const parsed = parseStudySpec({
    name: 'costs',
    dataset: 'faces',
    protocol: { kind: 'random', trainPerSubject: [2, 4], repeats: 1 },
    // As test/bench/study/costs.ts measured them.
    methods: fixture.methods.map((method, n) => ({ method, latent: n > 4 ? { tied: [4, 8, 12] } : 'default' })),
    ...change,
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return costedCells(parsed.spec, dataset(size));
}

const workOf = (cell: Measured): number =>
  cellsOf(cell.size).find(({ methodId, condition }) => methodId === cell.method && condition === cell.condition)!.work;
const measured = fixture.cells.map((cell): MeasuredCost & { readonly cell: Measured } => ({
  cell,
  methodId: cell.method,
  work: workOf(cell),
  seconds: cell.seconds,
}));
const apart = (a: number, b: number): number => Math.max(a / b, b / a);

describe('the estimated time of a study', () => {
  it('is within a factor of 4 of what cells of another size took, and mostly within 2', () => {
    const factors = measured.map(({ cell, methodId, work, seconds }) => {
      const others = measured.filter(({ cell: other }) => JSON.stringify(other.size) !== JSON.stringify(cell.size));
      const one = { condition: cell.condition, methodId, methodKey: '', label: methodId, work, repeats: 1 };
      return apart(studyCost([one], others).seconds, seconds);
    });
    expect(Math.max(...factors)).toBeLessThan(4);
    expect(factors.filter((factor) => factor < 2).length / factors.length).toBeGreaterThan(0.7);
  });

  it('is within a factor of 4 for a whole study where nothing was measured', () => {
    for (const { size } of fixture.cells) {
      const own = fixture.cells.filter((cell) => JSON.stringify(cell.size) === JSON.stringify(size));
      const took = own.reduce((sum, { seconds }) => sum + seconds, 0);
      expect(apart(studyCost(cellsOf(size), []).seconds, took)).toBeLessThan(4);
    }
  });

  it('is what finished cells of the same size took, times the repeats, and says which methods were measured', () => {
    const { size } = fixture.cells[0];
    const known = measured.filter(({ cell, methodId }) => cell.size === size || methodId === 'pca');
    const own = fixture.cells.filter(
      (cell) => cell.method === 'pca' && JSON.stringify(cell.size) === JSON.stringify(size),
    );
    const cost = studyCost(
      cellsOf(size, {
        methods: [{ method: 'pca' }, { method: '2dpca' }],
        protocol: { kind: 'random', trainPerSubject: [2, 4], repeats: 10 },
      }),
      known.filter(({ methodId }) => methodId === 'pca'),
    );
    const seconds = 10 * own.reduce((sum, cell) => sum + cell.seconds, 0);
    expect(cost.methods[0].measured).toBe(true);
    expect(cost.methods[0].seconds).toBeCloseTo(seconds, 10);
    expect(cost.methods[1].measured).toBe(false);
    expect(cost.seconds).toBeCloseTo(cost.methods[0].seconds + cost.methods[1].seconds, 10);
  });

  it('grows with repeats, shapes, images and inner splits', () => {
    const { size } = fixture.cells[0];
    const seconds = (change: Partial<StudySpecInput>, of = size): number => studyCost(cellsOf(of, change), []).seconds;
    const plain = seconds({});
    expect(seconds({ protocol: { kind: 'random', trainPerSubject: [2, 4], repeats: 3 } })).toBeCloseTo(3 * plain, 10);
    expect(seconds({ selection: { innerSplits: 3 } })).toBeGreaterThan(2 * plain);
    expect(seconds({}, { ...size, subjects: 40 })).toBeGreaterThan(plain);
    const bppca = (latent: object): number => seconds({ methods: [{ method: 'bppca', latent } as never] });
    expect(bppca({ tied: [4, 8, 12] })).toBeGreaterThan(bppca({ tied: [4] }));
  });
});
