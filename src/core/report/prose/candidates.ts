/** The latent shapes that a method chose from, as formulas of a paper. */
import { featureShape } from '../../features/registry.ts';
import { latentShapes } from '../../methods/latent/latentGrid.ts';
import type { LatentShape, Method } from '../../methods/method.ts';
import { declarationOf } from '../../protocols/registry.ts';
import type { PlannedMethod } from '../../study/plan/plan.ts';
import { trainSizes } from '../../study/splits/splits.ts';
import { math, prose, type Prose } from '../../text/prose.ts';
import type { ProseStudy } from './proseStudy.ts';

/** Longer progressions are shortened: {5, 10, …, 35}. */
const MOST_LISTED = 4;
/** More values than these are counted. */
const MOST_VALUES = 12;

/** "all possible q", "q ∈ {5, 10, …, 35}", "(q_c, q_r) ∈ {4, 8}²", at the largest training sets of the study. */
export function candidatesProse(study: ProseStudy, method: Method, { latent, features }: PlannedMethod): Prose {
  const names = method.latentNames;
  const nested = method.sweep !== undefined;
  if (latent === 'all' || (nested && (latent === 'default' || latent === 'adaptive'))) {
    return prose`all possible ${names.length === 1 ? math(names[0]) : [math(`(${names.join(', ')})`)]}`;
  }
  if (latent === 'adaptive') return prose`a grid of ${math(names.join(', '))}, refined around its best values,`;
  const shapes = largestGrid(study, method, latent, features);
  const axes = names.map((_, axis) => [...new Set(shapes.map((shape) => shape[axis]))].sort((a, b) => a - b));
  const variables = names.length === 1 ? names[0] : `(${names.join(', ')})`;
  if (names.length > 1 && shapes.every((shape) => new Set(shape).size === 1)) {
    return valuesProse(names.join(' = '), axes[0]);
  }
  if (axes.length === 1) return valuesProse(variables, axes[0]);
  if (axes.reduce((product, { length }) => product * length, 1) > shapes.length) {
    if (shapes.length > MOST_VALUES) return prose`${shapes.length} listed values of ${math(variables)}`;
    return [math(`${variables} ∈ {${shapes.map((shape) => `(${shape.join(', ')})`).join(', ')}}`)];
  }
  const sets = axes.map(setText);
  const squared = sets.length === 2 && sets[0] === sets[1];
  return [math(`${variables} ∈ ${squared ? `${sets[0]}²` : sets.join(' × ')}`)];
}

/** The longest list of shapes that a training set of the study allows. */
function largestGrid(
  { spec, dataset }: ProseStudy,
  method: Method,
  latent: PlannedMethod['latent'],
  features = spec.features,
): readonly LatentShape[] {
  const { rows, cols } = featureShape(features, dataset);
  const conditions = declarationOf(spec.protocol).conditions(spec.protocol);
  const grids = conditions.flatMap(({ key }) =>
    trainSizes(spec, dataset, key).map(({ images, subjects }) =>
      latentShapes(method, latent, rows, cols, images, subjects),
    ),
  );
  return grids.reduce((longest, shapes) => (shapes.length > longest.length ? shapes : longest));
}

/** "q = 8", "q ∈ {4, 8}", "17 values of q from 1 to 80" */
function valuesProse(variable: string, values: readonly number[]): Prose {
  const [first, last] = [values[0], values[values.length - 1]];
  if (values.length === 1) return [math(`${variable} = ${first}`)];
  if (values.length > MOST_VALUES && !isEven(values)) {
    return prose`${values.length} values of ${math(variable)} from ${`${first}`} to ${`${last}`}`;
  }
  return [math(`${variable} ∈ ${setText(values)}`)];
}

/** "{4, 8}", "{5, 10, …, 35}" */
function setText(values: readonly number[]): string {
  const short = isEven(values) && values.length > MOST_LISTED;
  return `{${(short ? [values[0], values[1], '…', values[values.length - 1]] : values).join(', ')}}`;
}

/** Whether the values are as far apart as their neighbours. */
function isEven(values: readonly number[]): boolean {
  return values.every((value, at) => value === values[0] + at * (values[1] - values[0]));
}
