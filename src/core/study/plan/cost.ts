/**
 * How long a study will compute: the work of each cell by a declared model, times what work of its method has cost in
 * cells that are finished. An estimate, no promise: iterations to convergence are not known before.
 */
import type { DatasetFacts, SplitSource } from '../../dataset.ts';
import { featureShape } from '../../features/registry.ts';
import { latentShapes } from '../../methods/latentGrid.ts';
import type { LatentShape, Method } from '../../methods/method.ts';
import { findMethod } from '../../methods/registry.ts';
import { conditionsOf, repeatCount } from '../spec/conditions.ts';
import type { StudySpec } from '../spec/spec.ts';
import { splitOf } from '../splits/splits.ts';
import { plannedMethods } from './plan.ts';

/** What the work of a cell depends on. */
export interface CellSize {
  readonly rows: number;
  readonly cols: number;
  readonly train: number;
  readonly test: number;
  readonly shapes: readonly LatentShape[];
  /** Splits inside the training images that are fitted and classified as well. */
  readonly innerSplits: number;
}

/** A cell that is to be computed, so many times. */
interface CostedCell {
  readonly condition: string;
  readonly methodId: string;
  readonly methodKey: string;
  /** Of the row of the table. */
  readonly label: string;
  /** In operations, by `cellWork`. */
  readonly work: number;
  readonly repeats: number;
}

/** Finished cells of one method at one size: their mean time. */
export interface MeasuredCost {
  readonly methodId: string;
  readonly work: number;
  readonly seconds: number;
}

export interface StudyCost {
  /** Of all cells, on one processor. */
  readonly seconds: number;
  /** In the order of the spec; `measured`: finished cells of the method were there to go by. */
  readonly methods: readonly { readonly label: string; readonly seconds: number; readonly measured: boolean }[];
}

/** Iterations of a fit that is not nested, where nothing else is known. */
const ITERATIONS = 30;
/** Of an eigendecomposition of order n: so many n³. */
const EIGEN = 2;
/** Operations a second where no finished cell says more: with calls and short loops, far below what kernels reach. */
const DECLARED_RATE = 1e9;
/** What a cell costs besides its operations, as operations: the split, the kernel's memory, the result. */
const OVERHEAD = 5e6;

/** Operations of a cell by the declared model: its fits, then the distances between codes at all shapes. */
export function cellWork(method: Pick<Method, 'latentKind' | 'sweep'>, size: CellSize): number {
  const { rows, cols, train, test, shapes, innerSplits } = size;
  const [d, count] = [rows * cols, shapes.length];
  const codes = shapes.reduce((sum, shape) => sum + shape.reduce((product, q) => product * q, 1), 0);
  // Nested codes share their coordinates: distances at a shape follow from those at the one before it.
  const distances = train * test * (method.sweep ? count : 2 * codes);
  return OVERHEAD + (1 + innerSplits) * (fitWork(method, { d, rows, cols, train, count }) + distances);
}

function fitWork(
  { latentKind, sweep }: Pick<Method, 'latentKind' | 'sweep'>,
  size: { d: number; rows: number; cols: number; train: number; count: number },
): number {
  const { d, rows, cols, train, count } = size;
  const least = Math.min(train, d);
  if (latentKind === 'vector') {
    // Inner products are those of all images, which the cells of a dataset share.
    const once = EIGEN * least ** 3 + 2 * train * d;
    return sweep ? once : once + count * ITERATIONS * 2 * train * d;
  }
  const eigen = EIGEN * (rows ** 3 + cols ** 3);
  if (sweep) return 2 * train * d + eigen;
  // An iteration on fourth-order moments costs as much whatever the number of images; they pay from d / 4 images on.
  return count * ITERATIONS * (Math.min(train, d / 4) * d * ((rows + cols) / 8) + eigen);
}

/** The cells of a checked spec by method and condition; sizes are those of the first repeat. */
export function costedCells(
  spec: StudySpec,
  dataset: SplitSource & Pick<DatasetFacts, 'rows' | 'cols'>,
): readonly CostedCell[] {
  const { rows, cols } = featureShape(spec.features, dataset);
  const repeats = repeatCount(spec, dataset);
  const innerSplits = spec.selection?.innerSplits ?? 0;
  const splits = conditionsOf(spec.protocol, spec.perturbations).map(({ key }) => {
    const { train, test } = splitOf(spec, dataset, key, 1);
    const subjects = new Set(Array.from(train, (image) => dataset.labels[image])).size;
    return { condition: key, train: train.length, test: test.length, subjects };
  });
  return plannedMethods(spec).flatMap(({ methodId, key, label: own, latent, tuned }) => {
    const label = tuned?.row ?? own;
    const method = findMethod(methodId)!;
    return splits.map(({ condition, train, test, subjects }) => {
      const shapes = latentShapes(method, latent, rows, cols, train, subjects);
      const work = cellWork(method, { rows, cols, train, test, shapes, innerSplits });
      return { condition, methodId, methodKey: key, label, work, repeats };
    });
  });
}

/** The time of these cells, by the finished ones that are most like them. */
export function studyCost(cells: readonly CostedCell[], measured: readonly MeasuredCost[]): StudyCost {
  const byMethod = Map.groupBy(measured, ({ methodId }) => methodId);
  const rate = machineRate(measured);
  const methods = [...Map.groupBy(cells, ({ label }) => label)].map(([label, own]) => {
    const known = byMethod.get(own[0].methodId) ?? [];
    const seconds = own.reduce((sum, cell) => sum + cell.repeats * secondsOf(cell.work, known, rate), 0);
    return { label, seconds, measured: known.length > 0 };
  });
  return { seconds: methods.reduce((sum, { seconds }) => sum + seconds, 0), methods };
}

/** In proportion to the finished cells whose work is nearest in ratio. */
function secondsOf(work: number, known: readonly MeasuredCost[], rate: number): number {
  if (known.length === 0) return work / rate;
  const apart = (cost: MeasuredCost): number => Math.abs(Math.log(cost.work / work));
  const nearest = known.reduce((best, cost) => (apart(cost) < apart(best) ? cost : best));
  return (nearest.seconds * work) / nearest.work;
}

/** Operations a second by the model: the median over all methods that have finished cells, else the declared one. */
function machineRate(measured: readonly MeasuredCost[]): number {
  if (measured.length === 0) return DECLARED_RATE;
  const rates = measured.map(({ work, seconds }) => work / Math.max(seconds, 1e-6)).sort((a, b) => a - b);
  return rates[rates.length >> 1];
}
