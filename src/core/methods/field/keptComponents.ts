import { columns, type Matrix } from '../../linalg/index.ts';
import { componentsAmount, type ResolvedSetting } from '../resolvedSettings.ts';
import type { LearnInput } from '../linearProjection.ts';
import type { DefaultSource } from '../../choice.ts';
import { FitError, type Parameter } from '../method.ts';

/**
 * The number of leading principal components to keep, as a share of the variance or as a count; see keptCount.
 * @param source of the default
 * @param energy the default
 * @param help text that the meaning of numbers is appended to
 */
export function energyParameter(
  source: DefaultSource,
  energy = 1,
  help = 'Leading principal components kept before: as many as hold this share of the variance; 1 keeps all. Where subjects differ in few components, as on ORL, less is better; where lighting varies, as on Yale B and PIE, more.',
) {
  return {
    name: 'energy',
    stated: {
      one: 'kept all principal components',
      share: 'kept the leading principal components with {} of the variance',
      count: 'kept the {} leading principal components',
    },
    title: 'Variance or components kept',
    help: `${help} A whole number from 2 on: so many components.`,
    kind: 'number',
    default: energy,
    source,
    min: 0.01,
    max: 100_000,
  } as const satisfies Parameter;
}

interface Kept extends Pick<LearnInput, 'values'> {
  readonly whitened: Matrix;
  readonly amounts: readonly ResolvedSetting[];
}

/** The leading whitened coordinates that the setting `energy` keeps. */
export function keptComponents({ whitened: all, values, settings }: LearnInput<{ readonly energy: number }>): Kept {
  const whitened = all();
  const kept = keptCount(values, settings.energy);
  const amounts = [componentsAmount('energy', kept, values)];
  return kept === values.length
    ? { whitened, values, amounts }
    : { whitened: columns(whitened, 0, kept), values: values.slice(0, kept), amounts };
}

/**
 * The number of leading eigenvalues that hold the share `energy` of their sum; for `energy` ≥ 2 that number itself, at
 * most all. Throws FitError for other values.
 */
export function keptCount(values: Float64Array, energy: number): number {
  if (energy > 1) {
    if (Number.isInteger(energy)) return Math.min(energy, values.length);
    throw new FitError(`energy: expected a share up to 1 or a whole number of components, found ${energy}.`);
  }
  if (energy === 1) return values.length;
  const target = energy * values.reduce((sum, value) => sum + value, 0);
  let kept = 0;
  for (let sum = 0; kept < values.length && sum < target; kept++) sum += values[kept];
  return kept;
}
