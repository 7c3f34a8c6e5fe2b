/** Resolved values of data-dependent settings. */
import { sum } from '../stats/describe.ts';

export interface ResolvedSetting {
  /** The parameter that it resolves. */
  readonly setting: string;
  /** Its name: "components", "penalty α". */
  readonly name: string;
  readonly value: number;
  /** Empty for pure numbers. */
  readonly unit: string;
  /** Its origin, shown in brackets. */
  readonly remark: string;
}

/** For leading principal components: their number and their share of the variance. */
export function componentsAmount(setting: string, kept: number, values: Float64Array): ResolvedSetting {
  const share = (100 * sum(values.subarray(0, kept))) / sum(values);
  return { setting, name: 'components', value: kept, unit: '', remark: `${share.toFixed(1)}% of the variance` };
}

/**
 * For a penalty in squared grey values: as given, or given in mean squared distances from the mean image.
 * @param energy that distance; null: absolute
 */
export function penaltyAmount(given: number, energy: number | null): ResolvedSetting {
  const common = { setting: 'penalty', name: 'penalty α', unit: 'squared grey values' };
  return energy === null
    ? { ...common, value: given, remark: 'as given' }
    : { ...common, value: given * energy, remark: `${given} × mean squared distance from the mean image` };
}

/** "components 97 (98.0% of the variance)". */
export function amountText({ name, value, unit, remark }: ResolvedSetting): string {
  return `${name} ${Number(value.toPrecision(4))}${unit && ` ${unit}`} (${remark})`;
}
