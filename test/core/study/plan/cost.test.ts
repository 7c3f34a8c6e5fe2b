import { describe, expect, it } from 'vitest';
import { methods } from '../../../../src/core/methods/registry.ts';
import {
  cellCost,
  cellEstimates,
  costedCells,
  studyCost,
  type CellSize,
  type MeasuredCost,
  REFERENCE_SPEED,
  secondsOn,
} from '../../../../src/core/study/plan/cost.ts';
import type { StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import { costFacts, costSpec, estimatedSeconds, type CostedSize } from '../../../support/costedCells.ts';
import fixture from '../../../fixtures/costs.json' with { type: 'json' };
import { planStudy } from '../../../../src/core/study/study.ts';

type Measured = CostedSize & { readonly seconds: number };

/**
 * As test/bench/study/times.bench.ts measured them on the machine of REFERENCE_SPEED; methods over subjects and
 * MPCA + LDA at 0.54 of that speed, and scaled by it. OLPP and LPP (subjects) were measured again after they became
 * faster; other methods made faster are divided by the ratio of processor times of the same fits before and after.
 */
const cells = fixture.cells as readonly Measured[];
const [PCA] = cells;

function costed(size: CostedSize, change: Partial<StudySpecInput> = {}, facts = costFacts(size)) {
  return costedCells(planStudy(costSpec(size, change)), facts, REFERENCE_SPEED);
}

const measuredOf = (cell: Measured): MeasuredCost => ({
  methodId: cell.method,
  work: costed(cell)[0].work,
  seconds: cell.seconds,
  count: 1,
});
const sameSize = (a: CostedSize, b: CostedSize): boolean =>
  a.rows === b.rows && a.cols === b.cols && a.training === b.training && a.grid === b.grid;
const apart = (a: number, b: number): number => Math.max(a / b, b / a);
const share = (factors: readonly number[], most: number): number =>
  factors.filter((factor) => factor <= most).length / factors.length;

describe('the estimated time of a cell', () => {
  it('has a declared cost for every method', () => {
    expect(methods.filter(({ cost }) => !cost).map(({ id }) => id)).toEqual([]);
  });

  it('is within a factor of 2 for nine cells of ten, and never beyond 4, where nothing was measured', () => {
    const factors = cells.map((cell) => apart(estimatedSeconds(cell, REFERENCE_SPEED), cell.seconds));
    expect(new Set(cells.map(({ method }) => method)).size).toBeGreaterThanOrEqual(methods.length - 1);
    expect(share(factors, 2)).toBeGreaterThanOrEqual(0.9);
    expect(Math.max(...factors)).toBeLessThanOrEqual(4);
  });

  it('is as near with finished cells of other sizes, and nearer in the whole', () => {
    const factors = cells.map((cell) => {
      const others = cells.filter((other) => other.method === cell.method && !sameSize(other, cell));
      return apart(estimatedSeconds(cell, REFERENCE_SPEED, others.map(measuredOf)), cell.seconds);
    });
    expect(share(factors, 2)).toBeGreaterThanOrEqual(0.9);
    expect(Math.max(...factors)).toBeLessThanOrEqual(5);
  });

  it('is what finished cells of its size took, times the repeats, and says which methods were measured', () => {
    const cost = studyCost(
      costed(PCA, {
        methods: [
          { method: 'pca', latent: [4, 8] },
          { method: '2dpca', latent: [4, 8] },
        ],
        protocol: { kind: 'random', trainPerSubject: [PCA.training], repeats: 10 },
      }),
      [measuredOf(PCA)],
    );
    expect(cost.methods[0].measured).toBe(true);
    expect(cost.methods[0].seconds).toBeCloseTo(10 * PCA.seconds, 10);
    expect(cost.methods[1].measured).toBe(false);
    expect(cost.seconds).toBeCloseTo(cost.methods[0].seconds + cost.methods[1].seconds, 10);
  });

  it('moves little by one study of a loaded machine among several', () => {
    const usual = { ...measuredOf(PCA), count: 20 };
    const loaded = { ...usual, seconds: 9 * usual.seconds };
    const seconds = studyCost(costed(PCA), [usual, usual, loaded]).seconds;
    expect(seconds).toBeCloseTo(PCA.seconds, 10);
    // The one in the middle, in whatever order they are known.
    const times = (factors: readonly number[]): number =>
      studyCost(
        costed(PCA),
        factors.map((factor) => ({ ...usual, seconds: factor * usual.seconds })),
      ).seconds;
    for (const factors of [
      [3, 1, 2],
      [2, 3, 1],
      [1, 2, 3],
    ])
      expect(times(factors)).toBeCloseTo(2 * PCA.seconds, 10);
    expect(times([1, 4])).toBeCloseTo(PCA.seconds, 10);
  });

  it('of a method without finished cells goes by what the others were wrong by', () => {
    const slow = cells
      .filter((cell) => sameSize(cell, PCA) && cell.method !== 'pca')
      .map((cell) => ({ ...measuredOf(cell), seconds: 3 * costed(cell)[0].work }));
    expect(studyCost(costed(PCA), slow).seconds).toBeCloseTo(3 * estimatedSeconds(PCA, REFERENCE_SPEED), 8);
  });

  it('grows with repeats, shapes, images and inner splits, and falls with the speed of the machine', () => {
    const seconds = (change: Partial<StudySpecInput>): number => studyCost(costed(PCA, change), []).seconds;
    const plain = seconds({});
    const repeated = { kind: 'random' as const, trainPerSubject: [PCA.training], repeats: 3 };
    expect(seconds({ protocol: repeated })).toBeCloseTo(3 * plain, 10);
    expect(seconds({ selection: { innerSplits: 3 } })).toBeGreaterThan(2 * plain);
    const large = { ...PCA, training: 8 };
    expect(studyCost(costed(large), []).seconds).toBeGreaterThan(plain);
    const bppca = (latent: object): number => seconds({ methods: [{ method: 'bppca', latent } as never] });
    expect(bppca({ tied: [4, 8, 12] })).toBeGreaterThan(bppca({ tied: [4] }));
    const cost = { products: 1e9, decompositions: 1e9, loops: 1e9 };
    const { products, decompositions, loops } = REFERENCE_SPEED;
    const twice = { products: 2 * products, decompositions: 2 * decompositions, loops: 2 * loops };
    expect(secondsOn(twice, cost)).toBeCloseTo(secondsOn(REFERENCE_SPEED, cost) / 2, 12);
  });
});

describe('the operations of a cell', () => {
  const size: CellSize = {
    rows: 6,
    cols: 5,
    train: 10,
    test: 20,
    shapes: [
      [2, 3],
      [4, 1],
    ],
    innerSplits: 0,
  };
  /** To find the nearest, at each shape; then to read the images. */
  const [compared, read] = [10 * 20 * 2, 4 * 30 * 30];

  it('are those of distances between codes, of all shapes or of the largest where these are nested', () => {
    const products = 2 * 10 * 20;
    expect(cellCost({}, {}, size)).toEqual({
      products: products * (6 + 4),
      decompositions: 0,
      loops: 1e6 + compared + read,
    });
    const nested = { sweep: () => [] } as never;
    expect(cellCost(nested, {}, size).products).toBe(products * 6);
    expect(cellCost(nested, {}, { ...size, shapes: [] }).products).toBe(0);
    expect(cellCost({ codeSize: ([q]) => 10 * q }, {}, size).products).toBe(products * (20 + 40));
  });

  it('are with each inner split those of another fit, and read no images where a method takes their products', () => {
    const cost = () => ({ products: 100, decompositions: 7, loops: 3 });
    const once = cellCost({ cost }, {}, size);
    const thrice = cellCost({ cost }, {}, { ...size, innerSplits: 2 });
    expect(once).toMatchObject({ decompositions: 7, loops: 1e6 + compared + read + 3 });
    expect(thrice).toEqual({
      products: 3 * once.products,
      decompositions: 21,
      loops: 1e6 + 3 * (compared + read + 3),
    });
    const memory = () => ({ images: 'products' }) as never;
    expect(cellCost({ memory }, {}, size).loops).toBe(1e6 + compared);
  });
});

describe('the seconds of single cells', () => {
  it('are those of their method and condition, and unknown of others', () => {
    const spec = costSpec(PCA, { protocol: { kind: 'random', trainPerSubject: [PCA.training], repeats: 10 } });
    const study = planStudy(spec);
    const [cell] = costedCells(study, costFacts(PCA), REFERENCE_SPEED);
    const twice = { methodId: cell.methodId, work: cell.work, seconds: 2 * cell.work, count: 1 };
    const [planned, measured] = [[], [twice]].map((costs) =>
      cellEstimates(study, costFacts(PCA), REFERENCE_SPEED, costs),
    );
    expect(planned(cell)).toBe(cell.work);
    expect(measured(cell)).toBeCloseTo(2 * cell.work, 12);
    expect(planned({ ...cell, condition: 'k=99' })).toBeNull();
    expect(planned({ ...cell, methodKey: 'other' })).toBeNull();
  });

  it('are unknown of a method from outside until one of its cells has finished', () => {
    const cell = { ...costed(PCA)[0], methodId: 'own', label: 'Own', outside: true };
    expect(studyCost([cell], [measuredOf(PCA)])).toEqual({
      seconds: 0,
      methods: [{ label: 'Own', seconds: 0, measured: false, unknown: true }],
    });
    const own = { methodId: 'own', work: cell.work, seconds: 5, count: 1 };
    expect(studyCost([{ ...cell, repeats: 1 }], [own])).toEqual({
      seconds: expect.closeTo(5, 10),
      methods: [{ label: 'Own', seconds: expect.closeTo(5, 10), measured: true }],
    });
  });

  it('go by the cells of their own size more than by many of another', () => {
    const cell = { ...costed(PCA)[0], repeats: 1 };
    const near = { methodId: 'pca', work: cell.work, seconds: 2 * cell.work, count: 1 };
    const far = { methodId: 'pca', work: 8 * cell.work, seconds: 40 * cell.work, count: 100 };
    expect(studyCost([cell], [far, near]).seconds).toBeCloseTo(2 * cell.work, 12);
    expect(studyCost([cell], [far]).seconds).toBeCloseTo(5 * cell.work, 12);
  });
});
