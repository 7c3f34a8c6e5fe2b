/** From the latent grid of a spec to the list of latent shapes to try. */
import type { AxisGrid, LatentGrid } from './latentGridSchema.ts';
import type { LatentShape, Method } from '../method.ts';
import { InvalidInputError, type Problem } from '../problems.ts';
import { byAxes } from './latentShape.ts';

// Latent shapes of equal compression.

/**
 * The smallest latent shape of a method that stores at least as many numbers as (q, q) codes of `count` images of
 * m × n together with their bases, N q² + m q + n q: the comparison of Yu, Bi, Ye 2010, section 6.1. Methods with two
 * latent dimensions: (q, q) itself. With one code of q' numbers per image: q' = ⌈(N q² + m q + n q) / (N + m n)⌉ (the
 * paper prints n and m exchanged). With q' numbers per row (column) of the image the denominator is N m + n (N n + m).
 */
export function matchedShape(
  { latentNames, outside }: Pick<Method, 'latentNames' | 'outside'>,
  q: number,
  rows: number,
  cols: number,
  count: number,
): LatentShape {
  if (latentNames.length === 2) return [q, q];
  if (outside?.declaration.codes) {
    const message = 'What a latent dimension of this method costs is not known: list the values instead.';
    throw new InvalidInputError([{ path: 'latent.matched', message }]);
  }
  const stored = count * q * q + (rows + cols) * q;
  return [Math.ceil(stored / storedPerDimension(latentNames[0], rows, cols, count))];
}

/** Numbers that one latent dimension takes in the codes of all images and in the basis. */
function storedPerDimension(name: string, rows: number, cols: number, count: number): number {
  if (name === 'q_j') {
    const message = 'What a dimension of one mode of a tensor costs depends on the mode: list the values instead.';
    throw new InvalidInputError([{ path: 'latent.matched', message }]);
  }
  if (name === 'q_r') return count * rows + cols;
  if (name === 'q_c') return count * cols + rows;
  return count + rows * cols;
}

/**
 * Values per axis of the default grid of methods that need one fit per shape: dense around the best shapes of the
 * published comparisons, sparse above. Nested methods try every shape at no extra cost.
 */
const DEFAULT_VALUES = [1, 2, 3, 4, 6, 8, 10, 12, 15] as const;

/**
 * The latent shapes of `grid` for `count` training images of rows × cols and of `subjects` subjects, ascending, without
 * repetition. Ranges and 'all' end at the largest shape that the method allows. An adaptive grid returns the shapes
 * that a search starts with, or all of them for nested methods; 'full' returns the largest, which the images may not
 * reach. Explicit values must exist.
 * Throws InvalidInputError (paths "latent", "latent.qc", "latent.qr").
 */
export function latentShapes(
  method: Method,
  grid: LatentGrid,
  rows: number,
  cols: number,
  count: number,
  subjects?: number,
): LatentShape[] {
  const largest = method.largestLatent(rows, cols, count, subjects);
  if (largest.some((q) => q < 1)) {
    throw problem(
      'latent',
      `${method.title} cannot be fitted to ${count} training images of ${rows} × ${cols}: it has no latent shape.`,
    );
  }
  const axes = largest.length;
  if (axes === 0 && typeof grid !== 'string') {
    throw problem('latent', `${method.title} has no latent dimension: leave latent out.`);
  }
  if (grid === 'full') return [largest];
  if (grid === 'default') {
    const values = largest.map((max) =>
      method.sweep ? everyValue(max) : DEFAULT_VALUES.filter((value) => value <= max),
    );
    return product(values);
  }
  if (grid === 'adaptive') return method.sweep ? product(largest.map(everyValue)) : coarseShapes(largest);
  if (grid === 'all') return product(largest.map(everyValue));
  if (isShapeList(grid)) return explicitShapes(method, grid, largest);
  if (isTied(grid)) {
    if (axes !== 2)
      throw problem('latent', `${method.title} has the latent dimension ${names(method)} only: nothing to tie.`);
    return squares(method, grid.tied, Math.min(...largest), 'latent.tied').map((q) => [q, q]);
  }
  if (isMatched(grid)) return matchedShapes(method, grid.matched, largest, { rows, cols, count });
  if (isProduct(grid)) {
    if (axes !== 2) {
      throw problem(
        'latent',
        `${method.title} has the latent dimension ${names(method)} only, found a grid over q_c and q_r.`,
      );
    }
    const problems: Problem[] = [];
    const values = [
      axisValues(method, grid.qc, largest[0], method.latentNames[0], 'latent.qc', problems),
      axisValues(method, grid.qr, largest[1], method.latentNames[1], 'latent.qr', problems),
    ];
    if (problems.length > 0) throw new InvalidInputError(problems);
    return product(values);
  }
  if (axes !== 1) {
    throw problem(
      'latent',
      `${method.title} has the latent dimensions ${names(method)}: expected {"qc": …, "qr": …} or a list of shapes, found one axis.`,
    );
  }
  const problems: Problem[] = [];
  const values = axisValues(method, grid, largest[0], method.latentNames[0], 'latent', problems);
  if (problems.length > 0) throw new InvalidInputError(problems);
  return product([values]);
}

/** Values of q of the shapes (q, q). */
function squares(method: Method, grid: AxisGrid, max: number, path: string): readonly number[] {
  const problems: Problem[] = [];
  const values = axisValues(method, grid, max, 'q', path, problems);
  if (problems.length > 0) throw new InvalidInputError(problems);
  return values;
}

function matchedShapes(
  method: Method,
  grid: AxisGrid,
  largest: LatentShape,
  { rows, cols, count }: { readonly rows: number; readonly cols: number; readonly count: number },
): LatentShape[] {
  const pairs = largest.length === 2;
  const values = squares(method, grid, pairs ? Math.min(...largest) : Math.min(rows, cols), 'latent.matched');
  if (pairs) return values.map((q) => [q, q]);
  const matched = values.map((q) => ({ q, value: matchedShape(method, q, rows, cols, count)[0] }));
  const above = matched.find(({ value }) => value > largest[0]);
  // Ranges end at the largest shape; explicit values must exist, and at least one value must remain.
  if (above && (isList(grid) || above === matched[0])) {
    throw problem(
      'latent.matched',
      `${method.title}: (${above.q}, ${above.q}) is matched by ${names(method)} = ${above.value}, which can be at most ${largest[0]} here.`,
    );
  }
  return ascending(matched.map(({ value }) => value).filter((value) => value <= largest[0])).map((value) => [value]);
}

function axisValues(
  method: Method,
  grid: AxisGrid,
  max: number,
  name: string,
  path: string,
  problems: Problem[],
): readonly number[] {
  if (grid === 'all') return everyValue(max);
  if (isList(grid)) {
    const above = grid.filter((value) => value > max);
    if (above.length > 0) {
      problems.push({
        path,
        message: `${method.title}: ${name} can be at most ${max} here, found ${above.join(', ')}.`,
      });
    }
    return ascending(grid);
  }
  if (grid.from > grid.to) {
    problems.push({
      path,
      message: `${method.title}: the range of ${name} must not end before it starts, found ${grid.from} to ${grid.to}.`,
    });
    return [];
  }
  if (grid.from > max) {
    problems.push({
      path,
      message: `${method.title}: ${name} can be at most ${max} here, found a range from ${grid.from}.`,
    });
    return [];
  }
  const values: number[] = [];
  for (let value = grid.from; value <= Math.min(grid.to, max); value += grid.step) values.push(value);
  return values;
}

function explicitShapes(method: Method, shapes: readonly (readonly number[])[], largest: LatentShape): LatentShape[] {
  const problems: Problem[] = [];
  shapes.forEach((shape, i) => {
    if (shape.length !== largest.length) {
      problems.push({
        path: `latent.${i}`,
        message: `${method.title}: a latent shape has ${largest.length} entries (${names(method)}), found (${shape.join(', ')}).`,
      });
    } else if (shape.some((q, axis) => q > largest[axis])) {
      problems.push({
        path: `latent.${i}`,
        message: `${method.title}: the largest latent shape here is (${largest.join(', ')}), found (${shape.join(', ')}).`,
      });
    }
  });
  if (problems.length > 0) throw new InvalidInputError(problems);
  const sorted = [...shapes].sort(byAxes);
  return sorted.filter((shape, i) => i === 0 || byAxes(shape, sorted[i - 1]) !== 0);
}

function product(values: readonly (readonly number[])[]): LatentShape[] {
  return values.reduce<number[][]>(
    (shapes, axis) => shapes.flatMap((shape) => axis.map((value) => [...shape, value])),
    [[]],
  );
}

/** 1, 2, 4, 8 … up to the largest value, the product over all axes: the initial shapes of an adaptive search. */
export function coarseShapes(largest: LatentShape): LatentShape[] {
  return product(largest.map((max) => Array.from({ length: Math.floor(Math.log2(max)) + 1 }, (_, i) => 2 ** i)));
}

function everyValue(max: number): number[] {
  return Array.from({ length: max }, (_, i) => i + 1);
}

function ascending(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

function names(method: Method): string {
  return method.latentNames.join(', ');
}

function problem(path: string, message: string): InvalidInputError {
  return new InvalidInputError([{ path, message }]);
}

function isShapeList(grid: LatentGrid): grid is number[][] {
  return Array.isArray(grid) && Array.isArray(grid[0]);
}

function isList(grid: AxisGrid): grid is number[] {
  return Array.isArray(grid);
}

function isTied(grid: Exclude<LatentGrid, 'default' | number[][]>): grid is { tied: AxisGrid } {
  return typeof grid === 'object' && 'tied' in grid;
}

function isMatched(grid: Exclude<LatentGrid, 'default' | number[][]>): grid is { matched: AxisGrid } {
  return typeof grid === 'object' && 'matched' in grid;
}

function isProduct(grid: Exclude<LatentGrid, 'default' | number[][]>): grid is { qc: AxisGrid; qr: AxisGrid } {
  return typeof grid === 'object' && 'qc' in grid;
}
