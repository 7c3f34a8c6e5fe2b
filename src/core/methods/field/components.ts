import { columns, type Matrix } from '../../linalg/index.ts';
import type { LearnInput } from '../linearProjection.ts';
import type { Parameter } from '../method.ts';

export const energyParameter = {
  name: 'energy',
  title: 'Variance kept',
  help: 'Leading principal components kept before: as many as hold this share of the variance. At full rank with more pixels than images any embedding of the images is linear, and the axes follow noise.',
  kind: 'number',
  default: 0.98,
  min: 0.01,
  max: 1,
} as const satisfies Parameter;

/** The leading whitened coordinates that hold the share `energy` of the variance. */
export function keptComponents({
  whitened: all,
  values,
  settings,
}: LearnInput): Pick<LearnInput, 'values'> & { readonly whitened: Matrix } {
  const whitened = all();
  const kept = componentCount(values, settings.energy as number);
  return kept === values.length
    ? { whitened, values }
    : { whitened: columns(whitened, 0, kept), values: values.slice(0, kept) };
}

/** The number of leading eigenvalues that hold `share` of their sum. */
export function componentCount(values: Float64Array, share: number): number {
  if (share >= 1) return values.length;
  const wanted = share * values.reduce((sum, value) => sum + value, 0);
  let kept = 0;
  for (let sum = 0; kept < values.length && sum < wanted; kept++) sum += values[kept];
  return kept;
}
