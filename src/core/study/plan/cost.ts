/**
 * Estimates the computing time of a study: per cell, the declared cost of its method at the measured speed of the
 * machine, scaled by the times of finished cells of the method. Iterations are unknown beforehand, so it is no more
 * than an estimate.
 */
import type { DatasetFacts, SplitSource } from '../../dataset.ts';
import { IMPORTED } from '../../methods/importedMethod.ts';
import { featureShape } from '../../features/registry.ts';
import { latentShapes } from '../../methods/latent/latentGrid.ts';
import { NO_COST, plus, type FitCost } from '../../methods/cost.ts';
import type { LatentShape, Method, Settings } from '../../methods/method.ts';
import { repeatCount } from '../spec/conditions.ts';
import { splitOf } from './splits.ts';
import type { Study } from '../study.ts';

/** Operations per second by kind; see FitCost. */
export interface MachineSpeed {
  readonly products: number;
  readonly decompositions: number;
  readonly loops: number;
}

/** The machine that the constants of the methods were measured on (docs/internals/measurements.md). */
export const REFERENCE_SPEED: MachineSpeed = { products: 15e9, decompositions: 3.3e9, loops: 1e9 };

export function secondsOn(speed: MachineSpeed, cost: FitCost): number {
  return cost.products / speed.products + cost.decompositions / speed.decompositions + cost.loops / speed.loops;
}

/** Size of a cell, which determines its work. */
export interface CellSize {
  readonly rows: number;
  readonly cols: number;
  readonly train: number;
  readonly test: number;
  readonly shapes: readonly LatentShape[];
  /** Inner splits of the training images, which are fitted and classified as well. */
  readonly innerSplits: number;
}

/** A cell to compute, with its number of repeats. */
interface CostedCell {
  readonly condition: string;
  readonly methodId: string;
  readonly methodKey: string;
  /** Label of the row of the table. */
  readonly label: string;
  /** Seconds by the declared cost of its method and the speed of the machine. */
  readonly work: number;
  /** The method is external: the model knows sizes, but not its speed. */
  readonly outside: boolean;
  readonly repeats: number;
}

/** Finished cells of one method at one size: how many, and their typical time. */
export interface MeasuredCost {
  readonly methodId: string;
  readonly work: number;
  readonly seconds: number;
  readonly count: number;
}

export interface StudyCost {
  /** Of all cells, on one processor. */
  readonly seconds: number;
  /**
   * In the order of the spec. `measured`: finished cells of the method support the estimate; `unknown`: an external
   * method without any, which counts as 0.
   */
  readonly methods: readonly {
    readonly label: string;
    readonly seconds: number;
    readonly measured: boolean;
    readonly unknown?: true;
  }[];
}

/** Fixed cost of a cell: the split, the kernel's memory, the result. In operations of loops. */
const OVERHEAD = 1e6;
/** Operations of loops per pixel to read an image, for methods that work on pixels. */
const READ = 4;

/** Operations of a cell: the declared costs of its fits, then the distances between codes at all shapes. */
export function cellCost(
  method: Pick<Method, 'cost' | 'memory' | 'sweep' | 'codeSize'>,
  settings: Settings,
  { rows, cols, train, test, shapes, innerSplits }: CellSize,
): FitCost {
  const size = { rows, cols, train, shapes };
  const codeSizes = shapes.map(
    (shape) => method.codeSize?.(shape, size, settings) ?? shape.reduce((product, q) => product * q, 1),
  );
  // Nested codes share their coordinates: distances at a shape follow from those at the one before it.
  const numbers = method.sweep ? Math.max(0, ...codeSizes) : codeSizes.reduce((sum, code) => sum + code, 0);
  const bySamples = method.memory?.(size, settings).images === 'products';
  const split = plus(method.cost?.(size, settings) ?? NO_COST, {
    products: 2 * train * test * numbers,
    decompositions: 0,
    loops: train * test * shapes.length + (bySamples ? 0 : READ * (train + test) * rows * cols),
  });
  const inner = Array.from({ length: innerSplits }, () => split);
  return plus({ ...NO_COST, loops: OVERHEAD }, split, ...inner);
}

/** Cells of a study by method and condition, with the sizes of the first repeat. */
export function costedCells(
  { spec, conditions, rows: studyRows }: Study,
  dataset: SplitSource & Pick<DatasetFacts, 'rows' | 'cols'>,
  speed: MachineSpeed,
): readonly CostedCell[] {
  const { rows, cols } = featureShape(spec.features, dataset);
  const repeats = repeatCount(spec, dataset);
  const innerSplits = spec.selection?.innerSplits ?? 0;
  const splits = conditions.map(({ key }) => {
    const { train, test } = splitOf(spec, dataset, key, 1);
    const subjects = new Set(Array.from(train, (image) => dataset.labels[image])).size;
    return { condition: key, train: train.length, test: test.length, subjects };
  });
  return studyRows.flatMap(({ label, methodId, method, methods }) => {
    // Imported results are never computed.
    if (methodId === IMPORTED) return [];
    const outside = method.outside !== undefined;
    return methods.flatMap(({ key, latent, settings }) =>
      splits.map(({ condition, train, test, subjects }) => {
        const shapes = latentShapes(method, latent, rows, cols, train, subjects);
        const work = secondsOn(speed, cellCost(method, settings, { rows, cols, train, test, shapes, innerSplits }));
        return { condition, methodId, methodKey: key, label, work, outside, repeats };
      }),
    );
  });
}

/** Time of these cells, by the most similar finished ones. */
export function studyCost(cells: readonly CostedCell[], measured: readonly MeasuredCost[]): StudyCost {
  const estimate = estimator(measured);
  const methods = [...Map.groupBy(cells, ({ label }) => label)].map(([label, rowCells]) => {
    const seconds = rowCells.reduce((sum, cell) => sum + cell.repeats * (estimate(cell) ?? 0), 0);
    const finished = measured.some(({ methodId }) => methodId === rowCells[0].methodId);
    return { label, seconds, measured: finished, ...(!finished && rowCells[0].outside && { unknown: true as const }) };
  });
  return { seconds: methods.reduce((sum, { seconds }) => sum + seconds, 0), methods };
}

/** Seconds of a cell of a study by its method (key) and condition; null if there is no estimate. */
export function cellEstimates(
  study: Study,
  dataset: Parameters<typeof costedCells>[1],
  speed: MachineSpeed,
  measured: readonly MeasuredCost[],
): (cell: { readonly methodKey: string; readonly condition: string }) => number | null {
  const estimate = estimator(measured);
  const name = (cell: { methodKey: string; condition: string }): string => `${cell.methodKey} ${cell.condition}`;
  const seconds = new Map(costedCells(study, dataset, speed).map((cell) => [name(cell), estimate(cell)]));
  return (cell) => seconds.get(name(cell)) ?? null;
}
/** Distance in ln(work) from which finished cells of another size count less. */
const NEAR = 0.3;
/** Cells of the same size count a hundred times as much as those at that distance. */
const SAME = 0.01;

/** Seconds of a cell; null if its method is external and has no finished cell. */
function estimator(measured: readonly MeasuredCost[]): (cell: CostedCell) => number | null {
  const byMethod = Map.groupBy(measured, ({ methodId }) => methodId);
  const ratio = overallRatio(byMethod);
  return ({ methodId, work, outside }) => {
    const costs = byMethod.get(methodId);
    if (costs) return work * ratioNear(costs, work);
    return outside ? null : work * ratio;
  };
}

/**
 * Weighted median of the ratio of actual to planned seconds over finished cells. Weights fall with the distance in
 * size: one of several studies run on a loaded machine has little effect, and cells of this size count most.
 */
function ratioNear(costs: readonly MeasuredCost[], work: number): number {
  const weighted = costs.map((cost) => {
    const apart = Math.log(cost.work / work) / NEAR;
    return { value: cost.seconds / cost.work, weight: Math.sqrt(cost.count) / (SAME + apart ** 4) };
  });
  return weightedMedian(weighted);
}

function weightedMedian(entries: readonly { readonly value: number; readonly weight: number }[]): number {
  const sorted = [...entries].sort((a, b) => a.value - b.value);
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let sum = 0;
  return sorted.find(({ weight }) => (sum += weight) >= half)!.value;
}

/** For methods without finished cells: the median over those that have some. */
function overallRatio(byMethod: ReadonlyMap<string, readonly MeasuredCost[]>): number {
  if (byMethod.size === 0) return 1;
  const ratios = [...byMethod.values()].map((costs) => weightedMedian(costs.map(toRatio)));
  return weightedMedian(ratios.map((value) => ({ value, weight: 1 })));
}

function toRatio({ seconds, work, count }: MeasuredCost): { value: number; weight: number } {
  return { value: seconds / work, weight: Math.sqrt(count) };
}
